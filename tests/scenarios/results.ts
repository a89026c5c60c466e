import { randomUUID } from 'node:crypto'
import type { ExampleWorld } from '@callboard/contract/example-world.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import type { Stage } from '../kit.ts'
import type { Season, Studio } from './small-city.ts'

/** A placement by division and category, as the office adds it. */
const placementAward = {
  name: 'Overall',
  kind: 'placement',
  scope: { group_by: ['age_division_id', 'category_id'] },
  places: [
    { from: 1, places: 1 },
    { from: 3, places: 3 },
  ],
  one_per_dancer: false,
  tie_break: [],
  minimum_points: 0,
  best: 1,
  least_entries: 1,
  block_id: null,
  position: 1,
  active: true,
}

type Reply = Awaited<ReturnType<Stage['call']>>

/** A call that succeeds. */
export async function answer(reply: Promise<Reply>) {
  const { statusCode, body, json } = await reply
  if (statusCode >= 300) throw new Error(body)
  return json()
}

/** Adds an award to a city; answers its id. */
export async function addAward({ call }: Pick<Stage, 'call'>, office: number, tour_date_id: number, award: object) {
  const scope = 'kind' in award ? { group_by: [] } : placementAward.scope
  const body = { ...placementAward, scope, tour_date_id, every_city: false, ...award }
  const { awards } = await answer(call(office, 'POST', '/v1/office/awards', body))
  return Math.max(...awards.map(({ id }: { id: number }) => id))
}

/** Makes these the picks of an award in a city. */
export async function pickAward(
  { call, db }: Pick<Stage, 'call' | 'db'>,
  office: number,
  { tour_date_id, award_id }: { tour_date_id: number; award_id: number },
  picks: readonly object[],
) {
  const { version } = await db
    .selectFrom('award_definitions')
    .where('id', '=', award_id)
    .select('version')
    .executeTakeFirstOrThrow()
  const body = { tour_date_id, award_definition_id: award_id, version, picks }
  return answer(call(office, 'PUT', '/v1/office/picks', body))
}

/** A completed registration of a studio with so many solos; answers its id and its routines'. */
export async function enterSolos({ db }: Stage, studio: Studio, tour_date_id: number, names: readonly string[]) {
  const { id } = await db.transaction().execute((tx) =>
    insertRegistration(tx, {
      tour_date_id,
      user_id: studio.user_id,
      studio_id: studio.studio_id,
      dancers: studio.dancers,
      teachers: [],
      routines: names.map((name, index) => ({ name, cast: [index % studio.dancers.length] })),
      at: instant('2024-09-20T18:00:00Z'),
      state: 'completed',
    }),
  )
  const rows = await db
    .selectFrom('registration_routines')
    .where('registration_id', '=', id)
    .select('id')
    .orderBy('id')
    .execute()
  return { registration_id: id, routines: rows.map((row) => row.id) }
}

/** Publishes the order of a city in one block, and says that everything danced. Answers the block. */
export async function danceAll({ db, call }: Stage, office: number, tour_date_id: number): Promise<number> {
  const path = '/v1/office/running-order'
  const block = { stage: 1, kind: 'routines', minutes: 0, name: 'Morning', local_start: '2024-11-02T09:00' }
  const withBlock = await answer(call(office, 'POST', `${path}/blocks`, { tour_date_id, version: 0, ...block }))
  const drafted = await answer(call(office, 'POST', `${path}/draft`, { tour_date_id, version: withBlock.version }))
  await answer(call(office, 'POST', `${path}/publish`, { tour_date_id, version: drafted.version }))
  await db
    .updateTable('running_order_entries')
    .set({ state: 'danced' })
    .where('tour_date_id', '=', tour_date_id)
    .execute()
  return withBlock.blocks[0].id
}

/** A block of awards at the end of a city's day. Answers its id. */
export async function addAwardsBlock({ db }: Pick<Stage, 'db'>, tour_date_id: number): Promise<number> {
  await db
    .insertInto('running_orders')
    .values({ tour_date_id, version: 0 })
    .onConflict((conflict) => conflict.column('tour_date_id').doNothing())
    .execute()
  const block = { stage: 1, kind: 'awards', name: 'Evening awards', minutes: 30 } as const
  const { id } = await db
    .insertInto('competition_blocks')
    .values({ ...block, tour_date_id, starts_at: instant('2024-11-03T01:00:00Z') })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A panel of so many judges for a block, three marks counted. Answers the seats by position. */
export async function seatPanel({ db }: Stage, tour_date_id: number, block_id: number, judges: number) {
  const scale = await db.selectFrom('score_scales').select('id').orderBy('id').executeTakeFirstOrThrow()
  const panel = await db
    .insertInto('panels')
    .values({ tour_date_id, name: 'Panel A', scale_id: scale.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const seats: number[] = []
  for (let position = 1; position <= judges; position += 1) {
    const judge = await db
      .insertInto('judges')
      .values({ name: `Judge ${position}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const seat = await db
      .insertInto('judge_seats')
      .values({ panel_id: panel.id, position, judge_id: judge.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    seats.push(seat.id)
  }
  await db.insertInto('judged_blocks').values({ block_id, panel_id: panel.id }).execute()
  return { panel_id: panel.id, seats }
}

/** An audition of these attendees in ballet and jazz, three judges each; the marks of a discipline rise by judge. */
export async function judgeAudition(
  { db, clock }: Pick<Stage, 'db' | 'clock'>,
  [entered_by, confirmed_by]: readonly [number, number],
  { tour_date_id, attendee_ids }: { tour_date_id: number; attendee_ids: readonly number[] },
) {
  for (const [kind, points] of [
    ['ballet', 9_000],
    ['jazz', 9_400],
  ] as const) {
    const panel = await db
      .insertInto('panels')
      .values({ tour_date_id, name: kind, kind, scale_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const position of [1, 2, 3]) {
      const judge = await db
        .insertInto('judges')
        .values({ name: `${kind} judge ${position}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      const seat = await db
        .insertInto('judge_seats')
        .values({ panel_id: panel.id, position, judge_id: judge.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      const sheets = attendee_ids.map((attendee_id, index) => ({
        ...{ client_id: randomUUID() as string, attendee_id, seat_id: seat.id, revision: 1 },
        ...{ points: points + 50 * position - 100 * index, received_at: clock.now() },
        ...{ entered_by, confirmed_by },
      }))
      await db.insertInto('audition_sheets').values(sheets).execute()
    }
  }
}

/** A judge's mark of an entry, as a tablet sent it. The same seat's next mark is a revision. */
export async function giveMark({ db, clock }: Stage, entry_id: number, seat_id: number, points: number) {
  const earlier = await db
    .selectFrom('score_sheets')
    .where('registration_routine_id', '=', entry_id)
    .where('seat_id', '=', seat_id)
    .select('revision')
    .execute()
  const revision = Math.max(0, ...earlier.map((sheet) => sheet.revision)) + 1
  await db
    .insertInto('score_sheets')
    .values({
      ...{ client_id: randomUUID(), registration_routine_id: entry_id, seat_id, revision, points },
      ...{ critique: `Critique ${points}`, note: `Note ${points}`, source: 'tablet', received_at: clock.now() },
    })
    .execute()
}

const path = (part: string, act = '') => `/v1/office/results/${part}${act && `/${act}`}`

/** The preview of a part. */
export const preview = ({ call }: Pick<Stage, 'call'>, office: number, tour_date_id: number, part = 'results') =>
  answer(call(office, 'GET', `${path(part)}?tour_date_id=${tour_date_id}`))

/** Proposes a part with all of its warnings accepted; answers the proposal's id. */
export async function propose(stage: Stage, office: number, tour_date_id: number, part = 'results', reason = '') {
  const { input_hash, warnings } = await preview(stage, office, tour_date_id, part)
  const accepted = warnings.map(({ key }: { key: string }) => key)
  const body = { tour_date_id, input_hash, accepted, reason }
  const { proposal } = await answer(stage.call(office, 'POST', path(part, 'propose'), body))
  return proposal.id as number
}

type Release = { part?: string; reason?: string; embargo_until?: string | null }

/** Proposes and confirms a part as two people. */
export async function release(
  stage: Stage,
  [proposer, confirmer]: readonly [number, number],
  tour_date_id: number,
  { part = 'results', reason = '', embargo_until = null }: Release = {},
) {
  const proposal_id = await propose(stage, proposer, tour_date_id, part, reason)
  return answer(stage.call(confirmer, 'POST', path(part, 'confirm'), { tour_date_id, proposal_id, embargo_until }))
}

/** The judged city of the examples. */
export async function makeJudged(
  stage: Stage,
  season: Season,
  studio: Studio,
  { office, admin }: { office: number; admin: number },
): Promise<ExampleWorld['judged']> {
  const tour_date_id = await season.city()
  const { registration_id, routines } = await enterSolos(stage, studio, tour_date_id, ['Ash', 'Birch', 'Cedar'])
  const block_id = await danceAll(stage, office, tour_date_id)
  const awards_block_id = await addAwardsBlock(stage, tour_date_id)
  const { seats } = await seatPanel(stage, tour_date_id, block_id, 3)
  for (const [index, entry] of routines.entries()) {
    for (const seat of seats) await giveMark(stage, entry, seat, 9_000 + 100 * index)
  }
  const award_id = await addAward(stage, office, tour_date_id, {})
  const picked_award_id = await addAward(stage, office, tour_date_id, { name: 'Judges’ choice', kind: 'choice' })
  for (const part of ['data', 'results', 'critiques']) await release(stage, [admin, office], tour_date_id, { part })
  await giveMark(stage, routines[0] ?? 0, seats[0] ?? 0, 9_150)
  const proposal_id = await propose(stage, admin, tour_date_id, 'results', 'A mark was typed wrong')
  const { input_hash, warnings } = await preview(stage, office, tour_date_id, 'critiques')
  const link = { path: 'critiques', registration_id }
  const { token: share_token } = await answer(studio.call('POST', '/v1/dance360/share-links', link))
  const { token: report_token } = await answer(studio.call('POST', '/v1/reports/token', { registration_id }))
  return {
    ...{
      tour_date_id,
      registration_id,
      share_token,
      report_token,
      routine_id: routines[0] ?? 0,
      award_id,
      picked_award_id,
      awards_block_id,
      proposal_id,
    },
    ...{ input_hash, warnings: warnings.map(({ key }: { key: string }) => key) },
  }
}
