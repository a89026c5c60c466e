import type { Reply } from '../api/call.ts'

/** How a registration stands with money, as the server says it. */
export type Standing = Reply<'GET /v1/payments/standing'>
export type SavedMethod = Reply<'GET /v1/payments/customer-vault'>['card'][number]
export type BillTo = Standing['bill_to']

/** Queries to invalidate after a payment or refund. */
export const moneyReadings = [
  'GET /v1/payments/standing',
  'GET /v1/payments/history',
  'GET /v1/payments/customer-vault',
] as const
