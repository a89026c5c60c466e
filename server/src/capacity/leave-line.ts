import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { entryTitle } from '@callboard/domain/waiting-list/entry.ts'
import type { Tx } from '../platform/db/connect.ts'
import { askForRound, dropEntryClaims } from './queries.ts'
import {
  closeEntries,
  dropRegisteredPeople,
  dropWithoutRoutine,
  inLine,
  isEmpty,
  loadOwnEntries,
  renameEntries,
} from './waiting-queries.ts'

/**
 * People who waited for a level with a routine and are registered by now wait for no level. A routine that waited for its
 * dancers may fit now.
 */
export async function dropRegistered(tx: Tx, { id, tour_date_id }: Pick<Registration, 'id' | 'tour_date_id'>) {
  await askForRound(tx, tour_date_id)
  const ids = await dropRegisteredPeople(tx, id)
  if (ids.size === 0) return
  const changedEntries = (await loadOwnEntries(tx, id)).filter((entry) => ids.has(entry.id))
  await renameEntries(
    tx,
    changedEntries.map((entry) => ({ id: entry.id, title: entryTitle(entry) })),
  )
}

const numbersOf = ({ routines, waiting_list_routines }: Registration) =>
  new Set([...routines, ...waiting_list_routines].map(({ id }) => id))

const isOtherwise = (before: Registration['routines'], after: Registration['routines']) =>
  before !== after && JSON.stringify(before) !== JSON.stringify(after)

/**
 * Runs after an action that deleted routines: an entry without routines leaves the waiting list and releases its
 * places. Must run last in its transaction.
 */
export async function leaveWithRoutines(tx: Tx, before: Registration, after: Registration, now: Instant) {
  const left = numbersOf(after)
  // A changed waiting routine may now fit the free places.
  if (isOtherwise(before.waiting_list_routines, after.waiting_list_routines)) await askForRound(tx, after.tour_date_id)
  if ([...numbersOf(before)].every((id) => left.has(id))) return
  await dropWithoutRoutine(tx, after.id)
  const entries = await loadOwnEntries(tx, after.id)
  const empty = entries.filter(isEmpty).map(({ id }) => id)
  // A bundle that lost one of its routines may fit now.
  if (entries.length > 0) await askForRound(tx, after.tour_date_id)
  await closeEntries(tx, empty, 'left', now)
  await dropEntryClaims(tx, after.tour_date_id, empty, now)
}

/** A deleted registration waits no longer. Last in its transaction. */
export async function leaveLine(tx: Tx, { id, tour_date_id }: Pick<Registration, 'id' | 'tour_date_id'>, now: Instant) {
  const live = await tx
    .selectFrom('waiting_entries')
    .where('registration_id', '=', id)
    .where('state', 'in', inLine)
    .select('id')
    .execute()
  const ids = live.map((entry) => entry.id)
  if (ids.length === 0) return
  await closeEntries(tx, ids, 'left', now)
  await dropEntryClaims(tx, tour_date_id, ids, now)
  await askForRound(tx, tour_date_id)
}
