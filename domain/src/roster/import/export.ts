import type { CalendarDate } from '../../kernel/calendar.ts'
import { birthdateText } from '../birthdate.ts'
import {
  mapNames,
  personFieldNames,
  personFields,
  rosterDetailNames,
  type PersonFieldName,
  type RosterDetail,
} from '../person-fields.ts'
import type { NamedOption } from './rows.ts'

type Exported = Record<RosterDetail, string | null> & {
  fname: string
  lname: string
  gender_id: number | null
  birthdate: CalendarDate | null
  person_type_id: number | null
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
  const textOf = (person: Exported): Record<PersonFieldName, string> => ({
    fname: person.fname,
    lname: person.lname,
    gender: nameIn(genders, person.gender_id),
    birthdate: person.birthdate ? birthdateText(person.birthdate) : '',
    person_type: nameIn(types, person.person_type_id),
    email: person.contact_info.email ?? '',
    phone: person.contact_info.phone ?? '',
    ...mapNames(rosterDetailNames, (name) => person[name] ?? ''),
  })
  return [
    personFieldNames.map((name) => personFields[name].label),
    ...people.map((person) => {
      const texts = textOf(person)
      return personFieldNames.map((name) => texts[name])
    }),
  ]
}
