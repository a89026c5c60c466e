import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellOf, contestedSheets, countOpenCells, markOf } from './sheet.ts'

test('two devices in 200 random orders and repetitions contest the same sheets, and leave the same cell', () => {
  const sheetRecord = fc.record({
    client_id: fc.uuid(),
    revision: fc.integer({ min: 1, max: 4 }),
    device: fc.constantFrom('on the seat', 'replaced'),
    points: fc.integer({ min: 0, max: 200 }).map((halves) => 50 * halves),
  })
  fc.assert(
    fc.property(
      fc
        .uniqueArray(sheetRecord, { selector: ({ client_id }) => client_id, minLength: 2, maxLength: 8 })
        .chain((sheets) =>
          fc.tuple(fc.constant(sheets), fc.shuffledSubarray([...sheets, ...sheets], { minLength: sheets.length })),
        ),
      ([sheets, schedule]) => {
        const revised = sheets.map(({ device, ...one }) => ({ ...one, late: device === 'replaced' }))
        const byId = new Map(revised.map((one) => [one.client_id, one]))
        // Each arrival is judged beside what is stored; contested sheets stay so.
        const arrived: typeof revised = []
        const contested = new Set<string>()
        for (const { client_id } of [...schedule, ...sheets]) {
          const one = byId.get(client_id)
          if (!one || arrived.includes(one)) continue
          arrived.push(one)
          for (const id of contestedSheets(arrived)) contested.add(id)
        }
        expect([...contested].toSorted()).toEqual([...contestedSheets(revised)].toSorted())
        const cell = (list: typeof revised) =>
          cellOf(
            list.map((one) => ({
              ...{ client_id: one.client_id, revision: one.revision, points: one.points },
              ...{ source: 'tablet' as const, confirmed_by: null, contested: contested.has(one.client_id) },
            })),
            false,
          ).state
        expect(cell(arrived)).toBe(cell(revised))
      },
    ),
    { numRuns: 200 },
  )
})

test('control: without a revision of the device the same schedules lose its last mark; without an id they store one twice', () => {
  type DeviceSheet = { client_id: string; revision: number; points: number }
  const schedules = fc.sample(
    fc.integer({ min: 2, max: 6 }).chain((count) => {
      const sheets = Array.from({ length: count }, (_, index): DeviceSheet => {
        const revision = index + 1
        return { client_id: `sheet ${revision}`, revision, points: 50 * revision }
      })
      // Each sheet is sent until it is answered, so the whole list comes at the end.
      return fc
        .shuffledSubarray([...sheets, ...sheets], { minLength: count })
        .map((schedule) => ({ sheets, arrivals: [...schedule, ...sheets.toReversed()] }))
    }),
    { numRuns: 200, seed: 7 },
  )
  const once = (arrivals: readonly DeviceSheet[]) => [...new Map(arrivals.map((one) => [one.client_id, one])).values()]
  const markIn = (list: readonly DeviceSheet[]) =>
    markOf(list.map((one) => ({ ...one, source: 'tablet', confirmed_by: null, contested: false })))
  const numberedAtArrival = (list: readonly DeviceSheet[]) =>
    list.map((one, index) => ({ ...one, revision: index + 1 }))
  const queues = {
    product: (arrivals: readonly DeviceSheet[]) => once(arrivals),
    withoutRevision: (arrivals: readonly DeviceSheet[]) => numberedAtArrival(once(arrivals)),
    withoutId: (arrivals: readonly DeviceSheet[]) => numberedAtArrival(arrivals),
  }
  const countLost = (queue: keyof typeof queues) =>
    schedules.filter(({ sheets, arrivals }) => markIn(queues[queue](arrivals)) !== sheets.at(-1)?.points).length
  const countDoubled = (queue: keyof typeof queues) =>
    schedules.filter(({ sheets, arrivals }) => queues[queue](arrivals).length > sheets.length).length
  expect([countLost('product'), countDoubled('product')]).toEqual([0, 0])
  expect(countLost('withoutRevision')).toBeGreaterThan(0)
  expect(countDoubled('withoutId')).toBe(200)
})

test('OFF-030 no mark is missing of an entry that was scratched or did not show up; what came in for it is still open', () => {
  const cells = (['missing', 'missing', 'to_confirm', 'contested', 'marked', 'recused'] as const).map((state) => ({
    state,
  }))
  const came = { to_confirm: 1, contested: 1 }
  for (const state of ['planned', 'on_stage', 'danced', 'canceled'] as const) {
    expect(countOpenCells([{ state, cells }])).toEqual({ missing: 2, ...came })
  }
  for (const state of ['scratched', 'no_show'] as const) {
    expect(countOpenCells([{ state, cells }])).toEqual({ missing: 0, ...came })
  }
  expect(countOpenCells([])).toEqual({ missing: 0, to_confirm: 0, contested: 0 })
})
