import { foldName } from '../kernel/fold-text.ts'

/** A person as a finder by name sees them. Levels and studios are no part of a name and never match. */
type NamedPerson = { fname: string; lname: string }

/** How well a typed text fits a name: the lower, the better. Null: it does not fit. */
type NameRank = 0 | 1 | 2 | 3 | 4

const plain = (text: string) =>
  foldName(text)
    .replaceAll('.', '')
    .replaceAll(/[\s,]+/g, ' ')
    .trim()

const partsOf = (text: string) => text.split(/[\s-]+/).filter(Boolean)

/**
 * Ranks a name against a typed text: 0 a whole first name or a whole name, 1 the beginning of the first name (and then of
 * the last name), 2 the beginning of a last name, 3 initials, 4 inside a name. Accents, apostrophes and case do not count.
 */
export function nameRank({ fname, lname }: NamedPerson, text: string): NameRank | null {
  const query = plain(text)
  const [first, last] = [plain(fname), plain(lname)]
  if (query === '' || query === first || query === `${first} ${last}` || query === `${last} ${first}`) return 0
  if (`${first} ${last}`.startsWith(query) || beginsBoth(first, last, query)) return 1
  if (`${last} ${first}`.startsWith(query) || beginsBoth(last, first, query)) return 2
  if (partsOf(last).some((part) => part.startsWith(query))) return 2
  const initials = [...partsOf(first), ...partsOf(last)].map(([letter = '']) => letter).join('')
  if (query === initials || query === `${first.charAt(0)}${last.charAt(0)}`) return 3
  return query.split(' ').every((word) => first.includes(word) || last.includes(word)) ? 4 : null
}

/** Whether the last typed word begins `end` and the words before it begin `start`: "ma st" is Mara Stone. */
function beginsBoth(start: string, end: string, query: string): boolean {
  const space = query.lastIndexOf(' ')
  return space > 0 && start.startsWith(query.slice(0, space)) && beginsPart(end, query.slice(space + 1))
}

const beginsPart = (name: string, query: string) => partsOf(name).some((part) => part.startsWith(query))

/** The people whose name fits the typed text, best rank first; the order within a rank is kept. An empty text fits all. */
export function findPeople<Person extends NamedPerson>(people: readonly Person[], text: string): Person[] {
  if (plain(text) === '') return [...people]
  return people
    .map((person) => ({ person, rank: nameRank(person, text) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ person }) => person)
}

/** The effect of Enter in a finder that adds people: it adds one, says that they are already in, or leaves a tie to the person. */
export type EnterChoice<Person> =
  | { kind: 'none' }
  | { kind: 'add'; person: Person }
  | { kind: 'already'; person: Person }
  | { kind: 'tie'; people: readonly Person[] }

/**
 * Decides what Enter does for a typed text. Only people of the best rank count; of those, people who can be added come
 * before others. Enter never removes anybody, and never chooses between two.
 */
export function enterChoice<Person extends NamedPerson>(
  people: readonly Person[],
  text: string,
  state: { isIn: (person: Person) => boolean; canAdd: (person: Person) => boolean },
): EnterChoice<Person> {
  const [best, ...others] = plain(text) === '' ? [] : findPeople(people, text)
  if (!best) return { kind: 'none' }
  const rank = nameRank(best, text)
  const equals = [best, ...others.filter((person) => nameRank(person, text) === rank)]
  const outside = equals.filter((person) => !state.isIn(person))
  if (outside.length === 0) return { kind: 'already', person: best }
  const addable = outside.filter(state.canAdd)
  const [first, ...rest] = addable.length > 0 ? addable : outside
  if (!first) return { kind: 'none' }
  return rest.length === 0 ? { kind: 'add', person: first } : { kind: 'tie', people: [first, ...rest] }
}
