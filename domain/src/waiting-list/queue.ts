import {
  needsOf,
  plusNeeds,
  type FreePlaces,
  type PartsById,
  type WaitingNeeds,
  type RoutinePart,
  type Waiter,
} from './entry.ts'

/** The shortage of an entry in one key: the places it needs and the places free for it. */
type Lack = { key: string; needed: number; free: number }
export type WaitingOffer = PartsById & { entry_id: number; registration_id: number; all: boolean; needs: WaitingNeeds }
/**
 * An entry that goes on waiting: what it lacks, and how many of its routines (of its people, where it has no routines)
 * would fit one by one. `blocked`: a dancer of its routines is not registered and does not wait with them.
 */
type PassedEntry = { entry_id: number; lacks: readonly Lack[]; fitting: number; of: number; blocked: boolean }

export type OfferRound = {
  offers: readonly WaitingOffer[]
  held: readonly PassedEntry[]
  /** How many entries wait for each key. Nobody new is given a place of a key somebody waits for. */
  waiting: Readonly<Record<string, number>>
}

const lacksOf = (needs: WaitingNeeds, free: FreePlaces): Lack[] =>
  Object.entries(needs).flatMap(([key, needCount]) => {
    const left = free[key] ?? null
    return left === null || needCount <= left ? [] : [{ key, needed: needCount, free: Math.max(0, left) }]
  })

const without = (free: FreePlaces, needs: WaitingNeeds): FreePlaces =>
  Object.fromEntries(Object.entries(free).map(([key, left]) => [key, left === null ? null : left - (needs[key] ?? 0)]))

const allOf = ({ routines, people }: Waiter): PartsById & { needs: WaitingNeeds } => ({
  routines: routines.map(({ id }) => id),
  people: people.map(({ id }) => id),
  needs: needsOf([...routines, ...people]),
})

/** As many of an entry's routines as fit, each with its dancers, then as many of the people no routine needs; in their order. */
function fittingParts({ routines, people }: Waiter, free: FreePlaces): PartsById & { needs: WaitingNeeds } {
  const needsOfPerson = new Map(people.map(({ id, needs }) => [id, needs]))
  const dancerIds = new Set(routines.flatMap(({ dancers }) => dancers))
  let needs: WaitingNeeds = {}
  const offeredParts = { routines: [] as number[], people: [] as number[] }
  const take = (more: WaitingNeeds): boolean => {
    const sum = plusNeeds(needs, more)
    if (lacksOf(sum, free).length > 0) return false
    needs = sum
    return true
  }
  for (const routine of routines) {
    const dancers = routine.dancers.filter((id) => !offeredParts.people.includes(id))
    const more = dancers.reduce((sum, id) => plusNeeds(sum, needsOfPerson.get(id) ?? {}), routine.needs)
    if (routine.blocked || !take(more)) continue
    offeredParts.routines.push(routine.id)
    offeredParts.people.push(...dancers)
  }
  for (const { id, needs: own } of people) if (!dancerIds.has(id) && take(own)) offeredParts.people.push(id)
  return { ...offeredParts, needs }
}

/** The entry without these parts. */
function rest(waiter: Waiter, parts: PartsById): Waiter {
  const people = waiter.people.filter(({ id }) => !parts.people.includes(id))
  const routines = waiter.routines
    .filter(({ id }) => !parts.routines.includes(id))
    // A dancer who was offered a place with another routine must take it first.
    .map((routine): RoutinePart => {
      const blocked = routine.blocked || routine.dancers.some((id) => parts.people.includes(id))
      return { ...routine, blocked }
    })
  return { ...waiter, routines, people }
}

/** The part of an entry that could be offered if there were room; of a blocked entry, nothing or only the rest. */
const offerable = (waiter: Waiter): Waiter => {
  const open = waiter.routines.filter(({ blocked }) => !blocked)
  if (open.length === waiter.routines.length) return waiter
  if (!waiter.takes_part) return { ...waiter, routines: [], people: [] }
  const shut = new Set(waiter.routines.filter(({ blocked }) => blocked).flatMap(({ dancers }) => dancers))
  const openDancers = new Set(open.flatMap(({ dancers }) => dancers))
  return { ...waiter, routines: open, people: waiter.people.filter(({ id }) => !shut.has(id) || openDancers.has(id)) }
}

const sizeOf = ({ routines, people }: { routines: readonly unknown[]; people: readonly unknown[] }): number =>
  routines.length > 0 ? routines.length : people.length

/**
 * Allocates the free places to the waiting list in one pass, in its order. An entry is offered all it waits for, or
 * nothing; an entry that accepts parts is offered what fits, a routine never without its dancers. An entry that does
 * not fit is skipped, keeps its place in line and reports what it lacks. A18, OFF-024.
 */
export function nextOffers(line: readonly Waiter[], free: FreePlaces): OfferRound {
  let left = free
  const offers: WaitingOffer[] = []
  const passed: { waiter: Waiter; fitting: number }[] = []
  for (const waiter of line) {
    const { id: entry_id, registration_id, routines, people, takes_part } = waiter
    if (routines.length + people.length === 0) continue
    const isBlocked = routines.some(({ blocked }) => blocked)
    const all = allOf(waiter)
    if (!isBlocked && lacksOf(all.needs, left).length === 0) {
      offers.push({ entry_id, registration_id, ...all, all: true })
      left = without(left, all.needs)
      continue
    }
    const fitting = fittingParts(waiter, left)
    if (!takes_part || sizeOf(fitting) === 0) {
      passed.push({ waiter, fitting: sizeOf(fitting) })
      continue
    }
    offers.push({ entry_id, registration_id, ...fitting, all: false })
    left = without(left, fitting.needs)
    passed.push({ waiter: rest(waiter, fitting), fitting: 0 })
  }
  const passedEntries = passed.map(({ waiter, fitting }) => ({
    entry_id: waiter.id,
    lacks: lacksOf(allOf(offerable(waiter)).needs, left),
    fitting,
    of: sizeOf(waiter),
    blocked: waiter.routines.some(({ blocked }) => blocked),
  }))
  const waiting: Record<string, number> = {}
  for (const { key } of passedEntries.flatMap(({ lacks }) => lacks)) waiting[key] = (waiting[key] ?? 0) + 1
  return { offers, held: passedEntries, waiting }
}

/** The place of an entry among those who wait for the same: 1 is next. Null when it is not in the line, or waits for its own dancers. */
export function placeInLine({ held }: Pick<OfferRound, 'held'>, entry_id: number): number | null {
  const at = held.findIndex((one) => one.entry_id === entry_id)
  const own = held[at]
  if (!own || (own.blocked && own.lacks.length === 0)) return null
  const keys = new Set(own.lacks.map(({ key }) => key))
  return 1 + held.slice(0, at).filter(({ lacks }) => lacks.some(({ key }) => keys.has(key))).length
}

/** The same in words; null: its turn comes once its dancers are in. */
export function placeText(place: number | null): string {
  if (place === null) return 'Waiting for its dancers'
  return place === 1 ? 'Next in line' : `Number ${place} in line`
}

/** Why an entry waits, for programs. */
export const waitReasons = ['dancers', 'offer_soon', 'places', 'places_together'] as const
type WaitReason = (typeof waitReasons)[number]

type Waiting = { things?: string; takes_part?: boolean; missing?: readonly string[] }

/** The code of the reason an entry waits; `whyWaiting` says the same in words. */
export function waitReason({ lacks, of, blocked }: PassedEntry, { takes_part = false }: Waiting = {}): WaitReason {
  if (blocked) return 'dancers'
  if (lacks.length === 0) return 'offer_soon'
  return of === 1 || takes_part ? 'places' : 'places_together'
}

/**
 * The reason an entry waits, in words: 'room in the city', 'a place in Solo'. `nameOf` names a category or level,
 * `things` the waiting people or routines, `takes_part` is whether they may come in apart, `missing` lists its dancers
 * who are not in.
 */
export function whyWaiting(entry: PassedEntry, nameOf: (key: string) => string, waiting: Waiting = {}): string {
  const { things = 'routines', missing = [] } = waiting
  const { lacks, fitting, of } = entry
  const sought = lacks.map(({ key }) => thingOf(key, nameOf)).join(' and ')
  const all = of === 2 ? 'both' : `all ${of}`
  const together =
    fitting === 0
      ? `Waiting for ${sought}, for ${all} ${things} together.`
      : `${fitting} of your ${of} ${things} would fit now. They wait until ${all} fit, so smaller entries behind you may go first.`
  const who = missing.length === 0 ? 'all of its dancers' : missing.join(' and ')
  const sentences: Record<WaitReason, string> = {
    dancers: `Waiting until ${who} ${missing.length === 1 ? 'has' : 'have'} a place at a level.`,
    offer_soon: 'Places are free. You’ll get an offer in a moment.',
    places: `Waiting for ${sought}.`,
    places_together: together,
  }
  return sentences[waitReason(entry, waiting)]
}

function thingOf(key: string, nameOf: (key: string) => string): string {
  if (key === 'routines') return 'room in the city'
  if (key === 'small_solos') return 'a solo of a small registration'
  return `a place in ${nameOf(key)}`
}

/** The number in line of an entry that is put before another, or last (null). Between its new neighbours. OFF-024. */
export function positionBefore(
  line: readonly { id: number; position: number }[],
  movedCount: number,
  before: number | null,
): number | null {
  const others = line.filter(({ id }) => id !== movedCount)
  if (before === null) return (others.at(-1)?.position ?? 0) + 1
  const at = others.findIndex(({ id }) => id === before)
  const next = others[at]
  if (!next) return null
  const previous = others[at - 1]
  return previous ? (previous.position + next.position) / 2 : next.position - 1
}
