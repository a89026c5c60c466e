import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { centsField, idField, idInPath, instantField, listOf } from '../fields.ts'

const params = z.object({ id: idInPath })

export const thingChange = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  name: z.string(),
  what: listOf(z.string()),
})

/** A line of the bill; null: not there. `because`: the reasons of the amount that holds. */
export const changedLine = z.object({
  key: z.string(),
  label: z.string(),
  before: centsField.nullable(),
  after: centsField.nullable(),
  because: listOf(z.string()),
})

export const registrationChange = z.object({
  id: z.int(),
  made_by: z.enum(['owner', 'office']),
  created: instantField,
  /** Of the office to the owner; empty: none. */
  message: z.string(),
  people: listOf(thingChange),
  routines: listOf(thingChange),
  others: listOf(z.string()),
  lines: listOf(changedLine),
  total_before: centsField,
  total: centsField,
  /** After the change; negative: overpaid. */
  balance: centsField,
})

export const listRegistrationChanges = endpoint({
  summary: 'List the changes of a completed registration, by its owner and by the office, the newest first',
  method: 'GET',
  path: '/v1/dance360/registrations/{id}/changes',
  auth: 'user',
  params,
  reply: z.object({ changes: listOf(registrationChange) }),
  example: ({ completed }) => ({ params: { id: completed.id } }),
})

export const putAwayChanges = endpoint({
  summary: 'Put away the notices of the office’s changes, up to one of them',
  method: 'POST',
  path: '/v1/dance360/registrations/{id}/changes/seen',
  auth: 'user',
  params,
  body: z.object({ until: idField }),
  status: 204,
  example: ({ completed }) => ({ params: { id: completed.id }, body: { until: 1 } }),
})

export const changeEndpoints = { listRegistrationChanges, putAwayChanges }
