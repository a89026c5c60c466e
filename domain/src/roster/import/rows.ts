import type { CalendarDate } from '../../kernel/calendar.ts'
import { birthdateText } from '../birthdate.ts'
import { isBlank, phoneError, type FieldErrors } from '../contact.ts'
import { mapNames, rosterDetailNames, type RosterDetail } from '../person-fields.ts'
import { rosterErrors, type RosterDraft } from '../roster-entry.ts'
import { dayFrom, type DayOrder } from './days.ts'
import { splitName } from './names.ts'
import { kindOfHeading, type Cells, type ColumnKind } from './sheet.ts'

/** As many people as one import takes. */
export const mostImported = 1000

/** A person of a sheet; the birthdate is text, MM/DD/YYYY, or what stood there when it could not be read. */
export type ImportDraft = Required<
  Pick<RosterDraft, 'fname' | 'lname' | 'gender_id' | 'birthdate' | 'email' | RosterDetail>
> & {
  phone: string
  person_type_id: number | null
}

/** `line`: which row of the sheet it is, counted from 1 as sheets do. */
export type ImportRow = { line: number; draft: ImportDraft }

export type NamedOption = { id: number; name: string }
export type RowReadResult = {
  header: number | null
  columns: readonly ColumnKind[]
  order: DayOrder
  genders: readonly NamedOption[]
  person_types: readonly NamedOption[]
  today: CalendarDate
}

/** The people of a sheet: what stands above the headings, empty rows, sums and repeated headings are left out. */
export function readRows(cells: Cells, reading: RowReadResult): ImportRow[] {
  return cells.flatMap((texts, index) => {
    if (index <= (reading.header ?? -1)) return []
    const draft = draftOf(texts, reading)
    const isNobody = isBlank(draft.fname) && isBlank(draft.lname)
    return isNobody || isHeadingAgain(texts) || isSum(draft) ? [] : [{ line: index + 1, draft }]
  })
}

const isHeadingAgain = (texts: readonly string[]) => {
  const filledTexts = texts.filter((text) => !isBlank(text))
  return filledTexts.length >= 2 && filledTexts.every((text) => kindOfHeading(text) !== null)
}

const isSum = ({ fname, lname, birthdate }: ImportDraft) =>
  /^(total|sum|count|totals)\b/i.test(`${fname}${lname}`) && isBlank(birthdate)

function draftOf(
  texts: readonly string[],
  { columns, order, genders, person_types, today }: RowReadResult,
): ImportDraft {
  const cell = (kind: ColumnKind) => {
    const column = columns.indexOf(kind)
    return column < 0 ? '' : (texts[column] ?? '').replace(/\s+/g, ' ').trim()
  }
  const whole = splitName(cell('name'))
  const day = dayFrom(cell('birthdate'), order, today)
  return {
    fname: cell('fname') || whole.fname,
    lname: cell('lname') || whole.lname,
    birthdate: day ? birthdateText(day) : cell('birthdate'),
    gender_id: genderFrom(cell('gender'), genders),
    person_type_id: optionIdOf(cell('person_type'), person_types),
    email: cell('email'),
    phone: cell('phone'),
    ...mapNames(rosterDetailNames, cell),
  }
}

const plain = (text: string) => text.trim().toLowerCase()

const optionIdOf = (text: string, list: readonly NamedOption[]): number | null =>
  list.find(({ name }) => plain(text) !== '' && (plain(name) === plain(text) || `${plain(name)}s` === plain(text)))
    ?.id ?? null

/** Other words for a gender, by the name it has in the list. */
const genderWords: Readonly<Record<string, readonly string[]>> = {
  female: ['girl', 'girls', 'woman', 'w', 'she', 'fem'],
  male: ['boy', 'boys', 'man', 'he', 'masc'],
}

/** A gender by its name, its first letter or another word for it; null when none is meant. */
function genderFrom(text: string, genders: readonly NamedOption[]): number | null {
  const word = plain(text).replace(/\W/g, '')
  if (word === '') return null
  const exact = genders.find(({ name }) => plain(name) === word || (genderWords[plain(name)] ?? []).includes(word))
  const initial = genders.filter(({ name }) => word.length === 1 && plain(name).startsWith(word))
  return exact?.id ?? (initial.length === 1 ? (initial[0]?.id ?? null) : null)
}

const longestName = 60

/** Errors of an imported person, by the same rules as the form. ROST-003 to ROST-005, ROST-030, ROST-038. */
export function importErrors(draft: ImportDraft, today: CalendarDate): FieldErrors<keyof ImportDraft> {
  const phone = phoneError(draft.phone)
  const tooLong = (text: string) => text.trim().length > longestName
  return {
    ...rosterErrors(draft, today),
    ...(tooLong(draft.fname) && { fname: `At most ${longestName} characters` }),
    ...(tooLong(draft.lname) && { lname: `At most ${longestName} characters` }),
    ...(phone && { phone }),
  }
}
