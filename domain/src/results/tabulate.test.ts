import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JudgedEntry } from '../judging/judged-entry.ts'
import type { Dropping, TabulatedPanel } from '../judging/panel.ts'
import { scoreEntry } from './entry-score.ts'
import { absenceWarnings } from './release-warnings.ts'
import { placesOf, sampleEntry, sampleInputs, sampleLevels, samplePanel, sampleSheet } from './sample-entry.ts'
import { tabulate } from './tabulate.ts'

const scoreOf = (entry: JudgedEntry) => scoreEntry(entry, samplePanel, sampleLevels)

test('RES-016 with four judges the lowest is dropped and kept beside the sum of the rest', () => {
  expect(scoreOf(sampleEntry(1, [9500, 9450, 8900, 9600]))).toMatchObject({
    tabulation: 'complete',
    total: 28_550,
    dropped_score: 8900,
    award_id: 2,
  })
})

test('a recusal or an abstention on a panel of four leaves three marks, and none is dropped', () => {
  const recused = sampleEntry(1, [9500, 9450, 8900, 9600], { recused_seats: [3] })
  const abstained = sampleEntry(1, [9500, 9450, 0, 9600])
  const sheets = abstained.sheets.map((sheet) => (sheet.position === 3 ? { ...sheet, points: null } : sheet))
  for (const entry of [recused, { ...abstained, sheets }]) {
    expect(scoreOf(entry)).toMatchObject({ total: 28_550, dropped_score: null, tabulation: 'complete' })
  }
})

test('the seat of a judge in training counts nowhere', () => {
  const entry = sampleEntry(1, [9500, 9450, 9600])
  const shadow = sampleSheet(4, 100, { shadow: true })
  expect(scoreOf({ ...entry, sheets: [...entry.sheets, shadow] })).toEqual(scoreOf(entry))
})

test('the latest revision of a seat counts; a contested one waits for the tabulator, until a later one decides', () => {
  const entry = sampleEntry(1, [9500, 9450, 9600])
  const sheetOf = (revision: number, points: number, contested = false) =>
    sampleSheet(3, points, { revision, contested })
  const withSheets = (...sheets: readonly ReturnType<typeof sampleSheet>[]) =>
    scoreOf({ ...entry, sheets: [...entry.sheets, ...sheets] })
  expect(withSheets(sheetOf(3, 9000), sheetOf(2, 100))).toMatchObject({ total: 27_950 })
  expect(withSheets(sheetOf(2, 100, true), sheetOf(2, 9700, true))).toMatchObject({
    tabulation: 'contested',
    total: null,
  })
  expect(withSheets(sheetOf(2, 100, true), sheetOf(3, 9700))).toMatchObject({ tabulation: 'complete', total: 28_650 })
})

test('an entry waits without marks, and is incomplete with too few', () => {
  expect([[], [9000], [9000, 9100]].map((marks) => scoreOf(sampleEntry(1, marks)).tabulation)).toEqual([
    'waiting',
    'incomplete',
    'incomplete',
  ])
})

test('deductions come after dropping, and no total is below 0', () => {
  expect(scoreOf(sampleEntry(1, [9500, 9450, 8900, 9600], { deductions: [500, 100] }))).toMatchObject({
    total: 27_950,
    deduction: 600,
    dropped_score: 8900,
    award_id: 3,
  })
  expect(scoreOf(sampleEntry(1, [0, 0, 100], { deductions: [500] })).total).toBe(0)
})

test('a canceled entry keeps its marks, and has neither level nor place', () => {
  const canceled = sampleEntry(1, [9500, 9450, 9600], { state: 'canceled' })
  expect(scoreOf(canceled)).toMatchObject({ total: 28_550, award_id: null })
  expect(placesOf([canceled])).toEqual([])
})

test('studios are ranked by the mean of their best totals, without rounding', () => {
  const entries = [
    ...[9000, 9000, 8000].map((mark, place) => sampleEntry(place + 1, [mark, mark, mark], { studio_id: 1 })),
    ...[9000, 9000].map((mark, place) => sampleEntry(place + 4, [mark, mark, mark], { studio_id: 2 })),
    sampleEntry(6, [9900, 9900, 9900], { studio_id: 3 }),
    sampleEntry(7, [9900, 9900, 9900], { studio_id: null }),
  ]
  const [award] = tabulate(
    sampleInputs(entries, { studio_awards: [{ id: 9, best: 2, least_entries: 2 }] }),
  ).studio_awards
  expect(award?.studios.map(({ studio_id, place }) => [studio_id, place])).toEqual([
    [1, 1],
    [2, 1],
  ])
  const [three] = tabulate(
    sampleInputs(entries, { studio_awards: [{ id: 9, best: 3, least_entries: 2 }] }),
  ).studio_awards
  expect(three?.studios.map(({ studio_id, place }) => [studio_id, place])).toEqual([
    [2, 1],
    [1, 2],
  ])
})

test('RES-014 CONST-024 an audition adds ballet and jazz, each of three judges; without one of them there is no rank', () => {
  const marks = (...points: readonly number[]) => points.map((mark, place) => ({ position: place + 1, points: mark }))
  const dancers = [
    { attendee_id: 1, marks: { ballet: marks(900, 910, 920), jazz: marks(950, 950, 950) } },
    { attendee_id: 2, marks: { ballet: marks(950, 950, 950), jazz: marks(900, 910, 920) } },
    { attendee_id: 3, marks: { ballet: marks(800, 800, 800), jazz: marks(800, 800, 800) } },
    { attendee_id: 4, marks: { ballet: marks(999, 999, 999) } },
  ]
  const auditions = [{ definition_id: 3, dancers, panels: { ballet: samplePanel, jazz: samplePanel } }]
  const [audition] = tabulate(sampleInputs([], { auditions })).auditions
  expect(audition?.dancers.map(({ attendee_id, total, place }) => [attendee_id, total, place])).toEqual([
    [1, 5580, 1],
    [2, 5580, 1],
    [3, 4800, 3],
    [4, null, null],
  ])
})

test('warnings before a release name everything unusual', () => {
  const entries = [
    sampleEntry(1, [9000, 9000, 9000]),
    sampleEntry(2, [9000, 9000, 9000], { panel_id: 2 }),
    sampleEntry(3, [9000, 9000]),
    sampleEntry(4, [9000, 9000, 7500], { category_id: 5 }),
    sampleEntry(5, [], { state: 'scratched' }),
  ]
  const contested = sampleSheet(3, 9000, { contested: true })
  const withContested = { ...sampleEntry(6, [9000, 9000]), sheets: [contested, contested] }
  const inputs = sampleInputs([...entries, withContested], {
    panels: [samplePanel, { ...samplePanel, id: 2 }],
    picks: [
      { definition_id: 20, is_picked: false },
      { definition_id: 21, is_picked: true },
    ],
    blocks: [
      { id: 30, is_locked: true },
      { id: 31, is_locked: false },
    ],
  })
  const first = { definition_id: 7, scope: [3, 1] }
  expect(tabulate(inputs).warnings).toEqual([
    { kind: 'incomplete', entry_id: 3 },
    { kind: 'unusual_mark', entry_id: 4, position: 3 },
    { kind: 'contested', entry_id: 6 },
    { ...first, kind: 'mixed_panels', panel_ids: [1, 2] },
    { ...first, kind: 'tie', place: 1, entry_ids: [1, 2] },
    { kind: 'single_entry', definition_id: 7, scope: [3, 5], entry_id: 4 },
    { kind: 'no_pick', definition_id: 20 },
    { kind: 'open_block', block_id: 31 },
  ])
})

test('RES-014 warnings name dancers of an audition without a rank, and places that are shared', () => {
  const marks = (...list: number[]) => list.map((points, index) => ({ position: index + 1, points, substitute: false }))
  const whole = { ballet: marks(950, 950, 950), jazz: marks(900, 900, 900) }
  const dancers = [
    { attendee_id: 9, marks: {} },
    { attendee_id: 1, marks: whole },
    { attendee_id: 4, marks: { ballet: marks(999, 999, 999) } },
    { attendee_id: 2, marks: whole },
    { attendee_id: 5, marks: { ballet: [], jazz: [] } },
  ]
  const studios = [
    sampleEntry(1, [9000, 9000, 9000], { studio_id: 6 }),
    sampleEntry(2, [9000, 9000, 9000], { studio_id: 7 }),
  ]
  const warningsWith = (panels: object) =>
    tabulate(
      sampleInputs(studios, {
        placements: [],
        auditions: [{ definition_id: 3, dancers, panels }],
        studio_awards: [{ id: 8, best: 1, least_entries: 1 }],
      }),
    ).warnings
  const studioTie = { kind: 'studio_tie', definition_id: 8, place: 1, studio_ids: [6, 7] }
  expect(warningsWith({ ballet: samplePanel, jazz: samplePanel })).toEqual([
    studioTie,
    { kind: 'audition_incomplete', definition_id: 3, attendee_id: 4 },
    { kind: 'audition_tie', definition_id: 3, place: 1, attendee_ids: [1, 2] },
  ])
  // Before the city has a panel for it, nothing is missing.
  expect(warningsWith({})).toEqual([studioTie])

  const audition = { definition_id: 3, dancers, panels: { ballet: samplePanel } }
  expect(absenceWarnings([audition], [9, 1, 4, 7])).toEqual([
    { kind: 'audition_absent', definition_id: 3, attendee_ids: [7, 9] },
  ])
  expect(absenceWarnings([audition], [1, 2])).toEqual([])
  expect(absenceWarnings([{ ...audition, dancers: [] }], [1, 2]), 'an audition that was not held').toEqual([])
})

test('RES-016 a judge of four who gave no mark is named, since that mark may move the total; one who abstained is not', () => {
  const seats = [1, 2, 3, 4].map((position) => ({ id: position, position }))
  const silent = sampleEntry(1, [9000, 9000, 9000])
  const entries = [
    silent,
    { ...sampleEntry(2, [9100, 9100, 9100]), recused_seats: [4] },
    {
      ...sampleEntry(3, [9200, 9200, 9200]),
      sheets: [...sampleEntry(3, [9200, 9200, 9200]).sheets, sampleSheet(4, null)],
    },
    sampleEntry(4, [9300, 9300, 9300, 9300]),
    // Marks are missing for a total: one warning says so.
    sampleEntry(5, [9400, 9400]),
  ]
  const warningsWith = (panel: TabulatedPanel) =>
    tabulate(sampleInputs(entries, { panels: [panel], placements: [] })).warnings
  expect(warningsWith({ ...samplePanel, seats })).toEqual([
    { kind: 'no_mark', entry_id: 1, position: 4 },
    { kind: 'incomplete', entry_id: 5 },
  ])
  expect(warningsWith(samplePanel)).toEqual([{ kind: 'incomplete', entry_id: 5 }])
})

const points = fc.integer({ min: 0, max: 200 }).map((steps) => steps * 50)
const anyEntry = fc
  .record({
    marks: fc.array(points, { minLength: 0, maxLength: 5 }),
    state: fc.constantFrom('danced', 'danced', 'danced', 'canceled', 'scratched'),
    adjudicated_only: fc.boolean(),
    age_division_id: fc.integer({ min: 1, max: 2 }),
    category_id: fc.integer({ min: 1, max: 2 }),
    dancer: fc.integer({ min: 1, max: 4 }),
    deductions: fc.array(points, { maxLength: 2 }),
  })
  .map(({ marks, dancer, ...rest }) => sampleEntry(0, marks, { ...rest, dancer_ids: [dancer] } as Partial<JudgedEntry>))
const anyEntries = fc
  .array(anyEntry, { maxLength: 14 })
  .map((entries) => entries.map((entry, place) => ({ ...entry, id: place + 1, entry_number: place + 1 })))

test('the order of entries and sheets, and the deductions of other entries, change no score', () => {
  fc.assert(
    fc.property(anyEntries, fc.infiniteStream(fc.nat()), (entries, numbers) => {
      const shuffle = <Item>(items: readonly Item[]) =>
        items
          .map((item) => ({ item, at: numbers.next().value as number }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ item }) => item)
      const mixed = shuffle(entries.map((entry) => ({ ...entry, sheets: shuffle(entry.sheets) })))
      expect(tabulate(sampleInputs(mixed))).toEqual(tabulate(sampleInputs(entries)))
      const [first, ...others] = entries
      if (!first) return
      const fined = [first, ...others.map((entry) => ({ ...entry, deductions: [...entry.deductions, 500] }))]
      expect(tabulate(sampleInputs(fined)).entries[0]).toEqual(tabulate(sampleInputs(entries)).entries[0])
    }),
  )
})

test('a sheet that arrives twice changes nothing', () => {
  fc.assert(
    fc.property(anyEntries, (entries) => {
      const twice = entries.map((entry) => ({ ...entry, sheets: [...entry.sheets, ...entry.sheets] }))
      expect(tabulate(sampleInputs(twice))).toEqual(tabulate(sampleInputs(entries)))
    }),
  )
})

test('a higher mark never lowers the total of its entry', () => {
  const dropping = fc.constantFrom<Dropping>('lowest', 'ends')
  fc.assert(
    fc.property(
      fc.array(points, { minLength: 3, maxLength: 6 }),
      fc.nat(5),
      points,
      dropping,
      (marks, at, more, how) => {
        const panel = { ...samplePanel, dropping: how }
        const place = at % marks.length
        const higherMarks = marks.with(place, Math.max(marks[place] ?? 0, more))
        const totalOf = (own: readonly number[]) => scoreEntry(sampleEntry(1, own), panel, sampleLevels).total ?? -1
        expect(totalOf(higherMarks)).toBeGreaterThanOrEqual(totalOf(marks))
      },
    ),
  )
})

/** The same rules read slowly: one more than the number of better entries, each pair compared. */
function slowPlaces(entries: readonly JudgedEntry[]): Map<number, number> {
  const totalOf = (entry: JudgedEntry) => {
    const marks = entry.sheets.map((sheet) => sheet.points ?? 0).toSorted((a, b) => b - a)
    if (marks.length < 3) return null
    const [a = 0, b = 0, c = 0] = marks
    return Math.max(0, a + b + c - entry.deductions.reduce((sum, one) => sum + one, 0))
  }
  const isEligible = (entry: JudgedEntry) =>
    entry.state === 'danced' && !entry.adjudicated_only && totalOf(entry) !== null
  const places = new Map<number, number>()
  for (const entry of entries.filter(isEligible)) {
    const better = entries.filter(
      (other) =>
        isEligible(other) &&
        other.age_division_id === entry.age_division_id &&
        other.category_id === entry.category_id &&
        (totalOf(other) ?? 0) > (totalOf(entry) ?? 0),
    )
    places.set(entry.id, better.length + 1)
  }
  return places
}

/** Totals of a few values in one group: ties before, between and behind others. */
const tiedEntries = anyEntries.map((entries) =>
  entries.map((entry) => ({
    ...entry,
    ...{ age_division_id: 1, category_id: 1, deductions: [] },
    sheets: entry.sheets.map((sheet) => ({ ...sheet, points: (sheet.points ?? 0) % 100 })),
  })),
)

test('RES-017 RES-043 places agree with a slow second implementation', () => {
  fc.assert(
    fc.property(fc.oneof(anyEntries, tiedEntries), (entries) => {
      const groups = tabulate(sampleInputs(entries)).placements
      expect(new Map(groups.flatMap((group) => group.entries.map(({ id, place }) => [id, place])))).toEqual(
        slowPlaces(entries),
      )
    }),
  )
})
