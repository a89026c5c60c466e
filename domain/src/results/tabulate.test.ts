import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkAwardScale, levelOf } from './award-scale.ts'
import { countMarks, substituteMark } from '../judging/counted-marks.ts'
import type { JudgedEntry } from '../judging/judged-entry.ts'
import type { Dropping } from '../judging/panel.ts'
import { scoreEntry } from './entry-score.ts'
import { allowedSeconds, overtimePoints } from '../judging/points.ts'
import type { PlacementDefinition } from './placement.ts'
import { placeCount, rank, usualPlaces } from './ranking.ts'
import { sampleEntry, sampleSheet } from './sample-entry.ts'
import { tabulate, type TabulationInputs } from './tabulate.ts'

const threeOfPanel = { id: 1, counted: 3, dropping: 'lowest' } as const
const levels = [
  { id: 1, name: 'Spotlight', minimum_points: 29_000 },
  { id: 2, name: 'High Gold', minimum_points: 28_000 },
  { id: 3, name: 'Gold', minimum_points: 26_500 },
  { id: 6, name: 'Bronze', minimum_points: 0 },
]
const byDivision: PlacementDefinition = {
  id: 7,
  scope: { group_by: ['age_division_id', 'category_id'] },
  places: usualPlaces,
  one_per_dancer: false,
  tie_break: [],
  minimum_points: 0,
}
const inputsOf = (entries: readonly JudgedEntry[], rest: Partial<TabulationInputs> = {}): TabulationInputs => ({
  entries,
  panels: [threeOfPanel],
  levels,
  placements: [byDivision],
  studio_awards: [],
  auditions: [],
  picks: [],
  blocks: [],
  ...rest,
})
const scoreOf = (entry: JudgedEntry) => scoreEntry(entry, threeOfPanel, levels)
const placesOf = (entries: readonly JudgedEntry[], definition: Partial<PlacementDefinition> = {}) =>
  tabulate(inputsOf(entries, { placements: [{ ...byDivision, ...definition }] })).placements

test.each<[string, readonly number[], number, Dropping, readonly number[], readonly number[]]>([
  ['three of three', [9000, 9500, 9200], 3, 'lowest', [9000, 9500, 9200], []],
  ['the lowest of four', [9000, 9500, 9200, 8900], 3, 'lowest', [9000, 9500, 9200], [8900]],
  ['the two lowest of five', [9000, 9500, 9200, 8900, 9900], 3, 'lowest', [9500, 9200, 9900], [8900, 9000]],
  ['both ends of five', [9000, 9500, 9200, 8900, 9900], 3, 'ends', [9000, 9500, 9200], [8900, 9900]],
  ['the lower end of four', [9000, 9500, 9200, 8900], 3, 'ends', [9000, 9500, 9200], [8900]],
  ['none of three', [9000, 9500, 9200], 3, 'none', [9000, 9500, 9200], []],
])('RES-016 RES-044 a panel counts and drops: %s', (_title, points, markCount, dropping, keptPoints, droppedPoints) => {
  const marks = points.map((mark, place) => ({ position: place + 1, points: mark }))
  const count = countMarks(marks, { counted: markCount, dropping })
  expect(count).toMatchObject({ complete: true })
  expect(count.complete && count.kept.map((mark) => mark.points)).toEqual(keptPoints)
  expect(count.complete && count.dropped.map((mark) => mark.points)).toEqual(droppedPoints)
})

test('RES-044 of two equal lowest marks exactly one is dropped, that of the higher position', () => {
  const marks = [9000, 8900, 9500, 8900].map((points, place) => ({ position: place + 1, points }))
  const count = countMarks(marks, threeOfPanel)
  expect(count.complete && count.dropped).toEqual([{ position: 4, points: 8900 }])
  expect(count.complete && count.kept.map(({ position }) => position)).toEqual([1, 2, 3])
})

test('too few marks are incomplete, and so are too many for a panel that drops none', () => {
  const marks = [9000, 8900].map((points, place) => ({ position: place + 1, points }))
  expect(countMarks(marks, threeOfPanel)).toEqual({ complete: false, reason: 'too few marks' })
  expect(countMarks([...marks, ...marks], { counted: 3, dropping: 'none' })).toEqual({
    complete: false,
    reason: 'too many marks',
  })
})

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

test('a missing mark is stood in for by the mean of the others, rounded half up to the step', () => {
  expect([
    substituteMark([9000, 9100, 9200], 50),
    substituteMark([9000, 9050], 50),
    substituteMark([9000, 9000, 9050], 50),
    substituteMark([], 50),
  ]).toEqual([9100, 9050, 9000, null])
})

test.each([
  [165, 180, 0],
  [165, 180.001, 100],
  [165, 181, 100],
  [165, 182.5, 300],
  [165, 100, 0],
])('of %i allowed seconds %d measured ones propose a deduction of %i', (seconds, measuredTime, points) => {
  expect(overtimePoints(measuredTime, seconds)).toBe(points)
})

test('each extra minute allows sixty seconds more', () => {
  expect([allowedSeconds(165, 0), allowedSeconds(165, 2)]).toEqual([165, 285])
})

test.each(levels.filter(({ minimum_points }) => minimum_points > 0))(
  '$name begins exactly at its minimum',
  ({ id, minimum_points }) => {
    expect(levelOf(minimum_points, levels)?.id).toBe(id)
    expect(levelOf(minimum_points + 1, levels)?.id).toBe(id)
    expect(levelOf(minimum_points - 1, levels)?.id).not.toBe(id)
  },
)

test('a scale begins at 0, has no two equal minima, and no level out of reach', () => {
  const checkOf = (...minima: readonly number[]) => {
    const check = checkAwardScale(
      minima.map((minimum_points) => ({ minimum_points })),
      30_000,
    )
    return check.ok || check.refusal.code
  }
  expect([checkOf(0, 30_000), checkOf(1, 2), checkOf(), checkOf(0, 5, 5), checkOf(0, 30_001)]).toEqual([
    true,
    'award_scale.no_lowest',
    'award_scale.no_lowest',
    'award_scale.repeated',
    'award_scale.out_of_reach',
  ])
})

test('RES-017 RES-043 90, 90 and 85 are places 1, 1 and 3', () => {
  expect(rank([85, 90, 90], (a, b) => b - a).map(({ place }) => place)).toEqual([1, 1, 3])
  const [group] = placesOf([
    sampleEntry(1, [3000, 3000, 3000]),
    sampleEntry(2, [2800, 2800, 2900]),
    sampleEntry(3, [3000, 2900, 3100]),
  ])
  expect(group?.entries.map(({ id, place }) => [id, place])).toEqual([
    [1, 1],
    [3, 1],
    [2, 3],
  ])
})

test.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [3, 3],
  [4, 3],
  [5, 5],
  [9, 5],
  [10, 10],
  [40, 10],
])('of %i entries %i places are awarded, or half of them', (entries, places) => {
  expect(placeCount(entries, usualPlaces)).toBe(places)
  expect(placeCount(entries, 'half')).toBe(Math.floor(entries / 2))
})

test('a tie on the last place awards all of it, and the trophies are counted', () => {
  const [group] = placesOf([9500, 9400, 9300, 9300].map((mark, place) => sampleEntry(place + 1, [mark, mark, mark])))
  expect(group).toMatchObject({ places: 3, trophies: 4 })
  expect(group?.entries.map(({ place }) => place)).toEqual([1, 2, 3, 3])
})

test('entries without a place: adjudicated only, below the minimum, Showcase unless named, incomplete', () => {
  const entries = [
    sampleEntry(1, [9000, 9000, 9000]),
    sampleEntry(2, [9900, 9900, 9900], { adjudicated_only: true }),
    sampleEntry(3, [5000, 5000, 4950]),
    sampleEntry(4, [9800, 9800, 9800], { is_showcase: true }),
    sampleEntry(5, [9900, 9900]),
  ]
  const idsOf = (definition: Partial<PlacementDefinition>) =>
    placesOf(entries, definition).flatMap((group) => group.entries.map(({ id }) => id))
  expect(idsOf({ minimum_points: 15_000 })).toEqual([1])
  expect(idsOf({ scope: { group_by: [], showcase: true } })).toEqual([4, 1, 3])
})

test('of the solos of one dancer only the best has a place; of equal ones the lower number', () => {
  const of = (dancer: number) => ({ dancer_ids: [dancer] })
  const [group] = placesOf(
    [
      sampleEntry(1, [9000, 9000, 9000], of(7)),
      sampleEntry(2, [9100, 9000, 9000], of(7)),
      sampleEntry(3, [8000, 8000, 8000], of(8)),
      sampleEntry(4, [8000, 8000, 8000], of(8)),
      sampleEntry(5, [9100, 9100, 9100], { dancer_ids: [7, 8] }),
    ],
    { one_per_dancer: true },
  )
  expect(group?.entries.map(({ id, place }) => [id, place])).toEqual([
    [5, 1],
    [2, 2],
    [3, 3],
  ])
})

test('the tie-break chain separates equal totals link by link; what it does not separate stays tied', () => {
  const withParts = (id: number, marks: readonly number[], technique: number) => {
    const entry = sampleEntry(id, marks)
    const sheets = entry.sheets.map((sheet) => ({ ...sheet, criteria: { Technique: technique } }))
    return { ...entry, sheets }
  }
  // Equal totals of 27,000 after the lowest of four is dropped.
  const entries = [
    withParts(1, [9000, 9000, 9000, 8000], 4000),
    withParts(2, [9100, 9000, 8900, 8800], 3900),
    withParts(3, [8900, 9000, 9100, 8800], 3900),
  ]
  const placesBy = (...tie_break: PlacementDefinition['tie_break']) =>
    Object.fromEntries(placesOf(entries, { tie_break })[0]?.entries.map(({ id, place }) => [id, place]) ?? [])
  expect(placesBy()).toEqual({ 1: 1, 2: 1, 3: 1 })
  expect(placesBy('sum_of_all_marks')).toEqual({ 2: 1, 3: 1, 1: 3 })
  expect(placesBy('single_highest_mark', 'head_judge')).toEqual({ 2: 1, 3: 2, 1: 3 })
  expect(placesBy('criterion:Technique')).toEqual({ 1: 1, 2: 2, 3: 2 })
})

test('groups follow the scope of the award', () => {
  const entries = [
    sampleEntry(1, [9000, 9000, 9000], { age_division_id: 1, category_id: 2 }),
    sampleEntry(2, [9100, 9000, 9000], { age_division_id: 1, category_id: 1, performance_division_id: 4 }),
    sampleEntry(3, [9200, 9000, 9000], { age_division_id: 2, category_id: 1 }),
  ]
  expect(placesOf(entries).map(({ scope, entries: own }) => [scope, own.map(({ id }) => id)])).toEqual([
    [[1, 1], [2]],
    [[1, 2], [1]],
    [[2, 1], [3]],
  ])
  const only = { group_by: ['performance_division_id'], categories: [1], age_divisions: [1] } as const
  expect(placesOf(entries, { scope: only }).map(({ scope }) => scope)).toEqual([[4]])
})

test('studios are ranked by the mean of their best totals, without rounding', () => {
  const entries = [
    ...[9000, 9000, 8000].map((mark, place) => sampleEntry(place + 1, [mark, mark, mark], { studio_id: 1 })),
    ...[9000, 9000].map((mark, place) => sampleEntry(place + 4, [mark, mark, mark], { studio_id: 2 })),
    sampleEntry(6, [9900, 9900, 9900], { studio_id: 3 }),
    sampleEntry(7, [9900, 9900, 9900], { studio_id: null }),
  ]
  const [award] = tabulate(inputsOf(entries, { studio_awards: [{ id: 9, best: 2, least_entries: 2 }] })).studio_awards
  expect(award?.studios.map(({ studio_id, place }) => [studio_id, place])).toEqual([
    [1, 1],
    [2, 1],
  ])
  const [three] = tabulate(inputsOf(entries, { studio_awards: [{ id: 9, best: 3, least_entries: 2 }] })).studio_awards
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
  const auditions = [{ definition_id: 3, dancers, panels: { ballet: threeOfPanel, jazz: threeOfPanel } }]
  const [audition] = tabulate(inputsOf([], { auditions })).auditions
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
  const inputs = inputsOf([...entries, withContested], {
    panels: [threeOfPanel, { ...threeOfPanel, id: 2 }],
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
      expect(tabulate(inputsOf(mixed))).toEqual(tabulate(inputsOf(entries)))
      const [first, ...others] = entries
      if (!first) return
      const fined = [first, ...others.map((entry) => ({ ...entry, deductions: [...entry.deductions, 500] }))]
      expect(tabulate(inputsOf(fined)).entries[0]).toEqual(tabulate(inputsOf(entries)).entries[0])
    }),
  )
})

test('a sheet that arrives twice changes nothing', () => {
  fc.assert(
    fc.property(anyEntries, (entries) => {
      const twice = entries.map((entry) => ({ ...entry, sheets: [...entry.sheets, ...entry.sheets] }))
      expect(tabulate(inputsOf(twice))).toEqual(tabulate(inputsOf(entries)))
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
        const panel = { ...threeOfPanel, dropping: how }
        const place = at % marks.length
        const higherMarks = marks.with(place, Math.max(marks[place] ?? 0, more))
        const totalOf = (own: readonly number[]) => scoreEntry(sampleEntry(1, own), panel, levels).total ?? -1
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

test('RES-017 RES-043 places agree with a slow second implementation', () => {
  fc.assert(
    fc.property(anyEntries, (entries) => {
      const groups = tabulate(inputsOf(entries)).placements
      expect(new Map(groups.flatMap((group) => group.entries.map(({ id, place }) => [id, place])))).toEqual(
        slowPlaces(entries),
      )
    }),
  )
})
