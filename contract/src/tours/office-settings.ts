import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, lineField } from '../fields.ts'

const scopeQuery = z.object({
  season_id: idInPath.optional(),
  event_id: idInPath.optional(),
  tour_date_id: idInPath.optional(),
})

const settingValues = z.object({
  scope: z.enum(['product', 'season', 'event', 'tour_date']),
  /** Set at this scope itself. */
  set: z.record(z.string(), z.unknown()),
  /** The value used when none is set at this level, and the level it comes from. */
  inherited: z.record(
    z.string(),
    z.object({ value: z.unknown(), from: z.enum(['default', 'product', 'season', 'event']) }),
  ),
})

export const readSettings = endpoint({
  summary: 'Every setting at one scope: set there, or inherited from where',
  catalogue: 'C099',
  method: 'GET',
  path: '/v1/office/settings',
  auth: 'office',
  query: scopeQuery,
  reply: settingValues,
  example: ({ event_id }) => ({ query: { event_id } }),
})

export const changeSetting = endpoint({
  summary: 'Set a value at one scope; null uses the inherited one again',
  catalogue: 'C099',
  method: 'PUT',
  path: '/v1/office/settings',
  auth: 'admin',
  body: z.object({
    name: lineField(60),
    season_id: idField.optional(),
    event_id: idField.optional(),
    tour_date_id: idField.optional(),
    value: z.union([z.number(), z.boolean(), z.string().max(20_000), z.null()]),
  }),
  reply: settingValues,
  refusals: ['office.setting_value'],
  example: ({ event_id }) => ({ body: { name: 'deposit_per_routine', event_id, value: 6_000 } }),
})

export const officeSettingEndpoints = {
  readSettings,
  changeSetting,
}
