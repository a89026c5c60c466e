import type { officeRunningOrder } from '@callboard/contract/running-order/running-order.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { clockText, weekdayText } from '@callboard/domain/kernel/moment-text.ts'
import { conflictText, groupConflicts, type ConflictNames } from '@callboard/domain/running-order/conflict-text.ts'
import { conflictsOf, entriesOfConflict, isHard } from '@callboard/domain/running-order/conflicts.ts'
import { entryLabel, entryNumbers } from '@callboard/domain/running-order/entry-numbers.ts'
import { wishText, type EntryRequest } from '@callboard/domain/running-order/entry-request.ts'
import { orderChanges, versionOf } from '@callboard/domain/running-order/order-changes.ts'
import { blocksInOrder, type Order } from '@callboard/domain/running-order/order.ts'
import { timetable, type Timetable } from '@callboard/domain/running-order/timetable.ts'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { loadSettings } from '../platform/settings-queries.ts'
import { findOrderCity, findOrderVersion, loadOrder, type OrderRoutineRow } from './queries.ts'

/** A city's order with everything its rules need. */
export async function loadRunningOrder(tx: Tx, tour_date_id: number) {
  const city = orNotFound(await findOrderCity(tx, tour_date_id))
  const settings = await loadSettings(tx, city)
  return { city, settings, ...(await loadOrder(tx, city)) }
}

type LoadedOrder = Awaited<ReturnType<typeof loadRunningOrder>>

/** Names for the sentences of conflicts. */
export function namesOf(order: Order, rows: readonly OrderRoutineRow[], zone: string): ConflictNames {
  const routines = new Map(rows.map((row) => [row.id, row.name]))
  const studios = new Map(rows.map((row) => [row.registration_id, row.studio]))
  const dancers = new Map(rows.flatMap(({ cast }) => cast.map(({ person_id, name }) => [person_id, name] as const)))
  const wishes = new Map(rows.map((row) => [row.id, wishText(row)]))
  const blocks = new Map(order.blocks.map(({ id, name }) => [id, name]))
  const numbers = entryNumbers(order)
  return {
    dancer: (id) => dancers.get(id) ?? 'A dancer',
    studio: (id) => studios.get(id) ?? 'A studio',
    block: (id) => blocks.get(id) ?? 'A block',
    wish: (id) => wishes.get(id) ?? '',
    moment: (at) => `${weekdayText(at, zone)}, ${clockText(at, zone)}`,
    entry(id) {
      const number = numbers.get(id)
      return [number && entryLabel(number), `“${routines.get(id) ?? ''}”`].filter(Boolean).join(' ')
    },
  }
}

type RequestColumns = { [Column in keyof StudioRequest]: StudioRequest[Column] | null }
type StudioRequest = EntryRequest & { revision: number; requested_at: Instant; answer: string }

/** The request of a row that may have none. */
export function requestOf(row: RequestColumns): StudioRequest | null {
  const { text, day, not_before, not_after, revision, requested_at, answer } = row
  if (text === null || revision === null || requested_at === null || answer === null) return null
  return { text, day, not_before, not_after, revision, requested_at, answer }
}

/** An order with its times, and names for sentences about it. */
export type TimedOrder = LoadedOrder & { times: Timetable; names: ConflictNames }

/** Where ceremonies can stand: a sentence by entry, and blocks of awards that come before an entry of theirs. */
export type Ceremonies = { hints: ReadonlyMap<number, string>; early: readonly { text: string; entry_id: number }[] }

/** The part of results, which is behind the running order, that its presentation needs; app.ts passes it in. */
type FindCeremonies = (tx: Tx, order: TimedOrder) => Promise<Ceremonies>

export type PresentOrder = (tx: Tx, tour_date_id: number) => Promise<z.input<typeof officeRunningOrder>>

/** Returns what presents a city's order as the office sees it. */
export const openOrderPresenter =
  (origin: string, findCeremonies: FindCeremonies): PresentOrder =>
  async (tx, tour_date_id) =>
    presentRunningOrder(tx, await loadRunningOrder(tx, tour_date_id), { origin, findCeremonies })

async function presentRunningOrder(
  tx: Tx,
  loadedOrder: LoadedOrder,
  { origin, findCeremonies }: { origin: string; findCeremonies: FindCeremonies },
): Promise<z.input<typeof officeRunningOrder>> {
  const { city, settings, order, rows } = loadedOrder
  const times = timetable(order, settings)
  const numbers = entryNumbers(order)
  const names = namesOf(order, rows, city.time_zone)
  const entries = new Map(order.entries.map((entry) => [entry.id, entry]))
  const ceremonies = await findCeremonies(tx, { ...loadedOrder, times, names })
  const published = await findOrderVersion(tx, city.tour_date_id)
  const changes = orderChanges(published, versionOf(order, settings))
  const { tour_date_id, event, time_zone, start_date, end_date, version, published_version, published_at } = city
  return {
    ...{
      tour_date_id,
      event,
      city: city.city,
      time_zone,
      start_date,
      end_date,
      version,
      published_version,
      published_at,
    },
    readers: {
      ...{ is_public: city.is_public, shows_dancers: city.shows_dancers },
      url: city.public_token === null ? null : `${origin}/order/${city.public_token}`,
    },
    blocks: blocksInOrder(order.blocks).map((block) => ({
      ...block,
      ends_at: times.blocks.get(block.id)?.end ?? block.starts_at,
    })),
    entries: rows.flatMap((row) => {
      const entry = entries.get(row.id)
      if (!entry) return []
      const { id, name, registration_id, studio, division, category, performance_division, has_prop } = row
      const { block_id, position, pinned, state, override_reason, age_division_id, minimum_age } = entry
      return [
        {
          ...{ id, name, registration_id, studio, division, category, performance_division, has_prop },
          ...{ block_id, position, pinned, state, override_reason, age_division_id, minimum_age },
          entry_number: numbers.get(id)?.entry_number ?? null,
          suffix: numbers.get(id)?.suffix ?? '',
          published: entry.entry_number !== null,
          seconds: entry.allowed_seconds + 60 * entry.extra_minutes,
          starts_at: times.entries.get(id)?.start ?? null,
          ceremony: ceremonies.hints.get(id) ?? '',
          request: requestOf(row),
          wish_windows: [...entry.wish_windows],
          dancers: row.cast,
        },
      ]
    }),
    conflicts: [
      ...groupConflicts(conflictsOf(order, settings, times)).map((group) => ({
        kind: group.conflict.kind as string,
        hard: isHard(group.conflict),
        text: conflictText(group, names),
        entry_ids: entriesOfConflict(group.conflict),
      })),
      ...ceremonies.early.map(({ text, entry_id }) => ({
        ...{ kind: 'awards_early', hard: false, text, entry_ids: [entry_id] },
      })),
    ],
    settings: {
      changeover_seconds: settings.changeover_seconds,
      prop_seconds: settings.prop_seconds,
      dancer_gap_minutes: settings.dancer_gap_minutes,
      dancer_gap_entries: settings.dancer_gap_entries,
      studio_run_most: settings.studio_run_most,
    },
    changes: [...changes].map(([registration_id, own]) => {
      const count = (kind: (typeof own)[number]['kind']) => own.filter((change) => change.kind === kind).length
      return {
        registration_id,
        studio: names.studio(registration_id),
        ...{ added: count('added'), moved: count('moved'), scratched: count('scratched') },
      }
    }),
  }
}
