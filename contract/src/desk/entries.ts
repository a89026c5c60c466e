import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, idInPath, lineField, listReply, pageQuery } from '../fields.ts'

/** Filters of the office's list of entries; the export of the list takes the same. */
export const entryFilters = z.object({
  q: lineField(80).optional(),
  event_id: idInPath.optional(),
  tour_date_id: idInPath.optional(),
  performance_division_id: idInPath.optional(),
  age_division_id: idInPath.optional(),
  category_id: idInPath.optional(),
  state: z.enum(['registered', 'waiting', 'without_music']).optional(),
})

const entryOrder = z.object({
  sort: z
    .enum(['studio', 'name', 'city', 'age_division', 'performance_division', 'category', 'state'])
    .default('studio'),
  order: z.enum(['asc', 'desc']).default('asc'),
})

const entryLine = z.object({
  id: z.int(),
  registration_id: z.int(),
  /** On the day of the event; null until the registration is completed. */
  number: z.int().nullable(),
  name: z.string(),
  studio: z.string(),
  event: z.string(),
  city: z.string(),
  start_date: calendarDateField,
  age_division: z.string(),
  performance_division: z.string(),
  category: z.string(),
  /** The number of dancers. */
  dancers: z.int(),
  status: z.enum(['registered', 'waiting']),
  music: z.enum(['sent', 'missing', 'none']),
})

export const listEntries = endpoint({
  summary: 'Entries of completed registrations by city, division, category, studio and state, a page at a time',
  method: 'GET',
  path: '/v1/office/entries',
  auth: 'office',
  query: pageQuery.extend(entryFilters.shape).extend(entryOrder.shape),
  reply: listReply(entryLine),
  example: ({ completed }) => ({ query: { tour_date_id: completed.tour_date_id } }),
})

export const entrySheet = endpoint({
  summary: 'The same as a spreadsheet, whole',
  method: 'GET',
  path: '/v1/office/entries.csv',
  auth: 'office',
  query: entryFilters.extend(entryOrder.shape),
  reply: z.unknown(),
  answers: 'file',
  example: ({ completed }) => ({ query: { tour_date_id: completed.tour_date_id } }),
})

export const entryEndpoints = { listEntries, entrySheet }
