import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { deviceDays } from '@callboard/domain/judging/pairing.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import type { JudgeDevice } from '../platform/user.ts'

/** A seat with its city, and the end of the day on which its devices end. */
const devicesEnd = sql<Instant>`((t.end_date + 1 + ${deviceDays}::int)::timestamp at time zone t.time_zone)`

export const findDevicesEnd = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('tour_dates as t')
    .where('t.id', '=', tour_date_id)
    .select(devicesEnd.as('devices_end_at'))
    .executeTakeFirst()

export const findSeatCity = (tx: Tx, seat_id: number) =>
  tx
    .selectFrom('judge_seats as s')
    .innerJoin('panels as p', 'p.id', 's.panel_id')
    .innerJoin('tour_dates as t', 't.id', 'p.tour_date_id')
    .where('s.id', '=', seat_id)
    .select(['s.id', 's.position', 'p.tour_date_id', 'p.name as panel'])
    .select(devicesEnd.as('devices_end_at'))
    .executeTakeFirst()

type NewPairing = {
  seat_id: number
  code_hash: string
  label: string
  created_at: Instant
  created_by: number
  expires_at: Instant
}

/** Makes a code for a seat; earlier ones of the seat end. */
export async function insertPairing(tx: Tx, pairing: NewPairing): Promise<number> {
  await tx
    .updateTable('judge_pairings')
    .where('seat_id', '=', pairing.seat_id)
    .where('used_at', 'is', null)
    .set({ tries_left: 0 })
    .execute()
  const { id } = await tx
    .insertInto('judge_pairings')
    .values({
      seat_id: pairing.seat_id,
      code_hash: pairing.code_hash,
      label: pairing.label,
      created_at: pairing.created_at,
      created_by: pairing.created_by,
      expires_at: pairing.expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const lockPairing = (tx: Tx, id: number) =>
  tx.selectFrom('judge_pairings').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

export const countPairingTry = (tx: Tx, id: number) =>
  tx
    .updateTable('judge_pairings')
    .where('id', '=', id)
    .set({ tries_left: sql`tries_left - 1` })
    .execute()

export const markPairingUsed = (tx: Tx, id: number, used_at: Instant) =>
  tx.updateTable('judge_pairings').where('id', '=', id).set({ used_at }).execute()

type NewDevice = {
  token_hash: string
  seat_id: number
  label: string
  paired_at: Instant
  paired_by: number
  expires_at: Instant
}

/** Gives a seat to a device. The one before is replaced: what it still sends is contested. */
export async function insertDevice(tx: Tx, device: NewDevice): Promise<void> {
  await tx.selectFrom('judge_seats').where('id', '=', device.seat_id).select('id').forUpdate().execute()
  await tx
    .updateTable('judge_devices')
    .where('seat_id', '=', device.seat_id)
    .where('replaced_at', 'is', null)
    .where('revoked_at', 'is', null)
    .set({ replaced_at: device.paired_at })
    .execute()
  await tx
    .insertInto('judge_devices')
    .values({
      token_hash: device.token_hash,
      seat_id: device.seat_id,
      label: device.label,
      paired_at: device.paired_at,
      paired_by: device.paired_by,
      expires_at: device.expires_at,
    })
    .execute()
}

export const findDevice = (tx: Tx, token_hash: string, now: Instant): Promise<JudgeDevice | undefined> =>
  tx
    .selectFrom('judge_devices as d')
    .innerJoin('judge_seats as s', 's.id', 'd.seat_id')
    .innerJoin('panels as p', 'p.id', 's.panel_id')
    .where('d.token_hash', '=', token_hash)
    .where('d.revoked_at', 'is', null)
    .where('d.expires_at', '>', now)
    .select(['d.id', 'd.seat_id', 's.panel_id', 'p.tour_date_id'])
    .select(sql<boolean>`d.replaced_at is not null`.as('is_replaced'))
    .executeTakeFirst()

/** A device that may hand sheets over, with the hash of its token; undefined: it was taken away. */
export const findHandingDevice = (tx: Tx, id: number) =>
  tx
    .selectFrom('judge_devices as d')
    .innerJoin('judge_seats as s', 's.id', 'd.seat_id')
    .innerJoin('panels as p', 'p.id', 's.panel_id')
    .where('d.id', '=', id)
    .where('d.revoked_at', 'is', null)
    .select(['d.id', 'd.seat_id', 'd.token_hash', 'p.tour_date_id', 'p.name as panel', 's.position'])
    .select(sql<boolean>`d.replaced_at is not null`.as('is_replaced'))
    .executeTakeFirst()

/** The devices of a city that may hand sheets over, those whose seat another one took included. */
export const listHandingDevices = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('judge_devices as d')
    .innerJoin('judge_seats as s', 's.id', 'd.seat_id')
    .innerJoin('panels as p', 'p.id', 's.panel_id')
    .where('p.tour_date_id', '=', tour_date_id)
    .where('d.revoked_at', 'is', null)
    .select(['d.id', 'd.seat_id'])
    .orderBy('d.id')
    .execute()

type Heartbeat = {
  last_seen: Instant
  battery: number | null
  queued_sheets: number
  queued_bytes: number
  recording: boolean
  app_version: string
  clock_offset_ms: number
}

export const saveHeartbeat = (tx: Tx, id: number, beat: Heartbeat) =>
  tx
    .updateTable('judge_devices')
    .where('id', '=', id)
    .set({
      last_seen: beat.last_seen,
      battery: beat.battery,
      queued_sheets: beat.queued_sheets,
      queued_bytes: beat.queued_bytes,
      recording: beat.recording,
      app_version: beat.app_version,
      clock_offset_ms: beat.clock_offset_ms,
    })
    .execute()

export const lockDevice = (tx: Tx, id: number) =>
  tx
    .selectFrom('judge_devices as d')
    .innerJoin('judge_seats as s', 's.id', 'd.seat_id')
    .innerJoin('panels as p', 'p.id', 's.panel_id')
    .where('d.id', '=', id)
    .where('d.revoked_at', 'is', null)
    .select(['d.id', 'd.label', 's.position', 'p.name as panel', 'p.tour_date_id'])
    .forUpdate('d')
    .executeTakeFirst()

export const markRevoked = (tx: Tx, id: number, revoked_at: Instant) =>
  tx.updateTable('judge_devices').where('id', '=', id).set({ revoked_at }).execute()

/** The seats of a city with the device of each. */
export const listSeatsWithDevices = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('judge_seats as s')
    .innerJoin('panels as p', 'p.id', 's.panel_id')
    .leftJoin('judges as j', 'j.id', 's.judge_id')
    .leftJoin('judge_devices as d', (join) =>
      join.onRef('d.seat_id', '=', 's.id').on('d.replaced_at', 'is', null).on('d.revoked_at', 'is', null),
    )
    .where('p.tour_date_id', '=', tour_date_id)
    .where('p.kind', '=', 'competition')
    .select(['s.id as seat_id', 'p.name as panel', 's.position', 'j.name as judge', 'd.id', 'd.label', 'd.paired_at'])
    .select(['d.last_seen', 'd.battery', 'd.queued_sheets', 'd.app_version', 'd.clock_offset_ms'])
    .select(['d.queued_bytes', sql<boolean>`coalesce(d.recording, false)`.as('recording')])
    .orderBy('p.id')
    .orderBy('s.position')
    .execute()
