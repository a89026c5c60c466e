import type { CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { OrderSettings } from './conflicts.ts'
import { takesTime } from './entry-state.ts'
import { blocksInOrder, entriesOfBlock, type Order, type OrderBlock, type OrderEntry } from './order.ts'
import type { RunningOrderRefusal } from './refusals.ts'
import { entrySeconds, timetable } from './timetable.ts'

/** Seconds since 1970: a draft compares some million of them, which as texts took most of its time. */
type Seconds = number
const secondsOf = (at: Instant): Seconds => Date.parse(at) / 1000
/** A stretch of time on a stage. */
type Span = { start: Seconds; end: Seconds }

/** A block that is being filled; `clock` is when its next entry starts, `last` what is in it so far. */
type OpenBlock = { block: OrderBlock; clock: Seconds; closes_at: Seconds; last: OrderEntry[]; firstPosition: number }

/** Penalties of a candidate, in seconds: a gap that is too short counts as it is. */
const hardPenalty = 1_000_000
const otherDivisionPenalty = 20_000
const wishPenalty = 2_000
const otherDayPenalty = 1_000
const studioRunPenalty = 600

/**
 * A first draft: puts every routine that is not in the order behind what is there. Greedy: always the block that is
 * earliest, and for it the routine that costs least: the youngest division together, each dancer's gap kept, studios'
 * wishes met, a studio on few days, dancers with much left to dance first.
 */
export function draftOrder(start: Order, settings: OrderSettings): Result<Order, RunningOrderRefusal> {
  const open = openBlocks(start, settings)
  if (open.length === 0) return refuse({ code: 'order.no_block' })

  const pending = new Set(start.entries.filter(({ block_id }) => block_id === null))
  const load = new Map<number, number>()
  for (const { dancers } of pending) for (const id of dancers) load.set(id, (load.get(id) ?? 0) + 1)
  const busy = busySpans(start, settings)
  const wishes = new Map(
    [...pending].flatMap(({ id, wish_windows }): [number, Span[]][] =>
      wish_windows.length === 0
        ? []
        : [[id, wish_windows.map(({ from, until }) => ({ start: secondsOf(from), end: secondsOf(until) }))]],
    ),
  )
  const studioDays = daysOfStudios(start)
  const placedEntries = new Map<number, OrderEntry>()

  while (pending.size > 0) {
    const target = earliest(open)
    if (!target) break
    const youngest = Math.min(...[...pending].map(({ minimum_age }) => minimum_age))
    let best: OrderEntry | undefined
    let bestCost = Infinity
    const all = [...pending]
    const candidates = wishes.size === 0 ? all : all.filter(({ id }) => !waits(wishes.get(id), target, open))
    if (candidates.length === 0 && isNotOnly(open, target)) {
      open.splice(open.indexOf(target), 1)
      continue
    }
    for (const entry of candidates.length > 0 ? candidates : all) {
      const cost = costOf(entry, target, { youngest, busy, load, studioDays, wishes, settings })
      if (cost < bestCost) {
        best = entry
        bestCost = cost
      }
    }
    if (!best) break
    const end = target.clock + entrySeconds(best, settings)
    if (end > target.closes_at && isNotOnly(open, target)) {
      open.splice(open.indexOf(target), 1)
      continue
    }
    const position = target.firstPosition + target.last.length
    pending.delete(best)
    placedEntries.set(best.id, { ...best, block_id: target.block.id, position })
    for (const id of best.dancers) {
      addSpan(busy, id, { start: target.clock, end })
      load.set(id, (load.get(id) ?? 1) - 1)
    }
    addDay(studioDays, best.registration_id, target.block.day)
    target.last.push(best)
    target.clock = end
  }
  return accept({ ...start, entries: start.entries.map((entry) => placedEntries.get(entry.id) ?? entry) })
}

function openBlocks(order: Order, settings: OrderSettings): OpenBlock[] {
  const blocks = blocksInOrder(order.blocks)
  const times = timetable(order, settings)
  return blocks.flatMap((block, index) => {
    if (block.kind !== 'routines') return []
    const next = blocks.slice(index + 1).find(({ stage }) => stage === block.stage)
    const clock = secondsOf(times.blocks.get(block.id)?.end ?? block.starts_at)
    const closes_at = next ? secondsOf(next.starts_at) : Infinity
    return [{ block, clock, closes_at, last: [], firstPosition: entriesOfBlock(order, block.id).length + 1 }]
  })
}

const earliest = (open: readonly OpenBlock[]): OpenBlock | undefined =>
  open.toSorted((one, other) => one.clock - other.clock || one.block.stage - other.block.stage)[0]

/** The last open block of the day takes what is left, also beyond its end: a conflict then says so. */
const isNotOnly = (open: readonly OpenBlock[], target: OpenBlock): boolean => open.some((block) => block !== target)

/** Whether a wish is not met now, and can be met in another open block. */
const waits = (wish: readonly Span[] | undefined, target: OpenBlock, open: readonly OpenBlock[]): boolean =>
  wish !== undefined &&
  !isWithin(target.clock, wish) &&
  open.some((block) => block !== target && wish.some(({ start, end }) => start < block.closes_at && block.clock <= end))

const isWithin = (clock: Seconds, wish: readonly Span[]) =>
  wish.some(({ start, end }) => start <= clock && clock <= end)

/** When each dancer is on stage by the entries that are in the order. */
function busySpans(order: Order, settings: OrderSettings): Map<number, Span[]> {
  const { entries: times } = timetable(order, settings)
  const busy = new Map<number, Span[]>()
  for (const { id, state, dancers } of order.entries) {
    const slot = times.get(id)
    if (!slot || !takesTime(state)) continue
    const span = { start: secondsOf(slot.start), end: secondsOf(slot.end) }
    for (const person_id of dancers) addSpan(busy, person_id, span)
  }
  return busy
}

function daysOfStudios({ blocks, entries }: Order): Map<number, Set<CalendarDate>> {
  const dayOfBlock = new Map(blocks.map(({ id, day }) => [id, day]))
  const days = new Map<number, Set<CalendarDate>>()
  for (const { registration_id, block_id, state } of entries) {
    const day = block_id === null ? undefined : dayOfBlock.get(block_id)
    if (day !== undefined && takesTime(state)) addDay(days, registration_id, day)
  }
  return days
}

function addDay(days: Map<number, Set<CalendarDate>>, registration_id: number, day: CalendarDate) {
  const own = days.get(registration_id)
  if (own) own.add(day)
  else days.set(registration_id, new Set([day]))
}

function addSpan(busy: Map<number, Span[]>, person_id: number, span: Span) {
  const spans = busy.get(person_id)
  if (spans) spans.push(span)
  else busy.set(person_id, [span])
}

/** Seconds between two stretches of time; negative where they overlap. */
const gapBetween = (one: Span, other: Span): number => Math.max(other.start - one.end, one.start - other.end)

type Context = {
  youngest: number
  busy: ReadonlyMap<number, readonly Span[]>
  load: ReadonlyMap<number, number>
  /** The days on which each studio has entries. */
  studioDays: ReadonlyMap<number, ReadonlySet<CalendarDate>>
  /** When entries may start whose studio has a wish. */
  wishes: ReadonlyMap<number, readonly Span[]>
  settings: OrderSettings
}

function costOf(entry: OrderEntry, { block, clock, last }: OpenBlock, context: Context): number {
  const { youngest, busy, load, studioDays, wishes, settings } = context
  const least = 60 * settings.dancer_gap_minutes
  let cost = entry.minimum_age === youngest ? 0 : otherDivisionPenalty + 100 * (entry.minimum_age - youngest)
  const span = { start: clock, end: clock + entrySeconds(entry, settings) }
  let mostLeft = 0
  for (const person_id of entry.dancers) {
    mostLeft = Math.max(mostLeft, load.get(person_id) ?? 0)
    for (const busySpan of busy.get(person_id) ?? []) {
      const gap = gapBetween(busySpan, span)
      if (gap < Math.max(settings.changeover_seconds, 1)) cost += hardPenalty
      if (gap < least) cost += least - gap
    }
  }
  const days = studioDays.get(entry.registration_id)
  if (days && !days.has(block.day)) cost += otherDayPenalty
  const windows = wishes.get(entry.id)
  if (windows && !isWithin(clock, windows)) cost += wishPenalty
  const run = last.slice(-settings.studio_run_most)
  const isRun = run.length === settings.studio_run_most && run.length > 0
  if (isRun && run.every(({ registration_id }) => registration_id === entry.registration_id)) cost += studioRunPenalty
  return cost - mostLeft
}
