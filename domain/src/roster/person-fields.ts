type PersonField = {
  /** Above its field and its column. */
  label: string
  /** Column headings of studios' sheets that mean it. */
  headings: readonly string[]
}

/** Optional text that an account keeps about somebody of its roster. */
type RosterDetailField = PersonField & {
  /** The longest text, in characters. */
  max: number
  /** Must be an email address, unless blank. */
  is_email?: true
}

const emailOf = (people: readonly string[]): string[] =>
  people.flatMap((who) => [`${who} email`, `${who} e mail`, `${who} s email`, `${who} s e mail`])

/**
 * The optional texts that an account keeps about a person: columns of `roster`, so that no other account reads them and
 * they go when the person leaves the roster. Wire shapes, drafts, queries, import, export and data export follow from
 * this table. docs/recipes/new-field.md.
 */
export const rosterDetails = {
  reminder_email: {
    label: 'Parent email',
    headings: [
      'reminders to',
      'reminder email',
      'reminder e mail',
      ...emailOf(['parent', 'guardian', 'mother', 'mom']),
    ],
    max: 254,
    is_email: true,
  },
  pronouns: { label: 'Pronouns', headings: ['pronouns', 'pronoun'], max: 30 },
} as const satisfies Record<string, RosterDetailField>

export type RosterDetail = keyof typeof rosterDetails
export const rosterDetailNames = Object.keys(rosterDetails) as RosterDetail[]
export const detailField = (name: RosterDetail): RosterDetailField => rosterDetails[name]

/** Asked by the roster's form and edited in its list. The others have a dialog of their own. */
export const listedDetails = ['pronouns'] as const satisfies readonly RosterDetail[]
export type ListedDetail = (typeof listedDetails)[number]

/** Shown with the attendees of the account's registrations, to the account and to the office of the event. */
export const attendeeDetails = ['pronouns'] as const satisfies readonly RosterDetail[]
type AttendeeDetail = (typeof attendeeDetails)[number]
export type AttendeeDetails = { [Detail in AttendeeDetail]?: string | null | undefined }

/** The fields of a person that a sheet can hold, in the order of an export. */
export const personFields = {
  fname: {
    label: 'First name',
    headings: ['first name', 'firstname', 'fname', 'first', 'given name', 'forename', 'christian name'],
  },
  lname: {
    label: 'Last name',
    headings: ['last name', 'lastname', 'lname', 'last', 'surname', 'family name', 'second name'],
  },
  gender: { label: 'Gender', headings: ['gender', 'sex', 'm f', 'f m'] },
  birthdate: {
    label: 'Birthdate',
    headings: ['birthdate', 'birth date', 'date of birth', 'dob', 'd o b', 'birthday', 'birth', 'born', 'bday'],
  },
  person_type: { label: 'Type', headings: ['person type', 'type', 'role', 'position'] },
  email: { label: 'Email', headings: ['email', 'e mail', 'mail'] },
  phone: { label: 'Phone', headings: ['phone', 'mobile', 'cell', 'telephone', 'tel'] },
  ...rosterDetails,
} as const satisfies Record<string, PersonField>

export type PersonFieldName = keyof typeof personFields
export const personFieldNames = Object.keys(personFields) as PersonFieldName[]

/** Returns an object with one value for each name. */
export const mapNames = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

export type DetailTexts = { readonly [Detail in RosterDetail]?: string | null | undefined }

/** The details of a person as they are stored: trimmed, null when blank. A detail that is absent stays absent. */
export const storedDetails = (texts: DetailTexts): { [Detail in RosterDetail]?: string | null } =>
  Object.fromEntries(
    rosterDetailNames.flatMap((name) => {
      const text = texts[name]
      return text === undefined ? [] : [[name, text?.trim() || null]]
    }),
  )
