import type { CalendarDate } from '../kernel/calendar.ts'
import { nicknames } from './nicknames.ts'

type Someone = { fname: string; lname: string; birthdate: CalendarDate | null }

const groupsOf = new Map<string, number[]>()
for (const [group, names] of nicknames.entries()) {
  for (const name of names) groupsOf.set(name, [...(groupsOf.get(name) ?? []), group])
}

/** A score from which somebody is offered as perhaps the same person. ROST-020. */
export const likelySame = 0.8

// The same birthdate makes up for so much of what the names differ by.
const sameBirthdate = 0.4
const lowestWithBirthdate = (likelySame - sameBirthdate) / (1 - sameBirthdate)

/**
 * How likely two entries mean the same person, 0 to 1: slips, nicknames, accents and swapped names count as alike, and
 * two different birthdates speak against it. ROST-020.
 */
export const likeness = (one: Someone, other: Someone): number => compare(normal(one), normal(other))

/** Finds the most likely match of a row in a list; null without one. Prepared once for a whole sheet. */
export function nearestFinder<Person extends Someone>(people: readonly Person[]): (target: Someone) => Person | null {
  const prepared = people.map((person) => ({ person, names: normal(person) }))
  return (target) => {
    const names = normal(target)
    let best: { person: Person; score: number } | null = null
    for (const one of prepared) {
      if (!couldBeAlike(names, one.names)) continue
      const score = compare(names, one.names)
      if (score >= likelySame && score > (best?.score ?? 0)) best = { person: one.person, score }
    }
    return best?.person ?? null
  }
}

/** A name as it is compared: its letters, and which of the alphabet are among them. */
type Word = { text: string; letters: number }
type Normal = {
  fname: Word
  lname: Word
  birthdate: CalendarDate | null
  calledBy: readonly number[] | undefined
}

function word(name: string): Word {
  const text = normalName(name)
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) % 32)
  return { text, letters }
}

const normal = ({ fname, lname, birthdate }: Someone): Normal => {
  const first = word(fname)
  return { fname: first, lname: word(lname), birthdate, calledBy: groupsOf.get(first.text) }
}

/** Whether two people are worth comparing letter by letter: what differs at first sight is a slip each. */
function couldBeAlike(one: Normal, other: Normal): boolean {
  const threshold = one.birthdate !== null && one.birthdate === other.birthdate ? lowestWithBirthdate : likelySame
  const straight = (isNickname(one, other) ? 1 : atMost(one.fname, other.fname)) + atMost(one.lname, other.lname)
  const swapped = atMost(one.fname, other.lname) + atMost(one.lname, other.fname)
  return Math.max(straight, swapped) / 2 >= threshold - 1e-9
}

function atMost(one: Word, other: Word): number {
  const longest = Math.max(one.text.length, other.text.length)
  if (longest === 0) return 0
  const missing = Math.max(bits(one.letters & ~other.letters), bits(other.letters & ~one.letters))
  return 1 - Math.max(missing, Math.abs(one.text.length - other.text.length)) / longest
}

function bits(set: number): number {
  let count = 0
  for (let left = set; left !== 0; left &= left - 1) count++
  return count
}

function compare(one: Normal, other: Normal): number {
  const straight = (firstAlike(one, other) + alike(one.lname, other.lname)) / 2
  const swapped = (alike(one.fname, other.lname) + alike(one.lname, other.fname)) / 2
  const names = Math.max(straight, swapped * 0.97)
  if (one.birthdate === null || other.birthdate === null) return names
  if (one.birthdate === other.birthdate) return names + (1 - names) * sameBirthdate
  // Month and day typed the other way round, or one digit wrong, is a slip; anything else is another person.
  return names * (slips(one.birthdate, other.birthdate) <= 2 ? 0.95 : 0.6)
}

const isNickname = ({ calledBy }: Normal, other: Normal): boolean =>
  calledBy?.some((group) => other.calledBy?.includes(group)) ?? false

function firstAlike(one: Normal, other: Normal): number {
  if (one.fname.text === other.fname.text) return 1
  return isNickname(one, other) ? 0.95 : alike(one.fname, other.fname)
}

function alike({ text: one }: Word, { text: other }: Word): number {
  const longest = Math.max(one.length, other.length)
  return longest === 0 ? 0 : 1 - slips(one, other) / longest
}

/** A name as it is compared here: without case, accents and punctuation, its words apart. */
const normalName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The fewest slips of the hand (a letter wrong, missing, too many, or two swapped) between two words. */
function slips(one: string, other: string): number {
  let [before, current]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        (current[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (current[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = current
    current = next
  }
  return current[other.length] ?? 0
}
