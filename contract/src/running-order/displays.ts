import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, instantField, listOf, requiredLine, tokenField } from '../fields.ts'
import { stageEvent } from './running-order.ts'

const displayBoard = z.object({
  tour_date_id: z.int(),
  /** The city is over: no more screens are added. */
  is_over: z.boolean(),
  /** The stages of the published order. */
  stages: listOf(z.int()),
  displays: listOf(
    z.object({
      id: z.int(),
      label: z.string(),
      /** Null: all stages. */
      stage: z.int().nullable(),
      shows_studios: z.boolean(),
      created_at: instantField,
      expires_at: instantField,
    }),
  ),
})

export const listDisplays = endpoint({
  summary: 'The screens in the hall that may show a city’s stage',
  method: 'GET',
  path: '/v1/office/displays',
  auth: 'office',
  query: z.object({ tour_date_id: idInPath }),
  reply: displayBoard,
  example: ({ published_order }) => ({ query: { tour_date_id: published_order.tour_date_id } }),
})

export const addDisplay = endpoint({
  summary: 'Make a link for a screen in the hall; it is shown once',
  method: 'POST',
  path: '/v1/office/displays',
  auth: 'office',
  body: z.object({
    tour_date_id: idField,
    label: requiredLine(60),
    /** Null: all stages. */
    stage: z.int().min(1).max(9).nullable(),
    shows_studios: z.boolean(),
  }),
  reply: displayBoard.extend({ url: z.string(), token: z.string() }),
  refusals: ['display.city_over'],
  example: ({ published_order }) => ({
    body: { tour_date_id: published_order.tour_date_id, label: 'Lobby', stage: null, shows_studios: false },
  }),
})

export const removeDisplay = endpoint({
  summary: 'End the link of a screen: it shows nothing any more',
  method: 'DELETE',
  path: '/v1/office/displays/{id}',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: displayBoard,
  example: ({ published_order }) => ({ params: { id: published_order.display_id } }),
})

export const openDisplay = endpoint({
  summary: 'Open the link of a screen in this browser',
  method: 'POST',
  path: '/v1/live',
  auth: 'public',
  body: z.object({ token: tokenField }),
  reply: z.object({ tour_date_id: z.int(), expires_at: instantField }),
  refusals: ['display.over'],
  limit: { hits: 120, minutes: 15 },
  example: ({ published_order }) => ({ body: { token: published_order.display_token } }),
})

const displayEntry = z.object({
  /** Of the routine in its registration. */
  id: z.int(),
  label: z.string(),
  name: z.string(),
  /** Null: this screen shows no studios. */
  studio: z.string().nullable(),
  division: z.string(),
  category: z.string(),
  starts_at: instantField,
})

export const readLive = endpoint({
  summary: 'The entry on each stage and the next three, for a screen in the hall, without names of dancers',
  method: 'GET',
  path: '/v1/live/{tour_date_id}',
  auth: 'display',
  params: z.object({ tour_date_id: idInPath }),
  conditional: true,
  reply: z.object({
    event: z.string(),
    city: z.string(),
    time_zone: z.string(),
    stages: listOf(
      z.object({
        stage: z.int(),
        current: displayEntry.nullable(),
        next: listOf(displayEntry),
        /** 0: on time. */
        late_minutes: z.int(),
      }),
    ),
  }),
  refusals: ['order.unpublished'],
  example: ({ published_order }) => ({ params: { tour_date_id: published_order.tour_date_id } }),
})

export const watchLive = endpoint({
  summary: 'Server-sent events for a screen in the hall: what is on stage now, and each change of it',
  method: 'GET',
  path: '/v1/live/{tour_date_id}/events',
  auth: 'display',
  answers: 'events',
  params: z.object({ tour_date_id: idInPath }),
  reply: stageEvent,
  example: ({ published_order }) => ({ params: { tour_date_id: published_order.tour_date_id } }),
})

export const displayEndpoints = { listDisplays, addDisplay, removeDisplay, openDisplay, readLive, watchLive }
