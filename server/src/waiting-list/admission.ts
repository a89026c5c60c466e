import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Result } from '@callboard/domain/kernel/result.ts'
import { minus, type Cents } from '@callboard/domain/kernel/money.ts'
import { attendeeFees, feesOf, totalAfterPromo } from '@callboard/domain/registrations/pricing/fees.ts'
import type { QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'
import { takenOff, withPromosAgain } from '@callboard/domain/registrations/pricing/promo-lines.ts'
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
import { dropRegistered } from '../capacity/leave-line.ts'
import { markAccepted, peopleOfEntry, rememberLevels } from '../capacity/waiting-queries.ts'

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
  const people = await admittedPeople(tx, entry_id)
  await rememberLevels(tx, entry_id)
  if (registration.completed)
    return admitIntoCompleted(tx, await loadContext(tx, loadedRegistration, now), people, coming)
  const saved = await act(tx, { user: { id: row.user_id }, now, id: registration.id }, (context) =>
    withAdmitted(tx, context, people, coming.routine_ids),
  )
  await settleCasts(tx, registration.id)
  await markReserved(tx, registration.id)
  await markAccepted(tx, entry_id)
  return saved.registration
}

/** The people who come in with an entry: who waited with a routine and was registered meanwhile keeps that level. */
const admittedPeople = async (tx: Tx, entry_id: number) =>
  (await peopleOfEntry(tx, entry_id)).filter((one) => !(one.with_routine && one.is_registered))

/** The registration with these people, each at their level, and then these routines. */
async function withAdmitted(
  tx: Tx,
  context: RegistrationContext,
  people: EntryPeople,
  routine_ids: readonly number[],
): Promise<Result<Registration, Refusal>> {
  const there = await admitPeople(tx, context, people)
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
  const after = orRefuse(await withAdmitted(tx, context, people, routine_ids))
  const { lines } = quote(after, facts)
  const counts = await saveNewcomers(tx, context, after, people, attendeeFees(lines))
  const { version } = await saveRoutinesOnly(tx, context, after)
  await settleCasts(tx, id)
  // Another routine may have waited for the people who come in.
  if (after.waiting_list_routines.length > 0) await dropRegistered(tx, registration)
  const linesBefore = (await loadPriceLines(tx, id)).map(({ line }) => line)
  const committed = {
    linesBefore,
    lines: linesWithAdmitted(linesBefore, lines, { people, routine_ids, promos: registration.promo_codes }),
    counts: { ...counts, routines: routine_ids.length },
    changes: admissionChanges(registration, after, routine_ids, facts),
  }
  const effect = await commitAdmission(tx, context, committed, { entry_id, now, by })
  return { version, effect }
}

type Coming = {
  people: readonly { person_id: number }[]
  routine_ids: readonly number[]
  promos: Registration['promo_codes']
}

/**
 * The lines of a completed registration once these have come in, whose lines stand in `lines`: what else was promised
 * stays. A dancer with a previous level is charged the new level instead; promo codes take off what they are worth of all.
 * FEE-023.
 */
function linesWithAdmitted(
  linesBefore: readonly QuoteLine[],
  lines: readonly QuoteLine[],
  { people, routine_ids, promos }: Coming,
): QuoteLine[] {
  const isOfPerson = ({ person_id, routine }: QuoteLine) =>
    routine === null && people.some((one) => one.person_id === person_id)
  const isNew = (line: QuoteLine) => isOfPerson(line) || routine_ids.some((one) => one === line.routine)
  return withPromosAgain([...linesBefore.filter((line) => !isOfPerson(line)), ...lines.filter(isNew)], promos)
}

const afterPromos = (lines: readonly QuoteLine[]): Cents =>
  totalAfterPromo({ fees: feesOf(lines), promo: takenOff(lines) })

/**
 * The amount (cents) that accepting an offer adds to a completed registration now; null where it cannot come in. Nothing is
 * stored.
 */
export async function feeOfOffer(
  tx: Tx,
  context: RegistrationContext,
  { entry_id, routine_ids }: Pick<Admission, 'entry_id' | 'routine_ids'>,
): Promise<Cents | null> {
  const people = await admittedPeople(tx, entry_id)
  const after = await withAdmitted(tx, context, people, routine_ids)
  if (!after.ok) return null
  const linesBefore = (await loadPriceLines(tx, context.registration.id)).map(({ line }) => line)
  const coming = { people, routine_ids, promos: context.registration.promo_codes }
  const lines = linesWithAdmitted(linesBefore, quote(after.value, context.facts).lines, coming)
  return minus(afterPromos(lines), afterPromos(linesBefore))
}
