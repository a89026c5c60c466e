import { expect, test } from 'vitest'
import { correct, passedRules, type Correction } from './correction.ts'
import type { Registration } from './registration.ts'
import { saveRoutine } from './routines/acts.ts'
import { competingStudio, competitionFacts, draftFor } from './routines/sample-competition.ts'

const facts = competitionFacts()

/** Five dancers, completed: a solo of 1, a duet of 1 and 2, a trio of 2, 3 and 4. */
function company(): Registration {
  let registration = competingStudio(5)
  for (const cast of [[1], [1, 2], [2, 3, 4]]) {
    const result = saveRoutine(registration, draftFor(cast, { _temp_id: `new ${cast.join()}` }), facts)
    if (!result.ok) throw new Error(result.refusal.code)
    registration = result.value
  }
  const routines = registration.routines.map((one, place) => ({
    ...one,
    ...{ id: place + 1, date_routine_id: place + 1, _temp_id: null },
  }))
  return { ...registration, routines, completed: true, confirmed: true, reviewed: true, waiver: true }
}

const none: Correction = { leaving_people: [], leaving_routines: [], people: [] }

test.each<[string, Partial<Correction>, number[], number[][]]>([
  [
    'a dancer leaves with her solo, and her duet becomes a solo',
    { leaving_people: [1] },
    [2, 3, 4, 5],
    [[2], [2, 3, 4]],
  ],
  ['who is in no routine leaves alone', { leaving_people: [5] }, [1, 2, 3, 4], [[1], [1, 2], [2, 3, 4]]],
  ['a routine goes whole with its last dancers', { leaving_people: [2, 3, 4] }, [1, 5], [[1], [1]]],
  ['a routine is withdrawn, its dancers stay', { leaving_routines: [3] }, [1, 2, 3, 4, 5], [[1], [1, 2]]],
  ['both at once', { leaving_people: [1], leaving_routines: [1, 2] }, [2, 3, 4, 5], [[2, 3, 4]]],
])('OFF-020 %s', (_, correction, people, casts) => {
  const result = correct(company(), { ...none, ...correction }, facts)
  if (!result.ok) throw new Error(result.refusal.code)
  const { attendees, routines, confirmed, reviewed, waiver } = result.value
  // 100 teaches.
  expect(Object.keys(attendees).map(Number)).toEqual([...people, 100])
  expect(routines.map((routine) => routine.attendees.map(({ person_id }) => person_id))).toEqual(casts)
  expect({ confirmed, reviewed, waiver }).toEqual({ confirmed: true, reviewed: true, waiver: true })
})

test('OFF-020 a smaller cast has the category of so many dancers', () => {
  const [solo, duet] = company().routines
  const result = correct(company(), { ...none, leaving_people: [1] }, facts)
  expect(duet?.routine_category.name).not.toBe(solo?.routine_category.name)
  expect(result.ok && result.value.routines[0]?.routine_category.name).toBe(solo?.routine_category.name)
})

test.each<[string, Partial<Correction>, string]>([
  ['nothing', {}, 'office.nothing_corrected'],
  ['a stranger who leaves', { leaving_people: [99] }, 'attendee.not_registered'],
  ['a stranger who changes', { people: [{ person_id: 99, photoshoot: true }] }, 'attendee.not_registered'],
  ['a routine of nobody', { leaving_routines: [99] }, 'routine.not_found'],
  ['a level that is none', { people: [{ person_id: 5, workshop_level_id: 999 }] }, 'attendee.level_invalid'],
  ['one day while in a routine', { people: [{ person_id: 1, one_day: true }] }, 'attendee.one_day_competing'],
])('OFF-020 %s is refused', (_, correction, code) => {
  const result = correct(company(), { ...none, ...correction }, facts)
  expect(result.ok ? null : result.refusal.code).toBe(code)
})

test('OFF-020 a rule that held before and is broken afterwards is named, others are not', () => {
  const before = company()
  const judged = { ...facts, elsewhere: { media_passes: [], passes_in_use: [], scholarships: [] }, live: before }
  const result = correct(before, { ...none, leaving_people: [1, 2, 3, 4, 5, 100] }, facts)
  if (!result.ok) throw new Error(result.refusal.code)
  expect(passedRules(before, result.value, judged)).toContain(
    'To continue, please register at least one dancer or teacher.',
  )
  expect(passedRules(before, before, judged)).toEqual([])
})
