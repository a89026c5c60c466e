import { expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar.ts'
import { identityKey, markMediaPasses } from './set-options.ts'
import { sampleAttendee, sampleRegistration } from './sample-city.ts'

const ana = { fname: 'Ana', lname: 'Ruiz', birthdate: calendarDate('2012-03-01'), gender_id: 1 }

test.each([
  [{ ...ana, fname: ' ána ' }, true],
  [{ ...ana, lname: 'RUIZ' }, true],
  [{ ...ana, birthdate: calendarDate('2012-03-02') }, false],
  [{ ...ana, gender_id: 2 }, false],
  [{ ...ana, fname: 'Anna' }, false],
])('ATT-065 a pass follows the dancer by name, birthdate and gender: %j %s', (other, same) => {
  expect(identityKey(other) === identityKey(ana)).toBe(same)
})

test('ATT-052 ATT-066 a pass paid elsewhere in the season marks the dancer, and only this dancer', () => {
  const [one, two] = [sampleAttendee(1, 12), sampleAttendee(2, 13)]
  const withPasses = markMediaPasses(sampleRegistration([one, two]), new Set([1]))
  expect(withPasses.attendees[1]?.media_pass_old).toBe(true)
  expect(withPasses.attendees[2]?.media_pass_old).toBe(false)
})
