import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { wasNotCompleted } from '../platform/db/registration-status.ts'

/**
 * Those kept places of a registration that are gone first: of an open offer, or of one that was accepted before completion.
 * For a lateral join in a statement whose registrations are called `r`.
 */
export const firstKeptPlaces = (tx: Tx) =>
  tx
    .selectFrom('waiting_entries as w')
    .where('w.registration_id', '=', sql.ref<number>('r.id'))
    .where((on) =>
      on.or([on('w.state', '=', 'offered'), on.and([on('w.state', '=', 'accepted'), wasNotCompleted('r')])]),
    )
    .orderBy('w.offer_ends')
    .limit(1)
    .select(['w.offer_ends as kept_until', 'w.state as kept_state'])
    .as('kept')

/** As a reply has them; null: none are kept. */
export const presentKeptPlaces = (row: { kept_until: Instant | null; kept_state: string | null }) =>
  row.kept_until === null ? null : { ends: row.kept_until, is_accepted: row.kept_state === 'accepted' }
