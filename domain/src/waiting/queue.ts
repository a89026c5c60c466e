import { needsOf, plusNeeds, type Free, type Needs, type Waiter } from './entry.ts'

/** What an entry lacks of one key: it needs so many, and so many are free for it. */
export type Lack = { key: string; needed: number; free: number }
export type Offer = { entry_id: number; registration_id: number; parts: readonly number[]; all: boolean; needs: Needs }
/** An entry that goes on waiting: what it lacks, and how many of its routines would fit one by one. */
export type Held = { entry_id: number; lacks: readonly Lack[]; fitting: number; of: number }

export type Round = {
  offers: readonly Offer[]
  held: readonly Held[]
  /** How many entries wait for each key. Nobody new is given a place of a key somebody waits for. */
  waiting: Readonly<Record<string, number>>
}

const lacksOf = (needs: Needs, free: Free): Lack[] =>
  Object.entries(needs).flatMap(([key, needed]) => {
    const left = free[key] ?? null
    return left === null || needed <= left ? [] : [{ key, needed, free: Math.max(0, left) }]
  })

const without = (free: Free, needs: Needs): Free =>
  Object.fromEntries(Object.entries(free).map(([key, left]) => [key, left === null ? null : left - (needs[key] ?? 0)]))

/** As many of an entry's routines as fit one after the other, in their order. */
function fittingParts({ parts }: Waiter, free: Free): { ids: number[]; needs: Needs } {
  let needs: Needs = {}
  const ids: number[] = []
  for (const part of parts) {
    const more = plusNeeds(needs, part.needs)
    if (lacksOf(more, free).length > 0) continue
    needs = more
    ids.push(part.id)
  }
  return { ids, needs }
}

/**
 * Who is offered what of the places that are free. The line is gone through once, in its order: an entry is offered all
 * it waits for, or nothing; one that takes part is offered what fits. An entry that does not fit is passed, keeps its
 * place in line and is told what it lacks. A18, OFF-024.
 */
export function nextOffers(line: readonly Waiter[], free: Free): Round {
  let left = free
  const offers: Offer[] = []
  const passed: { waiter: Waiter; rest: Waiter['parts']; fitting: number }[] = []
  for (const waiter of line) {
    const { id: entry_id, registration_id, parts, takes_part } = waiter
    if (parts.length === 0) continue
    const needs = needsOf(parts)
    if (lacksOf(needs, left).length === 0) {
      offers.push({ entry_id, registration_id, parts: parts.map(({ id }) => id), all: true, needs })
      left = without(left, needs)
      continue
    }
    const fitting = fittingParts(waiter, left)
    if (!takes_part || fitting.ids.length === 0) {
      passed.push({ waiter, rest: parts, fitting: fitting.ids.length })
      continue
    }
    offers.push({ entry_id, registration_id, parts: fitting.ids, all: false, needs: fitting.needs })
    left = without(left, fitting.needs)
    passed.push({ waiter, rest: parts.filter(({ id }) => !fitting.ids.includes(id)), fitting: 0 })
  }
  const held = passed.map(({ waiter, rest, fitting }) => ({
    entry_id: waiter.id,
    lacks: lacksOf(needsOf(rest), left),
    fitting,
    of: rest.length,
  }))
  const waiting: Record<string, number> = {}
  for (const { key } of held.flatMap(({ lacks }) => lacks)) waiting[key] = (waiting[key] ?? 0) + 1
  return { offers, held, waiting }
}

/** The place of an entry among those who wait for the same: 1 is next. Null when it is not in the line. */
export function placeInLine({ held }: Pick<Round, 'held'>, entry_id: number): number | null {
  const at = held.findIndex((one) => one.entry_id === entry_id)
  const own = held[at]
  if (!own) return null
  const keys = new Set(own.lacks.map(({ key }) => key))
  return 1 + held.slice(0, at).filter(({ lacks }) => lacks.some(({ key }) => keys.has(key))).length
}

/** What an entry waits for, in words: 'room in the city', 'a place in Solo'. `nameOf` names a category or level, `things` what waits. */
export function whyWaiting({ lacks, fitting, of }: Held, nameOf: (key: string) => string, things = 'routines'): string {
  const [first] = lacks
  if (!first) return 'Places are free. You will have an offer in a moment.'
  const sought = lacks.map(({ key }) => thingOf(key, nameOf)).join(' and ')
  if (of === 1) return `Waiting for ${sought}.`
  if (fitting === 0) return `Waiting for ${sought}, for all ${of} ${things} together.`
  return `${fitting} of your ${of} ${things} would fit now. They wait until all ${of} fit, so smaller entries behind you may go first.`
}

function thingOf(key: string, nameOf: (key: string) => string): string {
  if (key === 'routines') return 'room in the city'
  if (key === 'small_solos') return 'a solo of a small registration'
  return `a place in ${nameOf(key)}`
}

/** The number in line of an entry that is put before another, or last (null). Between its new neighbours. OFF-024. */
export function positionBefore(
  line: readonly { id: number; position: number }[],
  moved: number,
  before: number | null,
): number | null {
  const others = line.filter(({ id }) => id !== moved)
  if (before === null) return (others.at(-1)?.position ?? 0) + 1
  const at = others.findIndex(({ id }) => id === before)
  const next = others[at]
  if (!next) return null
  const previous = others[at - 1]
  return previous ? (previous.position + next.position) / 2 : next.position - 1
}
