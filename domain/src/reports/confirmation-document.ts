import { minus, maxCents, zeroCents, usd, type Cents } from '../kernel/money.ts'
import type { LineGroup } from '../registrations/pricing/line.ts'
import { count } from '../registrations/pricing/sentences.ts'
import { creditLabel } from '../registrations/settlement/balance.ts'
import { isMissed, type ConfirmationBody, type ConfirmedPerson } from './confirmation.ts'
import { slashDate, slashDateIn } from '../kernel/moment-text.ts'
import type { ReportDocument, ReportFact, ReportSection } from '../kernel/document.ts'

/** A confirmation as its pages show it, on the screen, in print and in the PDF alike. EVT-022, REV-022. */
export function confirmationDocument(body: ConfirmationBody): ReportDocument {
  const { event, city, start_date, end_date, registration_id, as_of, time_zone } = body
  const days = start_date === end_date ? slashDate(start_date) : `${slashDate(start_date)} to ${slashDate(end_date)}`
  return {
    title: 'Registration confirmation',
    above: event,
    below: `${city} · ${days}`,
    facts: factsOf(body),
    sections: [
      peopleSection(body),
      routinesSection(body),
      linesSection(body),
      paymentsSection(body),
      balanceSection(body),
    ].filter((section) => section.rows.length > 0 || section.totals.length > 0),
    footer: `${event}, ${city} · Registration ${registration_id} · As of ${slashDateIn(time_zone, as_of)}`,
  }
}

const factsOf = ({
  studio,
  registrant,
  registered_on,
  venue,
  hotel,
  registration_id,
}: ConfirmationBody): ReportFact[] =>
  [
    { label: 'Studio', value: studio ?? 'Independent' },
    { label: 'Registered by', value: registrant.name },
    { label: 'Email', value: registrant.email },
    { label: 'Registration date', value: registered_on ? slashDate(registered_on) : 'Not completed' },
    { label: 'Registration number', value: String(registration_id) },
    { label: 'Venue', value: venue ?? 'COMING SOON!' },
    { label: 'Hotel', value: hotel ?? 'COMING SOON!' },
  ].filter(({ value }) => value !== '')

const kinds = { dancer: 0, teacher: 1, observer: 2 } as const
const kindNames = { dancer: 'Dancer', teacher: 'Teacher', observer: 'Observer' } as const

const inOrder = (people: readonly ConfirmedPerson[]) =>
  people.toSorted((one, other) => kinds[one.kind] - kinds[other.kind])

function peopleSection({ people, additional_observers }: ConfirmationBody): ReportSection {
  const { one, two, complimentary } = additional_observers
  const unnamed = [
    one > 0 && `${count(one, 'additional observer')} for one day`,
    two > 0 && `${count(two, 'additional observer')} for two days`,
    complimentary > 0 && count(complimentary, 'complimentary observer'),
  ].filter((text) => text !== false)
  return {
    heading: 'Attendees',
    columns: [
      { header: 'Name', share: 5 },
      { header: 'Attends as', share: 2 },
      { header: 'Level', share: 3 },
      { header: 'Fee', share: 2, align: 'end' },
    ],
    rows: inOrder(people).map(({ kind, name, level, options, amount }) => ({
      cells: [name, kindNames[kind], level, usd(amount)],
      ...(options.length > 0 && { below: options.join(', ') }),
    })),
    totals: [],
    notes: unnamed.length > 0 ? [`And ${unnamed.join(', ')}.`] : [],
  }
}

const routinesSection = ({ routines }: ConfirmationBody): ReportSection => ({
  heading: 'Routines',
  columns: [
    { header: 'Title', share: 5 },
    { header: 'Age Div.', share: 2 },
    { header: 'Perf Div.', share: 3 },
    { header: 'Cat.', share: 3 },
    { header: 'Fee', share: 2, align: 'end' },
  ],
  rows: routines.map((routine) => ({
    cells: [
      routine.waiting ? `${routine.name} (waiting list)` : routine.name,
      routine.age_division,
      routine.performance_division,
      routine.category,
      usd(routine.amount),
    ],
    below: [
      routine.cast.join(', '),
      routine.choreographer && `Choreography: ${routine.choreographer}`,
      routine.options.join(', '),
    ]
      .filter(Boolean)
      .join(' · '),
  })),
  totals: [],
  notes: [],
})

const groups: Record<LineGroup, string> = {
  workshop: 'Workshop',
  bestdancer: 'Programs',
  competition: 'Competition',
  media: 'Media',
  discount: 'Discounts',
}

function linesSection({ lines, fees, promo }: ConfirmationBody): ReportSection {
  const sums: [string, Cents][] = [
    ['Workshop', fees.workshop],
    ['Programs', fees.bestdancer],
    ['Competition', fees.competition],
    ['Media', fees.media],
    ['Promo codes', minus(zeroCents, promo)],
  ]
  return {
    heading: 'Every charge, and why',
    columns: [
      { header: 'For', share: 6 },
      { header: 'Part', share: 2 },
      { header: 'Amount', share: 2, align: 'end' },
    ],
    rows: lines.map(({ label, group, amount, because }) => ({
      cells: [label, groups[group], usd(amount)],
      ...(because.length > 0 && { below: because.join(' · ') }),
    })),
    totals: [
      ...sums.filter(([, amount]) => amount !== 0).map(([label, amount]) => ({ label, value: usd(amount) })),
      { label: 'Total', value: usd(minus(fees.total, promo)), strong: true },
    ],
    notes: [],
  }
}

const paymentsSection = ({ payments }: ConfirmationBody): ReportSection => ({
  heading: 'Payments',
  columns: [
    { header: 'Date', share: 3 },
    { header: 'Origin', share: 3 },
    { header: 'Amount', share: 2, align: 'end' },
  ],
  rows: payments.map(({ on, origin, amount }) => ({ cells: [slashDate(on), origin, usd(amount)] })),
  totals: [],
  notes: [],
})

const overpaid = (balance: Cents): ReportFact => ({ label: 'Overpaid', value: usd(minus(zeroCents, balance)) })

/** The balance, and when it is due: the sentence that matters most stands last and strongest. */
function balanceSection(body: ConfirmationBody): ReportSection {
  const { fees, promo, credit, credit_from, paid, adjustments = zeroCents, balance, due_date, status } = body
  const [day, isOverdue] = [slashDate(due_date), isMissed(body)]
  const send = body.check_address ? [`Send it to: ${body.check_address.replaceAll(/\s*\n\s*/g, ', ')}`] : []
  const notes: Record<ConfirmationBody['status'], readonly string[]> = {
    paid: ['Everything is paid. Thank you!'],
    deposit: [isOverdue ? `The balance was due by ${day}. Please pay it now.` : `Please pay the balance by ${day}.`],
    pending_check: [
      isOverdue ? `Paying by check: it was due by ${day}.` : `Paying by check: it has to arrive by ${day}.`,
      ...send,
    ],
  }
  return {
    heading: 'Balance',
    columns: [],
    rows: [],
    totals: [
      { label: 'Total', value: usd(minus(fees.total, promo)) },
      ...(credit > 0 ? [{ label: creditLabel(credit_from), value: usd(minus(zeroCents, credit)) }] : []),
      ...(adjustments === 0 ? [] : [{ label: 'Fees and adjustments', value: usd(adjustments) }]),
      { label: 'Paid', value: usd(minus(zeroCents, paid)) },
      ...(balance < 0 ? [overpaid(balance)] : []),
      { label: 'Balance', value: usd(maxCents(zeroCents, balance)), strong: true },
    ],
    notes: notes[status],
  }
}
