import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { quote } from '@callboard/domain/pricing/quote.ts'
import { difference } from '@callboard/domain/registrations/difference.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { comeIn } from '@callboard/domain/waiting/come-in.ts'
import { act } from '../aggregate/act.ts'
import { open, type Opened } from '../aggregate/facts.ts'
import type { Tx } from '../db/connect.ts'
import { orRefuse } from '../http/errors.ts'
import { loadPriceLines, updateRegistration, type Loaded } from '../registrations/queries.ts'
import { saveRoutines } from '../routines/queries.ts'
import { bringPeopleIn, bringPeopleIntoCompleted } from './accept-people.ts'
import { promise } from './promise.ts'
import { markAccepted, peopleOfEntry } from './queries.ts'

type Coming = { entry_id: number; routine_ids: readonly number[]; now: Instant; by: number }

/**
 * Routines or people whose places are kept come in. An unfinished registration has until the end of the offer to be completed; of a
 * completed one they are charged now, at what they cost now, and its places are its own for good. Under the
 * registration's lock. OFF-024.
 */
export async function bringIn(tx: Tx, loaded: Loaded, coming: Coming): Promise<{ version: number }> {
  const { registration, row } = loaded
  const { now, entry_id, routine_ids } = coming
  const people = await peopleOfEntry(tx, entry_id)
  if (registration.completed) {
    const opened = await open(tx, loaded, now)
    return people.length > 0
      ? bringPeopleIntoCompleted(tx, opened, people, { entry_id, now, by: coming.by })
      : bringIntoCompleted(tx, opened, coming)
  }
  const saved = await act(tx, { user: { id: row.user_id }, now, id: registration.id }, (opened) =>
    people.length > 0
      ? bringPeopleIn(tx, opened, people, entry_id)
      : comeIn(opened.registration, routine_ids, opened.facts),
  )
  await updateRegistration(tx, registration.id, { reserved: true })
  await markAccepted(tx, entry_id)
  return saved.registration
}

/** Saves only the routines of a completed registration: what else was promised stays as it is. FEE-023. */
export async function saveRoutinesOnly(tx: Tx, { registration, row, facts }: Opened, after: Registration) {
  const owned = { ...after, user_id: row.user_id, studio_id: row.studio_id }
  const saved = await saveRoutines(tx, owned, difference(registration, after))
  const version = registration.version + 1
  const { is_competing, routines } = after
  const sums = { is_competing, routine_count: routines.length }
  await updateRegistration(tx, registration.id, { version, updated: facts.now, ...sums })
  return { ...after, ...saved, version }
}

async function bringIntoCompleted(tx: Tx, opened: Opened, { entry_id, routine_ids, now, by }: Coming) {
  const { registration, facts } = opened
  const { id } = registration
  const after = await saveRoutinesOnly(tx, opened, orRefuse(comeIn(registration, routine_ids, facts)))
  const promised = (await loadPriceLines(tx, id)).map(({ line }) => line)
  const added = quote(after, facts).lines.filter(({ routine }) => routine_ids.some((one) => one === routine))
  const counted = { dancers: 0, teachers: 0, observers: 0, routines: routine_ids.length }
  await promise(tx, opened, [...promised, ...added], counted, { entry_id, now, by })
  return { version: after.version }
}
