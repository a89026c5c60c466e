import { secondsBetween, type Instant } from '../kernel/instant.ts'
import type { OrderSettings } from './conflicts.ts'
import { hasStarted, takesTime } from './entry-state.ts'
import {
  dancerPairCost,
  neighborCost,
  studioDaysCost,
  weights,
  wishCost,
  type SearchEntry,
  type SearchSlot,
} from './order-cost.ts'
import { blocksInOrder, entriesOfBlock, type Order, type OrderEntry } from './order.ts'
import { entrySeconds } from './timetable.ts'

/** Where an entry stands: the index of its block, and its place in it from 0. */
type Place = { block: number; place: number }
/** `day`: the index of its day. */
type SearchBlock = { id: number; start: number; closes: number; day: number; entries: number[] }

/** The next number of a sequence that its seed decides: 0 ≤ n < 1 (mulberry32, public domain). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** So many accepted costs are remembered: a try that is not worse than the one so long ago is taken (late acceptance). */
const memory = 400
/** In entries: how far a swap reaches within a block. */
const reach = 40

/**
 * A local search for a better running order: swaps two entries, moves one, or moves a few together, and keeps what costs
 * less, or not more than some tries ago. Touches no pinned, numbered or started entry. The same seed makes the same order.
 */
export class OrderSearch {
  /** Cost of the order as it stands, and of the best so far. */
  cost: number
  bestCost: number
  readonly startCost: number
  tries = 0
  readonly #entries: SearchEntry[]
  readonly #blocks: SearchBlock[]
  readonly #ofDancer: number[][]
  readonly #slots: SearchSlot[]
  readonly #dancerCosts: number[]
  readonly #settings: OrderSettings
  readonly #random: () => number
  readonly #history: number[]
  readonly #movable: number[]
  readonly #hasWishes: boolean
  /** Entries of each studio by day. */
  readonly #studioDays: number[][]
  readonly #secondOf: (at: Instant) => number
  #best: number[][]

  constructor(order: Order, settings: OrderSettings, seed = 1) {
    this.#settings = settings
    this.#random = randomNumbers(seed)
    const blocks = blocksInOrder(order.blocks)
    const first = blocks[0]?.starts_at
    this.#secondOf = (at) => (first ? secondsBetween(first, at) : 0)
    const secondOf = this.#secondOf
    const dancerIndexes = new Map<number, number>()
    const studioIndexes = new Map<number, number>()
    const days = [...new Set(blocks.map(({ day }) => day))]
    this.#entries = []
    this.#ofDancer = []
    this.#blocks = blocks.flatMap((block, index) => {
      if (block.kind !== 'routines') return []
      const next = blocks.slice(index + 1).find(({ stage }) => stage === block.stage)
      const own = entriesOfBlock(order, block.id).filter(({ state }) => takesTime(state))
      const entries = own.map((entry) => this.#add(entry, dancerIndexes, studioIndexes))
      const closes = next ? secondOf(next.starts_at) : Infinity
      return [{ id: block.id, start: secondOf(block.starts_at), closes, day: days.indexOf(block.day), entries }]
    })
    this.#studioDays = this.#countStudioDays()
    this.#slots = this.#entries.map(() => ({ start: 0, end: 0, block: 0, place: 0 }))
    for (const block of this.#blocks.keys()) this.#time(block, 0)
    this.#dancerCosts = this.#ofDancer.map((_, dancer) => this.#dancerCost(dancer))
    this.#movable = this.#entries.flatMap(({ isFixed }, index) => (isFixed ? [] : [index]))
    this.#hasWishes = this.#entries.some(({ windows }) => windows.length > 0)
    this.cost = this.startCost = this.bestCost = this.fullCost()
    this.#history = Array.from({ length: memory }, () => this.cost)
    this.#best = this.#copy()
  }

  #add(entry: OrderEntry, dancerIndexes: Map<number, number>, studioIndexes: Map<number, number>): number {
    const index = this.#entries.length
    const dancers = entry.dancers.map((person_id) => {
      const ownIndex = dancerIndexes.get(person_id)
      if (ownIndex !== undefined) return ownIndex
      dancerIndexes.set(person_id, this.#ofDancer.length)
      return this.#ofDancer.push([]) - 1
    })
    for (const dancer of dancers) this.#ofDancer[dancer]?.push(index)
    const { id, registration_id, age_division_id, minimum_age, has_prop } = entry
    const studio = studioIndexes.get(registration_id) ?? studioIndexes.size
    studioIndexes.set(registration_id, studio)
    const isFixed = entry.pinned || entry.entry_number !== null || hasStarted(entry.state)
    const seconds = entrySeconds(entry, this.#settings)
    const windows = entry.wish_windows.map(({ from, until }) => ({
      from: this.#secondOf(from),
      until: this.#secondOf(until),
    }))
    this.#entries.push({
      ...{ id, seconds, registration_id, studio, age_division_id, minimum_age, has_prop, dancers, windows, isFixed },
    })
    return index
  }

  /** Times the entries of a block from a place on. */
  #time(block: number, from: number, to = Infinity) {
    const { start, entries } = this.#blocks[block] as SearchBlock
    let clock = from === 0 ? start : (this.#slots[entries[from - 1] as number] as SearchSlot).end
    for (let place = from; place < entries.length && place <= to; place++) {
      const entry = entries[place] as number
      const slot = this.#slots[entry] as SearchSlot
      slot.start = clock
      clock += (this.#entries[entry] as SearchEntry).seconds
      slot.end = clock
      slot.block = block
      slot.place = place
    }
  }

  #dancerCost(dancer: number): number {
    const slots = (this.#ofDancer[dancer] ?? []).map((entry) => this.#slots[entry] as SearchSlot)
    if (slots.length < 2) return 0
    slots.sort((one, other) => one.start - other.start || one.block - other.block)
    let cost = 0
    for (let index = 1; index < slots.length; index++) {
      cost += dancerPairCost(slots[index - 1] as SearchSlot, slots[index] as SearchSlot, this.#settings)
    }
    return cost
  }

  /** Cost of what stands side by side around some places of a block. */
  #sideCost(block: number, from: number, to: number): number {
    const { entries } = this.#blocks[block] as SearchBlock
    const most = this.#settings.studio_run_most
    const at = (place: number) => this.#entries[entries[place] as number] as SearchEntry
    let cost = 0
    for (let place = Math.max(1, from); place <= Math.min(entries.length - 1, to + 1); place++) {
      cost += neighborCost(at(place - 1), at(place))
    }
    for (let place = Math.max(most, from); place <= Math.min(entries.length - 1, to + most); place++) {
      let length = 1
      while (length <= most && at(place - length).registration_id === at(place).registration_id) length++
      if (length > most) cost += weights.studioRun
    }
    return cost
  }

  /** Cost of the wishes of entries at some places of a block, by the times they have now. */
  #wishCost(block: number, from: number, to: number): number {
    if (!this.#hasWishes) return 0
    const { entries } = this.#blocks[block] as SearchBlock
    let cost = 0
    for (let place = from; place <= to; place++) {
      const entry = entries[place] as number
      const { windows } = this.#entries[entry] as SearchEntry
      if (windows.length > 0) cost += wishCost((this.#slots[entry] as SearchSlot).start, windows)
    }
    return cost
  }

  #countStudioDays(): number[][] {
    const counts: number[][] = []
    for (const { day, entries } of this.#blocks) {
      for (const entry of entries) {
        const own = (counts[(this.#entries[entry] as SearchEntry).studio] ??= [])
        own[day] = (own[day] ?? 0) + 1
      }
    }
    return counts.map((own) => Array.from(own, (count) => count ?? 0))
  }

  /** Counts an entry on another day than before. */
  #changeDay(entry: number, from: number, to: number) {
    const counts = this.#studioDays[(this.#entries[entry] as SearchEntry).studio] as number[]
    counts[from] = (counts[from] ?? 0) - 1
    counts[to] = (counts[to] ?? 0) + 1
  }

  /** Cost of the days of the studios of two entries. */
  #daysCost(one: number, other: number): number {
    const [{ studio }, { studio: otherStudio }] = [
      this.#entries[one] as SearchEntry,
      this.#entries[other] as SearchEntry,
    ]
    const cost = studioDaysCost(this.#studioDays[studio] ?? [])
    return studio === otherStudio ? cost : cost + studioDaysCost(this.#studioDays[otherStudio] ?? [])
  }

  #overrun(block: number): number {
    const { entries, closes, start } = this.#blocks[block] as SearchBlock
    const last = entries.at(-1)
    const end = last === undefined ? start : (this.#slots[last] as SearchSlot).end
    return end > closes ? weights.hard + (end - closes) : 0
  }

  /** The whole cost, added anew. */
  fullCost(): number {
    const dancers = this.#ofDancer.reduce((sum, _, dancer) => sum + this.#dancerCost(dancer), 0)
    return this.#blocks.reduce(
      (sum, { entries }, block) =>
        sum +
        this.#sideCost(block, 0, entries.length - 1) +
        this.#wishCost(block, 0, entries.length - 1) +
        this.#overrun(block),
      dancers + this.#countStudioDays().reduce((sum, counts) => sum + studioDaysCost(counts), 0),
    )
  }

  /** Tries so many changes. */
  run(tries: number): void {
    if (this.#movable.length < 2) return
    for (let left = tries; left > 0; left--) this.#try()
  }

  #try() {
    const index = this.tries % memory
    this.tries += 1
    const entry = this.#movable[Math.floor(this.#random() * this.#movable.length)] as number
    const chance = this.#random()
    const from = this.#slots[entry] as SearchSlot
    if (chance < 0.15 && this.#blocks.length > 1) {
      const other = this.#movable[Math.floor(this.#random() * this.#movable.length)] as number
      const to = this.#slots[other] as SearchSlot
      if (to.block !== from.block) return this.#swapAcross({ ...from }, { ...to }, index)
    }
    const { entries } = this.#blocks[from.block] as SearchBlock
    const distance = 1 + Math.floor(this.#random() * reach)
    const place = from.place + (this.#random() < 0.5 ? -distance : distance)
    if (place < 0 || place >= entries.length) return
    const [low, high] = place < from.place ? [place, from.place] : [from.place, place]
    if (chance < 0.6) {
      if (this.#isFixedAt(from.block, place)) return
      const swap = () => {
        const lower = entries[low] as number
        entries[low] = entries[high] as number
        entries[high] = lower
      }
      return this.#decide(from.block, low, high, swap, swap, index)
    }
    for (let between = low; between <= high; between++) if (this.#isFixedAt(from.block, between)) return
    // A few that stand together move together.
    const length = chance < 0.85 ? 1 : Math.min(2 + Math.floor(this.#random() * 3), high - low)
    const isForward = place > from.place
    const turn = (count: number) => entries.splice(low, high - low + 1, ...rotated(entries.slice(low, high + 1), count))
    const count = isForward ? length : high - low + 1 - length
    return this.#decide(
      from.block,
      low,
      high,
      () => turn(count),
      () => turn(high - low + 1 - count),
      index,
    )
  }

  #isFixedAt(block: number, place: number): boolean {
    const entry = this.#blocks[block]?.entries[place]
    return entry === undefined || (this.#entries[entry] as SearchEntry).isFixed
  }

  /** Changes places of one block, whose other entries keep their times, and keeps the change if it pays. */
  #decide(block: number, low: number, high: number, change: () => void, undo: () => void, index: number) {
    const sides = () => this.#sideCost(block, low, high) + this.#wishCost(block, low, high)
    const sidesBefore = sides()
    change()
    this.#time(block, low, high)
    const dancers = this.#dancersBetween(block, low, high)
    const delta = sides() - sidesBefore + this.#dancerDelta(dancers)
    if (this.#accepts(delta, index)) return this.#keep(dancers, delta)
    undo()
    this.#time(block, low, high)
  }

  /** Swaps entries of two blocks: what comes after them moves by the difference of their lengths. */
  #swapAcross(one: Place, other: Place, index: number) {
    const ends = ({ block }: Place) => (this.#blocks[block] as SearchBlock).entries.length - 1
    const [oneBlock, otherBlock] = [this.#blocks[one.block] as SearchBlock, this.#blocks[other.block] as SearchBlock]
    const [first, second] = [oneBlock.entries[one.place] as number, otherBlock.entries[other.place] as number]
    const sides = () =>
      this.#daysCost(first, second) +
      this.#sideCost(one.block, one.place, one.place) +
      this.#sideCost(other.block, other.place, other.place) +
      this.#wishCost(one.block, one.place, ends(one)) +
      this.#wishCost(other.block, other.place, ends(other)) +
      this.#overrun(one.block) +
      this.#overrun(other.block)
    const swap = () => {
      const lower = oneBlock.entries[one.place] as number
      const upper = otherBlock.entries[other.place] as number
      oneBlock.entries[one.place] = upper
      otherBlock.entries[other.place] = lower
      if (oneBlock.day !== otherBlock.day) {
        this.#changeDay(lower, oneBlock.day, otherBlock.day)
        this.#changeDay(upper, otherBlock.day, oneBlock.day)
      }
      this.#time(one.block, one.place)
      this.#time(other.block, other.place)
    }
    const before = sides()
    swap()
    const dancers = this.#dancersBetween(one.block, one.place, ends(one))
    for (const dancer of this.#dancersBetween(other.block, other.place, ends(other))) dancers.add(dancer)
    const delta = sides() - before + this.#dancerDelta(dancers)
    if (this.#accepts(delta, index)) return this.#keep(dancers, delta)
    swap()
  }

  #dancersBetween(block: number, low: number, high: number): Set<number> {
    const dancers = new Set<number>()
    const { entries } = this.#blocks[block] as SearchBlock
    for (let place = low; place <= high; place++) {
      for (const dancer of this.#entries[entries[place] as number]?.dancers ?? []) dancers.add(dancer)
    }
    return dancers
  }

  #dancerDelta(dancers: ReadonlySet<number>): number {
    let delta = 0
    for (const dancer of dancers) delta += this.#dancerCost(dancer) - (this.#dancerCosts[dancer] ?? 0)
    return delta
  }

  #accepts(delta: number, index: number): boolean {
    const cost = this.cost + delta
    const accepted = cost <= this.cost || cost <= (this.#history[index] ?? 0)
    this.#history[index] = accepted ? cost : this.cost
    return accepted
  }

  #keep(dancers: ReadonlySet<number>, delta: number) {
    this.cost += delta
    for (const dancer of dancers) this.#dancerCosts[dancer] = this.#dancerCost(dancer)
    if (this.cost >= this.bestCost) return
    this.bestCost = this.cost
    this.#best = this.#copy()
  }

  #copy = (): number[][] => this.#blocks.map(({ entries }) => [...entries])

  /** The best order so far: by block, the ids of its entries that take time. */
  best(): { block_id: number; ids: number[] }[] {
    return this.#best.map((entries, block) => ({
      block_id: this.#blocks[block]?.id ?? 0,
      ids: entries.map((entry) => this.#entries[entry]?.id ?? 0),
    }))
  }
}

const rotated = (entries: readonly number[], count: number): number[] => [
  ...entries.slice(count),
  ...entries.slice(0, count),
]
