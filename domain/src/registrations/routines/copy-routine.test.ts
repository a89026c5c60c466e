import { expect, test } from 'vitest'
import { sampleAttendee, sampleRoutine, sampleTourDate } from '../attendees/sample-city.ts'
import type { Event } from '../../tours/city.ts'
import { saveRoutine } from './acts.ts'
import { copyRoutine, type PreviousRoutine } from './copy-routine.ts'
import { copyingInto, mayCopyFrom } from './copying.ts'
import { planRoutine } from './plan-routine.ts'
import { competingStudio, competitionFacts, draftFor } from './sample-competition.ts'

const facts = competitionFacts()
const eventWith = (changes: Partial<Event>) =>
  competitionFacts({ city: { event: { ...sampleTourDate.event, ...changes } } })
const nationals = eventWith({ is_nationals: true, allows_routine_copy: false })
const closedFacts = eventWith({ allows_routine_copy: false })
const here = sampleTourDate.id
const event_id = sampleTourDate.event_id

test.each([
  ['another city of the same event', { tour_date_id: here + 1, event_id, allows_routine_copy: true }, facts, true],
  ['this city itself', { tour_date_id: here, event_id, allows_routine_copy: true }, facts, false],
  ['another event', { tour_date_id: here + 1, event_id: event_id + 1, allows_routine_copy: true }, facts, false],
  ['a regional, on nationals', { tour_date_id: 9, event_id: event_id + 1, allows_routine_copy: true }, nationals, true],
  ['an event that does not allow it', { tour_date_id: 9, event_id: 3, allows_routine_copy: false }, nationals, false],
  ['an event, into one without copying', { tour_date_id: 9, event_id, allows_routine_copy: true }, closedFacts, false],
])('COPY-002 COPY-004 COPY-015 a routine of %s', (_, source, into, outcome) => {
  expect(mayCopyFrom(source, into)).toBe(outcome)
})

test('COPY-001 COPY-004 regionals copy, nationals transfer, all others do neither', () => {
  expect([copyingInto(facts), copyingInto(nationals), copyingInto(closedFacts)]).toEqual(['copy', 'transfer', null])
})

const previous = (changes: Partial<PreviousRoutine> = {}): PreviousRoutine => ({
  registrations_routine_id: 70,
  name: 'Rain',
  choreographer: 'Mia Sol',
  music_id: 12,
  attendees: [1, 2, 3, 77].map((person_id) => ({ person_id, person: { fname: 'Ada', lname: `No. ${person_id}` } })),
  performance_division_id: 2,
  performance_division_level_id: 1,
  ...changes,
})

test('COPY-010 COPY-013 COPY-014 copies the routine and reports each dancer left out, with the reason', () => {
  const studio = competingStudio(3)
  const registration = {
    ...studio,
    attendees: { ...studio.attendees, 2: { ...sampleAttendee(2, 2), one_day: true } },
  }
  const { draft, left_out } = copyRoutine(previous(), true, registration, facts)
  expect(draft).toMatchObject({
    name: 'Rain',
    choreographer: 'Mia Sol',
    performance_division_id: 2,
    attendees: [{ person_id: 1 }, { person_id: 3 }],
    copied_from: 70,
    copy_music: true,
    old_music_id: 12,
  })
  expect(left_out.map(({ name, refusal }) => [name, refusal.code])).toEqual([
    ['Ada No. 2', 'routine.one_day_dancer'],
    ['Ada No. 77', 'routine.dancer_not_registered'],
  ])
})

test('COPY-013 where the division is not offered, one of the same level is taken', () => {
  const copy = copyRoutine(previous({ performance_division_id: 40 }), false, competingStudio(3), facts)
  expect(copy.draft.performance_division_id).toBe(1)
})

test('COPY-008 COPY-009 music does not go with a virtual routine or to a virtual city', () => {
  const virtual = competitionFacts({ city: { virtual_only: true } })
  expect(copyRoutine(previous(), true, competingStudio(3), virtual).draft.copy_music).toBe(false)
  const draft = draftFor([1], { virtual: true, copy_music: true, old_music_id: 12 })
  expect(planRoutine(draft, competingStudio(3), facts)).toMatchObject({ refusal: { code: 'routine.virtual_music' } })
})

test('COPY-003 COPY-011 a routine is copied once, and as a new routine it passes every rule', () => {
  const registration = competingStudio(3)
  const { draft } = copyRoutine(previous(), true, registration, facts)
  const once = saveRoutine(registration, draft, facts)
  expect(once).toMatchObject({ ok: true, value: { routines: [{ copied_from: 70, old_music_id: 12 }] } })
  if (!once.ok) return
  expect(saveRoutine(once.value, { ...draft, _temp_id: 'again' }, facts)).toMatchObject({
    refusal: { code: 'routine.copied_already' },
  })
  expect(saveRoutine(registration, draft, closedFacts)).toMatchObject({ refusal: { code: 'routine.not_copied_here' } })
  const full = competitionFacts({ places: { routines: { places: 1, taken: 1, waiting: 0 } } })
  expect(saveRoutine(registration, draft, full)).toMatchObject({ refusal: { code: 'routine.city_full' } })
})

test('COPY-007 where a routine came from stays as it was entered', () => {
  const knownFacts = sampleRoutine(4, [1], { copied_from: 70, old_music_id: 12, copy_music: true })
  const registration = competingStudio(3, { routines: [knownFacts] })
  const plan = planRoutine(draftFor([1], { id: 4, copied_from: 9, old_music_id: 8 }), registration, facts)
  expect(plan).toMatchObject({ ok: true, value: { copied_from: 70, old_music_id: 12, copy_music: false } })
})
