import { promoStatuses } from '@callboard/domain/payments/promo.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  baseField,
  calendarDateField,
  centsField,
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  listReply,
  pageQuery,
} from '../fields.ts'

/** OFF-022, PAY-040. `value`: cents, or hundredths of a percent. */
const terms = z.object({
  code: lineField(60),
  type: z.enum(['workshop', 'competition', 'media', 'total']),
  value: z.int().min(0).max(100_000_000),
  percentage: z.boolean(),
  unique: z.boolean(),
  /** Null: every event of the season. */
  event_id: idField.nullable(),
  season_id: idField,
  /** Null: as often as somebody has it. */
  max_uses: z.int().min(0).max(1_000_000).nullable(),
  /** The first and the last day, each included, in the zone of a registration's city; null: no bound. */
  valid_from: calendarDateField.nullable(),
  valid_through: calendarDateField.nullable(),
  note: lineField(300),
})

export const promoLine = terms.extend({
  id: z.int(),
  active: z.boolean(),
  /** How it stands today, in the zone of the company: a code belongs to no city. */
  status: z.enum(promoStatuses),
  event: z.string().nullable(),
  season: z.string(),
  /** Counted for good: paid for, or being paid. */
  uses: z.int(),
  /** Registrations that have it, also those in progress. */
  applied: z.int(),
  /** The total discount of the counted uses. */
  taken_off: centsField,
  created: instantField,
})

const params = z.object({ id: idInPath })

export const listOfficePromoCodes = endpoint({
  summary: 'Promo codes with how often they were used',
  catalogue: 'C108',
  method: 'GET',
  path: '/v1/office/promo-codes',
  auth: 'office',
  query: pageQuery.extend({
    q: lineField(40).optional(),
    season_id: idInPath.optional(),
    status: z.enum(promoStatuses).optional(),
    sort: z.enum(['created', 'code', 'worth', 'where', 'days', 'state', 'uses', 'taken_off']).default('created'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: listReply(promoLine),
  example: () => ({}),
})

export const createPromoCode = endpoint({
  summary: 'Create a promo code',
  catalogue: 'C108',
  method: 'POST',
  path: '/v1/office/promo-codes',
  auth: 'admin',
  // A client that knows no days sends none.
  body: terms.partial({ valid_from: true, valid_through: true }),
  reply: promoLine,
  refusals: ['promo.code', 'promo.letters', 'promo.value', 'promo.max_uses', 'promo.days', 'promo.taken'],
  example: ({ event_id, season_id }) => ({
    body: {
      code: 'STUDIO15',
      type: 'competition',
      value: 1_500,
      percentage: true,
      unique: false,
      event_id,
      season_id,
      max_uses: 40,
      note: 'Fall mailing',
    },
  }),
})

export const changePromoCode = endpoint({
  summary: 'Change a promo code, or switch it on or off; its value is fixed once registrations use it',
  catalogue: 'C108',
  method: 'PUT',
  path: '/v1/office/promo-codes/{id}',
  auth: 'admin',
  params,
  body: terms.omit({ code: true }).extend({ active: z.boolean() }).partial().extend({ base: baseField }),
  reply: promoLine,
  refusals: ['promo.value', 'promo.max_uses', 'promo.days', 'promo.in_use', 'promo.taken', 'edit_conflict'],
  example: ({ office }) => ({ params: { id: office.promo_id }, body: { active: false } }),
})

export const removePromoCode = endpoint({
  summary: 'Delete a promo code that no registration has',
  catalogue: 'C108',
  method: 'DELETE',
  path: '/v1/office/promo-codes/{id}',
  auth: 'admin',
  params,
  status: 204,
  refusals: ['promo.in_use'],
  example: ({ office }) => ({ params: { id: office.promo_id } }),
})

export const listPromoCodeUses = endpoint({
  summary: 'The registrations that have a promo code',
  catalogue: 'C108',
  method: 'GET',
  path: '/v1/office/promo-codes/{id}/uses',
  auth: 'office',
  params,
  reply: z.object({
    rows: listOf(
      z.object({
        registration_id: z.int(),
        studio: z.string().nullable(),
        email: z.string(),
        event: z.string(),
        city: z.string(),
        amount: centsField,
        counted: z.boolean(),
        completed: z.boolean(),
      }),
    ),
  }),
  example: ({ office }) => ({ params: { id: office.promo_id } }),
})

export const officePromoEndpoints = {
  listOfficePromoCodes,
  createPromoCode,
  changePromoCode,
  removePromoCode,
  listPromoCodeUses,
}
