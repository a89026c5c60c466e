import { describe, expect, test } from 'vitest'
import {
  affiliationLeadsTo,
  needsAffiliation,
  personTypes,
  registrationContactsOf,
  typesOfGroup,
} from './person-types.ts'
import { confirmationError, passwordError } from './password.ts'
import { studioFormErrors, studioPayload, withoutEmpty, type StudioForm } from './studio-form.ts'

const weak = 'Passwords must have at least 6 characters, 1 capital letter and 1 number.'

test.each([
  ['Dance1', null],
  ['Danc1', weak],
  ['dancer1', weak],
  ['DANCER1', weak],
  ['Dancers', weak],
  ['Ünïcode9', null],
  ['', 'Required'],
])('ACC-027 ACC-085 CONST-025 the password "%s": %s', (password, error) => {
  expect(passwordError(password)).toBe(error)
})

test.each([
  ['Passwords', 'Dance1', 'Dance1', null],
  ['Passwords', 'Dance1', 'dance1', 'Passwords must match'],
  ['Emails', 'ana@example.com', 'bea@example.com', 'Emails must match'],
  ['Emails', 'ana@example.com', 'Ana@Example.com ', null],
  ['Emails', 'ana@example.com', '', 'Required'],
] as const)('ACC-028 ACC-029 UI-029 %s "%s" and "%s": %s', (field, first, second, error) => {
  expect(confirmationError(field, first, second)).toBe(error)
})

describe('person types', () => {
  const names = (types: readonly { name: string }[]) => types.map(({ name }) => name)

  test('ACC-004 are these nine', () => {
    expect(names(personTypes)).toEqual([
      'Dancer',
      'Teacher',
      'Parent',
      'Studio Owner',
      'Studio Director',
      'Office Manager',
      'Competition Director',
      'Registration Contact',
      'Other',
    ])
  })

  test('ACC-002 ACC-003 ACC-077 ACC-090 fall into users, studios and Other', () => {
    const storedValue = personTypes.map(({ name }, index) => ({ id: index + 20, name }))
    expect(names(typesOfGroup(storedValue, 'user'))).toEqual(['Dancer', 'Teacher', 'Parent'])
    expect(names(typesOfGroup(storedValue, 'studio'))).toEqual([
      'Studio Owner',
      'Studio Director',
      'Office Manager',
      'Competition Director',
      'Registration Contact',
    ])
    expect(names(typesOfGroup(storedValue, 'other'))).toEqual(['Other'])
  })

  test('ACC-046 ACC-080 ACC-090 A109 a registration contact may be a Teacher, not the owner', () => {
    expect(names(registrationContactsOf(personTypes)).toSorted()).toEqual([
      'Competition Director',
      'Office Manager',
      'Registration Contact',
      'Studio Director',
      'Teacher',
    ])
  })
})

const nobody = { fname: '', lname: '', email: '', phone: '' }
const form: StudioForm = {
  name: 'Juniper Dance',
  website: '',
  email: 'studio@example.com',
  phone: '(415) 555-0132',
  address: { address: 'Elm St 1', city: 'Juniper Falls', state_id: 5, country_id: 1, zip: '90001' },
  owner: { ...nobody, fname: 'Ana', lname: 'Ruiz' },
  primary: 'owner',
  contact: { ...nobody, person_type_id: null },
  account: null,
}
const contact = { ...nobody, fname: 'Bea', lname: 'Cole', person_type_id: 7 }

describe('the studio form', () => {
  test.each<[string, Partial<StudioForm>, object]>([
    [
      'ACC-049 the second contact is not looked at while the owner is primary',
      { contact: { ...contact, fname: '', email: 'x' } },
      {},
    ],
    ['ACC-048 the owner needs both names', { owner: nobody }, { 'owner.fname': 'Required', 'owner.lname': 'Required' }],
    [
      'ACC-048 a primary contact may not be empty',
      { primary: 'contact' },
      { 'contact.fname': 'Required', 'contact.lname': 'Required', 'contact.person_type_id': 'Required' },
    ],
    [
      'ACC-046 its email is optional but must be right',
      { primary: 'contact', contact: { ...contact, email: 'x' } },
      { 'contact.email': 'Must be valid email' },
    ],
    [
      'ACC-050 name, email, phone and address follow the general rules',
      { name: '', email: 'x', phone: '1', address: { ...form.address, zip: '' } },
      {
        name: 'Required',
        email: 'Must be valid email',
        phone: 'Must be valid phone number',
        'address.zip': 'Required',
      },
    ],
    ['ACC-050 a website is optional', { website: 'juniperdance.example/team' }, {}],
    ['ACC-050 but must be one', { website: 'no website' }, { website: 'Must be a valid web address' }],
    [
      'ACC-044 ACC-085 an account must be whole',
      { account: { email: 'a@example.com', email2: 'b@example.com', password: 'weak', password2: 'weaker' } },
      { 'account.email2': 'Emails must match', 'account.password': weak, 'account.password2': 'Passwords must match' },
    ],
  ])('%s', (_, changes, errors) => {
    expect(studioFormErrors({ ...form, ...changes })).toEqual(errors)
  })

  test('ACC-051 ACC-052 an owner who is primary is sent alone', () => {
    expect(studioPayload({ ...form, contact }, 4).studio_contacts).toEqual([
      { ...form.owner, person_type_id: 4, primary: true },
    ])
  })

  test('ACC-051 else the second contact is primary', () => {
    const { studio_contacts } = studioPayload({ ...form, primary: 'contact', contact }, 4)
    expect(studio_contacts.map(({ fname, primary }) => [fname, primary])).toEqual([
      ['Ana', false],
      ['Bea', true],
    ])
  })

  test('ACC-053 without a sign-up the account’s email is the studio’s', () => {
    expect(studioPayload(form, 4).primary_mybtf_user).toEqual({ email: 'studio@example.com' })
    const account = { email: 'a@example.com', email2: 'a@example.com', password: 'Dance1', password2: 'Dance1' }
    expect(studioPayload({ ...form, account }, 4).primary_mybtf_user).toEqual(account)
  })

  test('ACC-048 an empty contact that is neither primary nor the owner is dropped', () => {
    const owner = { ...form.owner, person_type_id: 4, primary: true }
    const empty = { ...nobody, person_type_id: 7, primary: false }
    expect(withoutEmpty([owner, empty])).toEqual([owner])
    expect(withoutEmpty([owner, { ...empty, primary: true }])).toHaveLength(2)
  })
})

test('ACC-068 WIZ-024 A27 who is neither independent nor with a studio is asked', () => {
  expect(needsAffiliation({ independent: false, studio_id: null })).toBe(true)
  expect(needsAffiliation({ independent: true, studio_id: null })).toBe(false)
  expect(needsAffiliation({ independent: false, studio_id: 3 })).toBe(false)
  expect(affiliationLeadsTo('affiliated')).toEqual({ independent: false, next: 'change-studio' })
  expect(affiliationLeadsTo('independent')).toEqual({ independent: true, next: 'wizard' })
})
