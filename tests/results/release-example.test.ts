import { readFileSync } from 'node:fs'
import { sampleEntry } from '@callboard/domain/results/sample-entry.ts'
import { changedSlices, mergeChanges, movedInputs, sliceChangeText } from '@callboard/domain/results/release-changes.ts'
import { releaseOf, slicesOf, type ReleaseInputs } from '@callboard/domain/results/release.ts'
import { usualPlaces } from '@callboard/domain/results/ranking.ts'
import { expect, test } from 'vitest'

const page = readFileSync('docs/rules/release.md', 'utf8')
const example = page.slice(page.indexOf('## Worked example'), page.indexOf('## Corrections'))

/** The release of two solos with these marks. */
const inputsOf = (one: readonly number[], two: readonly number[]): ReleaseInputs => ({
  tabulation: {
    entries: [
      sampleEntry(1, one, { registration_id: 1, studio_id: 1 }),
      sampleEntry(2, two, { registration_id: 2, studio_id: 2 }),
    ],
    panels: [{ id: 1, counted: 3, dropping: 'none' }],
    levels: [
      { id: 2, name: 'High Gold', minimum_points: 28_000 },
      { id: 3, name: 'Gold', minimum_points: 26_500 },
      { id: 6, name: 'Bronze', minimum_points: 0 },
    ],
    placements: [
      {
        ...{ id: 7, scope: { group_by: ['age_division_id'] }, places: usualPlaces, one_per_dancer: false },
        ...{ tie_break: [], minimum_points: 0 },
      },
    ],
    ...{ studio_awards: [], auditions: [], picks: [], blocks: [] },
  },
  ...{ picks: [], holders: [], sheets: [] },
})
const names = { entry: String, level: String, award: String }
const first = [9_400, 9_500, 9_600]
const proposedInputs = inputsOf(first, [9_200, 9_300, 9_450])
const versionOne = inputsOf(first, [9_200, 9_300, 9_550])
const versionTwo = inputsOf([9_300, 9_500, 9_600], [9_200, 9_300, 9_550])
const slicesOfInputs = (inputs: ReleaseInputs) => slicesOf(releaseOf('results', inputs).body, inputs.holders)

test('the worked example of the rules page: totals and levels', () => {
  const { body } = releaseOf('results', proposedInputs)
  const levels = new Map(proposedInputs.tabulation.levels.map(({ id, name }) => [id, name]))
  for (const { id, total, award_id, marks } of body.entries) {
    const cells = [
      id,
      marks.map(({ points }) => points / 100).join(', '),
      (total ?? 0) / 100,
      levels.get(award_id ?? 0),
    ]
    expect(example.replaceAll(/ +/g, ' ')).toContain(`| ${cells.join(' | ')} |`)
  }
  expect(body.placements[0]?.entries.map(({ id, place }) => [id, place])).toEqual([
    [1, 1],
    [2, 2],
  ])
})

test('the worked example of the rules page: what moved, and whom a correction concerns', () => {
  const movedSentences = movedInputs('results', proposedInputs, versionOne, names)
  expect(movedSentences).toEqual(['2: total 280.5 (was 279.5).'])
  expect(example).toContain(`- ${movedSentences[0]}`)

  const [before, after] = [slicesOfInputs(versionOne), slicesOfInputs(versionTwo)]
  const changesOf = (id: number) =>
    changedSlices(before, after)
      .find(({ registration_id }) => registration_id === id)
      ?.changes.map((change) => sliceChangeText(change, names))
  expect(changesOf(1)).toEqual(['1: total 284 (was 285).'])
  expect(changesOf(2)).toEqual([])
  expect(example).toContain('- 1: total 284 (was 285).')
})

test('changes are listed in the order of the entries’ numbers, across registrations too', () => {
  const numbered = (inputs: ReleaseInputs): ReleaseInputs => {
    const entries = inputs.tabulation.entries.map((entry) => ({ ...entry, entry_number: 13 - entry.id }))
    return { ...inputs, tabulation: { ...inputs.tabulation, entries } }
  }
  const later = inputsOf([9_300, 9_500, 9_600], [9_200, 9_300, 9_650])
  const sentencesOf = (before: ReleaseInputs, after: ReleaseInputs) => {
    const { body } = releaseOf('results', after)
    const slices = changedSlices(slicesOfInputs(before), slicesOfInputs(after))
    return mergeChanges(slices, body.entries).map((change) => sliceChangeText(change, names))
  }
  expect(sentencesOf(versionOne, later)).toEqual(['1: total 284 (was 285).', '2: total 281.5 (was 280.5).'])
  expect(sentencesOf(numbered(versionOne), numbered(later))).toEqual([
    '2: total 281.5 (was 280.5).',
    '1: total 284 (was 285).',
  ])
  const together = (inputs: ReleaseInputs): ReleaseInputs => {
    const entries = numbered(inputs).tabulation.entries.map((entry) => ({ ...entry, registration_id: 1 }))
    return { ...inputs, tabulation: { ...inputs.tabulation, entries } }
  }
  const [own] = changedSlices(slicesOfInputs(together(versionOne)), slicesOfInputs(together(later)))
  expect(own?.changes.map((change) => 'entry_id' in change && change.entry_id)).toEqual([2, 1])
})

test('a first release tells nobody of changes; who loses everything learns so by an empty slice', () => {
  const slices = slicesOfInputs(versionOne)
  expect(changedSlices(null, slices).map(({ changes }) => changes)).toEqual([[], []])
  const [, second] = changedSlices(slices, new Map([...slices].slice(0, 1)))
  expect(second?.slice.entries).toEqual([])
  expect(second?.changes.map((change) => sliceChangeText(change, names))).toEqual(['2 was removed.'])
})
