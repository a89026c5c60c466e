import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { conflictsOf, isHard, type OrderSettings } from '@callboard/domain/running-order/conflicts.ts'
import { applyMoves } from '@callboard/domain/running-order/moves.ts'
import type { Order } from '@callboard/domain/running-order/order.ts'
import { build } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import type { SearchProgress } from '../../web/src/running-order/office/order-worker.ts'

const settings: OrderSettings = {
  ...{ changeover_seconds: 20, prop_seconds: 60, dancer_gap_minutes: 15, dancer_gap_entries: 6, studio_run_most: 3 },
}
/** One dancer in the first two of many entries, back to back. */
const order: Order = {
  blocks: [
    {
      ...{ id: 1, stage: 1, kind: 'routines', name: 'Morning', minutes: 0 },
      ...{ starts_at: instant('2026-03-06T14:00:00Z'), day: calendarDate('2026-03-06') },
    },
  ],
  entries: Array.from({ length: 12 }, (_, index) => ({
    ...{ id: index + 1, registration_id: index + 1, block_id: 1, position: index + 1, entry_number: null, suffix: '' },
    ...{ pinned: false, state: 'planned', override_reason: '', allowed_seconds: 165, extra_minutes: 0 },
    ...{ has_prop: false, minimum_age: 8, age_division_id: 1, wish_windows: [], dancers: [index < 2 ? 1 : index + 1] },
  })),
}

/** A browser's worker in a thread of Node: its file as one script, and the names that a worker of a browser has. */
async function startWorker(): Promise<Worker> {
  const file = path.resolve(import.meta.dirname, '../../web/src/running-order/office/order-worker.ts')
  const { output } = await build({ input: file, write: false, output: { format: 'iife' }, logLevel: 'silent' })
  const globals = `
    const { parentPort } = require('node:worker_threads')
    globalThis.WorkerGlobalScope = class {}
    globalThis.self = {
      postMessage: (data) => parentPort.postMessage(data),
      addEventListener: (type, listener) => parentPort.on(type, (data) => listener({ data })),
    };`
  return new Worker(`${globals}\n${output[0].code}`, { eval: true })
}

test('the worker that searches reports what it found, last of all that it is done, and its moves mend the order', async () => {
  const worker = await startWorker()
  onTestFinished(async () => void (await worker.terminate()))
  const reports: SearchProgress[] = []
  const last = await new Promise<SearchProgress>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', (progress: SearchProgress) => {
      reports.push(progress)
      if (progress.isDone) resolve(progress)
    })
    // The request is copied: nothing of it may be a function.
    worker.postMessage({ order, settings, milliseconds: 900 })
  })
  expect(reports.length).toBeGreaterThan(1)
  expect(reports.slice(0, -1).every(({ isDone }) => !isDone)).toBe(true)
  expect(conflictsOf(order, settings).filter(isHard)).toHaveLength(1)
  const movedOrder = applyMoves(order, last.moves)
  if (!movedOrder.ok) throw new Error(movedOrder.refusal.code)
  expect(conflictsOf(movedOrder.value, settings).filter(isHard)).toEqual([])
  expect(last.counts.hard).toBe(0)
})
