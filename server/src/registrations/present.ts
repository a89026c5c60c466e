import { unconfirmedObservers } from '@callboard/domain/registrations/edit.ts'
import type { RegistrationRecord } from '@callboard/contract/registrations/registrations.ts'
import { isGroup, type Attendee, type RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { levelsById } from '@callboard/domain/registrations/attendees/level.ts'
import { nominationChoices } from '@callboard/domain/registrations/nominations/nomination.ts'
import { vipTally } from '@callboard/domain/registrations/best-dancers/complete.ts'
import { balanceOf } from '@callboard/domain/registrations/settlement/balance.ts'
import { amountOwed } from '@callboard/domain/payments/amount-owed.ts'
import { isHeld } from '@callboard/domain/registrations/places/hold.ts'
import { attendeeFees, routineFees } from '@callboard/domain/registrations/pricing/fees.ts'
import { zeroCents } from '@callboard/domain/kernel/money.ts'
import { takenOff } from '@callboard/domain/registrations/pricing/promo-lines.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import type { Quote, QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'
import { routineKey, type RevalidationNotice } from '@callboard/domain/registrations/revalidation.ts'
import type { Tx } from '../platform/db/connect.ts'
import { holdOf, type RegistrationContext } from './facts.ts'
import { currentPrice, loadElsewhere } from './revalidation.ts'
import { loadMusicNames } from './routines/music-queries.ts'
import { countTallies, loadPayments, loadPriceLines } from './queries.ts'
import { loadReceivable } from '../ledger/queries.ts'
import { findDonation } from './donation-queries.ts'
import { findRevisionMark, isOfficeEditing } from './revision-queries.ts'
import { isOpenToOwner } from '@callboard/domain/registrations/registration-status.ts'
import { confirmationBody, type ConfirmationBody } from '@callboard/domain/reports/confirmation.ts'
import { loadAmountOwed } from './amount-owed.ts'

/** An attendee as the documents nest it: with its registration and its level. */
export function presentAttendee(attendee: Attendee, { registration, facts }: RegistrationContext) {
  const level = levelsById(facts.workshop_levels).get(attendee.workshop_level_id)
  const { id, id_v, minimum_age, level: name } = level ?? { id: 0, id_v: '', minimum_age: 0, level: '' }
  return {
    ...attendee,
    registration_id: registration.id,
    workshop_level_id_v: id_v,
    workshop_level: { id, id_v, minimum_age, level: name },
  }
}

export const presentAttendees = (context: RegistrationContext) =>
  Object.fromEntries(
    Object.entries(context.registration.attendees).map(([key, attendee]) => [key, presentAttendee(attendee, context)]),
  )

/** Routines as the documents nest them: with their registration, dancers, level and music. COMP-022 to COMP-025. */
export async function presentRoutines(
  tx: Tx,
  { registration, facts }: Pick<RegistrationContext, 'registration' | 'facts'>,
  routines: readonly RegistrationRoutine[],
) {
  const music = await loadMusicNames(
    tx,
    routines.flatMap(({ music_id }) => music_id ?? []),
  )
  const attendees = new Map(Object.values(registration.attendees).map((one) => [one.person_id, one]))
  const levels = new Map(facts.performance_divisions.map(({ id, level }) => [id, level]))
  return routines.map((routine) => ({
    ...routine,
    registration_id: registration.id,
    level: levels.get(routine.performance_division_id) ?? null,
    attendees: routine.attendees.map((member) => {
      const attendee = attendees.get(member.person_id)
      if (!attendee) return { ...member, person: null, one_day: false }
      const { fname, lname, birthdate } = attendee.person
      return { ...member, person: { fname, lname, birthdate }, one_day: attendee.one_day }
    }),
    music: (routine.music_id !== null && music.get(routine.music_id)) || null,
  }))
}

/** The price of a registration: as promised once completed, as of now before. FEE-023. */
export async function priceOf(tx: Tx, { registration, facts, row }: RegistrationContext): Promise<Quote> {
  const current = quote(registration, facts)
  if (isOpenToOwner(registration)) return current
  const lines = (await loadPriceLines(tx, registration.id)).map(({ line }) => line)
  // The completion stores this column in the shape of `Fees`.
  const fees = row.fees as Quote['fees']
  return lines.length === 0
    ? current
    : { ...current, lines, fees, promo: takenOff(lines), free_teacher: row.free_teacher }
}

type Priced = {
  attendees: ReturnType<typeof presentAttendees>
  routines: Awaited<ReturnType<typeof presentRoutines>>
}

/** People and routines with the fees of these lines, so that they add up to the totals beside them. FEE-008, FEE-030. */
function feesInLines({ attendees, routines }: Priced, lines: readonly QuoteLine[]): Priced {
  const ofPeople = attendeeFees(lines)
  const ofRoutines = routineFees(lines)
  return {
    attendees: Object.fromEntries(
      Object.entries(attendees).map(([key, one]) => [key, { ...one, fee: ofPeople.get(one.person_id) ?? zeroCents }]),
    ),
    routines: routines.map((routine) => ({
      ...routine,
      fee: ofRoutines.get(routineKey(routine)) ?? zeroCents,
    })),
  }
}

/** The full record of a registration for its owner. WIZ-053 to WIZ-057; staff notes never leave. SEC-013. */
export async function present(
  tx: Tx,
  context: RegistrationContext,
  { price, notices = [] }: { price?: Quote; notices?: readonly RevalidationNotice[] } = {},
): Promise<RegistrationRecord> {
  const { registration, facts, owner, row } = context
  const isOpen = isOpenToOwner(registration)
  const elsewhere = isOpen
    ? await loadElsewhere(tx, context)
    : { media_passes: [], passes_in_use: [], scholarships: [] }
  const [routines, waiting, revision, office_editing, current, receivable, tallies, payments, donation] =
    await Promise.all([
      presentRoutines(tx, context, registration.routines),
      presentRoutines(tx, context, registration.waiting_list_routines),
      registration.completed ? findRevisionMark(tx, registration.id) : undefined,
      registration.completed ? isOfficeEditing(tx, registration.id) : false,
      price ?? (isOpen ? currentPrice(context, elsewhere) : priceOf(tx, context)),
      registration.completed ? loadReceivable(tx, registration.id) : null,
      countTallies(tx, registration.id),
      loadPayments(tx, registration.id),
      facts.tour_date.event.is_nationals ? findDonation(tx, registration.id) : undefined,
    ])
  const { lines, fees, promo, free_teacher } = current
  const priced = balanceOf(fees.total, promo, registration.credit, payments)
  const hold = holdOf(row)
  const { studio, attendance: _, ...user } = owner
  return {
    ...registration,
    tour_date: facts.tour_date,
    mybtf_user: user,
    studio,
    ...feesInLines({ attendees: presentAttendees(context), routines }, lines),
    waiting_list_routines: waiting,
    nomination_categories: nominationChoices(registration, facts),
    unconfirmed_additional_observers: unconfirmedObservers(
      (context.revision?.live ?? registration).additional_observers,
      revision?.observers,
    ),
    group: isGroup(registration, facts),
    scholarship_donation: donation ? { id: donation.id, name: donation.name } : null,
    viewed: row.viewed,
    deleted: row.deleted,
    review_email: row.review_email,
    // The ancillary person's endpoint stores this column in this shape.
    ancillary_person: row.ancillary_person as RegistrationRecord['ancillary_person'],
    payments,
    balance: amountOwed(priced, receivable).raw,
    fees,
    free_teacher,
    lines,
    vip_tally: vipTally(registration, facts),
    music_tally: { done: tallies.with_music, total: tallies.routines },
    waiver_tally: { done: tallies.signed, total: tallies.people },
    survey_version: row.survey_version,
    survey_submitted: row.survey_submitted,
    hold: isHeld(hold, facts.now) ? hold : null,
    places_held: facts.held ?? {},
    revision: revision ? { version: revision.version, began: revision.began } : null,
    by_office: facts.by_office ?? false,
    office_editing,
    elsewhere,
    notices: [...notices],
    exempt: facts.exempt,
    attendance_records: facts.attendance ?? {},
    rates_as_of: facts.rates_as_of ?? null,
    price_list: context.price_list,
    now: facts.now,
  }
}

/** Returns the confirmation of a registration's current state. EVT-022. */
export async function currentConfirmation(tx: Tx, context: RegistrationContext): Promise<ConfirmationBody> {
  const { registration, facts, owner } = context
  const price = await priceOf(tx, context)
  return confirmationBody(registration, {
    facts,
    price,
    ...(await loadAmountOwed(tx, registration, price)),
    registrant: owner,
    studio_name: owner.studio?.name ?? null,
  })
}
