import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, idField, idInPath, lineField, listOf } from '../fields.ts'

/** An account by its person and studio, without its address. */
const accountName = z.object({ user_id: z.int(), name: z.string(), studio: z.string().nullable() })

/** A person without any contact: those belong to the accounts that entered them. */
const officePerson = z.object({
  id: z.int(),
  fname: z.string(),
  lname: z.string(),
  birthdate: calendarDateField.nullable(),
  age: z.int().nullable(),
  /** Null: the account that entered the person is gone. */
  owner: accountName.nullable(),
  /** The accounts that have the person on their roster, by name. */
  holders: listOf(accountName),
  /** Changes with the name, the birthdate and the owner. */
  version: z.string(),
})

const params = z.object({ id: idInPath })
const request = { reason: lineField(500), version: lineField(40) }
const requestRefusals = ['person.has_owner', 'person.changed', 'person.reason'] as const

export const readOfficePerson = endpoint({
  summary: 'A person of a roster: name, birthdate, owner, and whose rosters they are on; no contacts',
  method: 'GET',
  path: '/v1/office/people/{id}',
  auth: 'office',
  params,
  reply: officePerson,
  example: ({ office }) => ({ params: { id: office.ownerless.person_id } }),
})

export const correctOfficePerson = endpoint({
  summary: 'Correct the name and birthdate of a person whose owner is gone',
  method: 'PUT',
  path: '/v1/office/people/{id}',
  auth: 'office',
  params,
  body: z.object({ fname: lineField(60), lname: lineField(60), birthdate: calendarDateField.nullable(), ...request }),
  reply: officePerson,
  refusals: ['entry.wrong', ...requestRefusals],
  example: ({ office }) => ({
    params: { id: office.ownerless.person_id },
    body: {
      fname: 'Wren',
      lname: 'Alder',
      birthdate: '2012-05-04',
      reason: 'The school wrote to us; passport seen',
      version: office.ownerless.version,
    },
  }),
})

export const setOfficePersonOwner = endpoint({
  summary: 'Make an account that has the person on its roster the owner, where the owner is gone',
  method: 'PUT',
  path: '/v1/office/people/{id}/owner',
  auth: 'office',
  params,
  body: z.object({ user_id: idField, ...request }),
  reply: officePerson,
  refusals: ['person.not_on_roster', ...requestRefusals],
  example: ({ office, owner }) => ({
    params: { id: office.ownerless.person_id },
    body: { user_id: owner.user_id, reason: 'The studio that entered her closed', version: office.ownerless.version },
  }),
})

export const officePeopleEndpoints = { readOfficePerson, correctOfficePerson, setOfficePersonOwner }
