import { createHash } from 'node:crypto'
import { secondsAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { entryLabel } from '@callboard/domain/running-order/entry-numbers.ts'
import { entriesInOrder } from '@callboard/domain/running-order/order.ts'
import { timetable } from '@callboard/domain/running-order/timetable.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { loadRunningOrder } from './present.ts'
import { findOrderCity, loadLockedBlocks } from './queries.ts'

/** Published entries of all stages with their derived times. */
export async function loadStage(tx: Tx, tour_date_id: number) {
  const loadedOrder = await loadRunningOrder(tx, tour_date_id)
  const { city, order, settings } = loadedOrder
  if (city.published_version === null) throw new Refused({ code: 'order.unpublished' })
  const stages = new Map(order.blocks.map(({ id, stage }) => [id, stage]))
  const entries = entriesInOrder(order).flatMap((entry) =>
    entry.entry_number === null ? [] : [{ ...entry, stage: stages.get(entry.block_id) ?? 1 }],
  )
  return { ...loadedOrder, entries, times: timetable(order, settings) }
}

export async function presentStage(tx: Tx, tour_date_id: number, now: Instant) {
  const { city, rows, entries, times } = await loadStage(tx, tour_date_id)
  const lockedBlocks = await loadLockedBlocks(tx, tour_date_id)
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const { event, time_zone, version } = city
  return {
    ...{ tour_date_id, event, city: city.city, time_zone, version, now },
    entries: entries.flatMap((entry) => {
      const row = rowById.get(entry.id)
      const slot = times.entries.get(entry.id)
      if (!row || !slot) return []
      const { id, name, studio, division, category, has_prop, on_stage_at, measured_seconds } = row
      return [
        {
          ...{ id, name, studio, division, category, has_prop, on_stage_at, measured_seconds },
          state: entry.state,
          label: entryLabel(entry),
          stage: entry.stage,
          seconds: entry.allowed_seconds + 60 * entry.extra_minutes,
          starts_at: slot.start,
          is_locked: lockedBlocks.has(entry.block_id),
          dancers: row.cast.map((dancer) => dancer.name),
        },
      ]
    }),
  }
}

/** Seconds for which all pages that poll a stage share one reading of it; a change of the order ends them at once. */
const sharedSeconds = 4

type SharedStage = Awaited<ReturnType<typeof presentStage>> & { tag: string }

/** The stage as it was read last, for pages that poll: by far most of them hear that nothing has changed. */
export function openSharedStages() {
  const stages = new Map<number, SharedStage>()
  return async (tx: Tx, tour_date_id: number, now: Instant): Promise<SharedStage> => {
    const { version } = orNotFound(await findOrderCity(tx, tour_date_id))
    const last = stages.get(tour_date_id)
    const isRecent = last && last.now <= now && now < secondsAfter(last.now, sharedSeconds)
    if (isRecent && last.version === version) return last
    const stage = await presentStage(tx, tour_date_id, now)
    const { now: _, ...content } = stage
    const tag = `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`
    // Few cities have a stage on one day.
    if (stages.size >= 50) stages.clear()
    stages.set(tour_date_id, { ...stage, tag })
    return { ...stage, tag }
  }
}
