import { expect, test } from 'vitest'
import { sampleAttendee, sampleRoutine } from '../registrations/attendees/sample-city.ts'
import type { Facts, Registration } from '../registrations/registration.ts'
import { competingStudio, competitionFacts } from '../registrations/routines/sample-competition.ts'
import { waitInstead, waitInsteadOfEdit } from './wait-instead.ts'

const ids = ({ routines, waiting_list_routines }: Registration) => [
  routines.map(({ id }) => id),
  waiting_list_routines.map(({ id }) => id),
]
const routines = [sampleRoutine(1, [1]), sampleRoutine(2, [2]), { ...sampleRoutine(3, [3]), is_best_dancer: true }]
const facts = competitionFacts()

test.each<[number[], boolean, string | [number[], number[]]]>([
  [[2], false, [[1, 3], [2]]],
  [[1, 2], false, [[3], [1, 2]]],
  [[2, 9], false, 'routine.not_found'],
  [[3], false, 'routine.of_programme'],
  [[2], true, 'routine.locked'],
])('A18 routines %j that wait instead, completed %j: %j', (routine_ids, completed, outcome) => {
  const result = waitInstead(competingStudio(4, { routines, completed, reviewed: true }), routine_ids, facts)
  expect(result.ok ? ids(result.value) : result.refusal.code).toEqual(outcome)
  if (result.ok) expect(result.value.reviewed).toBe(false)
})

/** Routine 1 is registered; the edit has 2 and 4 and, at level 2, dancer 5. */
const live = competingStudio(4, { routines: [sampleRoutine(1, [1])], completed: true })
const edit: Registration = {
  ...live,
  editing: true,
  attendees: { ...live.attendees, 5: sampleAttendee(5, 2) },
  routines: [sampleRoutine(1, [1]), sampleRoutine(2, [2]), sampleRoutine(4, [2, 5])],
}
const closedLevel: Facts = {
  ...facts,
  workshop_levels: facts.workshop_levels.map((level) => (level.id === 2 ? { ...level, status: 'sold_out' } : level)),
}

test('A18 EDIT-003 a new routine leaves the edit and waits as part of the registration, its new dancer at the level of the edit', () => {
  const result = waitInsteadOfEdit({ edit, live }, [4], facts)
  if (!result.ok) throw new Error(result.refusal.code)
  expect(ids(result.value.edit)).toEqual([[1, 2], []])
  expect(result.value.edit).toMatchObject({ completed: true, editing: true, attendees: edit.attendees })
  expect(ids(result.value.live)).toEqual([[1], [4]])
  expect(result.value.live.attendees).toBe(live.attendees)
  expect(result.value.live.waiting_list_routines[0]).toMatchObject({
    status: 'waiting',
    attendees: [{ person_id: 2 }, { person_id: 5, workshop_level_id: 2 }],
  })
})

test.each([
  [[1], facts, 'routine.locked'],
  [[9], facts, 'routine.not_found'],
  [[4], closedLevel, 'attendee.level_sold_out'],
])('A18 EDIT-003 routines %j of an edit cannot wait', (routine_ids, factsNow, code) => {
  expect(waitInsteadOfEdit({ edit, live }, routine_ids, factsNow)).toMatchObject({ refusal: { code } })
})

test('A18 EDIT-003 a closed level keeps no routine of registered dancers from the list', () => {
  expect(waitInsteadOfEdit({ edit, live }, [2], closedLevel).ok).toBe(true)
})
