import type { CalendarDate } from '../kernel/calendar.ts'

type Someone = { fname: string; lname: string; birthdate: CalendarDate | null }

/** First names that are called by another: data, so that it can grow. */
const nicknames: readonly (readonly string[])[] = [
  ['alexandra', 'alex', 'lexi', 'sandra', 'sasha'],
  ['alexander', 'alex', 'xander', 'sasha'],
  ['abigail', 'abby', 'gail'],
  ['benjamin', 'ben', 'benny'],
  ['catherine', 'katherine', 'kathryn', 'kate', 'katie', 'cat', 'kathy'],
  ['charlotte', 'charlie', 'lottie'],
  ['daniel', 'dan', 'danny'],
  ['elizabeth', 'liz', 'lizzie', 'beth', 'eliza', 'ellie', 'betsy', 'elisabeth'],
  ['emily', 'em', 'emmy'],
  ['gabriella', 'gabriela', 'gabby', 'ella'],
  ['isabella', 'isabel', 'izzy', 'bella'],
  ['jennifer', 'jen', 'jenny'],
  ['joseph', 'joe', 'joey'],
  ['madeline', 'madeleine', 'maddie', 'maddy'],
  ['margaret', 'maggie', 'meg', 'peggy'],
  ['matthew', 'matt'],
  ['michael', 'mike', 'mikey'],
  ['natalie', 'nat'],
  ['nicholas', 'nicolas', 'nick', 'nico'],
  ['olivia', 'liv', 'livvy'],
  ['robert', 'rob', 'bob', 'bobby'],
  ['samantha', 'sam', 'sammy'],
  ['samuel', 'sam', 'sammy'],
  ['sophia', 'sofia', 'sophie', 'sofie'],
  ['thomas', 'tom', 'tommy'],
  ['victoria', 'vicky', 'tori'],
  ['william', 'will', 'bill', 'billy', 'liam'],
  ['zachary', 'zach', 'zack'],
]

/** A score from which somebody is offered as perhaps the same person. ROST-020. */
export const likelySame = 0.8

/**
 * How likely two entries mean the same person, 0 to 1: slips, nicknames, accents and swapped names count as alike, and
 * two different birthdates speak against it. ROST-020.
 */
export function likeness(one: Someone, other: Someone): number {
  const straight = (firstAlike(one.fname, other.fname) + lastAlike(one.lname, other.lname)) / 2
  const swapped = (lastAlike(one.fname, other.lname) + lastAlike(one.lname, other.fname)) / 2
  const names = Math.max(straight, swapped * 0.97)
  if (one.birthdate === null || other.birthdate === null) return names
  if (one.birthdate === other.birthdate) return names + (1 - names) * 0.4
  // Month and day typed the other way round, or one digit wrong, is a slip; anything else is another person.
  return names * (slips(one.birthdate, other.birthdate) <= 2 ? 0.95 : 0.6)
}

function firstAlike(one: string, other: string): number {
  const [first, second] = [normalName(one), normalName(other)]
  const isNickname = nicknames.some((names) => names.includes(first) && names.includes(second))
  return isNickname ? 0.95 : alike(first, second)
}

const lastAlike = (one: string, other: string) => alike(normalName(one), normalName(other))

function alike(one: string, other: string): number {
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
