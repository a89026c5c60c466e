import { eventAddressPattern, eventAddressRule } from '@callboard/domain/tours/brand-look.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  centsField,
  emailField,
  idField,
  idInPath,
  lineField,
  listOf,
  listUpTo,
  requiredLine,
  baseField,
} from '../fields.ts'

const params = z.object({ id: idInPath })
const flag = z.boolean()
/** Never below nothing. */
const priceField = centsField.refine((price) => price >= 0)

const addressPart = z.string().regex(eventAddressPattern, eventAddressRule)

export const eventFields = z.object({
  name: requiredLine(80),
  subdomain: addressPart,
  color: z.string().regex(/^#[0-9A-Fa-f]{6}$/),
  is_nationals: flag,
  is_intensive: flag,
  is_workshop_only: flag,
  is_combined_workshop: flag,
  is_radix: flag,
  is_kaos: flag,
  is_aftermath: flag,
  vip_name: requiredLine(60),
  vip_name_plural: requiredLine(60),
  vip_route: addressPart,
  /** Basis points of the workshop fee that someone pays who attended before. */
  attended_multiplier: z.int().min(0).max(10_000),
  free_teacher_rule: z.enum(['tier_regional', 'tier_nationals', 'per_ten']),
  allows_routine_copy: flag,
  allows_check_for_all: flag,
  needs_no_prequalification: flag,
  support_email: emailField.trim().min(3),
  hide_early_rate_deadline: flag,
  coming_soon: flag,
  surveys_on: flag,
  no_observers: flag,
  success_text: z.string().max(5_000).nullable(),
  mobile_registration: z.enum(['notice', 'full']),
  /** Sender of mails about its registrations; both null: the installation's own. */
  mail_from_name: lineField(60).nullable(),
  mail_from_address: emailField.nullable(),
  /** The last line of these mails. */
  mail_footer: lineField(300).nullable(),
})

/** `published`: false while only the office sees it; `logo`: the address of its logo. */
export const officeEvent = eventFields.extend({ id: z.int(), published: flag, logo: z.string().nullable() })

export const listOfficeEvents = endpoint({
  summary: 'Every event with its flags',
  catalogue: 'C099',
  method: 'GET',
  path: '/v1/office/events',
  auth: 'office',
  reply: z.object({ rows: listOf(officeEvent) }),
  example: () => ({}),
})

export const createEvent = endpoint({
  summary: 'Begin a new event',
  catalogue: 'C099',
  method: 'POST',
  path: '/v1/office/events',
  auth: 'admin',
  /** `published` absent: everybody sees it at once. */
  body: eventFields
    .extend({ published: flag })
    .partial()
    .required({ name: true, subdomain: true, support_email: true }),
  reply: officeEvent,
  refusals: ['office.brand_color', 'office.mail_sender'],
  example: () => ({ body: { name: 'Solstice', subdomain: 'solstice', support_email: 'hello@solstice.example' } }),
})

export const changeEvent = endpoint({
  summary: 'Change an event’s names, flags and rules',
  catalogue: 'C099',
  method: 'PUT',
  path: '/v1/office/events/{id}',
  auth: 'admin',
  params,
  body: eventFields.partial().extend({ base: baseField }),
  reply: officeEvent,
  refusals: ['office.brand_color', 'office.mail_sender', 'edit_conflict'],
  example: ({ event_id }) => ({ params: { id: event_id }, body: { support_email: 'ask@meridian.example' } }),
})

const priceRow = z.object({
  level_id: idField,
  tier: z.enum(['discount', 'full', 'late']),
  kind: z.enum(['full', 'one_day', 'virtual']),
  /** Null: the level is not offered this way. */
  price: priceField.nullable(),
})
const feeRow = z.object({ category_id: idField, fee_per_dancer: priceField.nullable() })
const ofSeason = z.object({ season_id: idInPath })
export const prices = z.object({ levels: listOf(priceRow), categories: listOf(feeRow) })

export const readPrices = endpoint({
  summary: 'Read the prices of levels and categories at an event in a season',
  catalogue: 'C099',
  method: 'GET',
  path: '/v1/office/events/{id}/prices',
  auth: 'office',
  params,
  query: ofSeason,
  reply: prices,
  example: ({ event_id, season_id }) => ({ params: { id: event_id }, query: { season_id } }),
})

export const changePrices = endpoint({
  summary: 'Change prices; completed registrations keep their prices',
  catalogue: 'C099',
  method: 'PUT',
  path: '/v1/office/events/{id}/prices',
  auth: 'admin',
  params,
  body: z.object({
    season_id: idField,
    /** `base`: the price of the row as the caller read it. */
    levels: listUpTo(500, priceRow.extend({ base: baseField })).optional(),
    categories: listUpTo(60, feeRow.extend({ base: baseField })).optional(),
  }),
  reply: prices,
  refusals: ['edit_conflict'],
  example: ({ event_id, season_id }) => ({
    params: { id: event_id },
    body: { season_id, categories: [{ category_id: 1, fee_per_dancer: 13_000 }] },
  }),
})

// Seasons

const seasonFields = z.object({
  start_year: z.int().min(2000).max(2100),
  end_year: z.int().min(2000).max(2100),
  age_year: z.int().min(2000).max(2100),
  current: flag,
  is_portal: flag,
  omit_jacket_name: flag,
})
export const officeSeason = seasonFields.extend({ id: z.int() })

export const listOfficeSeasons = endpoint({
  summary: 'Every season',
  catalogue: 'C099',
  method: 'GET',
  path: '/v1/office/seasons',
  auth: 'office',
  reply: z.object({ rows: listOf(officeSeason) }),
  example: () => ({}),
})

export const createSeason = endpoint({
  summary: 'Begin a new season',
  catalogue: 'C099',
  method: 'POST',
  path: '/v1/office/seasons',
  auth: 'admin',
  body: seasonFields.partial().required({ start_year: true, end_year: true, age_year: true }),
  reply: officeSeason,
  refusals: ['office.season_years'],
  example: () => ({ body: { start_year: 2031, end_year: 2032, age_year: 2032 } }),
})

export const changeSeason = endpoint({
  summary: 'Change a season; making one current ends the other',
  catalogue: 'C099',
  method: 'PUT',
  path: '/v1/office/seasons/{id}',
  auth: 'admin',
  params,
  body: seasonFields.partial().extend({ base: baseField }),
  reply: officeSeason,
  refusals: ['office.season_years', 'edit_conflict'],
  example: ({ season_id }) => ({ params: { id: season_id }, body: { is_portal: true } }),
})

export const officeEventEndpoints = {
  listOfficeEvents,
  createEvent,
  changeEvent,
  readPrices,
  changePrices,
  listOfficeSeasons,
  createSeason,
  changeSeason,
}
