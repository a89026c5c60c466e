import { describe, expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { needsPersonType, roles } from '../accounts/role.ts'
import { ageAsOf, birthdateFrom, birthdateText } from './birthdate.ts'
import { addressErrors, contactErrors, contactInfoErrors, emailError, phoneError } from './contact.ts'
import { duplicateOf, nameKey } from './duplicate.ts'
import { likelySame, likeness } from './likeness.ts'
import { filterRoster, rosterFilters } from './roster-order.ts'
import { rosterEditErrors, rosterErrors, type RosterDraft } from './roster-entry.ts'

const day = calendarDate
const today = day('2025-06-15')

test.each([
  ['2006-12-31', 18],
  ['2007-01-01', 18],
  ['2007-01-02', 17],
  ['2005-01-01', 20],
  ['2005-01-02', 19],
])('ROST-009 CONST-001 born %s, the age on January 1, 2025 is %d', (birthdate, age) => {
  expect(ageAsOf(day(birthdate), 2025)).toBe(age)
})

test('ROST-035 another age year gives another age', () => {
  expect([2025, 2026].map((year) => ageAsOf(day('2010-05-05'), year))).toEqual([14, 15])
})

test.each([
  ['03/09/2012', '2012-03-09'],
  ['06/14/2025', '2025-06-14'],
  ['06/15/2025', null], // today is not past
  ['06/16/2025', null],
  ['06/16/1925', '1925-06-16'], // turns 100 tomorrow
  ['06/15/1925', null], // turns 100 today
  ['02/29/2012', '2012-02-29'],
  ['02/29/2011', null],
  ['13/01/2012', null],
  ['3/9/2012', null],
  ['2012-03-09', null],
  ['', null],
])('ROST-005 CONST-029 on June 15, 2025 the birthdate "%s" is %s', (text, birthdate) => {
  expect(birthdateFrom(text, today)).toBe(birthdate)
})

test('ROST-008 a birthdate is shown as MM/DD/YYYY and read back the same', () => {
  expect(birthdateText(day('2012-03-09'))).toBe('03/09/2012')
  expect(birthdateFrom(birthdateText(day('2012-03-09')), today)).toBe('2012-03-09')
})

describe('duplicates', () => {
  const ana = { fname: 'Ana', lname: 'Ruiz', birthdate: day('2012-03-09') }
  const bea = { fname: 'Bea', lname: 'Cole', birthdate: day('2010-01-01') }
  const ask = (who: string) =>
    `It looks like you already have a person ${who}. Would you still like to add this person to your roster?`

  test.each([
    [
      'ROST-016 ROST-018 the same name in another case',
      { ...ana, fname: 'ANA', birthdate: null },
      [],
      ask('named ANA Ruiz'),
    ],
    ['ROST-016 accents and spaces aside', { ...ana, fname: ' Aña ', birthdate: null }, [], ask('named Aña Ruiz')],
    [
      'ROST-017 ROST-018 the same birthdate',
      { fname: 'Eve', lname: 'Dunn', birthdate: day('2012-03-09') },
      [],
      ask('with the same birthdate'),
    ],
    ['nobody alike', { fname: 'Eve', lname: 'Dunn', birthdate: day('2001-01-01') }, [], undefined],
    ['two people without a birthdate', { fname: 'Eve', lname: 'Dunn', birthdate: null }, [], undefined],
    ['ROST-034 the name is asked first', { ...ana, birthdate: bea.birthdate }, [], ask('named Ana Ruiz')],
    [
      'ROST-034 then the birthdate of somebody else',
      { ...ana, birthdate: bea.birthdate },
      ['name'],
      ask('with the same birthdate'),
    ],
    ['ROST-034 one person is asked about once', ana, ['name'], undefined],
    ['ROST-034 both answered', { ...ana, birthdate: bea.birthdate }, ['name', 'birthdate'], undefined],
  ] as const)('%s', (_, person, confirmation, question) => {
    const roster = [ana, bea, { fname: 'No', lname: 'Day', birthdate: null }]
    expect(duplicateOf(roster, person, confirmation)?.question).toBe(question)
  })

  test('ROST-016 names are compared without case, accents and extra spaces', () => {
    expect(nameKey(' ZOË ', "O'Neil  Smith")).toBe(nameKey('zoe', 'o neil smith'))
  })
})

describe('ROST-020 possible duplicates', () => {
  const someone = (fname: string, lname: string, birthdate: string | null = '2012-03-09') => ({
    fname,
    lname,
    birthdate: birthdate === null ? null : day(birthdate),
  })
  const olivia = someone('Olivia', 'Brennan')

  test.each([
    ['a slip', someone('Olivia', 'Brenan'), true],
    ['two letters swapped', someone('Oliiva', 'Brennan'), true],
    ['a nickname', someone('Liv', 'Brennan'), true],
    ['swapped names', someone('Brennan', 'Olivia'), true],
    ['accents', someone('Olívia', 'Brennán'), true],
    ['no birthdate yet', someone('Olivia', 'Brennan', null), true],
    ['month and day the other way round', someone('Olivia', 'Brennan', '2012-09-03'), true],
    ['a namesake of another age', someone('Olivia', 'Brennan', '1988-11-20'), false],
    ['a sister', someone('Maya', 'Brennan', '2014-07-02'), false],
    ['a twin', someone('Maya', 'Brennan'), false],
    ['somebody else', someone('Tess', 'Okafor', '2009-10-10'), false],
  ])('%s: %o', (_, other, same) => {
    expect(likeness(olivia, other) >= likelySame).toBe(same)
    expect(likeness(other, olivia)).toBeCloseTo(likeness(olivia, other), 10)
  })
})

test.each([
  ['', 1, null],
  ['(415) 555-0132', 1, null],
  ['4155550132', 1, null],
  ['+1 415 555 0132', 1, null],
  ['123456789012', 1, null],
  ['415555013', 1, 'Must be valid phone number'],
  ['1234567890123', 1, 'Must be valid phone number'],
  ['415-555-CALL', 1, 'Must be valid phone number'],
  ['415+5550132', 1, 'Must be valid phone number'],
  ['12345', 44, null],
  ['1234', 44, 'Must be valid phone number'],
])('ERR-029 ROST-038 the phone "%s" in country %d: %s', (text, country, error) => {
  expect(phoneError(text, country)).toBe(error)
})

test.each([
  ['', false, null],
  ['', true, 'Required'],
  ['ana@example.com', true, null],
  ['ana.ruiz+tour@mail.example.co', true, null],
  ['ana@example', true, 'Must be valid email'],
  ['ana example.com', true, 'Must be valid email'],
  ['@example.com', true, 'Must be valid email'],
  ['ana@@example.com', true, 'Must be valid email'],
  ['ana@example..com', true, 'Must be valid email'],
])('ACC-029 ROST-030 ERR-028 the email "%s" (required: %s): %s', (text, isRequired, error) => {
  expect(emailError(text, isRequired)).toBe(error)
})

describe('ROST-033 UI-028 PAY-014 addresses', () => {
  const empty = { address: '', city: '', state_id: null, zip: '' }
  test.each([
    ['country 1 asks for all of it', { ...empty, country_id: 1 }, ['address', 'city', 'state_id', 'zip']],
    ['another country for neither state nor zip', { ...empty, country_id: 2 }, ['address', 'city']],
    ['no country', { ...empty, address: 'Elm St 1', city: 'Juniper Falls', country_id: null }, ['country_id']],
    ['a whole one', { address: 'Elm St 1', city: 'Juniper Falls', state_id: 5, country_id: 1, zip: '90001' }, []],
  ])('%s', (_, draft, fields) => {
    expect(Object.keys(addressErrors(draft))).toEqual(fields)
  })

  test.each([
    ['90001', true],
    [' 90001-1234 ', true],
    ['900011234', true],
    ['9000', false],
    ['900012', false],
    ['90001-12', false],
    ['T2P 1J9', false],
  ])('the zip %s of an address in the United States is valid: %s', (zip, isValid) => {
    const address = { address: 'Elm St 1', city: 'Juniper Falls', state_id: 5, zip }
    const error = isValid ? {} : { zip: 'Must be a ZIP code: 12345 or 12345-6789' }
    expect(addressErrors({ ...address, country_id: 1 })).toEqual(error)
    expect(addressErrors({ ...address, country_id: 2 })).toEqual({})
  })
})

describe('contacts', () => {
  const empty = { fname: '', lname: '', email: '', phone: '' }

  test.each([
    ['nothing', {}, []],
    ['names', { fname: true, lname: true }, ['fname', 'lname']],
    ['ways to reach them', { email: true, phone: true }, ['email', 'phone']],
  ])('ACC-064 where the form asks for %s', (_, needs, fields) => {
    expect(Object.keys(contactErrors(empty, needs))).toEqual(fields)
  })

  test('ACC-063 ROST-027 type and names are required; email and phone only have to be right', () => {
    expect(Object.keys(contactInfoErrors({ ...empty, person_type_id: null }))).toEqual([
      'fname',
      'lname',
      'person_type_id',
    ])
    expect(contactInfoErrors({ fname: 'Ana', lname: 'Ruiz', email: 'x', phone: 'x', person_type_id: 1 })).toEqual({
      email: 'Must be valid email',
      phone: 'Must be valid phone number',
    })
  })

  test('the office need not say which type of person it is', () => {
    const ana = { ...empty, fname: 'Ana', lname: 'Ruiz', person_type_id: null }
    expect(roles.map((role) => contactInfoErrors(ana, needsPersonType(role)))).toEqual([
      { person_type_id: 'Required' },
      {},
      {},
    ])
  })
})

describe('the roster', () => {
  const people = [null, '2005-01-02', '2005-01-01', '2015-05-05'].map((birthdate, id) => ({
    id,
    birthdate: birthdate === null ? null : day(birthdate),
  }))
  const idsShown = (filter: (typeof rosterFilters)[number]) =>
    filterRoster(people, filter, 2025, 20).map(({ id }) => id)

  test('ROST-010 ROST-036 SHOW ME: all, 19 & under, 20 & over, no birthdate', () => {
    expect(rosterFilters.map(idsShown)).toEqual([[0, 1, 2, 3], [1, 3], [2], [0]])
  })

  const draft: RosterDraft = { fname: 'Ana', lname: 'Ruiz', gender_id: 1, birthdate: '' }

  test.each<[string, Partial<RosterDraft>, object]>([
    [
      'ROST-003 ERR-028 names and gender are required',
      { fname: ' ', lname: '', gender_id: null },
      { fname: 'Required', lname: 'Required', gender_id: 'Required' },
    ],
    [
      'ROST-003 names of characters that show nothing are missing',
      { fname: '\u200b\u200b', lname: ' \u2060' },
      { fname: 'Required', lname: 'Required' },
    ],
    ['ROST-003 letters beside such characters are a name', { fname: '\u200bAna' }, {}],
    ['ROST-004 a birthdate is not', {}, {}],
    ['ROST-005 but it must be right', { birthdate: '02/30/2012' }, { birthdate: 'Invalid Birthdate (MM/DD/YYYY)' }],
    [
      'ROST-030 so must emails',
      { email: 'x', parent: { email: 'y' } },
      { email: 'Must be valid email', 'parent.email': 'Must be valid email' },
    ],
    [
      'ROST-033 a parent’s address that was begun must be whole',
      { parent: { address: { address: 'Elm St 1', city: '', state_id: null, country_id: 1, zip: '' } } },
      { 'parent.address.city': 'Required', 'parent.address.state_id': 'Required', 'parent.address.zip': 'Required' },
    ],
    [
      'ROST-033 one that was not begun need not be there',
      { parent: { address: { address: '', city: '', state_id: null, country_id: 1, zip: '' } } },
      {},
    ],
  ])('%s', (_, changes, errors) => {
    expect(rosterErrors({ ...draft, ...changes }, today)).toEqual(errors)
  })

  test.each<[Partial<RosterDraft>, string[]]>([
    [{}, ['birthdate']],
    [{ birthdate: '03/09/2012' }, []],
    [{ birthdate: '03/09/2012', fname: '' }, ['fname']],
    [{ birthdate: '03/09/2012', lname: '' }, ['lname']],
    [{ birthdate: '03/09/2012', gender_id: null }, ['gender_id']],
  ])('ROST-012 an inline edit needs all four: %j lacks %j', (changes, fields) => {
    expect(Object.keys(rosterEditErrors({ ...draft, ...changes }, today))).toEqual(fields)
  })
})
