import { resultsDocument, scoreSheetsDocument } from '@callboard/domain/results/papers.ts'
import { pdf } from '@callboard/server/platform/pdf/pdf.ts'
import { expect, test } from 'vitest'
import { openStage, withoutUuids } from '../kit.ts'
import { pdfPages } from '../pdf-text.ts'
import { addAward, answer, danceAll, enterSolos, giveMark, release, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
const { app, db, call } = stage
const season = await openSeason(stage)
const two = [await addAccount(stage, 'one@example.com'), await addAccount(stage, 'two@example.com')] as const
const studio = await season.studio({ dancers: 4 })
const tour_date_id = await season.city()
const { registration_id, routines } = await enterSolos(stage, studio, tour_date_id, ['Ash', 'Birch'])
const block_id = await danceAll(stage, two[0], tour_date_id)
const { seats } = await seatPanel(stage, tour_date_id, block_id, 4)
for (const entry of routines) for (const seat of seats) await giveMark(stage, entry, seat, 9_500)
await addAward(stage, two[0], tour_date_id, {})

const tokenOf = async () =>
  (await answer(studio.call('POST', '/v1/reports/token', { registration_id }))).token as string
const report = async (name: string, format: string) =>
  app.inject(`/v1/reports/${name}/${await tokenOf()}?format=${format}`)
const paper = (name: string, more = '') =>
  call(two[0], 'GET', `/v1/office/result-papers/${name}?tour_date_id=${tour_date_id}${more}`)
const textOf = async (content: Buffer) => (await pdfPages(content)).join('\n')

const sheetOf = (number: number, name: string) => ({
  ...{ number: String(number), name, age_division: 'Teen', performance_division: 'Jazz', category: 'Solo' },
  ...{ total_score: 285, dropped_score: null, canceled: false, competition_award: 'Gold', attendees: ['Mia Sol'] },
  results_follow: false,
  judges: [1, 2, 3, 4].map((position) => ({
    ...{ position, name: `Judge ${position}`, score: 95, dropped: false, note: '' },
    teacher_critique: 'Reach through the back foot. '.repeat(8),
  })),
})
const printSheets = (sheets: readonly ReturnType<typeof sheetOf>[]) =>
  pdf(
    scoreSheetsDocument({ event: 'Meridian', city: 'Portland', days: '11/15/2024', studio: '' }, sheets),
    stage.clock.now(),
  )

test('C083 C084 RES-024 no paper says anything before the release', async () => {
  for (const [name, message] of [
    ['tour-results', 'Results will be available after the event.'],
    ['online-score-sheets', 'Scores and Critiques will be available after the event.'],
  ] as const) {
    const reply = await report(name, 'html')
    expect(reply.statusCode).toBe(422)
    expect(reply.json().message).toContain(message)
    expect(withoutUuids(reply.body)).not.toMatch(/Ash|95|285/)
  }
  expect((await paper('script')).json().code).toBe('release.no_papers')
})

test('C084 RES-034 the results of a registration are a page and a PDF', async () => {
  await release(stage, two, tour_date_id)
  const html = await report('tour-results', 'html')
  expect(html.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(html.body).toMatch(/\d Ash/)
  for (const words of ['285', 'Studio 1', 'Mini, Contemporary, Solo', 'Amara Dufresne', ', Overall'])
    expect(html.body).toContain(words)
  const printed = await report('tour-results', 'pdf')
  expect(printed.headers['content-type']).toBe('application/pdf')
  const text = await textOf(printed.rawPayload)
  for (const words of ['Adjudicated awards', 'High Gold', '1st of']) expect(text).toContain(words)
})

test('C084 RES-034 the paper of results says of a picked award what the portal says, a scholarship with its amount', () => {
  const won = { award: 'Summer', winner: 'Ana Duarte', blurb: '' }
  const { sections } = resultsDocument(
    { event: 'Meridian', city: 'Boise', days: '11/2/2024', studio: 'Studio 1' },
    {
      ...{ adjudicated: [], best_dancers: [] },
      studio_awards: [{ ...won, place: 1 }],
      special_awards: [1, 2, 3].map((place) => ({ ...won, place })),
      scholarships: [{ ...won, place: 2, amount: 25_000 }],
    },
  )
  expect(sections[0]?.rows.map(({ cells }) => cells)).toEqual([['Summer', 'Ana Duarte', '1st']])
  expect(sections.map(({ rows }) => rows.map(({ cells }) => cells.at(-1)))).toEqual([
    ['1st'],
    ['Winner', 'Runner-up', 'Place 3'],
    ['Runner-up, $250.00'],
  ])
})

test('C083 RES-034 score sheets have each judge’s mark and critique', async () => {
  await release(stage, two, tour_date_id, { part: 'critiques' })
  const text = await textOf((await report('online-score-sheets', 'pdf')).rawPayload)
  for (const words of ['1 Judge 1', 'Critique 9500 Note: Note 9500', '95 (dropped)', '285', 'High Gold'])
    expect(text).toContain(words)
})

test('C083 a score sheet says of whom it is, and stays on one page with its total', async () => {
  const [first = ''] = await pdfPages((await report('online-score-sheets', 'pdf')).rawPayload)
  const lines = first.split('\n').join(' ')
  expect(lines.indexOf('Solo')).toBeGreaterThan(lines.indexOf('Ash'))
  expect(lines.indexOf('Solo')).toBeLessThan(lines.indexOf('Critique'))
  const pages = await pdfPages(
    await printSheets(['Ash', 'Birch', 'Cedar', 'Dune', 'Elm', 'Fern'].map((name, index) => sheetOf(index + 1, name))),
  )
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) expect(page.split('Critique').length).toBe(page.split('Total').length)
})

test('the office prints certificates, labels from any place of a sheet, and the script', async () => {
  const certificates = await pdfPages((await paper('certificates')).rawPayload)
  expect(certificates).toHaveLength(2)
  expect(certificates[0]).toMatch(/High Gold[\s\S]*Studio \d/)
  const labels = await pdfPages((await paper('labels', '&first_label=30')).rawPayload)
  expect(labels).toHaveLength(2)
  const blank = await textOf((await paper('labels', '&names=false')).rawPayload)
  const dancer = await db
    .selectFrom('persons')
    .where('id', '=', studio.dancers[0] ?? 0)
    .select('lname')
    .executeTakeFirstOrThrow()
  expect(labels.join('\n')).toContain(dancer.lname)
  expect(blank).not.toContain(dancer.lname)
  expect(await textOf((await paper('script')).rawPayload)).toContain('1st:')
})
