import type { ExampleWorld } from '@callboard/contract/example-world.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { handOverCodes, handOverText, type HandOverSheet } from '@callboard/domain/judging/hand-over.ts'
import { handOverKey, sealOf } from '@callboard/server/judging/hand-over-seal.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { hashOf } from '@callboard/server/platform/http/sessions.ts'
import type { Stage } from '../kit.ts'
import type { Season } from './small-city.ts'

const received_at = instant('2024-11-02T15:00:00Z')

/** Ids of a city with a published order of three blocks: two routines, none, and two. */
export async function makeJudgedOrder({ db, call }: Stage, season: Season, office: number) {
  const tour_date_id = await season.city()
  const studio = await season.studio({ dancers: 4 })
  const { id: registration_id } = await db.transaction().execute((tx) =>
    insertRegistration(tx, {
      ...{ tour_date_id, user_id: studio.user_id, studio_id: studio.studio_id, dancers: studio.dancers, teachers: [] },
      routines: ['Bluebird', 'Undertow', 'Lanterns', 'Tidal'].map((name, index) => ({ name, cast: [index] })),
      at: instant('2024-09-20T18:00:00Z'),
      state: 'completed',
    }),
  )
  const rows = await db
    .selectFrom('registration_routines')
    .where('registration_id', '=', registration_id)
    .select('id')
    .orderBy('id')
    .execute()
  const routines = rows.map(({ id }) => id)
  const path = '/v1/office/running-order'
  const write = async (method: 'POST' | 'PUT', place: string, body: object) => {
    const { version } = (await call(office, 'GET', `${path}?tour_date_id=${tour_date_id}`)).json()
    const reply = await call(office, method, `${path}${place}`, { tour_date_id, version, ...body })
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json()
  }
  const block = { stage: 1, kind: 'routines', minutes: 0 }
  await write('POST', '/blocks', { ...block, name: 'Morning', local_start: '2024-11-02T09:00' })
  await write('POST', '/blocks', { ...block, name: 'Noon', local_start: '2024-11-02T12:00' })
  const { blocks } = await write('POST', '/blocks', { ...block, name: 'Evening', local_start: '2024-11-02T18:00' })
  const blockIds: number[] = blocks.map(({ id }: { id: number }) => id)
  const [first = 0, , last = 0] = blockIds
  const moves = routines.map((id, index) => ({
    ...{ kind: 'place', id, block_id: index < 2 ? first : last, before_id: null },
  }))
  await write('PUT', '', { moves })
  await write('POST', '/publish', {})
  return { tour_date_id, registration_id, studio, routines, blocks: blockIds }
}

/** Inserts a panel of these seats for a city, and gives it blocks. Answers its id and those of its seats. */
export async function makePanel(
  { db }: Stage,
  tour_date_id: number,
  { name = 'Panel A', seats = 3, blocks = [] as readonly number[] },
) {
  const { id } = await db
    .insertInto('panels')
    .values({ tour_date_id, name, scale_id: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const positions = Array.from({ length: seats }, (_, index) => index + 1)
  const rows = await db
    .insertInto('judge_seats')
    .values(positions.map((position) => ({ panel_id: id, position, judge_id: null })))
    .returning('id')
    .execute()
  if (blocks.length > 0) {
    await db
      .insertInto('judged_blocks')
      .values(blocks.map((block_id) => ({ block_id, panel_id: id })))
      .execute()
  }
  return { id, seats: rows.map((row) => row.id) }
}

/** Pairs a device with a seat without its code; answers its id and token. */
export async function pairDirectly({ db }: Stage, office: number, seat_id: number, label = 'Tablet 1') {
  const token = `token-${crypto.randomUUID()}`
  const { id } = await db
    .insertInto('judge_devices')
    .values({
      ...{ token_hash: hashOf(token), seat_id, label, paired_at: instant('2024-09-30T12:00:00Z'), paired_by: office },
      expires_at: instant('2099-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** The city of judging that endpoint examples speak of. */
export async function makeJudging(
  stage: Stage,
  season: Season,
  { office, admin }: { office: number; admin: number },
): Promise<ExampleWorld['judging']> {
  const { db } = stage
  const { tour_date_id, registration_id, routines, blocks } = await makeJudgedOrder(stage, season, office)
  const [routine_id = 0, other_routine_id = 0, lockedRoutine = 0] = routines
  const [morning = 0, spare_block_id = 0, evening = 0] = blocks
  const judge = await db.insertInto('judges').values({ name: 'Ana Duarte' }).returning('id').executeTakeFirstOrThrow()
  const spareScale = await db
    .insertInto('score_scales')
    .values({ name: 'Quarters', step: 25 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const panel = await makePanel(stage, tour_date_id, { seats: 4, blocks: [morning, spare_block_id, evening] })
  const spare = await makePanel(stage, tour_date_id, { name: 'Panel B' })
  const [markedSeat = 0, missingSeat = 0, paperSeat = 0, disputedSeat = 0] = panel.seats
  const device = await pairDirectly(stage, office, markedSeat)
  const sheet = (registration_routine_id: number, seat_id: number, more: object = {}) => ({
    ...{ client_id: crypto.randomUUID() as string, registration_routine_id, seat_id, revision: 1, points: 9_200 },
    ...{ criteria: null, abstained: null, source: 'tablet' as const, received_at, ...more },
  })
  const own = sheet(routine_id, markedSeat, { device_id: device.id })
  const typedSheet = sheet(routine_id, paperSeat, { source: 'paper', entered_by: admin })
  const contested = [9_000, 9_100].map((points) => sheet(other_routine_id, disputedSeat, { points, contested: true }))
  const plain = sheet(other_routine_id, markedSeat)
  await db
    .insertInto('score_sheets')
    .values([own, typedSheet, plain, ...contested])
    .execute()
  await db
    .updateTable('judged_blocks')
    .where('block_id', '=', evening)
    .set({ locked_at: received_at, locked_by: office })
    .execute()
  const deduction = await db
    .insertInto('deductions')
    .values({
      ...{ registration_routine_id: other_routine_id, code: 'prop' as const, points: 100 },
      ...{ entered_at: received_at, entered_by: office },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pairing_code = '483921'
  const pairing = await db
    .insertInto('judge_pairings')
    .values({
      ...{ seat_id: missingSeat, code_hash: hashOf(pairing_code), created_at: received_at, created_by: office },
      expires_at: instant('2099-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    ...{ tour_date_id, registration_id, judge_id: judge.id, scale_id: 1, spare_scale_id: spareScale.id },
    ...{ panel_id: panel.id, panel_version: 1, spare_panel_id: spare.id, spare_block_id },
    ...{ routine_id, other_routine_id, seats: { marked: markedSeat, missing: missingSeat } },
    typed_sheet: typedSheet.client_id,
    contested_sheet: contested[0]?.client_id ?? '',
    own_sheet: own.client_id,
    hand_over_code: handOverCode(device, plain),
    deduction_id: deduction.id,
    locked: { routine_id: lockedRoutine, seat_id: markedSeat },
    ...{ device_id: device.id, device_token: device.token, pairing_id: pairing.id, pairing_code },
    audition: await makeAudition(stage, tour_date_id, registration_id, admin),
  }
}

/** The code of a hand-over of one sheet that the server has already. */
function handOverCode(
  device: { id: number; token: string },
  sheet: Omit<HandOverSheet, 'critique' | 'note' | 'switches' | 'critique_marks' | 'base_sheet' | 'marked_at'>,
): string {
  const texts = { critique: '', note: '', switches: [], critique_marks: [], base_sheet: null, marked_at: null }
  const text = handOverText([{ ...sheet, ...texts }])
  const seal = sealOf(handOverKey(hashOf(device.token)), text)
  return handOverCodes({ device_id: device.id, seal, text })[0] ?? ''
}

async function makeAudition(stage: Stage, tour_date_id: number, registration_id: number, admin: number) {
  const { db } = stage
  const { id } = await db
    .insertInto('panels')
    .values({ tour_date_id, name: 'Ballet', kind: 'ballet', scale_id: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const seats = await db
    .insertInto('judge_seats')
    .values([1, 2, 3].map((position) => ({ panel_id: id, position, judge_id: null })))
    .returning('id')
    .execute()
  const attendee = await db
    .selectFrom('attendees')
    .where('registration_id', '=', registration_id)
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const vip = await db.selectFrom('vip_types').select('id').orderBy('id').executeTakeFirstOrThrow()
  await db.updateTable('attendees').where('id', '=', attendee.id).set({ vip_type_id: vip.id }).execute()
  const client_id: string = crypto.randomUUID()
  const [first, second] = seats
  await db
    .insertInto('audition_sheets')
    .values({
      ...{ client_id, attendee_id: attendee.id, seat_id: first?.id ?? 0, revision: 1, points: 9_000, abstained: null },
      ...{ entered_by: admin, received_at },
    })
    .execute()
  return { attendee_id: attendee.id, missing_seat: second?.id ?? 0, typed_sheet: client_id }
}
