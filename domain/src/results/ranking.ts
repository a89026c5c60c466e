/**
 * Standard competition ranking: equals share a place, and the next place is left out. 90, 90, 85 are 1, 1, 3.
 * `compare` is negative where the first is better. Returns the items in their order, each with its place. RES-017, RES-043.
 */
export function rank<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): { item: Item; place: number }[] {
  const ranked: { item: Item; place: number }[] = []
  for (const [index, item] of items.toSorted(compare).entries()) {
    const before = ranked.at(-1)
    const isEqual = before !== undefined && compare(before.item, item) === 0
    ranked.push({ item, place: isEqual ? before.place : index + 1 })
  }
  return ranked
}

/** How many places are awarded, by the number of eligible entries: the row with the greatest `from` that is reached. */
export type PlaceRule = 'half' | readonly { from: number; places: number }[]

/** 10 and more entries: ten places; 5 to 9: five; 3 and 4: three; 1 and 2: one. */
export const usualPlaces: PlaceRule = [
  { from: 1, places: 1 },
  { from: 3, places: 3 },
  { from: 5, places: 5 },
  { from: 10, places: 10 },
]

/** The number of places for so many eligible entries. */
export function placeCount(entries: number, rule: PlaceRule): number {
  if (rule === 'half') return Math.floor(entries / 2)
  let row = { from: 0, places: 0 }
  for (const next of rule) if (next.from <= entries && next.from > row.from) row = next
  return row.places
}

/** How many places of an audition and of a studio award are read. */
export const readPlaces = { audition: 10, studio: 3 } as const

/** The place of somebody whom the office picked, as all pages and papers say it. */
export const pickedPlace = (place: number): string =>
  place === 1 ? 'Winner' : place === 2 ? 'Runner-up' : `Place ${place}`

const ordinals = ['th', 'st', 'nd', 'rd'] as const
/** 1st, 2nd, 3rd, 11th. */
export function ordinal(place: number): string {
  const teen = place % 100 > 10 && place % 100 < 14
  return `${place}${teen ? 'th' : (ordinals[place % 10] ?? 'th')}`
}

/** Groups items by a key, in the order in which each key first occurs. The standard `Map.groupBy` needs Node 21. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
