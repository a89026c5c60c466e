import { describe, expect, test } from 'vitest'
import type { CalendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { explain } from '../refusals.ts'
import { waiverDocument, type SignedWaiver } from './document.ts'
import { isOfAge, isSignatureOf, keptForm, signerOf, waiverErrors, type WaiverForm } from './form.ts'
import {
  checkOpen,
  checkPaper,
  checkSignature,
  needsWaiver,
  paperDay,
  paperMoment,
  checkReminder,
  reminderAddress,
  requestEnd,
  waiverTally,
} from './request.ts'

const day = (text: string) => text as CalendarDate
const facts = { self: false, today: day('2024-10-01'), adult_age: 18, birthdate: null }
const person = {
  fname: 'Wren',
  lname: 'Halloran',
  address: '18 Mercer Street, Portland, OR 97209',
  birthdateString: '03/01/2012',
  gender_id: 1,
  phoneValue: '(503) 555-0147',
  emailValue: 'sable@example.com',
}
const form: WaiverForm = {
  ...person,
  parent_relationship: 'Mother',
  parent: { ...person, fname: 'Sable', birthdateString: '', address: '' },
  sameAddressAsParent: true,
}
const adult = { ...form, birthdateString: '10/01/2006', parent: null, parent_relationship: null }
const wrongIn = (change: Partial<WaiverForm>, more = {}) => waiverErrors({ ...form, ...change }, { ...facts, ...more })

test('a form that is filled in has nothing against it', () => {
  expect(waiverErrors(form, facts)).toEqual({})
  expect(waiverErrors(adult, { ...facts, self: true })).toEqual({})
})

describe('WAIV-005 required fields of a participant', () => {
  test.each(['fname', 'lname', 'address', 'phoneValue', 'emailValue'] as const)('%s', (field) => {
    expect(wrongIn({ [field]: ' ' })).toEqual({ [field]: 'Required' })
  })
  test('gender', () => expect(wrongIn({ gender_id: null })).toEqual({ gender_id: 'Required' }))
  test('an email that is one, a phone that is one', () => {
    expect(wrongIn({ emailValue: 'sable@', phoneValue: '555' })).toEqual({
      emailValue: 'Must be valid email',
      phoneValue: 'Must be valid phone number',
    })
  })
})

describe('WAIV-028 somebody under age needs a parent, with all that belongs to one', () => {
  test('no parent', () => {
    expect(Object.keys(wrongIn({ parent: null }))).toEqual(
      ['fname', 'lname', 'gender_id', 'emailValue', 'phoneValue'].map((field) => `parent.${field}`),
    )
  })
  test('WAIV-007 without a relationship', () => {
    expect(wrongIn({ parent_relationship: null })).toEqual({ parent_relationship: 'Required' })
  })
  test('WAIV-005 the parent’s address is optional only when it is the same', () => {
    expect(wrongIn({ sameAddressAsParent: false })).toEqual({ 'parent.address': 'Required' })
  })
  test('a parent who is a child', () => {
    const parent = { ...person, birthdateString: '03/01/2010' }
    expect(wrongIn({ parent })).toHaveProperty(['parent.birthdateString'])
  })
})

describe('WAIV-027 a birthdate is a day, MM/DD/YYYY', () => {
  test.each(['2012-03-01', '13/01/2012', '02/30/2012', '03/01/2030', '3/1/12'])('not %s', (birthdateString) => {
    expect(wrongIn({ birthdateString })).toEqual({ birthdateString: 'Invalid Birthdate (MM/DD/YYYY)' })
  })
  test('nor nothing', () => expect(wrongIn({ birthdateString: '' })).toEqual({ birthdateString: 'Required' }))
})

describe('WAIV-006 CONST-025 a participant who signs is at least 18 on the day', () => {
  test.each([
    ['10/01/2006', undefined],
    ['10/02/2006', 'Participant is under 18'],
    ['10/01/2007', 'Participant is under 18'],
  ])('born %s: %s', (birthdateString, why) => {
    expect(waiverErrors({ ...adult, birthdateString }, { ...facts, self: true }).birthdateString).toBe(why)
  })
  test('the roster’s birthdate takes precedence over the entered one', () => {
    const knownFacts = { ...facts, self: true, birthdate: day('2012-03-01') }
    expect(waiverErrors(adult, knownFacts)).toEqual({ birthdateString: 'Participant is under 18' })
  })
  test('nobody knows: the form will say it', () => expect(isOfAge(null, facts)).toBe(true))
})

test('WAIV-008 M010 the box comes before the name, and the name must be the signer’s', () => {
  const sign = (isAgreed: boolean, signature: string) => {
    const result = checkSignature({ agreed: isAgreed, signature, signer: 'Sable Halloran' })
    return result.ok ? 'signed' : explain(result.refusal)
  }
  expect(sign(false, '')).toBe('Please agree to the terms and conditions before continuing.')
  expect(sign(true, 'x')).toBe('Please type your name exactly as shown above: Sable Halloran.')
  expect(sign(true, ' sable HALLORAN ')).toBe('signed')
  expect(isSignatureOf('Maire-Eilis OBrien', 'Máire-Éilís O’Brien')).toBe(true)
  expect(isSignatureOf('', '')).toBe(false)
})

test('ERR-021 M134 M135 what a link says that is over, or signed', () => {
  const now = instant('2024-10-01T12:00:00Z')
  const open = { expires_at: requestEnd(now, 30), signed_at: null, removed_at: null }
  const sentenceOf = (change: object, isSigned = false) => {
    const result = checkOpen({ ...open, ...change }, isSigned, now)
    return result.ok ? 'open' : explain(result.refusal)
  }
  expect(sentenceOf({})).toBe('open')
  expect(sentenceOf({ expires_at: now })).toBe('Sorry, this waiver request has expired.')
  const signedWaiver =
    'Sorry, this waiver request link has been signed. If you have not signed your waiver, please request another link from your registration contact.'
  expect(sentenceOf({ signed_at: now, expires_at: now })).toBe(signedWaiver)
  expect(sentenceOf({}, true)).toBe(signedWaiver)
})

test('WAIV-025 dancers and teachers need a waiver, observers do not', () => {
  expect((['dancer', 'teacher', 'observer'] as const).map(needsWaiver)).toEqual([true, true, false])
  const people = [
    { kind: 'dancer', signed: true },
    { kind: 'dancer', signed: false },
    { kind: 'teacher', signed: true },
    { kind: 'observer', signed: true },
    { kind: 'observer', signed: false },
  ] as const
  expect(waiverTally(people)).toEqual({ done: 2, total: 3 })
})

test('a form is kept trimmed, with the parent’s address in its place', () => {
  const remaining = keptForm({ ...form, fname: ' Wren ' }, false)
  expect([remaining.fname, remaining.parent?.address, signerOf(remaining, false)]).toEqual([
    'Wren',
    form.address,
    'Sable Halloran',
  ])
  expect(keptForm(form, true)).toMatchObject({ parent: null, parent_relationship: null })
})

test('a reminder goes where the roster says, else to the attendee’s address, else to the parent', () => {
  const knownFacts = { roster_reminder: null, attendee_reminder: null, roster_parent: 'parent@example.com' }
  expect(reminderAddress(knownFacts)).toBe('parent@example.com')
  expect(reminderAddress({ ...knownFacts, roster_reminder: 'mum@example.com' })).toBe('mum@example.com')
  expect(reminderAddress({ ...knownFacts, roster_parent: null })).toBeNull()
})

test('reminders end with the last day of the event, in its time zone', () => {
  const city = { time_zone: 'America/Los_Angeles', end_date: day('2024-10-06') }
  expect(checkReminder(city, instant('2024-10-07T06:59:59Z')).ok).toBe(true)
  const result = checkReminder(city, instant('2024-10-07T07:00:00Z'))
  expect(result.ok ? undefined : explain(result.refusal)).toBe('The event is over, so reminders are no longer sent.')
})

const signedOnPaper: SignedWaiver = {
  ...{ waiver: 'Participant waiver', version: 1, text: 'Words', event: 'Meridian', city: 'Auckland' },
  ...{ start_date: day('2024-11-08'), end_date: day('2024-11-10'), time_zone: 'Pacific/Auckland' },
  ...{ fname: 'Wren', lname: 'Halloran', is_self: false, form: null, signer_name: 'Sable Halloran' },
  ...{ parent_relationship: 'Mother', signed_at: instant('2024-09-30T12:00:00Z'), signed_ip: null, seal: null },
  ...{ on_paper: true, note: null },
}

describe('OFF-035 a waiver on paper', () => {
  const knownFacts = { today: day('2024-10-01'), start_year: 2024, adult_age: 18, birthdate: day('2006-09-15') }
  test.each([
    ['of today', 'Sable', '2024-10-01', undefined],
    ['of the first day of its season’s years', 'Sable', '2024-01-01', undefined],
    ['without who signed', ' ', '2024-10-01', 'waiver.paper_signer'],
    ['of tomorrow', 'Sable', '2024-10-02', 'waiver.paper_day'],
    ['of the season before', 'Sable', '2023-12-31', 'waiver.paper_season'],
  ])('%s', (_, signer_name, signed_on, code) => {
    const result = checkPaper({ signer_name, signed_on: day(signed_on), self: false }, knownFacts)
    expect(result.ok ? undefined : result.refusal.code).toBe(code)
  })
  test.each([
    ['the participant on the day of 18', true, '2024-09-15', '2006-09-15', undefined],
    ['the participant a day before', true, '2024-09-14', '2006-09-15', 'waiver.paper_under_age'],
    ['a parent of the same child', false, '2024-09-14', '2006-09-15', undefined],
    ['the participant without a birthdate', true, '2024-09-14', null, undefined],
    ['a parent on the day of birth', false, '2024-05-02', '2024-05-02', undefined],
    ['a parent before the birth', false, '2024-05-01', '2024-05-02', 'waiver.paper_birth'],
  ])('WAIV-006 signed by %s', (_, self, signed_on, birthdate, code) => {
    const paper = { signer_name: 'Sable', signed_on: day(signed_on), self }
    const result = checkPaper(paper, { ...knownFacts, birthdate: birthdate === null ? null : day(birthdate) })
    expect(result.ok ? undefined : result.refusal.code).toBe(code)
    if (code === 'waiver.paper_under_age' && !result.ok) {
      expect(explain(result.refusal)).toBe('Participant is under 18')
    }
  })
  test.each(['2024-01-01', '2024-12-31'])('its day %s is the same in every time zone', (signed_on) => {
    expect(paperDay(paperMoment(day(signed_on)))).toBe(signed_on)
    const facts = waiverDocument({ ...signedOnPaper, signed_at: paperMoment(day(signed_on)) }, []).sections.at(-1)
    const [year, month, date] = signed_on.split('-').map(Number)
    expect(facts?.rows.map(({ cells }) => cells)).toContainEqual(['On', `${month}/${date}/${year}`])
  })
})
