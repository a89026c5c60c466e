import type { Attendee, Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import type { Tx } from '../platform/db/connect.ts'
import { Refused } from '../platform/http/errors.ts'
import { hasScheduled } from './routines/queries.ts'
import { serialize, setRevisionRecord, takeNumbers } from './revision-queries.ts'
import type { RegistrationContext } from './facts.ts'
import { withPrice } from './save.ts'

export type Revised = NonNullable<RegistrationContext['revision']>

/**
 * Saves the priced revision of a completed registration; the registration itself stays unchanged. New attendees and
 * routines get their final ids here. EDIT-003.
 */
export async function saveRevision(
  tx: Tx,
  context: RegistrationContext,
  { live, stored }: Revised,
  after: Registration,
): Promise<RegistrationContext & { price: Quote }> {
  const { registration: before, facts } = context
  await refuseScheduledRemoval(tx, live, after)
  const { registration, price } = withPrice(await numbered(tx, after, live), context)
  const version = before.version + 1
  const saved: Registration = { ...registration, version, dates: { ...registration.dates, updated: facts.now } }
  await setRevisionRecord(tx, stored, { version, record: serialize(saved), updated: facts.now })
  return { ...context, registration: saved, price }
}

/** A routine in the published running order stays until the office scratches it, so an edit cannot remove it. */
async function refuseScheduledRemoval(tx: Tx, live: Registration, after: Registration): Promise<void> {
  const keptIds = new Set(after.routines.map(({ id }) => id))
  const removedIds = live.routines.flatMap(({ id }) => (id === null || keptIds.has(id) ? [] : [id]))
  if (await hasScheduled(tx, removedIds)) throw new Refused({ code: 'routine.scheduled' })
}

async function numbered(tx: Tx, after: Registration, live: Registration): Promise<Registration> {
  const people = Object.entries(after.attendees).map(([key, one]) => [key, asBefore(one, live.attendees[key])] as const)
  const newPeople = people.filter(([, { id }]) => id === null)
  const newRoutines = after.routines.filter(({ id }) => id === null)
  const numbers = await takeNumbers(tx, { attendees: newPeople.length, registration_routines: newRoutines.length })
  const personIds = new Map(newPeople.map(([key], place) => [key, numbers.attendees[place] ?? null]))
  const routineIds = new Map(newRoutines.map((one, place) => [one, numbers.registration_routines[place] ?? null]))
  return {
    ...after,
    attendees: Object.fromEntries(
      people.map(([key, one]) => [key, { ...one, id: one.id ?? personIds.get(key) ?? null }]),
    ),
    routines: after.routines.map((one): RegistrationRoutine => ({ ...one, id: one.id ?? routineIds.get(one) ?? null })),
  }
}

/** An attendee who was removed and added again keeps the former ids. */
const asBefore = (attendee: Attendee, before: Attendee | undefined): Attendee =>
  before && attendee.id === null
    ? { ...attendee, id: before.id, date_attendee_id: before.date_attendee_id, access_code: before.access_code }
    : attendee
