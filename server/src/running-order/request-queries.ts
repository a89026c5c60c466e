import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { EntryRequest } from '@callboard/domain/running-order/entry-request.ts'
import type { Tx } from '../platform/db/connect.ts'

/** The routines of a registration that are danced on site, with their requests. */
export const listRequestable = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('registration_routines as q')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .innerJoin('age_divisions as g', 'g.level_id', 'q.age_division_level_id')
    .innerJoin('routine_categories as c', 'c.category_id', 'q.category_id')
    .leftJoin('running_order_entries as n', 'n.registration_routine_id', 'q.id')
    .leftJoin('entry_requests as w', 'w.registration_routine_id', 'q.id')
    .where('q.registration_id', '=', registration_id)
    .where('q.status', '=', 'registered')
    .where('q.virtual', '=', false)
    .select(['q.id', 'd.name', 'g.name as division', 'c.name as category', 'n.entry_number'])
    .select(['w.text', 'w.day', 'w.not_before', 'w.not_after', 'w.revision', 'w.requested_at', 'w.answer'])
    .orderBy('q.id')
    .execute()

/** Stores what a studio asks now. An answer to what it asked before goes: it answers something else. */
export const saveEntryRequest = (
  tx: Tx,
  id: number,
  { text, day, not_before, not_after }: EntryRequest,
  now: Instant,
) =>
  tx
    .insertInto('entry_requests')
    .values({ registration_routine_id: id, text, day, not_before, not_after, requested_at: now })
    .onConflict((conflict) =>
      conflict.column('registration_routine_id').doUpdateSet((from) => ({
        ...{ text, day, not_before, not_after, requested_at: now, answer: '', answered_at: null },
        revision: from('entry_requests.revision', '+', 1),
      })),
    )
    .execute()

export const deleteEntryRequest = (tx: Tx, id: number) =>
  tx.deleteFrom('entry_requests').where('registration_routine_id', '=', id).execute()

/** The request for a routine of this city, locked until the transaction ends. */
export const lockEntryRequest = (tx: Tx, id: number, tour_date_id: number) =>
  tx
    .selectFrom('entry_requests as w')
    .innerJoin('registration_routines as q', 'q.id', 'w.registration_routine_id')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .where('w.registration_routine_id', '=', id)
    .where('r.tour_date_id', '=', tour_date_id)
    .select(['w.revision', 'w.answer'])
    .forUpdate('w')
    .executeTakeFirst()

export const saveAnswer = (tx: Tx, id: number, answer: string, now: Instant) =>
  tx
    .updateTable('entry_requests')
    .set({ answer, answered_at: answer === '' ? null : now })
    .where('registration_routine_id', '=', id)
    .execute()
