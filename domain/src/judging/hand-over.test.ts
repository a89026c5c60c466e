import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handOverCodes, handOverText, joinHandOvers, readHandOverCode, readHandOverText } from './hand-over.ts'

const seal = 'a'.repeat(32)
const items = fc.array(
  fc.record({
    critique_item_id: fc.integer({ min: 1, max: 9_999 }),
    good: fc.boolean(),
    at_ms: fc.option(fc.integer({ min: 0, max: 999_999 })),
  }),
  { maxLength: 4 },
)
const sheet = fc.record({
  client_id: fc.uuid(),
  registration_routine_id: fc.integer({ min: 1, max: 999_999 }),
  revision: fc.integer({ min: 1, max: 99 }),
  points: fc.option(fc.integer({ min: 0, max: 10_000 })),
  criteria: fc.option(fc.dictionary(fc.string({ maxLength: 10 }), fc.integer({ min: 0, max: 5_000 }))),
  abstained: fc.option(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })),
  critique: fc.string({ unit: 'binary', maxLength: 400 }),
  note: fc.string({ unit: 'grapheme', maxLength: 80 }),
  switches: fc.array(fc.integer({ min: 1, max: 9_999 }), { maxLength: 3 }),
  critique_marks: items,
  base_sheet: fc.option(fc.record({ client_id: fc.uuid(), critique_marks: items })),
  marked_at: fc.option(
    fc.date({ min: new Date(1), max: new Date('2100-01-01'), noInvalidDate: true }).map((at) => at.toISOString()),
  ),
})

test('sheets come out of their codes as they went in, with any text and in any order of reading', () => {
  fc.assert(
    fc.property(fc.array(sheet, { minLength: 1, maxLength: 20 }), fc.infiniteStream(fc.nat()), (sheets, random) => {
      const codes = handOverCodes({ device_id: 7, seal, text: handOverText(sheets) })
      expect(codes.every((code) => /^[ -~]{1,1700}$/.test(code))).toBe(true)
      const readings = [...codes, ...codes]
        .map((code) => ({ code, place: random.next().value }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ code }) => readHandOverCode(code))
      const [whole, ...rest] = joinHandOvers(readings.flatMap((code) => code ?? []))
      expect(rest).toEqual([])
      expect(whole).toMatchObject({ device_id: 7, seal, missing: [] })
      // JSON has no undefined and no __proto__ of its own.
      expect(readHandOverText(whole?.text ?? '')).toEqual(JSON.parse(JSON.stringify(sheets)))
    }),
    { numRuns: 60 },
  )
})

test('20 marks without texts fit one code; a part that was not read is named', () => {
  const plain = fc.sample(fc.uuid(), 20).map((client_id, index) => ({
    ...{
      client_id,
      registration_routine_id: 1_000 + index,
      revision: 1,
      points: 9_450,
    },
    ...{ criteria: null, abstained: null, critique: '', note: '', switches: [], critique_marks: [] },
    base_sheet: null,
    marked_at: '2024-11-02T15:04:05.000Z',
  }))
  expect(handOverCodes({ device_id: 7, seal, text: handOverText(plain) })).toHaveLength(1)
  const long = plain.map((one) => ({ ...one, critique: 'Use the floor. '.repeat(20) }))
  const codes = handOverCodes({ device_id: 7, seal, text: handOverText(long) })
  const readings = codes.flatMap((code, index) => (index === 1 ? [] : (readHandOverCode(code) ?? [])))
  expect(joinHandOvers(readings)).toMatchObject([{ missing: [2] }])
})

test.each(['', 'https://example.com', 'CALLBOARD-SHEETS 7 abc 1/1 []', `CALLBOARD-SHEETS x ${seal} 1/1 []`])(
  '%j is no code of a hand-over',
  (text) => expect(readHandOverCode(text)).toBeNull(),
)

test('a text that is no list of sheets is none', () => {
  expect(['{', '{}', '7'].map(readHandOverText)).toEqual([null, null, null])
  expect(readHandOverText('[7]')).toEqual([null])
})
