import { expect, test } from 'vitest'
import { sampleEvent, sampleTourDate } from '../registrations/attendees/sample-city.ts'
import { instant } from '../kernel/instant.ts'
import {
  isPickerActionDisabled,
  pickerAction,
  pickerColumns,
  pickerStatus,
  venueText,
  type PickerFacts,
} from './picker.ts'

const open: PickerFacts = { tour_date: sampleTourDate, own: null, exempt: false, now: instant('2024-09-01T00:00:00Z') }
const city = (changes: Partial<typeof sampleTourDate>) => ({ tour_date: { ...sampleTourDate, ...changes } })
const soon = city({
  canceled: true,
  event: { ...sampleEvent, settings: { ...sampleEvent.settings, coming_soon: true } },
})
const soldOut = city({ settings: { ...sampleTourDate.settings, regenabled: false } })
const passed = { now: instant('2024-11-18T00:00:00Z') }

test.each<[string, Partial<PickerFacts>, string, boolean]>([
  ['TOUR-011 TOUR-023 coming soon wins', soon, 'Coming Soon', true],
  ['TOUR-007 both flags', city({ canceled: true, postponed: true }), 'Canceled/Postponed', true],
  ['TOUR-007 canceled', city({ canceled: true }), 'Canceled', true],
  ['TOUR-007 postponed', city({ postponed: true }), 'Postponed', true],
  ['TOUR-031 canceled with a completed one', { ...city({ canceled: true }), own: 'completed' }, 'Canceled', false],
  ['TOUR-008 completed', { own: 'completed', ...passed }, 'View Registration', false],
  ['TOUR-009 passed', passed, 'Passed', true],
  ['TOUR-030 passed with an unfinished one', { ...passed, own: 'unfinished' }, 'Passed', false],
  ['TOUR-013 passed for the exempt', { ...passed, exempt: true }, 'Register', false],
  ['TOUR-010 sold out', soldOut, 'Sold Out', true],
  ['TOUR-013 sold out for the exempt', { ...soldOut, exempt: true }, 'Register', false],
  ['TOUR-008 unfinished', { own: 'unfinished' }, 'Finish Registration', false],
  ['TOUR-006 TOUR-012 otherwise', {}, 'Register', false],
])('%s', (_, changes, status, disabled) => {
  const facts = { ...open, ...changes }
  expect([pickerStatus(facts), isPickerActionDisabled(facts)]).toEqual([status, disabled])
})

const visitor = { signed_in: true, confirmed: true, mobile: false }
test.each([
  ['TOUR-014 signed out', { signed_in: false, confirmed: false }, 'completed', 'sign_in'],
  ['TOUR-015 unconfirmed', { confirmed: false }, 'completed', 'await_confirmation'],
  ['TOUR-016 completed, on mobile too', { mobile: true }, 'completed', 'overview'],
  ['TOUR-017 mobile', { mobile: true }, 'unfinished', 'mobile_notice'],
  ['TOUR-018 unfinished', {}, 'unfinished', 'resume'],
  ['TOUR-019 new', {}, null, 'create'],
] as const)('%s', (_, changes, own, action) => {
  expect(pickerAction({ ...open, own }, { ...visitor, ...changes })).toBe(action)
})

test('TOUR-003 TOUR-004 TOUR-005 columns and venue', () => {
  const without = { ...sampleTourDate, late_start_date: null }
  expect(pickerColumns([without], { hide_early_rate_deadline: true })).toEqual({
    early_rate_deadline: false,
    regular_rate_deadline: false,
  })
  expect(pickerColumns([without, sampleTourDate], { hide_early_rate_deadline: false })).toEqual({
    early_rate_deadline: true,
    regular_rate_deadline: true,
  })
  expect([venueText(sampleTourDate), venueText({ virtual_only: true, venue: null })]).toEqual(['TBA', 'Virtual only'])
})
