import { entriesInOrder, type Order, type OrderEntry } from './order.ts'

export type EntryNumber = Pick<OrderEntry, 'suffix'> & { entry_number: number }

/** The suffix after another: '' → a → b … z → aa. */
function suffixAfter(suffix: string): string {
  const last = suffix.at(-1)
  if (last === undefined) return 'a'
  const start = suffix.slice(0, -1)
  return last === 'z' ? `${suffixAfter(start)}a` : `${start}${String.fromCodePoint((last.codePointAt(0) ?? 0) + 1)}`
}

const isLater = (one: string, other: string) =>
  one.length > other.length || (one.length === other.length && one > other)

/**
 * The numbers of all entries in the order. Until one is published they count the positions. Published numbers stay; a
 * later entry has the number of the last published one before it, with the next free suffix (0 before the first).
 */
export function entryNumbers(order: Order): Map<number, EntryNumber> {
  const numbers = new Map<number, EntryNumber>()
  const entries = entriesInOrder(order)
  if (entries.every(({ entry_number }) => entry_number === null)) {
    for (const [index, { id }] of entries.entries()) numbers.set(id, { entry_number: index + 1, suffix: '' })
    return numbers
  }
  const lastSuffixes = new Map<number, string>()
  for (const { entry_number, suffix } of entries) {
    if (entry_number === null) continue
    const last = lastSuffixes.get(entry_number)
    if (last === undefined || isLater(suffix, last)) lastSuffixes.set(entry_number, suffix)
  }
  let before = 0
  for (const { id, entry_number, suffix } of entries) {
    if (entry_number === null) {
      const next = suffixAfter(lastSuffixes.get(before) ?? '')
      lastSuffixes.set(before, next)
      numbers.set(id, { entry_number: before, suffix: next })
    } else {
      numbers.set(id, { entry_number, suffix })
      before = entry_number
    }
  }
  return numbers
}

/** '156a' */
export const entryLabel = ({ entry_number, suffix }: { entry_number: number | null; suffix: string }): string =>
  `${entry_number ?? ''}${suffix}`
