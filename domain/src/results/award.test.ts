import { expect, test } from 'vitest'
import { checkAward, type AwardDefinition } from './award.ts'

const award: AwardDefinition = {
  ...{ name: 'Best Dancer', kind: 'audition', block_id: null, position: 1, active: true, best: 1, least_entries: 1 },
  ...{ scope: { group_by: [] }, places: 'half', one_per_dancer: false, tie_break: [], minimum_points: 0 },
}
const city = { names: ['Overall'], criteria: ['Technique'] }
const codeOf = (change: Partial<AwardDefinition>) => {
  const result = checkAward({ ...award, ...change }, city)
  return result.ok ? null : result.refusal
}

test('RES-014 an audition and a studio award rank everyone of a city, so a group or a limit is refused', () => {
  for (const kind of ['audition', 'studio'] as const) {
    expect(codeOf({ kind })).toBeNull()
    for (const scope of [
      { group_by: ['age_division_id'] as const },
      { group_by: [], age_divisions: [1] },
      { group_by: [], categories: [1] },
      { group_by: [], performance_divisions: [1] },
      { group_by: [], showcase: true },
    ]) {
      expect(codeOf({ kind, scope })).toEqual({ code: 'award.scope_unfit' })
      expect(codeOf({ kind: 'placement', scope })).toBeNull()
    }
  }
})

test('OFF-030 an award has rows of places that differ, a name of its own and parts of marks that there are', () => {
  const rows = (...starts: number[]) => starts.map((from) => ({ from, places: 1 }))
  expect(codeOf({ places: rows(1, 3) })).toBeNull()
  expect(codeOf({ places: rows(1, 3, 1) })).toEqual({ code: 'award.places_repeated', from: 1 })
  expect(codeOf({ name: 'Overall' })).toEqual({ code: 'award.name_taken', name: 'Overall' })
  expect(codeOf({ name: 'Overall', active: false }), 'one that is no longer given').toBeNull()
  expect(codeOf({ tie_break: ['head_judge', 'criterion:Technique'] })).toBeNull()
  expect(codeOf({ tie_break: ['criterion:Style'] })).toEqual({ code: 'award.criterion_unknown', name: 'Style' })
})
