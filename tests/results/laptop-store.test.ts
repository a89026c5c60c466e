import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settledMarks } from '../../web/src/results/office/laptop/city-results.ts'
import {
  openLaptopStore,
  readCodes,
  readCopy,
  readMarks,
  removeCity,
  saveCodes,
  saveCopy,
  saveMark,
  type CityCopy,
  type LaptopStore,
  type TypedMark,
} from '../../web/src/results/office/laptop/laptop-store.ts'

const mark = (client_id: string, rest: Partial<TypedMark> = {}): TypedMark => ({
  ...{ client_id, tour_date_id: 1, entry_id: 7, seat_id: 3, revision: 1, points: 9_000, criteria: null },
  ...{ is_sent: false, message: '' },
  ...rest,
})
const copyOf = (tour_date_id: number, saved_at: number) => ({ tour_date_id, saved_at }) as CityCopy
const ids = (marks: readonly TypedMark[]) => marks.map(({ client_id }) => client_id)

let store: LaptopStore
let name = ''
beforeEach(async () => {
  name = crypto.randomUUID()
  store = await openLaptopStore(name)
})
afterEach(() => {
  vi.useRealTimers()
  store.close()
})

test('a mark that is typed again takes the place of the one before it, and of no other', async () => {
  await saveMark(store, mark('a'))
  await saveMark(store, mark('b', { entry_id: 8 }))
  await saveMark(store, mark('c', { tour_date_id: 2 }))
  await saveMark(store, mark('d', { points: 9_100 }))
  expect(ids(await readMarks(store, 1)).toSorted()).toEqual(['b', 'd'])
  expect(ids(await readMarks(store, 2))).toEqual(['c'])
})

test('a city that was not read again for a week is removed with everything of it; another stays', async () => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  const week = 7 * 24 * 60 * 60 * 1_000
  vi.useFakeTimers({ now, toFake: ['Date'] })
  await saveCopy(store, copyOf(1, now - week - 1))
  await saveCopy(store, copyOf(2, now - week))
  await saveMark(store, mark('a'))
  await saveCodes(store, 1, ['CALLBOARD-SHEETS one'])
  await saveCodes(store, 2, ['CALLBOARD-SHEETS two'])
  store.close()
  store = await openLaptopStore(name)
  expect(await readCopy(store, 1)).toBeUndefined()
  expect(await readMarks(store, 1)).toEqual([])
  expect(await readCodes(store, 1)).toEqual([])
  expect(await readCopy(store, 2)).toBeDefined()
  await removeCity(store, 2)
  expect(await readCodes(store, 2)).toEqual([])
})

test('a mark leaves the laptop once the server counts it or somebody rejected it there, never before it was sent', () => {
  const cell = { seat_id: 3, state: 'to_confirm', sheet: { client_id: 'a' } }
  const grid = (change: object) =>
    ({ entries: [{ id: 7, cells: [{ ...cell, ...change }] }] }) as unknown as Parameters<typeof settledMarks>[1]
  const sentMark = mark('a', { is_sent: true })
  expect(settledMarks([mark('a')], grid({}))).toEqual([])
  expect(settledMarks([mark('a')], grid({ state: 'marked' }))).toEqual([])
  expect(settledMarks([sentMark], grid({}))).toEqual([])
  expect(ids(settledMarks([sentMark], grid({ state: 'marked' })))).toEqual(['a'])
  expect(ids(settledMarks([sentMark], grid({ state: 'missing', sheet: null })))).toEqual(['a'])
  expect(ids(settledMarks([sentMark], grid({ sheet: { client_id: 'of somebody else' } })))).toEqual(['a'])
  expect(ids(settledMarks([sentMark], { ...grid({}), entries: [] }))).toEqual(['a'])
})
