import { unconfirmedObservers } from '@callboard/domain/registrations/edit.ts'
import { levelsById } from '@callboard/domain/registrations/attendees/level.ts'
import { setConfirmed } from '@callboard/domain/registrations/lifecycle.ts'
import { zeroCents } from '@callboard/domain/kernel/money.ts'
import { attendeeFees, routineFees } from '@callboard/domain/registrations/pricing/fees.ts'
import type { QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'
import { originLabel } from '@callboard/domain/payments/methods.ts'
import { ageAsOf } from '@callboard/domain/roster/birthdate.ts'
import { attendeeDetails, mapNames } from '@callboard/domain/roster/person-fields.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { hasCompetition, mayCompeteAsIs } from '@callboard/domain/registrations/routines/competition-open.ts'
import { attendeesOf, type Attendee } from '@callboard/domain/registrations/registration.ts'
import { loadContext, type RegistrationContext } from '../registrations/facts.ts'
import { priceOf } from '../registrations/present.ts'
import { loadOwnEntries, type WaitingEntryRow } from '../capacity/waiting-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { listAgreements } from '../accounts/legal-text-queries.ts'
import { loadAmountOwed } from '../registrations/amount-owed.ts'
import type { FileStore } from '../platform/files/store.ts'
import { findRegistration, type LoadedRegistration, type loadPayments } from '../registrations/queries.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { listChanges } from '../registrations/change-queries.ts'
import { findDonation } from '../registrations/donation-queries.ts'
import { findOfficeEditMark, findRevisionMark } from '../registrations/revision-queries.ts'
import { listExceptions } from '../ledger/exception-queries.ts'
import { loadAuditLines } from './audit-reference-queries.ts'
import { loadIdDecisions, loadOfficeFacts, type IdDecision } from './queries.ts'
import { findLine } from './search.ts'

/** How long the office may look at a student ID after opening the registration. */
const lookSeconds = 900

type Decisions = Awaited<ReturnType<typeof loadIdDecisions>>

type Looked = { url: string; decision: 'waiting' | IdDecision }

async function studentIdOf(
  files: FileStore,
  { id, student_id_url: key }: Attendee,
  decisions: Decisions,
  now: Instant,
): Promise<Looked | null> {
  if (!key) return null
  const decision = decisions.find((one) => one.attendee_id === id && one.student_id_url === key)?.decision ?? 'waiting'
  const { signedRequest: url } = await files.sign(key, 'image/jpeg', 'get', now, lookSeconds)
  return { url, decision }
}

async function peopleOf(
  files: FileStore,
  { registration, facts }: RegistrationContext,
  lines: readonly QuoteLine[],
  decisions: Decisions,
) {
  const fees = attendeeFees(lines)
  const levels = levelsById(facts.workshop_levels)
  const { age_year } = facts.tour_date.season
  return Promise.all(
    attendeesOf(registration).map(async (attendee) => {
      const { id, person_id, person, virtual, one_day, attended_reg, has_scholarship, media_pass } = attendee
      const level = levels.get(attendee.workshop_level_id)
      return {
        id: id ?? 0,
        person_id,
        fname: person.fname,
        lname: person.lname,
        ...mapNames(attendeeDetails, (name) => person[name] ?? null),
        age: person.birthdate ? ageAsOf(person.birthdate, age_year) : null,
        level: level?.level ?? '',
        kind: level?.kind ?? ('dancer' as const),
        virtual,
        one_day,
        attended_reg,
        has_scholarship,
        media_pass,
        fee: fees.get(person_id) ?? zeroCents,
        student_id: await studentIdOf(files, attendee, decisions, facts.now),
      }
    }),
  )
}

function routinesOf({ registration, facts }: RegistrationContext, lines: readonly QuoteLine[]) {
  const fees = routineFees(lines)
  return [...registration.routines, ...registration.waiting_list_routines].map((routine) => ({
    id: routine.id ?? 0,
    name: routine.routine.name,
    choreographer: routine.routine.choreographer,
    category: routine.routine_category.name,
    division: [
      routine.age_division.name,
      facts.performance_divisions.find(({ id }) => id === routine.performance_division_id)?.name,
    ]
      .filter(Boolean)
      .join(' '),
    dancers: routine.attendees.length,
    status: routine.status,
    fee: fees.get(routine.id) ?? zeroCents,
  }))
}

/** The people of a registration who wait, an entry of the waiting list after another. */
const waitingPeopleOf = (entries: readonly WaitingEntryRow[]) =>
  entries.flatMap(({ people, routines, offer_ends, ...entry }) =>
    people.map(({ id, name, level }) => ({
      ...{ id, name, level, offer_ends },
      state: entry.state as 'waiting' | 'offered' | 'accepted', // A closed entry is not loaded.
      routines: routines.map((routine) => routine.name),
    })),
  )

type Payment = Awaited<ReturnType<typeof loadPayments>>[number]

export const presentPayment = (payment: Payment) => ({ ...payment, origin: originLabel(payment) })

const flagsOf = ({ studio }: RegistrationContext['owner']) =>
  studio && {
    flagged: studio.flagged,
    bypass_deposit: studio.bypass_deposit,
    bypass_removed_routine_fee: studio.bypass_removed_routine_fee,
    bypass_removed_routine_fee_post_deadline: studio.bypass_removed_routine_fee_post_deadline,
  }

const blockedBy = ({ registration, row, facts }: RegistrationContext) => {
  const confirmation = setConfirmed(registration, true, row.deleted, facts.now)
  return confirmation.ok ? null : { code: confirmation.refusal.code, message: explain(confirmation.refusal) }
}

async function donationOf(tx: Tx, files: FileStore, id: number, now: Instant) {
  const donation = await findDonation(tx, id)
  if (!donation) return null
  const { signedRequest: url } = await files.sign(donation.key, 'application/pdf', 'get', now, lookSeconds)
  return { name: donation.name, url }
}

/** Presents a registration with all data the desk needs. */
export async function presentForOffice(tx: Tx, files: FileStore, id: number, now: Instant) {
  const loadedRegistration: LoadedRegistration = orNotFound(await findRegistration(tx, id))
  const context = await loadContext(tx, loadedRegistration, now)
  const { registration, row, owner, facts } = context
  const line = orNotFound(await findLine(tx, id))
  const { credit_id, confirmed_by } = await loadOfficeFacts(tx, id)
  const price = await priceOf(tx, context)
  const { lines } = price
  const { payments, due: money, added } = await loadAmountOwed(tx, registration, price)
  const { credit } = registration
  return {
    ...line,
    total: money.total,
    paid: money.payments,
    balance: money.raw,
    version: registration.version,
    studio_id: row.studio_id,
    studio_flags: flagsOf(owner),
    user_id: row.user_id,
    exempt: owner.exempt,
    end_date: facts.tour_date.end_date,
    age_year: facts.tour_date.season.age_year,
    is_competing: registration.is_competing,
    independent: registration.independent,
    may_compete: hasCompetition(facts) && mayCompeteAsIs(registration, facts),
    notes: row.notes,
    people: await peopleOf(files, context, lines, await loadIdDecisions(tx, id)),
    waiting_people: waitingPeopleOf(await loadOwnEntries(tx, id)),
    scholarship_donation: await donationOf(tx, files, id, now),
    routines: routinesOf(context, lines),
    additional_observers: registration.additional_observers,
    unconfirmed_additional_observers: unconfirmedObservers(
      registration.additional_observers,
      (await findRevisionMark(tx, id))?.observers,
    ),
    office_edit: (await findOfficeEditMark(tx, id)) ?? null,
    lines,
    money: { ...money, added },
    payments: payments.map(presentPayment),
    credit: credit && credit_id ? { id: credit_id, ...credit } : null,
    promo_codes: registration.promo_codes,
    agreements: await listAgreements(tx, id),
    exceptions: await listExceptions(tx, 50, id),
    changes: await listChanges(tx, id),
    confirmed_at: row.confirmed_at,
    confirmed_by,
    blocked_by: blockedBy(context),
    audit: (await loadAuditLines(tx, { entity: 'registration', entity_id: String(id), page: 1, per_page: 50 })).slice(
      0,
      50,
    ),
    now,
  }
}
