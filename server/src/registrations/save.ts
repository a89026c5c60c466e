import { kindOf, levelsById } from '@callboard/domain/registrations/attendees/level.ts'
import { zeroCents } from '@callboard/domain/kernel/money.ts'
import { withoutLostNominations } from '@callboard/domain/registrations/nominations/nomination.ts'
import { attendeeFees } from '@callboard/domain/registrations/pricing/fees.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import { takenOffBy } from '@callboard/domain/registrations/pricing/promo-lines.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import { flagsFor } from '@callboard/domain/tours/rate-tier.ts'
import { announcedRate } from '@callboard/domain/tours/rate-change.ts'
import { difference, type Difference } from '@callboard/domain/registrations/difference.ts'
import { attendeesOf, type Attendee, type Registration } from '@callboard/domain/registrations/registration.ts'
import { setPromoAmounts } from '../ledger/promo-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { saveNominations } from './nominations/queries.ts'
import { saveRoutines } from './routines/queries.ts'
import type { RegistrationContext } from './facts.ts'
import { deleteAttendees, upsertAttendees } from './queries.ts'
import { saveContents, type ContentColumns } from './root-queries.ts'

/** The columns of the root that an action may change, all optional. */
type RootColumns = Omit<ContentColumns, 'version' | 'updated'>

/** The columns of what changed at the root; names that differ between documents and columns stand here alone. */
function columnsOf(root: Difference['root']): RootColumns {
  const { additional_observers, competitionCodeWaiver, dates, editing: _, mybtf_user_id: __, ...same } = root
  return {
    ...same,
    ...(root.left_off_details !== undefined && { left_off_details: JSON.stringify(root.left_off_details) }),
    ...(root.visited_steps && { visited_steps: [...root.visited_steps] }),
    ...(root.competition_deposit_routines && { competition_deposit_routines: [...root.competition_deposit_routines] }),
    ...(root.removed_routines_post_deadline && {
      removed_routines_post_deadline: [...root.removed_routines_post_deadline],
    }),
    ...(additional_observers && {
      observers_one: additional_observers.one,
      observers_two: additional_observers.two,
      observers_complimentary: additional_observers.complimentary,
    }),
    ...(competitionCodeWaiver !== undefined && { competition_code_waiver: competitionCodeWaiver }),
    ...(dates && {
      reviewed_at: dates.reviewed,
      completed_at: dates.completed,
      confirmed_at: dates.confirmed,
      edited_at: dates.edited,
    }),
  } as RootColumns // What is left of `root` are columns of the same names.
}

function rowOf(registration_id: number, { id: _, person: __, ...attendee }: Attendee) {
  return { registration_id, ...attendee }
}

/** Returns the list columns of a registration, derived from its contents. */
function sums(registration: Registration, { facts }: RegistrationContext, { fees }: Quote) {
  const levels = levelsById(facts.workshop_levels)
  const people = attendeesOf(registration)
  const count = (kind: string) => people.filter((attendee) => kindOf(attendee, levels) === kind).length
  const { one, two, complimentary } = registration.additional_observers
  return {
    dancers: count('dancer'),
    teachers: count('teacher'),
    observers: count('observer') + one + two + complimentary,
    routine_count: registration.routines.length,
    total: fees.total,
  }
}

/** The registration with its rate flags of now, each fee as the quote has it, and no nomination of a routine that went, whichever way. FEE-004, ATT-056, PROG-046. */
export function withPrice(
  registration: Registration,
  { facts }: Pick<RegistrationContext, 'facts'>,
): { registration: Registration; price: Quote } {
  const flagged = { ...withoutLostNominations(registration, facts), ...flagsOnly(registration, facts) }
  const price = quote(flagged, facts)
  const fees = attendeeFees(price.lines)
  const attendees = Object.fromEntries(
    Object.entries(flagged.attendees).map(([key, attendee]) => {
      const fee = fees.get(attendee.person_id) ?? zeroCents
      return [key, fee === attendee.fee ? attendee : { ...attendee, fee }]
    }),
  )
  const promo_codes = flagged.promo_codes.map((use) => {
    const amount = takenOffBy(price.lines, use.code)
    return amount === use.amount ? use : { ...use, amount }
  })
  return { registration: { ...flagged, attendees, promo_codes }, price }
}

const flagsOnly = (registration: Registration, facts: RegistrationContext['facts']) => {
  const { full_rates, late_rates } = flagsFor(registration, facts)
  return { full_rates, late_rates, rates_told: announcedRate(registration.rates_told, { full_rates, late_rates }) }
}

/**
 * Saves a registration after its actions: the difference in a few multi-row statements, with fees, rate flags and list
 * totals. Increments the version and returns the stored state.
 */
export async function save(
  tx: Tx,
  context: RegistrationContext,
  after: Registration,
): Promise<RegistrationContext & { price: Quote }> {
  const { registration: before, facts, row } = context
  const { registration: settled, price } = withPrice(after, context)
  const changes = difference(before, settled)
  const { id } = before

  const { attendees } = changes
  const rows = [
    // Attendees added in an edit already have an id.
    ...attendees.inserted.map((attendee) => ({
      ...rowOf(id, attendee),
      ...(attendee.id !== null && { id: attendee.id }),
    })),
    ...attendees.updated.map((attendee) => rowOf(id, attendee)),
  ]
  const version = before.version + 1
  const change: ContentColumns = {
    ...columnsOf(changes.root),
    ...sums(settled, context, price),
    fees: JSON.stringify(price.fees),
    free_teacher: JSON.stringify(price.free_teacher),
    version,
    updated: facts.now,
  }
  // Attendees are inserted before routines, whose casts reference them, and deleted after them.
  const [numbered] = await Promise.all([upsertAttendees(tx, rows), saveContents(tx, id, change)])
  const routines = await saveRoutines(tx, { ...settled, user_id: row.user_id, studio_id: row.studio_id }, changes)
  await saveNominations(tx, id, changes.nominations)
  await deleteAttendees(tx, id, attendees.deleted)
  const isNewAmount = settled.promo_codes.some((use, at) => use.amount !== before.promo_codes[at]?.amount)
  if (isNewAmount) await setPromoAmounts(tx, id, settled.promo_codes)

  const attendeesSaved = withIds(settled.attendees, numbered)
  const saved: Registration = {
    ...settled,
    ...routines,
    attendees: attendeesSaved,
    version,
    dates: { ...settled.dates, updated: facts.now },
  }
  return { ...context, registration: saved, row: { ...row, ...changedRow(change) }, price }
}

/** Sets the ids of newly inserted attendees. WIZ-048. */
function withIds(attendees: Registration['attendees'], numbered: readonly { id: number; person_id: number }[]) {
  const addedAttendees = numbered.flatMap(({ id, person_id }) => {
    const attendee = attendees[person_id]
    return attendee && attendee.id !== id ? [[person_id, { ...attendee, id }] as const] : []
  })
  return addedAttendees.length === 0 ? attendees : { ...attendees, ...Object.fromEntries(addedAttendees) }
}

/** Returns the row as updated above, for later reads in the same transaction. */
const changedRow = ({ fees: _, free_teacher: __, left_off_details: ___, ...change }: ContentColumns) =>
  change as Partial<RegistrationContext['row']> // Every value given is the value stored.
