import type { CalendarDate } from '../../kernel/calendar.ts'
import { birthdateText } from '../birthdate.ts'
import { columnNames } from './sheet.ts'
import type { NamedOption } from './rows.ts'

const exported = ['fname', 'lname', 'gender', 'birthdate', 'person_type', 'email', 'phone', 'reminder_email'] as const

type Exported = {
  fname: string
  lname: string
  gender_id: number | null
  birthdate: CalendarDate | null
  person_type_id: number | null
  reminder_email: string | null
  contact_info: { email: string | null; phone: string | null }
}

/** A roster as a sheet, headings first, in the words that an import knows again. */
export function rosterCells(
  people: readonly Exported[],
  genders: readonly NamedOption[],
  types: readonly NamedOption[],
): string[][] {
  const nameIn = (list: readonly NamedOption[], optionId: number | null) =>
    list.find(({ id }) => id === optionId)?.name ?? ''
  return [
    exported.map((kind) => columnNames[kind]),
    ...people.map((person) => [
      person.fname,
      person.lname,
      nameIn(genders, person.gender_id),
      person.birthdate ? birthdateText(person.birthdate) : '',
      nameIn(types, person.person_type_id),
      person.contact_info.email ?? '',
      person.contact_info.phone ?? '',
      person.reminder_email ?? '',
    ]),
  ]
}
