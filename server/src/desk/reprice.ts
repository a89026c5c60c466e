import { minus, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { creditCounted } from '@callboard/domain/registrations/settlement/balance.ts'
import { attendeeFees, feesOf } from '@callboard/domain/registrations/pricing/fees.ts'
import type { QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'
import { withPromosAgain } from '@callboard/domain/registrations/pricing/promo-lines.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import type { Attendee, Registration } from '@callboard/domain/registrations/registration.ts'
import { loadContext, type RegistrationContext } from '../registrations/facts.ts'
import { priceOf } from '../registrations/present.ts'
import { save } from '../registrations/save.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { postCompletion } from '../registrations/postings.ts'
import { findRegistration, loadPriceLines, replacePriceLines, upsertAttendees } from '../registrations/queries.ts'
import { setFees } from '../registrations/root-queries.ts'
import { addToTotals } from '../tours/total-queries.ts'

/**
 * Adds or removes a dancer's college discount. An incomplete registration is repriced; on a completed one only the
 * discount's line changes and what promo codes take off, because the other prices were confirmed. ATT-030, FEE-023.
 */
export async function setCollegeDiscount(
  tx: Tx,
  context: RegistrationContext,
  attendee: Attendee,
  has_college_discount: boolean,
  by: number,
) {
  const { registration } = context
  const changedAttendee = { ...attendee, has_college_discount }
  const after = { ...registration, attendees: { ...registration.attendees, [attendee.person_id]: changedAttendee } }
  if (!registration.completed) {
    await save(tx, context, after)
    return
  }
  const promisedLines = (await loadPriceLines(tx, registration.id)).map(({ line }) => line)
  const charges = withDiscount(promisedLines, discountLine(after, context, attendee), attendee)
  const lines = withPromosAgain(charges, registration.promo_codes)
  await keepLines(tx, context, lines, changedAttendee)
  await postAmountOwed(
    tx,
    await loadContext(tx, orNotFound(await findRegistration(tx, registration.id)), context.facts.now),
    by,
  )
}

const isDiscountOf = (line: QuoteLine, { person_id }: Attendee) =>
  line.kind === 'college_discount' && line.person_id === person_id

const discountLine = (after: Registration, { facts }: RegistrationContext, attendee: Attendee) =>
  quote(after, facts).lines.find((line) => isDiscountOf(line, attendee))

function withDiscount(promisedLines: readonly QuoteLine[], discount: QuoteLine | undefined, attendee: Attendee) {
  const others = promisedLines.filter((line) => !isDiscountOf(line, attendee))
  if (!discount) return others
  const place = others.findIndex(({ kind, person_id }) => kind === 'attendee' && person_id === attendee.person_id)
  return others.toSpliced(place + 1, 0, discount)
}

async function keepLines(
  tx: Tx,
  { registration, row }: RegistrationContext,
  lines: readonly QuoteLine[],
  changedAttendee: Attendee,
) {
  const fees = feesOf(lines)
  const { id: _, person: __, ...columns } = changedAttendee
  const fee: Cents = attendeeFees(lines).get(changedAttendee.person_id) ?? zeroCents
  await replacePriceLines(tx, registration.id, lines)
  await upsertAttendees(tx, [{ registration_id: registration.id, ...columns, fee }])
  await setFees(tx, registration.id, fees)
  const none = { registrations: 0, dancers: 0, teachers: 0, observers: 0, routines: 0, paid: 0 }
  await addToTotals(tx, registration.tour_date_id, { ...none, total: minus(fees.total, row.total) })
}

/** Brings the ledger of a completed registration to what it owes now. Under the registration's lock. */
export async function postAmountOwed(tx: Tx, context: RegistrationContext, actor_user_id: number): Promise<void> {
  const { registration, facts } = context
  if (!registration.completed) return
  const price = await priceOf(tx, context)
  const credit = creditCounted(registration.credit, price.fees.total, price.promo)
  await postCompletion(tx, { registration_id: registration.id, price, credit, actor_user_id, now: facts.now })
}
