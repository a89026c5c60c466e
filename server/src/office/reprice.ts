import { minus, type Cents } from '@callboard/domain/kernel/money.ts'
import { attendeeFees, feesOf } from '@callboard/domain/pricing/fees.ts'
import type { QuoteLine } from '@callboard/domain/pricing/line.ts'
import { quote } from '@callboard/domain/pricing/quote.ts'
import type { Attendee, Registration } from '@callboard/domain/registrations/registration.ts'
import { nothing } from '@callboard/domain/kernel/money.ts'
import type { Opened } from '../aggregate/facts.ts'
import { save } from '../aggregate/save.ts'
import type { Tx } from '../db/connect.ts'
import {
  addToTotals,
  loadPriceLines,
  replacePriceLines,
  updateRegistration,
  upsertAttendees,
} from '../registrations/queries.ts'

/**
 * Gives or takes a dancer's college discount. An unfinished registration is priced anew; of a completed one only the
 * line of the discount comes or goes: what else was promised stays. ATT-030, FEE-023.
 */
export async function setCollegeDiscount(tx: Tx, opened: Opened, attendee: Attendee, has_college_discount: boolean) {
  const { registration } = opened
  const changed = { ...attendee, has_college_discount }
  const after = { ...registration, attendees: { ...registration.attendees, [attendee.person_id]: changed } }
  if (!registration.completed) {
    await save(tx, opened, after)
    return
  }
  const promised = (await loadPriceLines(tx, registration.id)).map(({ line }) => line)
  const lines = withDiscount(promised, discountLine(after, opened, attendee), attendee)
  await keepLines(tx, opened, lines, changed)
}

const isDiscountOf = (line: QuoteLine, { person_id }: Attendee) =>
  line.kind === 'college_discount' && line.person_id === person_id

const discountLine = (after: Registration, { facts }: Opened, attendee: Attendee) =>
  quote(after, facts).lines.find((line) => isDiscountOf(line, attendee))

function withDiscount(promised: readonly QuoteLine[], discount: QuoteLine | undefined, attendee: Attendee) {
  const others = promised.filter((line) => !isDiscountOf(line, attendee))
  if (!discount) return others
  const place = others.findIndex(({ kind, person_id }) => kind === 'attendee' && person_id === attendee.person_id)
  return others.toSpliced(place + 1, 0, discount)
}

async function keepLines(tx: Tx, { registration, row }: Opened, lines: readonly QuoteLine[], changed: Attendee) {
  const fees = feesOf(lines)
  const { id: _, person: __, ...columns } = changed
  const fee: Cents = attendeeFees(lines).get(changed.person_id) ?? nothing
  await replacePriceLines(
    tx,
    registration.id,
    lines.map((line, position) => ({ key: line.key, position, line: JSON.stringify(line), amount: line.amount })),
  )
  await upsertAttendees(tx, [{ registration_id: registration.id, ...columns, fee }])
  await updateRegistration(tx, registration.id, { total: fees.total, fees: JSON.stringify(fees) })
  const none = { registrations: 0, dancers: 0, teachers: 0, observers: 0, routines: 0, paid: 0 }
  await addToTotals(tx, registration.tour_date_id, { ...none, total: minus(fees.total, row.total) })
}
