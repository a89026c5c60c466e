import { addDays, type CalendarDate } from '../kernel/calendar.ts'
import { compareInstants, type Instant } from '../kernel/instant.ts'
import type { WishWindow } from './entry-request.ts'
import type { OrderEntryState } from './entry-state.ts'

export const blockKinds = ['routines', 'awards', 'break', 'audition'] as const
export type BlockKind = (typeof blockKinds)[number]

/** A stretch of a stage's day. Only a block of routines has entries; the others last `minutes`. */
export type OrderBlock = {
  id: number
  stage: number
  kind: BlockKind
  name: string
  starts_at: Instant
  /** Of its start, on the city's clocks. */
  day: CalendarDate
  minutes: number
}

type EventDays = { start_date: CalendarDate; end_date: CalendarDate }

/**
 * Whether a block that starts on this day, on the city's clocks, is near its event: on one of its days, the evening before
 * or the day after. Any other is asked about, since a slip in the date puts its entries weeks away.
 */
export const isNearEvent = (day: CalendarDate, { start_date, end_date }: EventDays): boolean =>
  day >= addDays(start_date, -1) && day <= addDays(end_date, 1)

/** How many days before or after its event a block may start: a wrong year is no plan. */
export const mostDaysFromEvent = 300

/** Whether a block may start on this day at all. */
export const isWithinReach = (day: CalendarDate, { start_date, end_date }: EventDays): boolean =>
  day >= addDays(start_date, -mostDaysFromEvent) && day <= addDays(end_date, mostDaysFromEvent)

/** A registered routine of the city. It is in the order where it has a block; `position` counts from 1 in each block. */
export type OrderEntry = {
  /** The id in `registration_routines`. */
  id: number
  registration_id: number
  block_id: number | null
  position: number
  /** Null until the order is published with it. */
  entry_number: number | null
  suffix: string
  pinned: boolean
  state: OrderEntryState
  /** Why the office accepts a hard conflict of this entry. */
  override_reason: string
  /** The seconds that the category allows, without extra minutes. */
  allowed_seconds: number
  extra_minutes: number
  has_prop: boolean
  /** The division's youngest age; a draft puts the young first. */
  minimum_age: number
  age_division_id: number
  dancers: readonly number[]
  /** When its studio would like it to start; empty: at any time. */
  wish_windows: readonly WishWindow[]
}

export type Order = { blocks: readonly OrderBlock[]; entries: readonly OrderEntry[] }

/** An entry in the order. */
export type PlacedEntry = OrderEntry & { block_id: number }
const isPlaced = (entry: OrderEntry): entry is PlacedEntry => entry.block_id !== null

const byNumber = (one: number, other: number) => one - other

/** Blocks by time; of those that start at once, the lower stage first. */
export const blocksInOrder = (blocks: readonly OrderBlock[]): OrderBlock[] =>
  blocks.toSorted(
    (one, other) =>
      compareInstants(one.starts_at, other.starts_at) || byNumber(one.stage, other.stage) || byNumber(one.id, other.id),
  )

/** The entries of a block, by position. */
export const entriesOfBlock = (order: Order, block_id: number): PlacedEntry[] =>
  order.entries
    .filter(isPlaced)
    .filter((entry) => entry.block_id === block_id)
    .toSorted((one, other) => byNumber(one.position, other.position))

/** All entries in the order, by block and position. */
export function entriesInOrder(order: Order): PlacedEntry[] {
  const ofBlock = new Map<number, PlacedEntry[]>()
  for (const entry of order.entries.filter(isPlaced)) {
    const own = ofBlock.get(entry.block_id)
    if (own) own.push(entry)
    else ofBlock.set(entry.block_id, [entry])
  }
  return blocksInOrder(order.blocks).flatMap(({ id }) =>
    (ofBlock.get(id) ?? []).toSorted((one, other) => byNumber(one.position, other.position)),
  )
}
