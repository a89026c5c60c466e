import { expect, test } from 'vitest'
import { commonTimeZones, zoneOfPlace } from './time-zones.ts'

test.each([
  ['Boise', 'ID', 'America/Boise'],
  ['Coeur d’Alene', 'Idaho', 'America/Los_Angeles'],
  ["Coeur d'Alene", 'ID', 'America/Los_Angeles'],
  ['Nashville', 'TN', 'America/Chicago'],
  ['Knoxville', 'tennessee', 'America/New_York'],
  ['Pensacola', 'FL', 'America/Chicago'],
  ['Orlando', 'Florida', 'America/New_York'],
  ['El Paso', 'TX', 'America/Denver'],
  ['Phoenix', 'az', 'America/Phoenix'],
  ['Ontario', 'CA', 'America/Los_Angeles'],
  ['Honolulu', 'HI', 'Pacific/Honolulu'],
  ['Toronto', 'ON', 'America/Toronto'],
  ['San Juan', 'PR', 'America/Puerto_Rico'],
  ['Larkspur', '', null],
  ['Paris', 'Île-de-France', null],
])('%s, %s lies in %s', (name, state, zone) => {
  expect(zoneOfPlace({ name, state })).toBe(zone)
})

test('every common zone is one that clocks know', () => {
  for (const [zone] of commonTimeZones) {
    expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })).not.toThrow()
  }
})
