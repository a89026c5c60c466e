import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, lineField, listOf, listUpTo, baseField } from '../fields.ts'
import { numberedEntry } from '../running-order/running-order.ts'

const critiqueItem = z.object({
  id: z.int(),
  parent_id: z.int().nullable(),
  /** 1 to 4; the parent's and one. */
  level: z.int(),
  name: z.string(),
  /** Null: for every event. */
  event_id: z.int().nullable(),
  active: z.boolean(),
  position: z.int(),
  /** How often judges have marked it. */
  marks: z.int(),
})

export const listCritiqueItems = endpoint({
  summary: 'The vocabulary of critiques, each item after the one above it',
  method: 'GET',
  path: '/v1/office/critique-items',
  auth: 'office',
  reply: z.object({ rows: listOf(critiqueItem) }),
  example: () => ({}),
})

const itemRefusals = ['critique.item_name', 'critique.item_level']
const params = z.object({ id: idInPath })

export const addCritiqueItem = endpoint({
  summary: 'Add an item to the vocabulary, below another one or at level 1',
  method: 'POST',
  path: '/v1/office/critique-items',
  auth: 'office',
  body: z.object({ parent_id: idField.nullable(), name: lineField(80), event_id: idField.nullable() }),
  reply: z.object({ id: z.int() }),
  refusals: itemRefusals,
  example: ({ critiques }) => ({ body: { parent_id: critiques.item_id, name: 'Landing', event_id: null } }),
})

export const changeCritiqueItem = endpoint({
  summary: 'Rename an item of the vocabulary, place it, or take it out of use',
  method: 'PUT',
  path: '/v1/office/critique-items/{id}',
  auth: 'office',
  params,
  body: z.object({ name: lineField(80), active: z.boolean(), position: z.int().min(0).max(10_000) }),
  reply: z.object({ id: z.int() }),
  refusals: ['critique.item_name'],
  example: ({ critiques }) => ({
    params: { id: critiques.item_id },
    body: { name: 'Turns and leaps', active: true, position: 1 },
  }),
})

export const removeCritiqueItem = endpoint({
  summary: 'Remove an item of the vocabulary that nothing uses',
  method: 'DELETE',
  path: '/v1/office/critique-items/{id}',
  auth: 'office',
  params,
  status: 204,
  refusals: ['critique.item_used'],
  example: ({ critiques }) => ({ params: { id: critiques.unused_item_id } }),
})

const sheetCritique = z.object({
  client_id: z.string(),
  position: z.int(),
  judge: z.string().nullable(),
  critique: z.string(),
  note: z.string(),
  good: listOf(z.int()),
  bad: listOf(z.int()),
})

export const listCityCritiques = endpoint({
  summary: 'The critiques of a city by entry and seat, with the homework of each entry',
  catalogue: 'C112',
  method: 'GET',
  path: '/v1/office/critiques',
  auth: 'office',
  query: z.object({ tour_date_id: idInPath }),
  reply: z.object({
    event: z.string(),
    city: z.string(),
    /** Studios read the critiques now: a change of a text, of items or of homework is theirs at once. */
    is_released: z.boolean(),
    entries: listOf(
      numberedEntry.extend({
        sheets: listOf(sheetCritique),
        /** Set by hand; empty: the marks suggest it. */
        homework_ids: listOf(z.int()),
      }),
    ),
  }),
  example: ({ critiques }) => ({ query: { tour_date_id: critiques.tour_date_id } }),
})

export const saveSheetCritique = endpoint({
  summary: 'Set the text, the note and the good and bad items of a sheet; its mark stays',
  catalogue: 'C112',
  method: 'PUT',
  path: '/v1/office/critiques/{client_id}',
  auth: 'office',
  params: z.object({ client_id: z.uuid() }),
  body: z.object({
    critique: z.string().max(4_000),
    note: z.string().max(4_000),
    good: listUpTo(100, idField),
    bad: listUpTo(100, idField),
    base: baseField,
  }),
  reply: z.object({ client_id: z.string() }),
  refusals: ['critique.item_unknown', 'critique.later_mark', 'edit_conflict'],
  example: ({ critiques }) => ({
    params: { client_id: critiques.client_id },
    body: { critique: 'Use the floor.', note: '', good: [critiques.item_id], bad: [] },
  }),
})

export const critiqueEndpoints = {
  listCritiqueItems,
  addCritiqueItem,
  changeCritiqueItem,
  removeCritiqueItem,
  listCityCritiques,
  saveSheetCritique,
}
