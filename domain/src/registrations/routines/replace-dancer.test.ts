import { expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar.ts'
import { sampleAttendee, sampleRoutine, sampleTourDate } from '../attendees/sample-city.ts'
import type { Registration } from '../registration.ts'
import { saveRoutine } from './acts.ts'
import { changeRoutines, removeRoutines, replaceDancer, tryChange, tryReplacement } from './replace-dancer.ts'
import { competingStudio, competitionFacts, draftFor } from './sample-competition.ts'

const facts = competitionFacts()

/** Four dancers aged up, a duo, and a solo of person 1; person 6 has a solo too. */
function company(): Registration {
  let registration = competingStudio(6)
  const older = sampleAttendee(5, 2)
  const attendees = {
    ...registration.attendees,
    5: { ...older, person: { ...older.person, birthdate: calendarDate('2002-05-05') } },
  }
  registration = { ...registration, attendees }
  for (const [cast, options] of [
    [[1, 2, 3, 4], { age_up: true }],
    [[1, 2], {}],
    [[1], {}],
    [[6], {}],
  ] as const) {
    const saved = saveRoutine(registration, draftFor(cast, { _temp_id: `new ${cast.join()}`, ...options }), facts)
    if (!saved.ok) throw new Error(saved.refusal.code)
    registration = saved.value
  }
  return {
    ...registration,
    routines: registration.routines.map((one, place) => ({ ...one, id: place + 1, _temp_id: null })),
  }
}

test('COMP-038 COMP-073 an older replacement moves each routine’s division, and age up that no longer fits goes', () => {
  const registration = company()
  const swap = { person_id: 1, replacement_id: 5, routine_ids: [1, 2, 3] }
  const { steps } = tryReplacement(registration, swap, facts)
  expect(steps.map(({ before, after }) => [before.age_up, after?.age_division.name, after?.age_up])).toEqual([
    [true, 'Open', false],
    [false, 'Open', false],
    [false, 'Open', false],
  ])
  const result = replaceDancer(registration, swap, facts)
  expect(
    result.ok && result.value.routines.map(({ attendees }) => attendees.map(({ person_id }) => person_id)),
  ).toEqual([[5, 2, 3, 4], [5, 2], [5], [6]])
})

test('COMP-032 names each routine the dancer cannot take over, and refuses to save all', () => {
  const once = competitionFacts({
    city: { entry_limit_rules: { ...sampleTourDate.entry_limit_rules, one_solos: true } },
  })
  const registration = company()
  const swap = { person_id: 1, replacement_id: 6, routine_ids: [1, 2, 3] }
  const { steps, after } = tryReplacement(registration, swap, once)
  expect(steps.map(({ refusal }) => refusal?.code ?? 'fits')).toEqual(['fits', 'fits', 'routine.second_solo'])
  expect(after.routines[2]?.attendees).toEqual([{ person_id: 1 }])
  expect(replaceDancer(registration, swap, once)).toMatchObject({ refusal: { code: 'routine.second_solo' } })
  expect(replaceDancer(registration, { ...swap, routine_ids: [1, 2] }, once).ok).toBe(true)
})

test('COMP-050 COMP-054 a dancer already in it, of one day, or of a registered routine is refused', () => {
  const registration = company()
  const codeOf = (it: Registration, replacement_id: number) => {
    const result = replaceDancer(it, { person_id: 1, replacement_id, routine_ids: [1] }, facts)
    return result.ok ? 'fits' : result.refusal.code
  }
  expect(codeOf(registration, 2)).toBe('routine.dances_already')
  const oneDay = { ...sampleAttendee(6, 2), one_day: true }
  expect(codeOf({ ...registration, attendees: { ...registration.attendees, 6: oneDay } }, 6)).toBe(
    'routine.one_day_dancer',
  )
  expect(codeOf({ ...registration, routines: [sampleRoutine(1, [1], { date_routine_id: 5 })] }, 6)).toBe(
    'routine.locked',
  )
  expect(codeOf({ ...registration, routines: [sampleRoutine(1, [3])] }, 6)).toBe('routine.not_found')
})

test('COMP-041 COMP-042 several routines are changed together or not at all', () => {
  const registration = company()
  const more = { routine_ids: [1, 2], change: { extra_time: 2 } }
  expect(changeRoutines(registration, more, facts)).toMatchObject({ refusal: { code: 'routine.extra_time_refused' } })
  expect(tryChange(registration, more, facts).steps.map(({ refusal }) => refusal === null)).toEqual([true, false])
  const division = changeRoutines(registration, { routine_ids: [1, 2], change: { performance_division_id: 2 } }, facts)
  expect(division.ok && division.value.routines.map((one) => one.performance_division_id)).toEqual([2, 2, 1, 1])
})

test('COMP-065 several routines are removed together or not at all', () => {
  const registration = company()
  const left = removeRoutines(registration, [1, 3], facts)
  expect(left.ok && left.value.routines.map(({ id }) => id)).toEqual([2, 4])
  expect(removeRoutines(registration, [1, 99], facts)).toMatchObject({ refusal: { code: 'routine.not_found' } })
})
