import { expect, test } from 'vitest'
import { kindOf, levelsById } from './level.ts'
import { levelMismatches } from './level-mismatch.ts'
import { sampleAttendee, sampleFacts, sampleLevels, sampleRegistration } from './sample-city.ts'

test.each([
  [1, 'dancer'],
  [5, 'teacher'],
  [31, 'observer'],
  [34, 'observer'],
  [999, undefined],
])('ATT-001 an attendee at workshop level %s comes as %s', (workshop_level_id, kind) => {
  expect(kindOf({ workshop_level_id }, levelsById(sampleLevels))).toBe(kind)
})

test('ATT-017 ATT-019 lists the people at another level because their own is closed', () => {
  const shut = sampleFacts({
    workshop_levels: sampleLevels.map((level) => (level.id === 3 ? { ...level, status: 'sold_out' as const } : level)),
  })
  const here = sampleRegistration([
    sampleAttendee(1, 3, { workshop_level_id: 2 }),
    sampleAttendee(2, 2),
    sampleAttendee(3, 3),
  ])
  const matches = [...levelMismatches(here, shut)].map(([id, people]) => [
    id,
    people.map(({ name, level }) => [name, level.level]),
  ])
  expect(matches).toEqual([[3, [['Person1 Reed', 'Junior']]]])
  expect(levelMismatches(here, sampleFacts()).size).toBe(0)
})
