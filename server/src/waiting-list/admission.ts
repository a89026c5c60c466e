import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Result } from '@callboard/domain/kernel/result.ts'
import { attendeeFees } from '@callboard/domain/registrations/pricing/fees.ts'
import type { QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'
import type { ChangeEffect } from '@callboard/domain/registrations/change.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import { difference } from '@callboard/domain/registrations/difference.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { admissionChanges, admitRoutines } from '@callboard/domain/waiting-list/admission.ts'
import { act } from '../registrations/act.ts'
import { loadContext, type RegistrationContext } from '../registrations/facts.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orRefuse } from '../platform/http/errors.ts'
import { loadPriceLines, type LoadedRegistration } from '../registrations/queries.ts'
import { markReserved, setCompetition } from '../registrations/root-queries.ts'
import { saveRoutines, settleCasts } from '../registrations/routines/queries.ts'
import { admitPeople, saveNewcomers } from './people-admission.ts'
import { commitAdmission } from './commit-admission.ts'
import { markAccepted, peopleOfEntry } from '../capacity/waiting-queries.ts'

type EntryPeople = Awaited<ReturnType<typeof peopleOfEntry>>
type Admitted = {
  version: number
  /** The differences in a completed registration; undefined for one that is not completed. */
  effect?: ChangeEffect
}
type Admission = { entry_id: number; routine_ids: readonly number[]; now: Instant; by: number }

/**
 * Routines or people whose places are kept come in. An unfinished registration has until the end of the offer to be completed; of a
 * completed one they are charged now, at what they cost now, and its places are its own for good. Under the
 * registration's lock. OFF-024.
 */
export async function admitEntry(tx: Tx, loadedRegistration: LoadedRegistration, coming: Admission): Promise<Admitted> {
  const { registration, row } = loadedRegistration
  const { now, entry_id } = coming
  // People who waited with a routine and were registered meanwhile keep that level.
  const people = (await peopleOfEntry(tx, entry_id)).filter((one) => !(one.with_routine && one.is_registered))
  if (registration.completed)
    return admitIntoCompleted(tx, await loadContext(tx, loadedRegistration, now), people, coming)
  const saved = await act(tx, { user: { id: row.user_id }, now, id: registration.id }, (context) =>
    withAdmitted(tx, context, people, coming),
  )
  await settleCasts(tx, registration.id)
  await markReserved(tx, registration.id)
  await markAccepted(tx, entry_id)
  return saved.registration
}

/** The registration with these people, each at their level, and then these routines. */
async function withAdmitted(
  tx: Tx,
  context: RegistrationContext,
  people: EntryPeople,
  { entry_id, routine_ids }: Admission,
): Promise<Result<Registration, Refusal>> {
  const there = await admitPeople(tx, context, people, entry_id)
  return !there.ok || routine_ids.length === 0 ? there : admitRoutines(there.value, routine_ids, context.facts)
}

/** Saves only the routines of a completed registration; other confirmed content stays unchanged. FEE-023. */
export async function saveRoutinesOnly(tx: Tx, { registration, row, facts }: RegistrationContext, after: Registration) {
  const owned = { ...after, user_id: row.user_id, studio_id: row.studio_id }
  const saved = await saveRoutines(tx, owned, difference(registration, after))
  const version = registration.version + 1
  const { is_competing, routines } = after
  const sums = { is_competing, routine_count: routines.length }
  await setCompetition(tx, registration.id, { version, updated: facts.now, ...sums })
  return { ...after, ...saved, version }
}

/** Into a completed registration: charged at what it costs now; what else was promised stays. FEE-023. */
async function admitIntoCompleted(
  tx: Tx,
  context: RegistrationContext,
  people: EntryPeople,
  coming: Admission,
): Promise<Admitted> {
  const { registration, facts } = context
  const { entry_id, routine_ids, now, by } = coming
  const { id } = registration
  const after = orRefuse(await withAdmitted(tx, context, people, coming))
  const { lines } = quote(after, facts)
  const counts = await saveNewcomers(tx, context, after, people, attendeeFees(lines))
  const { version } = await saveRoutinesOnly(tx, context, after)
  await settleCasts(tx, id)
  // A dancer with a previous level is charged the new level instead.
  const isOfPerson = ({ person_id, routine }: QuoteLine) =>
    routine === null && people.some((one) => one.person_id === person_id)
  const isNew = (line: QuoteLine) => isOfPerson(line) || routine_ids.some((one) => one === line.routine)
  const linesBefore = (await loadPriceLines(tx, id)).map(({ line }) => line)
  const committed = {
    linesBefore,
    lines: [...linesBefore.filter((line) => !isOfPerson(line)), ...lines.filter(isNew)],
    counts: { ...counts, routines: routine_ids.length },
    changes: admissionChanges(registration, after, routine_ids, facts),
  }
  const effect = await commitAdmission(tx, context, committed, { entry_id, now, by })
  return { version, effect }
}
