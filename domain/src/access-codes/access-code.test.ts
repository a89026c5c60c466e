import { describe, expect, test } from 'vitest'
import { explain } from '../refusals.ts'
import { codeFrom, getsCode, issueCodes, planCodes, type CodeHolder } from './access-code.ts'

const person = (attendee_id: number, more: Partial<CodeHolder> = {}): CodeHolder => ({
  attendee_id,
  name: `Person ${attendee_id}`,
  virtual: true,
  access_code: null,
  ...more,
})
const people = [person(1, { access_code: 'AAAA-1' }), person(2), person(3, { virtual: false })]

test('CODE-005 only virtual participants get a code', () => {
  expect(people.map(getsCode)).toEqual([true, true, false])
})

describe('CODE-006 OFF-027 the codes the office gives', () => {
  test.each([
    ['one that is new', 2, ' BBBB-2 ', [{ attendee_id: 2, access_code: 'BBBB-2' }]],
    ['the one they have already', 1, 'AAAA-1', []],
    ['none: it is taken back', 1, null, [{ attendee_id: 1, access_code: null }]],
    ['nothing but spaces: it is taken back', 1, '  ', [{ attendee_id: 1, access_code: null }]],
    ['one of somebody else of the city', 2, 'aaaa-1', 'aaaa-1 already belongs to someone in this city.'],
    ['too short a one', 2, 'abc', 'The code of Person 2 must be 4 to 40 letters, digits or dashes, without spaces.'],
    ['two words', 2, 'AB CD', 'The code of Person 2 must be 4 to 40 letters, digits or dashes, without spaces.'],
    ['one for somebody who comes', 3, 'CCCC', 'Person 3 takes part in person and needs no access code.'],
  ])('%s', (_, attendee_id, access_code, outcome) => {
    const plan = planCodes([{ attendee_id, access_code }], people)
    expect(plan.ok ? plan.value : explain(plan.refusal)).toEqual(outcome)
  })
  test('two people change theirs with each other at once', () => {
    const both = [person(1, { access_code: 'AAAA' }), person(2, { access_code: 'BBBB' })]
    const plan = planCodes(
      [
        { attendee_id: 1, access_code: 'BBBB' },
        { attendee_id: 2, access_code: 'AAAA' },
      ],
      both,
    )
    expect(plan.ok && plan.value).toHaveLength(2)
  })
})

test('CODE-006 codes are made for who has none, and never one that is there', () => {
  const codes = ['aaaa-1', 'DDDD-4']
  expect(issueCodes(people, () => codes.shift() ?? '')).toEqual([{ attendee_id: 2, access_code: 'DDDD-4' }])
  expect(codeFrom([0, 1, 2, 3, 4, 5, 6, 7, 30, 31])).toBe('ABCDE-FGH9A')
})
