import { kindOf, levelsById, type Levels } from '../registrations/attendees/level.ts'
import { chosenNames } from '../registrations/attendees/set-options.ts'
import { dayIn, type CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import { sumOf, type Cents } from '../kernel/money.ts'
import { completedStatus, type CompletedStatus } from '../registrations/settlement/coverage.ts'
import { owingOf, payBy } from '../payments/dues.ts'
import { optionsShownIn } from '../registrations/routines/routine-options.ts'
import { originLabel } from '../payments/methods.ts'
import type { AmountOwed } from '../payments/amount-owed.ts'
import type { Quote, QuoteLine } from '../registrations/pricing/line.ts'
import {
  attendeesOf,
  type Attendee,
  type Facts,
  type Registration,
  type RegistrationRoutine,
} from '../registrations/registration.ts'
import type { LevelKind } from '../tours/city.ts'

export type ConfirmedPerson = {
  kind: LevelKind
  name: string
  level: string
  /** How they take part beside the level: 'Virtual', 'One day', 'Media pass' … */
  options: readonly string[]
  amount: Cents
}

type ConfirmedRoutine = {
  name: string
  choreographer: string
  age_division: string
  performance_division: string
  category: string
  cast: readonly string[]
  options: readonly string[]
  waiting: boolean
  amount: Cents
}

/** The content of a confirmation at one moment, complete enough to print it years later unchanged. REV-021. */
export type ConfirmationBody = {
  event: string
  city: string
  venue: string | null
  hotel: string | null
  start_date: CalendarDate
  end_date: CalendarDate
  time_zone: string
  studio: string | null
  registrant: { name: string; email: string }
  registration_id: number
  /** The payee and mailing address of checks; absent when the office had set none, or in older confirmations. */
  check_address?: string
  /** The day it was completed; null: it is not. */
  registered_on: CalendarDate | null
  as_of: Instant
  status: CompletedStatus
  people: readonly ConfirmedPerson[]
  additional_observers: Registration['additional_observers']
  routines: readonly ConfirmedRoutine[]
  lines: readonly QuoteLine[]
  fees: Quote['fees']
  promo: Cents
  credit: Cents
  /** The source of the credit, as the studio wrote it; confirmations of before do not say it. */
  credit_from?: string
  payments: readonly { on: CalendarDate; origin: string; amount: Cents }[]
  paid: Cents
  /** Fees and what the office adjusted since completion; confirmations of before do not say it. */
  adjustments?: Cents
  /** Below zero: paid too much. */
  balance: Cents
  due_date: CalendarDate
}

/** Whether the day everything was to be paid by had passed already. */
export const isMissed = ({ due_date, time_zone, as_of, balance }: ConfirmationBody): boolean =>
  balance > 0 && due_date < dayIn(time_zone, as_of)

type Payment = { amount: Cents; payment_method_id: number; admin_id: number | null; timestamp: Instant }

type ConfirmationFacts = {
  facts: Facts
  price: Pick<Quote, 'lines' | 'fees'>
  due: AmountOwed
  payments: readonly Payment[]
  registrant: { fname: string; lname: string; email: string }
  studio_name: string | null
}

const nameOf = ({ person }: Attendee) => `${person.fname} ${person.lname}`

const personOptions: readonly (readonly [keyof Attendee, string])[] = [
  ['virtual', 'Virtual'],
  ['one_day', 'One day'],
  ['attended_reg', 'Attended before'],
  ['media_pass', 'Media pass'],
  ['vip_experience', 'VIP experience'],
  ['photoshoot', 'Photoshoot'],
  ['awe_experience', 'Awe experience'],
  ['kdoty', 'KDOTY'],
]

const routineLabels = optionsShownIn('confirmation').map(([name, { label }]) => [name, label] as const)

const chosenLabels = <Thing>(thing: Thing, options: readonly (readonly [keyof Thing, string])[]) =>
  options.filter(([flag]) => thing[flag] === true).map(([, label]) => label)

/** Builds the content of a confirmation, with every price line and its reasons; amounts in cents. REV-021, EVT-022. */
export function confirmationBody(registration: Registration, confirmationFacts: ConfirmationFacts): ConfirmationBody {
  const { facts, price, due, registrant, studio_name } = confirmationFacts
  const { tour_date, settings, now } = facts
  const { completed } = registration.dates
  const levels = levelsById(facts.workshop_levels)

  return {
    event: tour_date.event.name,
    city: [tour_date.event_city.name, tour_date.event_city.state].filter(Boolean).join(', '),
    venue: tour_date.venue?.name ?? null,
    hotel: tour_date.hotel?.name ?? null,
    start_date: tour_date.start_date,
    end_date: tour_date.end_date,
    time_zone: tour_date.time_zone,
    studio: studio_name,
    registrant: { name: `${registrant.fname} ${registrant.lname}`, email: registrant.email },
    registration_id: registration.id,
    ...(settings.check_address.trim() && { check_address: settings.check_address.trim() }),
    registered_on: completed && dayIn(tour_date.time_zone, completed),
    as_of: now,
    status: completedStatus(registration, due),
    people: attendeesOf(registration).map((attendee) => confirmedPerson(attendee, levels, facts, price.lines)),
    additional_observers: registration.additional_observers,
    routines: [...registration.routines, ...registration.waiting_list_routines].map((routine) =>
      confirmedRoutine(routine, registration, facts, price.lines),
    ),
    lines: price.lines,
    fees: price.fees,
    promo: due.promo,
    credit: due.credit,
    ...(registration.credit && { credit_from: registration.credit.from }),
    payments: confirmationFacts.payments.map((payment) => ({
      on: dayIn(tour_date.time_zone, payment.timestamp),
      origin: originLabel(payment),
      amount: payment.amount,
    })),
    paid: due.payments,
    balance: due.raw,
    adjustments: due.adjustments,
    due_date: payBy(tour_date, owingOf(registration), now, settings),
  }
}

function confirmedPerson(
  attendee: Attendee,
  levels: Levels,
  { city_choices }: Facts,
  lines: readonly QuoteLine[],
): ConfirmedPerson {
  const own = lines.filter(({ person_id, routine }) => person_id === attendee.person_id && routine === null)
  return {
    kind: kindOf(attendee, levels) ?? 'dancer',
    name: nameOf(attendee),
    level: levels.get(attendee.workshop_level_id)?.level ?? '',
    options: [...chosenLabels(attendee, personOptions), ...chosenNames(attendee, city_choices)],
    amount: sumOf(own, ({ amount }) => amount),
  }
}

function confirmedRoutine(
  routine: RegistrationRoutine,
  { attendees }: Registration,
  { performance_divisions }: Facts,
  lines: readonly QuoteLine[],
): ConfirmedRoutine {
  const own = lines.filter((line) => line.routine !== null && line.routine === (routine.id ?? routine._temp_id))
  return {
    name: routine.routine.name,
    choreographer: routine.routine.choreographer,
    age_division: routine.age_division.name,
    performance_division: performance_divisions.find(({ id }) => id === routine.performance_division_id)?.name ?? '',
    category: routine.routine_category.name,
    cast: routine.attendees.flatMap(({ person_id }) => {
      const attendee = attendees[person_id]
      return attendee ? [nameOf(attendee)] : []
    }),
    options: [
      ...chosenLabels(routine, routineLabels),
      ...(routine.extra_time ? [`${routine.extra_time} min extra`] : []),
    ],
    waiting: routine.status === 'waiting',
    amount: sumOf(own, ({ amount }) => amount),
  }
}
