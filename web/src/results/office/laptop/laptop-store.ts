import type { LocalMark } from '@callboard/domain/results/local-marks.ts'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Reply } from '../../../api/call.ts'
import type { ScoreGrid } from '../../../judging/office/use-scores.ts'

export type AwardsPack = Reply<'GET /v1/office/awards-pack'>

/** A city as the server told it last. */
export type CityCopy = {
  tour_date_id: number
  pack: AwardsPack
  grid: ScoreGrid
  /** By the clock of this laptop, in milliseconds. */
  saved_at: number
}

/** A mark that was typed here. It stays until the server counts it, or a person removes it. */
export type TypedMark = LocalMark & {
  client_id: string
  tour_date_id: number
  /** Whether the server has it; it counts there once another person has confirmed it. */
  is_sent: boolean
  /** Why the server did not take it. */
  message: string
}

type CodeRow = { code: string; tour_date_id: number }

type Schema = DBSchema & {
  cities: { key: number; value: CityCopy }
  marks: { key: string; value: TypedMark; indexes: { tour_date_id: number } }
  codes: { key: string; value: CodeRow; indexes: { tour_date_id: number } }
}

/** Everything that this laptop has of the cities whose awards it can read without a network. */
export type LaptopStore = IDBPDatabase<Schema>

/** Days after which a copy that was not renewed is removed: it names children. */
const copyDays = 7
const dayMilliseconds = 24 * 60 * 60 * 1_000
const writes = { durability: 'strict' } as const

export async function openLaptopStore(name = 'callboard-awards'): Promise<LaptopStore> {
  const store = await openDB<Schema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('cities', { keyPath: 'tour_date_id' })
      db.createObjectStore('marks', { keyPath: 'client_id' }).createIndex('tour_date_id', 'tour_date_id')
      db.createObjectStore('codes', { keyPath: 'code' }).createIndex('tour_date_id', 'tour_date_id')
    },
  })
  const oldest = Date.now() - copyDays * dayMilliseconds
  for (const { tour_date_id, saved_at } of await store.getAll('cities')) {
    if (saved_at < oldest) await removeCity(store, tour_date_id)
  }
  return store
}

export const readCopy = (store: LaptopStore, tour_date_id: number) => store.get('cities', tour_date_id)
export const saveCopy = (store: LaptopStore, copy: CityCopy) => store.put('cities', copy)

export const readMarks = (store: LaptopStore, tour_date_id: number): Promise<TypedMark[]> =>
  store.getAllFromIndex('marks', 'tour_date_id', tour_date_id)

/** Keeps a mark in place of the one that was typed before it for the same seat and entry. */
export async function saveMark(store: LaptopStore, mark: TypedMark): Promise<void> {
  const write = store.transaction('marks', 'readwrite', writes)
  for (const other of await write.store.index('tour_date_id').getAll(mark.tour_date_id)) {
    if (other.entry_id === mark.entry_id && other.seat_id === mark.seat_id) await write.store.delete(other.client_id)
  }
  await write.store.put(mark)
  await write.done
}

export async function removeMarks(store: LaptopStore, clientIds: readonly string[]): Promise<void> {
  const write = store.transaction('marks', 'readwrite', writes)
  for (const client_id of clientIds) await write.store.delete(client_id)
  await write.done
}

export const readCodes = async (store: LaptopStore, tour_date_id: number): Promise<string[]> =>
  (await store.getAllFromIndex('codes', 'tour_date_id', tour_date_id)).map(({ code }) => code)

export async function saveCodes(store: LaptopStore, tour_date_id: number, codes: readonly string[]): Promise<void> {
  const write = store.transaction('codes', 'readwrite', writes)
  for (const code of codes) await write.store.put({ code, tour_date_id })
  await write.done
}

export async function removeCodes(store: LaptopStore, codes: readonly string[]): Promise<void> {
  const write = store.transaction('codes', 'readwrite', writes)
  for (const code of codes) await write.store.delete(code)
  await write.done
}

/** Removes everything of a city from this laptop. */
export async function removeCity(store: LaptopStore, tour_date_id: number): Promise<void> {
  const marks = await readMarks(store, tour_date_id)
  await removeMarks(
    store,
    marks.map(({ client_id }) => client_id),
  )
  await removeCodes(store, await readCodes(store, tour_date_id))
  await store.delete('cities', tour_date_id)
}
