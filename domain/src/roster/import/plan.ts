import type { CalendarDate } from '../../kernel/calendar.ts'
import { birthdateFrom } from '../birthdate.ts'
import type { FieldErrors } from '../contact.ts'
import { nearestFinder } from '../likeness.ts'
import { nameKey } from '../duplicate.ts'
import { storedDetails } from '../person-fields.ts'
import { importErrors, type ImportDraft, type ImportRow } from './rows.ts'

/** The action for a row: add a person, skip it, or complete the birthdate of an existing person. */
export type RowChoice = 'add' | 'skip' | 'birthdate'

/** Someone of the roster, as far as an import compares. */
export type ComparablePerson = {
  id: number
  fname: string
  lname: string
  birthdate: CalendarDate | null
  shared: boolean
}

/** A possible duplicate of an imported row: an existing roster person, or an earlier line of the same sheet. */
export type Meeting =
  | { kind: 'same' | 'other_birthdate' | 'without_birthdate' | 'alike'; person: ComparablePerson }
  | { kind: 'twice'; line: number }

export type PlannedRow = ImportRow & {
  errors: FieldErrors<keyof ImportDraft>
  meeting: Meeting | null
  choices: readonly RowChoice[]
  /** Null: its owner has to say, as when a person is added by hand. ROST-016, ROST-020. */
  choice: RowChoice | null
}

/** The choices for a row with a possible duplicate, and the default; null: the user must choose. */
const manners: Readonly<Record<Meeting['kind'], { choices: readonly RowChoice[]; meant: RowChoice | null }>> = {
  same: { choices: ['skip', 'add'], meant: 'skip' },
  twice: { choices: ['skip', 'add'], meant: 'skip' },
  without_birthdate: { choices: ['birthdate', 'skip', 'add'], meant: 'birthdate' },
  other_birthdate: { choices: ['skip', 'birthdate', 'add'], meant: null },
  alike: { choices: ['skip', 'add'], meant: null },
}

/** Plans every row of a sheet from the current roster and the choices by line. */
export function planImport(
  rows: readonly ImportRow[],
  roster: readonly ComparablePerson[],
  choiceByLine: ReadonlyMap<number, RowChoice>,
  today: CalendarDate,
): PlannedRow[] {
  const byName = new Map<string, ComparablePerson[]>()
  for (const person of roster) {
    const key = nameKey(person.fname, person.lname)
    byName.set(key, [...(byName.get(key) ?? []), person])
  }
  const nearest = nearestFinder(roster)
  const linesByName = new Map<string, { line: number; birthdate: CalendarDate | null }[]>()
  return rows.map((row) => {
    const { draft, line } = row
    const key = nameKey(draft.fname, draft.lname)
    const errors = importErrors(draft, today)
    // A day that cannot be read is not the same as none: whose it is, is known once it is corrected.
    if (errors.birthdate) return { ...row, errors, meeting: null, ...choiceOf(null, choiceByLine.get(line)) }
    const person = { fname: draft.fname, lname: draft.lname, birthdate: birthdateFrom(draft.birthdate, today) }
    const twice = linesByName.get(key)?.find((other) => isSameDay(other.birthdate, person.birthdate))
    if (!twice) linesByName.set(key, [...(linesByName.get(key) ?? []), { line, birthdate: person.birthdate }])

    const meeting: Meeting | null =
      key === ''
        ? null
        : twice
          ? { kind: 'twice', line: twice.line }
          : (meetingByName(byName.get(key) ?? [], person.birthdate) ?? alike(nearest(person)))
    return { ...row, errors, meeting, ...choiceOf(meeting, choiceByLine.get(line)) }
  })
}

/** The choices for a row, and the one that holds: its owner's, where it still can be chosen. */
function choiceOf(meeting: Meeting | null, lineChoice: RowChoice | undefined): Pick<PlannedRow, 'choices' | 'choice'> {
  const { choices, meant } = mannerOf(meeting)
  return { choices, choice: lineChoice && choices.includes(lineChoice) ? lineChoice : meant }
}

const isSameDay = (one: CalendarDate | null, other: CalendarDate | null) =>
  one === null || other === null || one === other

const alike = (person: ComparablePerson | null): Meeting | null => person && { kind: 'alike', person }

function meetingByName(people: readonly ComparablePerson[], birthdate: CalendarDate | null): Meeting | null {
  const [first] = people
  if (!first) return null
  const same = people.find((one) => birthdate === null || one.birthdate === birthdate)
  if (same) return { kind: 'same', person: same }
  const undated = people.find((one) => one.birthdate === null)
  return undated ? { kind: 'without_birthdate', person: undated } : { kind: 'other_birthdate', person: first }
}

function mannerOf(meeting: Meeting | null): { choices: readonly RowChoice[]; meant: RowChoice | null } {
  if (!meeting) return { choices: ['add', 'skip'], meant: 'add' }
  const { choices, meant } = manners[meeting.kind]
  // A person shared by another account cannot be changed from this roster.
  if (meeting.kind === 'twice' || !meeting.person.shared) return { choices, meant }
  return { choices: choices.filter((choice) => choice !== 'birthdate'), meant: meant === 'birthdate' ? 'skip' : meant }
}

/** A birthdate for somebody who is there needs nothing but the birthdate; what is skipped needs nothing. */
export const standsInTheWay = ({
  choice,
  errors,
}: Pick<PlannedRow, 'choice' | 'errors'>): FieldErrors<keyof ImportDraft> =>
  choice === 'skip' ? {} : choice === 'birthdate' ? (errors.birthdate ? { birthdate: errors.birthdate } : {}) : errors

type RowState = 'wrong' | 'asks' | RowChoice

/** Where a row stands: it asks for a choice, something is wrong with it, or what happens to it. */
export const rowState = (row: PlannedRow): RowState =>
  row.choice === null ? 'asks' : Object.keys(standsInTheWay(row)).length > 0 ? 'wrong' : row.choice

const several = (n: number, one: string, more: string) => `${n} ${n === 1 ? one : more}`

/** The plan in words: '47 to add, 3 already in your roster, 2 need a birthdate'. */
export function planWords(rows: readonly PlannedRow[]): string[] {
  const states = rows.map(rowState)
  const count = (state: RowState) => states.filter((one) => one === state).length
  const there = rows.filter((row, at) => states[at] === 'skip' && row.meeting && row.meeting.kind !== 'twice').length
  const twice = rows.filter((row, at) => states[at] === 'skip' && row.meeting?.kind === 'twice').length
  const left = count('skip') - there - twice
  return [
    `${count('add')} to add`,
    ...(count('birthdate') > 0 ? [`${several(count('birthdate'), 'birthdate', 'birthdates')} to complete`] : []),
    ...(there > 0 ? [`${there} already in your roster`] : []),
    ...(twice > 0 ? [`${twice} twice in this sheet`] : []),
    ...(left > 0 ? [`${left} left out`] : []),
    ...(count('wrong') > 0 ? [`${several(count('wrong'), 'needs', 'need')} a correction`] : []),
    ...(count('asks') > 0 ? [`${several(count('asks'), 'needs', 'need')} your answer`] : []),
  ]
}

const contact = (value: string) => (value.trim() === '' ? [] : [{ value: value.trim(), primary: true }])

/** The request body of a plan without errors: people to add, birthdates to complete. */
export function importBody(rows: readonly PlannedRow[], today: CalendarDate) {
  const add = rows.flatMap(({ draft, choice }) =>
    choice === 'add'
      ? [
          {
            fname: draft.fname.trim(),
            lname: draft.lname.trim(),
            gender_id: draft.gender_id,
            birthdate: birthdateFrom(draft.birthdate, today),
            person_type_id: draft.person_type_id,
            email: contact(draft.email),
            phone: contact(draft.phone),
            ...storedDetails(draft),
          },
        ]
      : [],
  )
  const birthdates = rows.flatMap(({ draft, choice, meeting }) => {
    const birthdate = birthdateFrom(draft.birthdate, today)
    return choice === 'birthdate' && meeting && meeting.kind !== 'twice' && birthdate
      ? [{ id: meeting.person.id, birthdate }]
      : []
  })
  return { add, birthdates }
}
