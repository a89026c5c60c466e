import { describe, expect, test } from 'vitest'
import { handOverCodes, handOverText, type HandOverSheet } from '../judging/hand-over.ts'
import type { JudgedEntry } from '../judging/judged-entry.ts'
import { marksOfCodes, withLocalMarks, type LocalMark } from './local-marks.ts'
import { releaseOf } from './release.ts'
import { sampleEntry, sampleInputs, samplePanel, sampleSheet } from './sample-entry.ts'

const panels = [{ ...samplePanel, seats: [1, 2, 3].map((position) => ({ id: position, position })) }]
const mark = (seat_id: number, points: number | null, rest: Partial<LocalMark> = {}): LocalMark => ({
  ...{ entry_id: 1, seat_id, revision: 1, points, criteria: null },
  ...rest,
})
const totalOf = (entry: JudgedEntry, marks: readonly LocalMark[]) =>
  releaseOf('results', {
    ...{ picks: [], holders: [], sheets: [] },
    tabulation: sampleInputs(withLocalMarks([entry], panels, marks), { panels }),
  }).body.entries[0]?.total ?? null

const twoMarks = sampleEntry(1, [9_000, 9_200])
const waiting = sampleEntry(1, [], { state: 'pending' })

test.each<[string, JudgedEntry, LocalMark[], number | null]>([
  ['the third mark, typed on the laptop, completes a total', twoMarks, [mark(3, 9_500)], 27_700],
  ['a mark of another entry changes nothing', twoMarks, [mark(3, 9_500, { entry_id: 2 })], null],
  ['a mark of a seat of another panel changes nothing', twoMarks, [mark(4, 9_500)], null],
  ['a later revision of the server is the newer word', sampleEntry(1, [9_000, 9_200, 9_400]), [mark(3, 1_000)], 27_600],
  [
    'a later revision of the laptop is the newer word',
    sampleEntry(1, [9_000, 9_200, 9_400]),
    [mark(3, 9_500, { revision: 2 })],
    27_700,
  ],
  ['an abstention is no mark', twoMarks, [mark(3, null)], null],
  [
    'marks of the server too tell that an entry danced',
    { ...sampleEntry(1, [9_000, 9_200, 9_500]), state: 'pending' },
    [],
    27_700,
  ],
  ['marks tell that an entry danced', waiting, [mark(1, 9_000), mark(2, 9_200), mark(3, 9_500)], 27_700],
  [
    'an entry that was scratched has no total',
    { ...waiting, state: 'scratched' },
    [mark(1, 9_000), mark(2, 9_200), mark(3, 9_500)],
    null,
  ],
  [
    'a contested sheet of the same revision stays contested',
    sampleEntry(1, [], {
      sheets: [sampleSheet(1, 9_000), sampleSheet(2, 9_200), sampleSheet(3, 9_000, { contested: true })],
    }),
    [mark(3, 9_500)],
    null,
  ],
])('%s', (_, entry, marks, total) => {
  expect(totalOf(entry, marks)).toBe(total)
})

test('the parts of a mark come along, for ties that they separate', () => {
  const criteria = { Technique: 4_000, Performance: 5_500 }
  const [entry] = withLocalMarks([twoMarks], panels, [mark(3, 9_500, { criteria })])
  expect(entry?.sheets.at(-1)).toMatchObject({ seat_id: 3, position: 3, points: 9_500, criteria })
})

test('without marks the entries are those of the server', () => {
  expect(withLocalMarks([twoMarks, waiting], panels, [])).toEqual([twoMarks, waiting])
})

describe('marks of the codes of a tablet', () => {
  const sheet = (id: number, points: number | null): HandOverSheet => ({
    client_id: '6f1c0a52-7f0e-4d3a-9b1e-2f6c1f5a8d01',
    ...{ registration_routine_id: id, revision: 2, points, criteria: null, abstained: points === null ? 'ill' : null },
    ...{ critique: 'x'.repeat(1_000), note: '', switches: [], critique_marks: [], base_sheet: null, marked_at: null },
  })
  const text = handOverText([sheet(1, 9_500), sheet(2, null)])
  const codes = handOverCodes({ device_id: 9, seal: '0af3'.repeat(8), text })

  test('are read once all codes are there, in any order, for the seat of the device', () => {
    expect(codes).toHaveLength(2)
    const marks = [mark(3, 9_500, { revision: 2 }), mark(3, null, { entry_id: 2, revision: 2 })]
    expect(marksOfCodes(codes.toReversed(), [{ id: 9, seat_id: 3 }])).toEqual(marks)
    expect(marksOfCodes(codes.slice(1), [{ id: 9, seat_id: 3 }])).toEqual([])
  })

  test('of a device that is not of this city, and of a text that is none of sheets, are none', () => {
    expect(marksOfCodes(codes, [{ id: 8, seat_id: 3 }])).toEqual([])
    const strange = ['[1,{}]', '[[7]]', '{', '[["a","1",2,3]]'].flatMap((odd) =>
      handOverCodes({ device_id: 9, seal: '0af3'.repeat(8), text: odd }),
    )
    for (const code of strange) expect(marksOfCodes([code], [{ id: 9, seat_id: 3 }])).toEqual([])
  })
})
