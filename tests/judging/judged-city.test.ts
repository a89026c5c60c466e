import { instant } from '@callboard/domain/kernel/instant.ts'
import { tabulate } from '@callboard/domain/results/tabulate.ts'
import { setEntryState } from '@callboard/server/running-order/queries.ts'
import { listSheetsShown, loadJudgedCity } from '@callboard/server/judging/inputs-queries.ts'
import { expect, test } from 'vitest'
import { giveMark, seatPanel } from '../scenarios/results.ts'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
const { db } = await copy()
/** For the test that edits the routine. */
const edited = await copy()
const { tour_date_id, routine_id } = world.published_order
const read = () => db.transaction().execute((tx) => loadJudgedCity(tx, tour_date_id))
const none = { levels: [], placements: [], studio_awards: [], auditions: [], picks: [] }

test('an entry of a block without a panel waits for its marks', async () => {
  const { entries, panels, blocks, dancers, audition_panels } = await read()
  expect(entries).toMatchObject([{ id: routine_id, panel_id: 0, state: 'pending', sheets: [], deductions: [] }])
  expect(dancers).toEqual([])
  expect(audition_panels).toEqual({})
  expect(tabulate({ ...none, entries, panels, blocks }).entries).toMatchObject([{ tabulation: 'waiting' }])
})

test('RES-016 a panel of four drops the lowest mark; an unconfirmed, a withdrawn and a training mark count nowhere', async () => {
  const { id: panel_id } = await db
    .insertInto('panels')
    .values({ tour_date_id, name: 'Panel A', scale_id: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [entry] = await db
    .selectFrom('running_order_entries')
    .where('tour_date_id', '=', tour_date_id)
    .selectAll()
    .execute()
  await db
    .insertInto('judged_blocks')
    .values({ block_id: entry?.block_id ?? 0, panel_id })
    .execute()
  const seats = await db
    .insertInto('judge_seats')
    .values([1, 2, 3, 4, 5].map((position) => ({ panel_id, position, judge_id: null, shadow: position === 5 })))
    .returning('id')
    .execute()
  const at = { received_at: instant('2024-11-02T15:00:00Z') }
  const sheet = (place: number, points: number, more: object = {}) => ({
    ...{ client_id: crypto.randomUUID(), registration_routine_id: routine_id, seat_id: seats[place]?.id ?? 0 },
    ...{ revision: 1, points, criteria: null, abstained: null, source: 'tablet' as const, ...at, ...more },
  })
  await db
    .insertInto('score_sheets')
    .values([
      sheet(0, 9_500),
      sheet(1, 9_000),
      sheet(2, 9_700),
      sheet(3, 8_900),
      sheet(3, 9_900, { revision: 2, source: 'paper', entered_by: cast.office }),
      sheet(2, 1_000, { revision: 3, withdrawn_at: at.received_at, withdrawn_by: cast.office }),
      sheet(4, 9_999),
    ])
    .execute()
  await db
    .updateTable('running_order_entries')
    .set({ state: 'danced' })
    .where('registration_routine_id', '=', routine_id)
    .execute()
  const { entries, panels, blocks } = await read()
  expect(tabulate({ ...none, entries, panels, blocks }).entries).toMatchObject([
    { tabulation: 'complete', total: 28_200, dropped_score: 8_900 },
  ])
  const sheets = await db.transaction().execute((tx) => listSheetsShown(tx, [routine_id]))
  expect(sheets.map(({ position, points }) => [position, points])).toEqual([
    [1, 9_500],
    [2, 9_000],
    [3, 9_700],
    [4, 8_900],
  ])
})

test('a routine that is edited after it danced is placed as what it danced', async () => {
  const { age_division_level_id, ...divisions } = await edited.db
    .selectFrom('registration_routines')
    .where('id', '=', routine_id)
    .select(['age_division_level_id', 'category_id', 'performance_division_id'])
    .executeTakeFirstOrThrow()
  const { block_id } = await edited.db
    .selectFrom('running_order_entries')
    .where('registration_routine_id', '=', routine_id)
    .select('block_id')
    .executeTakeFirstOrThrow()
  const { seats } = await seatPanel(edited, tour_date_id, block_id ?? 0, 3)
  for (const seat of seats) await giveMark(edited, routine_id, seat, 9_500)
  const group_by = ['age_division_id', 'category_id', 'performance_division_id'] as const
  const definition = { id: 1, scope: { group_by }, places: [{ from: 1, places: 1 }], minimum_points: 0 }
  const placements = [{ ...definition, one_per_dancer: false, tie_break: [] }]
  const readPlaced = async () => {
    const inputs = await edited.db.transaction().execute((tx) => loadJudgedCity(tx, tour_date_id))
    const groups = tabulate({ ...none, ...inputs, placements }).placements
    return [inputs.entries, groups.map(({ scope, entries }) => ({ scope, entries }))]
  }
  const placedIn = (scope: number[]) => [{ scope, entries: [{ id: routine_id, place: 1, is_awarded: true }] }]

  await edited.db
    .transaction()
    .execute((tx) => setEntryState(tx, routine_id, 'danced', instant('2024-11-02T15:00:00Z')))
  const danced = { age_division_id: age_division_level_id, ...divisions }
  const expectedPlaces = [[danced], placedIn(group_by.map((field) => danced[field]))]
  expect(await readPlaced()).toMatchObject(expectedPlaces)
  const other = (id: number) => (id === 1 ? 2 : 1)
  await edited.db
    .updateTable('registration_routines')
    .set({
      age_division_level_id: other(danced.age_division_id),
      category_id: other(danced.category_id),
      performance_division_id: other(danced.performance_division_id),
    })
    .where('id', '=', routine_id)
    .execute()
  expect(await readPlaced()).toMatchObject(expectedPlaces)
  // Without what it danced as, the edit would move it.
  await edited.db
    .updateTable('running_order_entries')
    .set({ danced_as: null })
    .where('registration_routine_id', '=', routine_id)
    .execute()
  expect((await readPlaced())[1]).toEqual(placedIn(group_by.map((field) => other(danced[field]))))
})
