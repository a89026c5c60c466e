import type { CalendarDate } from '../kernel/calendar.ts'

type Someone = { fname: string; lname: string; birthdate: CalendarDate | null }
type Kind = 'name' | 'birthdate'

export type Duplicate = { kind: Kind; question: string }

/**
 * The next duplicate question before a new person is saved: the same name first, then the same birthdate. `answered`
 * lists the questions already confirmed; null: none left. ROST-016 to ROST-019, ROST-034.
 */
export function duplicateOf(
  roster: readonly Someone[],
  person: Someone,
  confirmedKinds: readonly Kind[] = [],
): Duplicate | null {
  const key = nameKey(person.fname, person.lname)
  const sameName = roster.filter((one) => nameKey(one.fname, one.lname) === key)
  if (sameName.length > 0 && !confirmedKinds.includes('name')) {
    return { kind: 'name', question: question(`named ${person.fname.trim()} ${person.lname.trim()}`) }
  }
  // People of the same name were in the first question, so only others are asked about here.
  const sameDay = roster.some(
    (one) => person.birthdate !== null && one.birthdate === person.birthdate && !sameName.includes(one),
  )
  return sameDay && !confirmedKinds.includes('birthdate')
    ? { kind: 'birthdate', question: question('with the same birthdate') }
    : null
}

const question = (who: string) =>
  `It looks like you already have a person ${who}. Would you still like to add this person to your roster?`

/** One key for two spellings of a name: without case, accents, spaces and punctuation. Sources of duplicates meet on it. ROST-018. */
export const nameKey = (fname: string, lname: string): string =>
  `${fname}${lname}`
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}\p{S}\s]/gu, '')
    .toLowerCase()
