import { kindOf, levelsById } from '@callboard/domain/registrations/attendees/level.ts'
import { plus, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import type { Quote, QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'
import { compareNames } from '@callboard/domain/roster/roster-order.ts'
import type { LevelKind } from '@callboard/domain/tours/city.ts'
import { slashDate } from '@callboard/domain/kernel/moment-text.ts'
import {
  attendeesOf,
  type Attendee,
  type Facts,
  type Registration,
  type RegistrationRoutine,
} from '@callboard/domain/registrations/registration.ts'
import type { LineRefusal } from '@callboard/domain/registrations/line-refusals.ts'
import type { Revalidation } from '@callboard/domain/registrations/revalidate.ts'
import type { RevalidationNotice } from '@callboard/domain/registrations/revalidation.ts'

/** One row of the review: what it is, what it costs, and the lines that make that amount. */
export type ReviewRow = {
  key: string
  name: string
  details: readonly string[]
  /** Null: nothing is charged for it yet. */
  amount: Cents | null
  lines: readonly QuoteLine[]
  /** Why it cannot be submitted as it is, and the step that mends it. */
  refusal?: LineRefusal | undefined
  /** Messages about values that were recalculated for the line. */
  notices?: readonly string[]
}

/** The row of its person or routine gets what a revalidation says of it. REV-023. */
export function withFindings(
  rows: readonly ReviewRow[],
  { notices, refusals }: Pick<Revalidation, 'notices' | 'refusals'>,
): ReviewRow[] {
  if (notices.length + refusals.length === 0) return [...rows]
  const keyOf = ({ person_id, routine }: RevalidationNotice | LineRefusal) =>
    routine === null ? `person:${person_id}` : `routine:${routine}`
  return rows.map((row) => ({
    ...row,
    refusal: refusals.find((one) => keyOf(one) === row.key),
    notices: notices.filter((one) => keyOf(one) === row.key).map(({ sentence }) => sentence),
  }))
}

const sumOf = (lines: readonly QuoteLine[]): Cents => plus(zeroCents, ...lines.map(({ amount }) => amount))

function grouped<Key>(lines: readonly QuoteLine[], keyOf: (line: QuoteLine) => Key): ReadonlyMap<Key, QuoteLine[]> {
  const groups = new Map<Key, QuoteLine[]>()
  for (const line of lines) {
    const key = keyOf(line)
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return groups
}

const alone = (line: QuoteLine): ReviewRow => ({
  key: line.key,
  name: line.label,
  details: [],
  amount: line.amount,
  lines: [line],
})

const kinds: readonly (LevelKind | undefined)[] = ['dancer', undefined, 'teacher', 'observer']

/** Dancers, teachers, observers, each by name: sixty are looked through as one looks through a roster. */
const inOrder = (people: readonly Attendee[], levels: ReturnType<typeof levelsById>) =>
  people.toSorted(
    (one, other) =>
      kinds.indexOf(kindOf(one, levels)) - kinds.indexOf(kindOf(other, levels)) ||
      compareNames(one.person, other.person),
  )

/** The attendees of the workshop with their fees, then the lines that belong to no person. REV-001, REV-022. */
export function peopleRows(registration: Registration, price: Quote, facts: Facts): ReviewRow[] {
  const levels = levelsById(facts.workshop_levels)
  const lines = price.lines.filter(({ group }) => group === 'workshop')
  const byPerson = grouped(lines, ({ person_id }) => person_id)
  const people = inOrder(attendeesOf(registration), levels).map((attendee): ReviewRow => {
    const { person_id, person, workshop_level_id, one_day, virtual } = attendee
    const own = byPerson.get(person_id) ?? []
    return {
      key: `person:${person_id}`,
      name: `${person.fname} ${person.lname}`,
      details: [
        [levels.get(workshop_level_id)?.level ?? 'Level no longer offered', one_day && 'one day', virtual && 'virtual']
          .filter(Boolean)
          .join(', '),
        person.birthdate ? `Born ${slashDate(person.birthdate)}` : 'No birthdate',
      ],
      amount: sumOf(own),
      lines: own,
    }
  })
  return [...people, ...(byPerson.get(null) ?? []).map(alone)]
}

/** The routines with what each costs, then routines given up that still cost something. */
export function routineRows(registration: Registration, price: Quote, facts: Facts): ReviewRow[] {
  const lines = price.lines.filter(({ group }) => group === 'competition')
  const byRoutine = grouped(lines, ({ routine }) => routine)
  const rows = registration.routines.map((routine): ReviewRow => {
    const own = byRoutine.get(routine.id ?? routine._temp_id) ?? []
    return { ...describe(routine, facts), amount: sumOf(own), lines: own }
  })
  return [...rows, ...lines.filter(({ kind }) => kind === 'removed_routine').map(alone)]
}

export const waitingRows = (registration: Registration, facts: Facts): ReviewRow[] =>
  registration.waiting_list_routines.map((routine) => ({ ...describe(routine, facts), amount: null, lines: [] }))

export const linesOf = (price: Quote, group: QuoteLine['group']): ReviewRow[] =>
  price.lines.filter((line) => line.group === group).map(alone)

function describe(routine: RegistrationRoutine, { performance_divisions }: Facts) {
  const dancers = routine.attendees.length
  const style = performance_divisions.find(({ id }) => id === routine.performance_division_id)?.name
  return {
    key: `routine:${routine.id ?? routine._temp_id}`,
    name: routine.routine.name,
    details: [
      [routine.age_division.name, style, routine.routine_category.name].filter(Boolean).join(' · '),
      dancers === 1 ? '1 dancer' : `${dancers} dancers`,
    ],
  }
}
