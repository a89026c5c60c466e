import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, centsField, idInPath, listOf, pageQuery } from '../fields.ts'

/** Ledger sums of completed registrations, each signed by how it changes the amount owed. */
const sums = {
  charged: centsField,
  promo: centsField,
  credit: centsField,
  fees: centsField,
  adjustments: centsField,
  received: centsField,
  given_back: centsField,
}

const cityMoney = z.object({
  tour_date_id: z.int(),
  event: z.string(),
  city: z.string(),
  start_date: calendarDateField,
  end_date: calendarDateField,
  /** Completed. */
  registrations: z.int(),
  ...sums,
  owed: centsField,
  /** Paid beyond what is owed, as a positive amount. */
  overpaid: centsField,
  /** Completed with a deposit or part of it, the rest still owed. */
  deposits: z.int(),
  deposits_received: centsField,
  deposits_owed: centsField,
  /** Reserved until their check is here. */
  checks: z.int(),
  checks_owed: centsField,
  /** Received for registrations that are not completed. */
  unfinished_received: centsField,
})

const seasonQuery = z.object({ season_id: idInPath.optional(), event_id: idInPath.optional() })

export const readCityMoney = endpoint({
  summary: 'List the charges, receipts and receivables of each city of a season',
  method: 'GET',
  path: '/v1/office/money',
  auth: 'office',
  query: seasonQuery,
  reply: z.object({ rows: listOf(cityMoney) }),
  example: ({ season_id }) => ({ query: { season_id } }),
})

export const readCityMoneyFile = endpoint({
  summary: 'The money of each city of a season as a spreadsheet',
  method: 'GET',
  path: '/v1/office/money/csv',
  auth: 'office',
  query: seasonQuery,
  reply: z.unknown(),
  answers: 'file',
  example: ({ season_id }) => ({ query: { season_id } }),
})

const standsAs = z.enum(['paid', 'deposit', 'pending_check'])

const balanceLine = z.object({
  id: z.int(),
  studio: z.string().nullable(),
  owner: z.string(),
  email: z.string(),
  ...sums,
  /** Below zero: overpaid. */
  balance: centsField,
  stands: standsAs,
  /** As it was told at completion. */
  due_date: calendarDateField,
  due_state: z.enum(['overdue', 'today', 'soon', 'later']),
})

const params = z.object({ id: idInPath })
const order = z.object({
  show: z.enum(['all', 'paid', 'deposit', 'pending_check']).default('all'),
  sort: z.enum(['studio', 'stands', 'due', 'charged', 'off', 'extra', 'received', 'balance']).default('studio'),
  order: z.enum(['asc', 'desc']).default('asc'),
})

export const listBalances = endpoint({
  summary: 'List the completed registrations of a city with their charges, payments and balances',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/balances',
  auth: 'office',
  params,
  query: pageQuery.extend(order.shape),
  reply: z.object({ city: cityMoney, rows: listOf(balanceLine), total: z.int(), next: z.int().nullable() }),
  example: ({ completed }) => ({ params: { id: completed.tour_date_id } }),
})

export const readBalancesFile = endpoint({
  summary: 'The balances of a city as a spreadsheet',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/balances/csv',
  auth: 'office',
  params,
  query: order,
  reply: z.unknown(),
  answers: 'file',
  example: ({ completed }) => ({ params: { id: completed.tour_date_id } }),
})

export const officeBalanceEndpoints = { readCityMoney, readCityMoneyFile, listBalances, readBalancesFile }
