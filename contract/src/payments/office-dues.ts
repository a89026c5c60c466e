import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  centsField,
  idInPath,
  instantField,
  listOf,
  listReply,
  pageQuery,
  lineField,
} from '../fields.ts'
import { officeBalanceEndpoints } from './office-balances.ts'
import { registrationLine } from '../registrations/office-registrations.ts'

export const listDues = endpoint({
  summary: 'Completed registrations that owe money, by the day they were told to pay',
  method: 'GET',
  path: '/v1/office/dues',
  auth: 'office',
  query: pageQuery.extend({
    show: z.enum(['overdue', 'soon', 'all']).default('overdue'),
    tour_date_id: idInPath.optional(),
    sort: z.enum(['due', 'studio', 'city', 'how', 'reminded', 'balance']).default('due'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: listReply(
    registrationLine.extend({
      /** As it was told at completion. */
      due_date: calendarDateField,
      due_state: z.enum(['overdue', 'today', 'soon', 'later']),
      reminded_at: instantField.nullable(),
    }),
  ).extend({
    /** The rows found, where more are owing than are looked through at once; then `total` is null. */
    at_least: z.int(),
    owed: centsField,
  }),
  example: () => ({ query: { show: 'all' } }),
})

export const listClaims = endpoint({
  summary: 'Credits and vouchers that registrants say they have, for the office to verify',
  method: 'GET',
  path: '/v1/office/credits',
  auth: 'office',
  query: pageQuery.extend({
    status: z.enum(['claimed', 'verified', 'rejected']).default('claimed'),
    q: lineField(80).optional(),
    sort: z.enum(['claimed', 'studio', 'from', 'amount']).default('claimed'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: listReply(
    z.object({
      id: z.int(),
      registration_id: z.int(),
      studio: z.string().nullable(),
      email: z.string(),
      event: z.string(),
      city: z.string(),
      from: z.string(),
      amount: centsField,
      status: z.enum(['claimed', 'verified', 'rejected']),
      decided_by: z.string().nullable(),
      completed: z.boolean(),
    }),
  ),
  example: () => ({}),
})

export const listBankAuthorizations = endpoint({
  summary: 'The bank debits that were authorized for a registration, word for word',
  method: 'GET',
  path: '/v1/office/registrations/{id}/authorizations',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: z.object({
    rows: listOf(
      z.object({
        id: z.int(),
        version: z.string(),
        text: z.string(),
        amount: centsField,
        name: z.string(),
        last_four: z.string(),
        /** From where, by which browser, by whom. */
        address: z.string(),
        user_agent: z.string(),
        email: z.string(),
        authorized_at: instantField,
        orderid: z.string(),
        /** The outcome of the debit. */
        state: z.string(),
      }),
    ),
  }),
  example: ({ completed }) => ({ params: { id: completed.id } }),
})

export const officeDueEndpoints = { listDues, listClaims, listBankAuthorizations, ...officeBalanceEndpoints }
