import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { instant, minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { conflictsOf, isHard, type OrderSettings } from '@callboard/domain/running-order/conflicts.ts'
import { draftOrder } from '@callboard/domain/running-order/draft-order.ts'
import { applyMoves } from '@callboard/domain/running-order/moves.ts'
import { OrderSearch } from '@callboard/domain/running-order/order-search.ts'
import type { Order, OrderEntry } from '@callboard/domain/running-order/order.ts'
import { gapBound, movesTo } from '@callboard/domain/running-order/suggested-moves.ts'
import { timetable } from '@callboard/domain/running-order/timetable.ts'
import type { Bench } from './bench.ts'
import { median, quantile } from './measure.ts'
import { printTable } from './table.ts'

const settings: OrderSettings = {
  changeover_seconds: 20,
  prop_seconds: 60,
  dancer_gap_minutes: 15,
  dancer_gap_entries: 6,
  studio_run_most: 3,
}
const entryCount = 500
const studios = 40
const searchSeconds = 10

/** 500 entries of 40 studios in three days of two blocks; who dances what is decided by a fixed sequence. */
function city(): Order {
  let state = 7_919
  const next = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  const entries = Array.from({ length: entryCount }, (_, index): OrderEntry => {
    const registration_id = 1 + next(studios)
    const dancers = Array.from({ length: [1, 1, 2, 3, 6, 9][next(6)] ?? 1 }, () => registration_id * 100 + next(14))
    const division = 1 + next(4)
    return {
      ...{ id: index + 1, registration_id, block_id: null, position: 0, entry_number: null, suffix: '' },
      ...{ pinned: false, state: 'planned', override_reason: '', allowed_seconds: 165, extra_minutes: 0 },
      ...{ has_prop: next(8) === 0, minimum_age: 3 * division, age_division_id: division },
      dancers: [...new Set(dancers)],
      wish_windows: [],
    }
  })
  const nine = instant('2026-03-06T14:00:00Z')
  const blocks = [0, 300, 1_440, 1_740, 2_880, 3_180].map((minutes, index) => ({
    ...{ id: index + 1, stage: 1, kind: 'routines' as const, name: `Block ${index + 1}`, minutes: 0 },
    starts_at: minutesAfter(nine, minutes),
    day: dayIn('America/New_York', minutesAfter(nine, minutes)),
  }))
  return { entries, blocks }
}

function timesOf(rounds: number, work: (round: number) => unknown): number[] {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    work(round)
    times.push(performance.now() - began)
  }
  return times
}

function orThrow<Value>(result: { ok: true; value: Value } | { ok: false; refusal: { code: string } }): Value {
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value
}

/** A first draft of 500 entries, the check of one drag, and a search; each beside the least that it has to do. */
export function orderPart({ options: { rounds } }: Bench): Promise<void> {
  const start = city()
  const draft = orThrow(draftOrder(start, settings))
  const dragged = (round: number) => {
    const entry = draft.entries[(round * 37) % entryCount]
    const before = draft.entries[(round * 91 + 5) % entryCount]
    if (!entry || !before || before.block_id === null || entry === before) return draft
    const move = { kind: 'place' as const, id: entry.id, block_id: before.block_id, before_id: before.id }
    return orThrow(applyMoves(draft, [move]))
  }
  const row = (what: string, times: readonly number[], limit: string, limitTimes: readonly number[]) => ({
    what,
    'p50 ms': median(times),
    'p95 ms': quantile(times, 0.95),
    limit,
    'limit p50 ms': median(limitTimes),
  })
  const sorted = () => start.entries.toSorted((one, other) => one.minimum_age - other.minimum_age || one.id - other.id)
  printTable(`Running order of ${entryCount} entries, ${studios} studios, three days, Node ${process.version}`, [
    row(
      'first draft',
      timesOf(3 * rounds, () => draftOrder(start, settings)),
      'one sort',
      timesOf(50, sorted),
    ),
    row(
      'check of a drag',
      timesOf(50 * rounds, (round) => conflictsOf(dragged(round), settings)),
      'its timetable',
      timesOf(50 * rounds, () => timetable(draft, settings)),
    ),
  ])
  printSearch(draft)
  return Promise.resolve()
}

function printSearch(draft: Order): void {
  const search = new OrderSearch(draft, settings, 1)
  const began = performance.now()
  while (performance.now() - began < searchSeconds * 1_000) search.run(200)
  const seconds = (performance.now() - began) / 1_000
  const bestOrder = orThrow(applyMoves(draft, movesTo(draft, search.best())))
  const row = (order: string, conflicts: ReturnType<typeof conflictsOf>, cost: number) => ({
    order,
    cost,
    hard: conflicts.filter(isHard).length,
    soft: conflicts.filter((conflict) => !isHard(conflict)).length,
  })
  const bound = gapBound(draft)
  printTable(
    `Search of ${seconds.toFixed(1)} s: ${Math.round(search.tries / seconds)} tries a second; the busiest dancer has ` +
      `${bound?.count ?? 0} entries, which no order sets further apart than ${bound?.most ?? 0}`,
    [
      row('draft', conflictsOf(draft, settings), search.startCost),
      row('best', conflictsOf(bestOrder, settings), search.bestCost),
    ],
  )
}
