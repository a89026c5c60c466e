import { z } from 'zod'
import { passwordField } from './accounts.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, idInPath, lineField, listOf } from '../fields.ts'

const own = z.object({ id: idInPath })

const exportOwnData = endpoint({
  summary: 'Everything the account has entered and was told, as one JSON file',
  method: 'GET',
  path: '/v1/mybtf/{id}/export',
  auth: 'session',
  params: own,
  reply: z.unknown(),
  answers: 'file',
  limit: { hits: 30, minutes: 60 },
  example: ({ owner }) => ({ params: { id: owner.user_id } }),
})

const listOwnPeople = endpoint({
  summary: 'List the people an account has entered: its roster, and people registered earlier',
  method: 'GET',
  path: '/v1/mybtf/{id}/people',
  auth: 'session',
  params: own,
  reply: z.object({
    people: listOf(
      z.object({
        id: z.int(),
        fname: z.string(),
        lname: z.string(),
        birthdate: calendarDateField.nullable(),
      }),
    ),
  }),
  example: ({ owner }) => ({ params: { id: owner.user_id } }),
})

const forgetOwnPerson = endpoint({
  summary: 'Delete a person; where money or a result needs it, that someone took part stays without a name',
  method: 'DELETE',
  path: '/v1/mybtf/{id}/people/{person_id}',
  auth: 'session',
  params: z.object({ id: idInPath, person_id: idInPath }),
  reply: z.object({
    /** 'elsewhere': taken off this account; another one has entered the person as well. */
    what: z.enum(['erased', 'anonymised', 'elsewhere']),
  }),
  refusals: ['privacy.person_registered'],
  example: ({ leaving: { user_id, person_id } }) => ({ by: 'unconfirmed', params: { id: user_id, person_id } }),
})

const forgetAccount = endpoint({
  summary: 'Delete the account, and everyone it has entered',
  method: 'POST',
  path: '/v1/mybtf/{id}/delete-account',
  auth: 'session',
  params: own,
  body: z.object({ password: passwordField, code: lineField(40).optional() }),
  status: 204,
  refusals: [
    'account.authentication_failed',
    'second_factor.wrong_code',
    'privacy.account_registered',
    'privacy.account_unfinished',
    'privacy.money_open',
    'privacy.staff',
    'too_many_tries',
  ],
  example: ({ owner, leaving }) => ({
    by: 'unconfirmed',
    params: { id: leaving.user_id },
    body: { password: owner.password },
  }),
})

export const privacyEndpoints = { exportOwnData, listOwnPeople, forgetOwnPerson, forgetAccount }
