// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import {
  addAward,
  addAwardsBlock,
  danceAll,
  enterSolos,
  giveMark,
  pickAward,
  propose,
  release,
  seatPanel,
} from '../scenarios/results.ts'
import { created, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
const { db } = stage
const season = await openSeason(stage)
const account = (email: string, fname: string) =>
  db
    .transaction()
    .execute((tx) => insertAccount(tx, { email, fname, lname: 'Haddad', role: 'office' }, created))
    .then(({ user_id }) => user_id)
const [noor, omar] = [await account('one@example.com', 'Noor'), await account('two@example.com', 'Omar')]
const studio = await season.studio({ dancers: 4 })
let tour_date_id = 0
let routines: readonly number[] = []
let seats: readonly number[] = []

async function visit(path: string, user_id: number) {
  cleanup()
  const headers = await stage.sessionOf(user_id)
  vi.stubGlobal('fetch', stage.fetchAs(headers.cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
}

beforeEach(async () => {
  tour_date_id = await season.city()
  ;({ routines } = await enterSolos(stage, studio, tour_date_id, ['Ash', 'Birch']))
  const block_id = await danceAll(stage, noor, tour_date_id)
  ;({ seats } = await seatPanel(stage, tour_date_id, block_id, 3))
  for (const entry of routines) for (const seat of seats) await giveMark(stage, entry, seat, 9_500)
})

const at = (place: string) => `/office/tour-dates/${tour_date_id}/${place}`

test('OFF-032 one person accepts the warnings and proposes, another confirms, and studios are shown it', async () => {
  await visit(at('release'), noor)
  await screen.findByRole('heading', { name: 'Warnings: 1' })
  expect(screen.getByRole('row', { name: /Ash .* 285 High Gold/ })).toBeTruthy()
  const propose = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Propose' })
  expect(propose().disabled).toBe(true)
  expect(screen.getByText('Accept the last warning to propose.').id).toBe(propose().getAttribute('aria-describedby'))
  fireEvent.click(screen.getByLabelText('The block Morning is not locked.'))
  expect(screen.queryByText(/^Accept .* to propose\.$/)).toBeNull()
  fireEvent.click(propose())
  await screen.findByText('You proposed it, so another person must confirm it.')
  expect(screen.getByRole('button', { name: 'Withdraw proposal' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirm release' })).toBeNull()
  expect(screen.queryByLabelText('Show to studios')).toBeNull()

  await visit(at('release'), omar)
  await screen.findByRole('heading', { name: 'Proposed' })
  await screen.findByText(/Noor Haddad proposed this/)
  fireEvent.click(screen.getByRole('button', { name: 'Confirm release' }))
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: 'Confirm this release?' })).getByRole('button', {
      name: 'Yes, confirm',
    }),
  )
  await screen.findByText(/Shown to studios/)
  expect(screen.getByText(/Proposed by Noor Haddad, confirmed by Omar Haddad/)).toBeTruthy()
})

test('OFF-032 a proposal whose marks moved cannot be confirmed, and says what moved', async () => {
  await visit(at('release'), noor)
  fireEvent.click(await screen.findByLabelText('The block Morning is not locked.'))
  fireEvent.click(screen.getByRole('button', { name: 'Propose' }))
  await screen.findByRole('heading', { name: 'Proposed' })
  await giveMark(stage, routines[0] ?? 0, seats[0] ?? 0, 9_600)
  await visit(at('release'), omar)
  await screen.findByText(/Ash: total 286 \(was 285\)\.$/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm release' }).disabled).toBe(true)
})

test('OFF-032 marks that move while the second person confirms are told; only the pressed button turns, until then', async () => {
  await propose(stage, noor, tour_date_id)
  await visit(at('release'), omar)
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm release' }))
  await giveMark(stage, routines[0] ?? 0, seats[0] ?? 0, 9_600)
  const turning = () => [...document.querySelectorAll('button[data-loading]')].map(({ textContent }) => textContent)
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, confirm' }))
  await waitFor(() => expect(turning()).toEqual(['Confirm release']))
  const refusal = await screen.findByRole('dialog', { name: 'Oops...' })
  expect(refusal.textContent).toMatch(/Ash: total 286 \(was 285\)\. Propose it again\./)
  // The page waits for its person now.
  expect(turning()).toEqual([])
  fireEvent.click(within(refusal).getByRole('button', { name: 'OK' }))
  await screen.findByText('Something has changed since. Propose it again.')
  expect(button('Confirm release').disabled).toBe(true)
})

test('OFF-032 both persons see the changes of a correction, as studios will read them', async () => {
  await release(stage, [noor, omar], tour_date_id)
  await visit(at('release'), noor)
  await screen.findByRole('heading', { name: 'Nothing to propose' })
  expect(screen.queryByRole('heading', { name: 'What changes for studios' })).toBeNull()
  await giveMark(stage, routines[0] ?? 0, seats[0] ?? 0, 9_600)
  await propose(stage, noor, tour_date_id, 'results', 'A mark was typed wrong')
  for (const person of [noor, omar]) {
    await visit(at('release'), person)
    const panel = await screen.findByRole('region', { name: 'What changes for studios' })
    expect(panel.textContent).toContain('Compared with version 1, which they see now. 1 registration is emailed.')
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^\d Ash: total 286 \(was 285\)\.$/)])
  }
})

test('OFF-032 a refused correction is told in its own dialog, where no button turns', async () => {
  await release(stage, [noor, omar], tour_date_id)
  await giveMark(stage, routines[0] ?? 0, seats[0] ?? 0, 9_600)
  await visit(at('release'), noor)
  fireEvent.click(await screen.findByLabelText('The block Morning is not locked.'))
  fireEvent.click(screen.getByRole('button', { name: 'Propose a correction' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Propose a correction' }))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'A mark was typed wrong' } })
  await giveMark(stage, routines[1] ?? 0, seats[0] ?? 0, 9_600)
  fireEvent.click(dialog.getByRole('button', { name: 'Propose' }))
  await dialog.findByText(/^Something/)
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(document.querySelectorAll('button[data-loading]')).toHaveLength(0)
})

test('OFF-030 the office adds an award, picks its winner, and reads both in the script', async () => {
  await addAward(stage, noor, tour_date_id, {})
  await visit(at('awards'), noor)
  fireEvent.click(await screen.findByRole('button', { name: 'Add an award' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add an award' })
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Judges’ choice' } })
  fireEvent.change(within(dialog).getByLabelText('Kind'), { target: { value: 'choice' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  const pickButton = await screen.findByRole('button', { name: 'Pick Judges’ choice' })
  // The name stands above: repeated on a button it makes the page wider than a phone.
  expect(pickButton.textContent).toBe('Pick')
  fireEvent.click(pickButton)
  const picks = await screen.findByRole('dialog', { name: 'Pick Judges’ choice' })
  fireEvent.change(within(picks).getByLabelText('Who'), { target: { value: `routine ${routines[0]}` } })
  fireEvent.change(within(picks).getByLabelText(/^Blurb/), { target: { value: 'Brave' } })
  fireEvent.click(within(picks).getByRole('button', { name: 'Save' }))
  await screen.findByText('Winner: Ash. Brave')

  await visit(at('script'), noor)
  await screen.findByRole('heading', { name: 'Judges’ choice' })
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent)
  expect(lines.some((line) => /^1st: \d Ash, Studio \d+, 285$/.test(line ?? ''))).toBe(true)
  // A winner that was picked alone is read without a place.
  expect(lines.filter((line) => /^\d Ash, Studio \d+$/.test(line ?? ''))).toHaveLength(1)
  const pick = db.selectFrom('award_picks').where('registration_routine_id', '=', routines[0] ?? 0)
  expect(await pick.select(['place', 'blurb']).execute()).toEqual([{ place: 1, blurb: 'Brave' }])
})

test('OFF-030 RES-043 an award’s dialog has its filters, its least total and what separates ties; a change of another is refused', async () => {
  await addAward(stage, noor, tour_date_id, {})
  await visit(at('awards'), noor)
  fireEvent.click(await screen.findByRole('button', { name: 'Change Overall' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change award' }))
  const choose = (label: string, name: RegExp) => {
    const field = dialog.getByLabelText(label)
    const option = within(field).getByRole<HTMLOptionElement>('option', { name })
    fireEvent.change(field, { target: { value: option.value } })
  }
  choose('Categories', /^Solo$/)
  fireEvent.change(dialog.getByLabelText('Minimum total'), { target: { value: '280,5' } })
  choose('Tiebreaker', /highest single mark/)
  choose('Then by (2)', /judge 1/)
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [award] = await db
    .selectFrom('award_definitions')
    .where('tour_date_id', '=', tour_date_id)
    .selectAll()
    .execute()
  expect(award).toMatchObject({
    ...{ minimum_points: 28_050, tie_break: ['single_highest_mark', 'head_judge'], version: 2 },
    scope: { categories: [expect.any(Number)], group_by: ['age_division_id', 'category_id'] },
  })

  fireEvent.click(screen.getByRole('button', { name: 'Change Overall' }))
  const second = within(await screen.findByRole('dialog', { name: 'Change award' }))
  await db.updateTable('award_definitions').set({ version: 3 }).where('tour_date_id', '=', tour_date_id).execute()
  fireEvent.click(second.getByRole('button', { name: 'Save' }))
  await second.findByText('Someone else changed this award. We have loaded what is new.')
  fireEvent.click(second.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('OFF-032 the chosen part stands in the address, so that a reload and a link keep it', async () => {
  const partField = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Part' })
  await visit(at('release'), noor)
  expect((await partField()).value).toBe('results')
  fireEvent.change(await partField(), { target: { value: 'critiques' } })
  await waitFor(() => expect(window.location.search).toBe('?part=critiques'))
  await visit(at('release') + window.location.search, noor)
  expect((await partField()).value).toBe('critiques')
  await visit(at('release?part=elsewhere'), noor)
  expect((await partField()).value).toBe('results')
})

test('OFF-032 a release waits until its awards are done', async () => {
  await addAwardsBlock(stage, tour_date_id)
  await propose(stage, noor, tour_date_id)
  await visit(at('release'), omar)
  const field = await screen.findByLabelText('Show to studios')
  const option = within(field).getByRole<HTMLOptionElement>('option', { name: 'After Evening awards' })
  fireEvent.change(field, { target: { value: option.value } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm release' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, confirm' }))
  await screen.findByText(/Shown after Evening awards/)
  fireEvent.click(screen.getByRole('button', { name: 'Evening awards are done' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, show it now' }))
  await screen.findByText(/Shown to studios/)
})

test('OFF-032 a version is shown to studios until the one that corrects it is', async () => {
  await release(stage, [noor, omar], tour_date_id)
  await giveMark(stage, routines[0] ?? 0, seats[0] ?? 0, 9_600)
  const embargo_until = '2024-11-10T20:00:00Z'
  await release(stage, [noor, omar], tour_date_id, { reason: 'A mark was typed wrong', embargo_until })
  const { time } = stage.clock
  const states = async () => {
    await visit(at('release'), noor)
    await screen.findByText('Version 2')
    return screen
      .getAllByText(/^Version \d$/)
      .map(({ parentElement }) => parentElement?.textContent?.split(/Version \d: |1 registration/)[1])
  }
  expect(await states()).toEqual([expect.stringMatching(/^Shown from /), 'Shown to studios'])
  stage.clock.time = instant(embargo_until)
  expect(await states()).toEqual(['Shown to studios', 'Replaced'])
  stage.clock.time = time
})

test('RES-038 the office gives a season levels of its own', async () => {
  await visit(at('awards'), noor)
  fireEvent.click(await screen.findByRole('button', { name: 'Change levels' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change levels' })
  const scope = within(dialog).getByLabelText<HTMLSelectElement>('These levels apply to')
  expect(scope.value).toBe('event and season')
  fireEvent.change(scope, { target: { value: 'season' } })
  fireEvent.change(within(dialog).getAllByLabelText('Name')[0] ?? dialog, { target: { value: 'Platinum' } })
  fireEvent.change(within(dialog).getAllByLabelText('From total')[0] ?? dialog, { target: { value: '284,5' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('Platinum from 284.5')
  const levels = await db.selectFrom('competition_awards').where('retired', '=', false).selectAll().execute()
  const own = levels.filter(({ event_id, season_id }) => event_id !== null || season_id !== null)
  expect(own.find(({ minimum_points }) => minimum_points === 28_450)).toMatchObject({
    name: 'Platinum',
    event_id: null,
  })
  expect(new Set(own.map(({ event_id, season_id }) => `${event_id} ${season_id}`)).size).toBe(1)
  // Other seasons keep the product's own.
  expect(levels.length - own.length).toBe(own.length)
  await visit(at('release'), noor)
  await screen.findByRole('row', { name: /Ash .* 285 Platinum/ })
  await waitFor(() => expect(screen.queryByText('Spotlight')).toBeNull())
})

test('RES-015 OFF-032 the preview of a release lists what was picked', async () => {
  const award_id = await addAward(stage, noor, tour_date_id, { name: 'Shine', kind: 'choice', scope: { group_by: [] } })
  const pick = { id: null, person_id: null, studio_id: null, place: 1, amount: null, blurb: '' }
  await pickAward(stage, noor, { tour_date_id, award_id }, [{ ...pick, registration_routine_id: routines[1] ?? 0 }])
  await visit(at('release'), noor)
  const heading = await screen.findByRole('heading', { name: 'Preview: 1 other award' })
  const [, row] = within(heading.closest('section') ?? document.body).getAllByRole('row')
  expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    ...['Shine', '', expect.stringMatching(/^2 Birch, /), ''],
  ])
})

test('RES-041 a city without critiques has none to propose, and no version of them is said to be shown', async () => {
  await release(stage, [noor, omar], tour_date_id, { part: 'critiques' })
  await visit(`${at('release')}?part=critiques`, noor)
  await screen.findByText(/: Shown to studios/)
  await db.updateTable('tour_dates').set({ no_critiques: true }).where('id', '=', tour_date_id).execute()
  await visit(`${at('release')}?part=critiques`, noor)
  await screen.findByText(/There are no critiques for this event\./)
  const link = screen.getByRole('link', { name: 'Change it in the city’s set-up' })
  expect(link.getAttribute('href')).toBe(`/office/tour-dates/${tour_date_id}`)
  expect(screen.getByText(/: Not shown while the city has no critiques/)).toBeTruthy()
  expect(screen.queryByText(/Shown to studios/)).toBeNull()
})

test('RES-041 critiques proposed before the switch can be taken back, not confirmed', async () => {
  await propose(stage, noor, tour_date_id, 'critiques')
  await db.updateTable('tour_dates').set({ no_critiques: true }).where('id', '=', tour_date_id).execute()
  await visit(`${at('release')}?part=critiques`, omar)
  await screen.findByText(/Noor Haddad proposed this/)
  expect(screen.queryByRole('button', { name: 'Confirm release' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Withdraw proposal' })).toBeTruthy()
})
