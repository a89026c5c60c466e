import type { PlaceCount } from '../../tours/city.ts'

export type PlaceCounts = Readonly<Record<string, PlaceCount>>
export type HeldPlaces = Readonly<Record<string, number>>
/** `over`: how many too many. */
type Shortage = { key: string; over: number }

/** Places of a key a registration may have in all: those left and those it holds already; null: any number. COMP-082. */
export function roomFor(key: string, heldPlaces: HeldPlaces, counts: PlaceCounts): number | null {
  const count = counts[key]
  if (!count || count.places === null) return null
  const own = heldPlaces[key] ?? 0
  // The waiting list has priority over new requests for this place. A18.
  const free = count.waiting > 0 ? 0 : Math.max(0, count.places - count.taken)
  return own + free
}

/** Which of the needed places a registration cannot have beside those it holds. In key order. COMP-081, COMP-084. */
export function shortagesOf(
  needs: Readonly<Record<string, number>>,
  heldPlaces: HeldPlaces,
  counts: PlaceCounts,
): Shortage[] {
  return Object.keys(needs)
    .toSorted()
    .flatMap((key) => {
      const needCount = needs[key] ?? 0
      const room = roomFor(key, heldPlaces, counts)
      // Giving up or keeping what one has is always possible, even after the office lowered a limit.
      if (room === null || needCount <= room || needCount <= (heldPlaces[key] ?? 0)) return []
      return [{ key, over: needCount - room }]
    })
}

/** The text for a limited place: '53 left', 'Sold out', or null without a limit. COMP-016, COMP-082. */
export function leftText(count: PlaceCount | undefined): string | null {
  if (!count || count.places === null) return null
  const left = Math.max(0, count.places - count.taken)
  return left === 0 || count.waiting > 0 ? 'Sold out' : `${left} left`
}
