// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { addAward, judgeAudition, pickAward } from '../scenarios/results.ts'
import { openPortal } from './portal-kit.tsx'

const { city, portal, releaseParts, stage, studio, two, visit } = await openPortal()
const { db } = stage

test.each([
  ['critiques', 'Score sheets', '/v1/reports/online-score-sheets/'],
  ['results', 'Download PDF', '/v1/reports/tour-results/'],
] as const)('RES-034 the owner of %s downloads the paper', async (part, name, path) => {
  await releaseParts(part)
  await visit(portal(part), studio.user_id)
  const openWindow = vi.fn<(url: string) => void>()
  vi.stubGlobal('open', openWindow)
  fireEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(openWindow).toHaveBeenCalled())
  const url = openWindow.mock.calls[0]?.[0] ?? ''
  expect(url.startsWith(path)).toBe(true)
  const reply = await stage.app.inject({ url })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('RES-034 a paper of results that the office took back meanwhile is answered by a sentence', async () => {
  await releaseParts('results')
  await visit(portal('results'), studio.user_id)
  const openWindow = vi.fn<(url: string) => void>()
  vi.stubGlobal('open', openWindow)
  const button = await screen.findByRole('button', { name: 'Download PDF' })
  const withdrawal = { tour_date_id: city.tour_date_id, reason: 'Wrong totals' }
  expect((await stage.call(two[0], 'POST', '/v1/office/results/results/withdraw', withdrawal)).statusCode).toBe(200)
  fireEvent.click(button)
  await screen.findByText('Results will be available after the event.')
  expect(openWindow).not.toHaveBeenCalled()
})

test('RES-013 RES-015 RES-042 results show scores, places, awards with their blurb and scholarships', async () => {
  const choice = await addAward(stage, two[0], city.tour_date_id, { name: 'Judges’ choice', kind: 'choice' })
  const grant = await addAward(stage, two[0], city.tour_date_id, { name: 'Summer', kind: 'scholarship' })
  const nobody = { id: null, registration_routine_id: null, person_id: null, studio_id: null }
  const pick = (award_id: number, picks: readonly object[]) =>
    pickAward(stage, two[0], { tour_date_id: city.tour_date_id, award_id }, picks)
  await pick(choice, [{ ...nobody, registration_routine_id: city.routines[0], place: 1, blurb: 'Brave', amount: null }])
  await pick(grant, [
    { ...nobody, person_id: studio.dancers[0], place: 2, blurb: '', amount: 25_000 },
    { ...nobody, person_id: studio.dancers[1], place: 1, blurb: '', amount: 50_000 },
  ])
  const best = { name: 'Studio of the day', kind: 'studio', scope: { group_by: [] }, places: [{ from: 1, places: 1 }] }
  await addAward(stage, two[0], city.tour_date_id, best)
  await releaseParts('results')
  await visit(portal('results'), studio.user_id)
  const routine = await screen.findByRole('article', { name: /^\d Ash$/ })
  expect(routine.textContent).toMatch(/Place 1 of \d: Overall/)
  expect(routine.textContent).toContain('Total 285High GoldMini, Contemporary, Solo. Dropped score 95Amara Dufresne')
  expect(
    within(routine)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['JudgeScore', 'Judge 195', 'Judge 295', 'Judge 395', 'Judge 4 (dropped)95'])
  const special = screen.getByRole('region', { name: 'Special awards' })
  expect(special.textContent).toMatch(/Judges’ choice: Ash/)
  expect(special.textContent).toMatch(/Brave/)
  const scholarships = screen.getByRole('region', { name: 'Scholarships' }).textContent
  expect(scholarships).toMatch(/Summer: Amara DufresneRunner-up, \$250/)
  expect(scholarships).toMatch(/Summer: Hana OyelaranWinner, \$500/)
  expect(screen.getByRole('region', { name: 'Studio awards' }).textContent).toMatch(/Studio of the day: .*Place 1/)
})

test('RES-019 data shows counts, means, levels, places and the share of good marks', async () => {
  const item = await db
    .insertInto('critique_items')
    .values({ name: 'Technique', level: 1, position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sheets = await db
    .selectFrom('score_sheets')
    .where('registration_routine_id', '=', city.routines[0] ?? 0)
    .select('client_id')
    .execute()
  const marks = sheets.map(({ client_id }, index) => ({ client_id, critique_item_id: item.id, good: index < 3 }))
  await db.insertInto('critique_marks').values(marks).execute()
  await releaseParts('results', 'data')
  await visit(portal('data'), studio.user_id)
  const glance = within(await screen.findByRole('region', { name: 'At a glance' }))
  const figures = glance
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent])
  expect(figures).toEqual([
    ['Routines', '3'],
    ['Average score', '285'],
    ['First places', '3'],
    ['Second places', '0'],
    ['Third places', '0'],
  ])
  const rows = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('th, td:not([aria-hidden])')].map(({ textContent }) => textContent))
  expect(rows('Average by performance division')).toEqual([
    ['Division', 'Routines', 'Average'],
    ['Contemporary', '3', '285'],
  ])
  expect(rows('Adjudicated awards')).toHaveLength(6)
  expect(rows('Adjudicated awards')).toContainEqual(['High Gold', '3'])
  expect(rows('Marked good by the judges')).toEqual([
    ['Item', 'Good'],
    ['Technique', '75%'],
  ])
})

test('RES-014 best dancers show each judge’s ballet and jazz mark, and the audition score', async () => {
  const attendee = await db
    .selectFrom('attendees as a')
    .innerJoin('persons as p', 'p.id', 'a.person_id')
    .where('a.registration_id', '=', city.registration_id)
    .select(['a.id', 'p.fname', 'p.lname'])
    .executeTakeFirstOrThrow()
  await judgeAudition(stage, two, { tour_date_id: city.tour_date_id, attendee_ids: [attendee.id] })
  await addAward(stage, two[0], city.tour_date_id, { name: 'Teen Best Dancer', kind: 'audition' })
  await releaseParts('results')
  await visit(portal('results'), studio.user_id)
  const dancers = within(await screen.findByRole('region', { name: 'Best Dancers' }))
  const { fname, lname } = attendee
  const dancer = dancers.getByRole('article', { name: `${fname} ${lname}` })
  expect(dancer.textContent).toContain(`${fname} ${lname}Audition score 558Place 1: Teen Best Dancer`)
  const cells = dancers.getAllByRole('row').map(({ textContent }) => textContent)
  const judges = (kind: string, marks: readonly number[]) => marks.map((mark, at) => `${kind} judge ${at + 1}${mark}`)
  expect(cells).toEqual([
    ...['BalletScore', ...judges('ballet', [90.5, 91, 91.5]), 'Total273'],
    ...['JazzScore', ...judges('jazz', [94.5, 95, 95.5]), 'Total285'],
  ])
})
