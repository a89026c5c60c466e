import type { CalendarDate } from '../../kernel/calendar.ts'
import type { Instant } from '../../kernel/instant.ts'
import { csvAmount } from '../../kernel/csv.ts'
import { minus, zeroCents, plus, sumOf, usd, type Cents } from '../../kernel/money.ts'
import { originLabel, paymentText, type PaymentDetails } from '../methods.ts'
import { feeName } from '../amount-owed.ts'
import { creditLabel } from '../../registrations/settlement/balance.ts'
import type { QuoteLine } from '../../registrations/pricing/line.ts'
import { slashDate, slashDateIn } from '../../kernel/moment-text.ts'
import { withoutEmptyColumns, type ReportDocument, type ReportSection } from '../../kernel/document.ts'

type StatementPayment = {
  amount: Cents
  payment_method_id: number
  method: string
  admin_id: number | null
  details: PaymentDetails & { note?: string }
  timestamp: Instant
}

/** All that a registration owes and paid, in cents. */
export type Statement = {
  event: string
  city: string
  start_date: CalendarDate
  end_date: CalendarDate
  time_zone: string
  studio: string | null
  owner: string
  registration_id: number
  as_of: Instant
  /** Promo codes among them. */
  lines: readonly QuoteLine[]
  credit: Cents
  /** The source of the credit, as the studio wrote it; null: there is none. */
  credit_from: string | null
  /** The newest first, refunds negative. */
  payments: readonly StatementPayment[]
  /** Fees since completion: a returned check, a card's reversal. */
  fees: readonly { kind: string; amount: Cents; occurred_at: Instant }[]
  /** The balance in cents; negative: overpaid. */
  raw: Cents
}

type Row = {
  date: string
  what: string
  origin: string
  amount: Cents
  below?: string
  of: 'charge' | 'fee' | 'credit' | 'payment'
}

const how = ({ method, details, amount }: StatementPayment) =>
  `${amount < 0 ? 'Refund, ' : ''}${paymentText(method, details)}`

/**
 * Every amount of a registration in one list: what is owed is positive, what was paid, promised or taken off negative,
 * and they add up to the balance. Payments say whether they came by CHECK, from the OFFICE or ONLINE. PAY-019, PAY-060.
 */
function statementRows(statement: Statement): Row[] {
  const { lines, credit, credit_from, payments, fees, raw, time_zone } = statement
  const on = (moment: Instant) => slashDateIn(time_zone, moment)
  const rows: Row[] = [
    ...lines.map(({ label, amount, because }): Row => {
      const reason = because.join('. ')
      return { date: '', what: label, origin: '', amount, of: 'charge', ...(reason && { below: reason }) }
    }),
    ...fees.map(({ kind, amount, occurred_at }): Row => ({
      date: on(occurred_at),
      what: feeName(kind),
      origin: '',
      amount,
      of: 'fee',
    })),
    ...(credit > 0
      ? [
          {
            date: '',
            what: creditLabel(credit_from),
            origin: '',
            amount: minus(zeroCents, credit),
            of: 'credit',
          } as const,
        ]
      : []),
    ...payments.toReversed().map((payment): Row => {
      const { note } = payment.details
      return {
        date: on(payment.timestamp),
        what: how(payment),
        origin: originLabel(payment),
        amount: minus(zeroCents, payment.amount),
        of: 'payment',
        ...(note && { below: note }),
      }
    }),
  ]
  const missing = minus(
    raw,
    sumOf(rows, ({ amount }) => amount),
  )
  return missing === 0 ? rows : [...rows, { date: '', what: 'Correction', origin: '', amount: missing, of: 'fee' }]
}

const sectionOf = (heading: string, rows: readonly Row[], total: string): ReportSection =>
  withoutEmptyColumns({
    heading,
    columns: [
      { header: 'Description', share: 6 },
      { header: 'Date', share: 2 },
      { header: 'Origin', share: 2 },
      { header: 'Amount', share: 2, align: 'end' },
    ],
    rows: rows.map(({ what, date, origin, amount, below }) => ({
      cells: [what, date, origin, usd(amount)],
      ...(below && { below }),
    })),
    totals: [{ label: total, value: usd(sumOf(rows, ({ amount }) => amount)), strong: true }],
    notes: [],
  })

/** A statement as its PDF shows it. */
export function statementDocument(statement: Statement): ReportDocument {
  const { event, city, start_date, end_date, studio, owner, registration_id, as_of, time_zone, raw } = statement
  const rows = statementRows(statement)
  const charges = rows.filter(({ of }) => of === 'charge' || of === 'fee')
  const received = rows.filter(({ of }) => of === 'payment' || of === 'credit')
  return {
    title: 'Statement',
    above: event,
    below: `${city} · ${start_date === end_date ? slashDate(start_date) : `${slashDate(start_date)} to ${slashDate(end_date)}`}`,
    facts: [
      { label: 'Studio', value: studio ?? 'Independent' },
      { label: 'Registered by', value: owner },
      { label: 'Registration number', value: String(registration_id) },
      { label: 'As of', value: slashDateIn(time_zone, as_of) },
      { label: raw < 0 ? 'Overpaid' : 'Balance due', value: usd(raw < 0 ? minus(zeroCents, raw) : raw) },
    ],
    sections: [
      sectionOf('Charges', charges, 'Charged'),
      ...(received.length > 0 ? [sectionOf('Payments and credits', received, 'Received')] : []),
      {
        heading: 'Balance',
        columns: [],
        rows: [],
        totals: [
          {
            label: raw < 0 ? 'Overpaid' : 'Balance due',
            value: usd(raw < 0 ? minus(zeroCents, raw) : raw),
            strong: true,
          },
        ],
        notes: [],
      },
    ],
    footer: `${event}, ${city} · Registration ${registration_id} · As of ${slashDateIn(time_zone, as_of)}`,
  }
}

/** A statement as a spreadsheet reads it: one row per amount, the balance after each. */
export function statementSheet(statement: Statement): (string | number)[][] {
  let balance = zeroCents
  return [
    ['Date', 'Description', 'Reason', 'Origin', 'Amount', 'Balance'],
    ...statementRows(statement).map(({ date, what, below = '', origin, amount }) => {
      balance = plus(balance, amount)
      return [date, what, below, origin, csvAmount(amount), csvAmount(balance)]
    }),
  ]
}
