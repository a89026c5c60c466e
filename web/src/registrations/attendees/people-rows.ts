import { seasonAge } from '@callboard/domain/registrations/attendees/candidate.ts'
import { nameOf } from '@callboard/domain/registrations/attendees/attendee-change.ts'
import { competingPeople } from '@callboard/domain/registrations/attendees/competing-people.ts'
import { zeroCents, plus, type Cents } from '@callboard/domain/kernel/money.ts'
import type { Quote, QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'
import {
  attendeesOf,
  type Attendee,
  type Facts,
  type Registration,
} from '@callboard/domain/registrations/registration.ts'
import { compareNames } from '@callboard/domain/roster/roster-order.ts'
import type { LevelKind, WorkshopLevel } from '@callboard/domain/tours/city.ts'

/** One registered person as a list shows them. The same object for as long as nothing of it changes. */
export type PersonRow = {
  person_id: number
  name: string
  age: number | null
  attendee: Attendee
  level: WorkshopLevel | null
  competing: boolean
  amount: Cents
  lines: readonly QuoteLine[]
}

const noLines: readonly QuoteLine[] = []

/**
 * Makes the rows of one kind of people, keeping the row of everybody who did not change, so that toggling one of 300
 * draws one row.
 */
export function rowKeeper(kinds: readonly LevelKind[]) {
  let cachedRows = new Map<number, PersonRow>()
  let last: readonly PersonRow[] = []
  return (registration: Registration, facts: Facts, price: Quote): readonly PersonRow[] => {
    const levels = new Map(facts.workshop_levels.map((level) => [level.id, level]))
    const competing = competingPeople(registration)
    const lines = linesByPerson(price.lines)
    const next = new Map<number, PersonRow>()
    for (const attendee of attendeesOf(registration)) {
      const level = levels.get(attendee.workshop_level_id) ?? null
      if (!kinds.includes(level?.kind ?? 'dancer')) continue
      const { person_id } = attendee
      const own = lines.get(person_id) ?? noLines
      const row: PersonRow = {
        person_id,
        name: nameOf(attendee.person),
        age: seasonAge(attendee.person, facts),
        attendee,
        level,
        competing: competing.has(person_id),
        amount: plus(zeroCents, ...own.map(({ amount }) => amount)),
        lines: own,
      }
      const before = cachedRows.get(person_id)
      next.set(person_id, before && isSame(before, row) ? before : row)
    }
    const rows = [...next.values()].toSorted(byName)
    const unchanged = rows.length === last.length && rows.every((row, index) => row === last[index])
    cachedRows = next
    if (!unchanged) last = rows
    return last
  }
}

const byName = (one: PersonRow, other: PersonRow) => compareNames(one.attendee.person, other.attendee.person)

const isSame = (one: PersonRow, other: PersonRow): boolean =>
  one.attendee === other.attendee &&
  one.level === other.level &&
  one.competing === other.competing &&
  one.age === other.age &&
  one.amount === other.amount &&
  one.lines.length === other.lines.length &&
  one.lines.every(({ because }, index) => because.join() === other.lines[index]?.because.join())

function linesByPerson(lines: readonly QuoteLine[]): Map<number, QuoteLine[]> {
  const linesById = new Map<number, QuoteLine[]>()
  for (const line of lines) {
    // A routine's fee is the registration's, not one dancer's.
    if (line.person_id === null || line.routine !== null) continue
    const own = linesById.get(line.person_id)
    if (own) own.push(line)
    else linesById.set(line.person_id, [line])
  }
  return linesById
}
