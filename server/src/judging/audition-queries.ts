import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { isCompleted } from '../platform/db/registration-status.ts'
import { inNameOrder } from '../platform/db/search-words.ts'

/** The dancers who audition in a city: those of a program, of completed registrations. */
export const listAuditioners = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('attendees as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .innerJoin('persons as p', 'p.id', 'a.person_id')
    .innerJoin('workshop_levels as w', 'w.id', 'a.workshop_level_id')
    .leftJoin('studios as t', 't.id', 'r.studio_id')
    .where('r.tour_date_id', '=', tour_date_id)
    .where((on) =>
      on.or([
        on.and([isCompleted('r'), on('a.vip_type_id', 'is not', null)]),
        on.exists(on.selectFrom('audition_sheets as x').whereRef('x.attendee_id', '=', 'a.id').select('x.client_id')),
      ]),
    )
    .select(['a.id as attendee_id', 'w.level'])
    .select(sql<string>`concat_ws(' ', p.fname, p.lname)`.as('name'))
    .select(sql<string>`coalesce(t.name, 'Independent')`.as('studio'))
    .orderBy('w.id')
    .orderBy(inNameOrder(sql.ref('p.lname')))
    .orderBy('a.id')
    .execute()

const selectAuditionSheets = (tx: Tx) =>
  tx
    .selectFrom('audition_sheets as x')
    .innerJoin('judge_seats as s', 's.id', 'x.seat_id')
    .innerJoin('panels as p', 'p.id', 's.panel_id')
    .select(['x.client_id', 'x.attendee_id', 'x.seat_id', 'x.revision', 'x.points', 'x.abstained'])
    .select(['x.entered_by', 'x.confirmed_by', 'x.withdrawn_at', 'p.tour_date_id', 's.shadow'])

export const listAuditionSheets = (tx: Tx, tour_date_id: number) =>
  selectAuditionSheets(tx).where('p.tour_date_id', '=', tour_date_id).where('x.withdrawn_at', 'is', null).execute()

export const findAuditionSheets = (tx: Tx, clientIds: readonly string[]) =>
  selectAuditionSheets(tx)
    .where('x.client_id', '=', sql<string>`any(${clientIds}::uuid[])`)
    .execute()

/** Locks a seat of an audition, so that one writer at a time adds marks. */
export const lockAuditionSeat = (tx: Tx, seat_id: number) =>
  tx
    .selectFrom('judge_seats as s')
    .innerJoin('panels as p', 'p.id', 's.panel_id')
    .innerJoin('score_scales as c', 'c.id', 'p.scale_id')
    .where('s.id', '=', seat_id)
    .where('p.kind', '!=', 'competition')
    .select(['s.id', 'p.tour_date_id', 'p.id as panel_id', 'c.max_points', 'c.step', 'c.soft_floor'])
    .forUpdate('s')
    .executeTakeFirst()

type NewAuditionSheet = {
  client_id: string
  attendee_id: number
  seat_id: number
  revision: number
  points: number | null
  abstained: string | null
  entered_by: number
  received_at: Instant
}

export const insertAuditionSheet = (tx: Tx, sheet: NewAuditionSheet) =>
  tx
    .insertInto('audition_sheets')
    .values({
      client_id: sheet.client_id,
      attendee_id: sheet.attendee_id,
      seat_id: sheet.seat_id,
      revision: sheet.revision,
      points: sheet.points,
      abstained: sheet.abstained,
      entered_by: sheet.entered_by,
      received_at: sheet.received_at,
    })
    .execute()

/** Confirms marks that still wait; returns how many did. */
export const confirmAuditionSheets = (tx: Tx, ids: readonly string[], confirmed_by: number, confirmed_at: Instant) =>
  tx
    .updateTable('audition_sheets')
    .where('client_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('confirmed_by', 'is', null)
    .where('withdrawn_at', 'is', null)
    .set({ confirmed_by, confirmed_at })
    .returning('client_id')
    .execute()

/** Withdraws marks that still wait; returns those that did. */
export const rejectAuditionSheets = (tx: Tx, ids: readonly string[], withdrawn_by: number, withdrawn_at: Instant) =>
  tx
    .updateTable('audition_sheets')
    .where('client_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('confirmed_by', 'is', null)
    .where('withdrawn_at', 'is', null)
    .set({ withdrawn_by, withdrawn_at })
    .returning('client_id')
    .execute()
