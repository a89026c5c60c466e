import { expect, test } from 'vitest'
import { kindOf, levelsById } from './level.ts'
import { sampleLevels } from './sample-city.ts'

test.each([
  [1, 'dancer'],
  [5, 'teacher'],
  [31, 'observer'],
  [34, 'observer'],
  [999, undefined],
])('ATT-001 who comes at workshop level %s comes as %s', (workshop_level_id, kind) => {
  expect(kindOf({ workshop_level_id }, levelsById(sampleLevels))).toBe(kind)
})
