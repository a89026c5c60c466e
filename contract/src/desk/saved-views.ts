import { exportLists, exportSchedules } from '@callboard/domain/desk/saved-export.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idInPath, instantField, lineField, listOf, listReply, pageQuery } from '../fields.ts'
import { entryFilters } from './entries.ts'

/** The list's path below /office, `*` for each number. */
const listField = z.string().regex(/^[a-z*][a-z*/-]{0,59}$/)
const nameField = z.string().trim().min(1).max(60)

const savedView = z.object({
  id: z.int(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** The caller's own: they may delete it. */
  own: z.boolean(),
  owner: z.string(),
})

export const listSavedViews = endpoint({
  summary: 'Views of an office list: your own, and those others share',
  method: 'GET',
  path: '/v1/office/saved-views',
  auth: 'office',
  query: z.object({ list: listField }),
  reply: z.object({ rows: listOf(savedView) }),
  example: () => ({ query: { list: 'registrations' } }),
})

export const createSavedView = endpoint({
  summary: 'Keep search, filters and order of an office list under a name',
  method: 'POST',
  path: '/v1/office/saved-views',
  auth: 'office',
  body: z.object({ list: listField, name: nameField, query: z.string().max(1_000), shared: z.boolean() }),
  reply: savedView,
  refusals: ['taken'],
  example: () => ({ body: { list: 'registrations', name: 'Dallas, unpaid', query: 'state=pending', shared: true } }),
})

export const deleteSavedView = endpoint({
  summary: 'Delete a view of your own; an administrator also those that others share',
  method: 'DELETE',
  path: '/v1/office/saved-views/{id}',
  auth: 'office',
  params: z.object({ id: idInPath }),
  status: 204,
  example: ({ saved }) => ({ params: { id: saved.view_id } }),
})

const exportDraft = z.object({
  name: nameField,
  list: z.enum(exportLists),
  filters: entryFilters.extend({
    state: z
      .enum(['registered', 'waiting', 'without_music', 'incomplete', 'unconfirmed', 'pending', 'paid', 'deleted'])
      .optional(),
  }),
  schedule: z.enum(exportSchedules),
  /** 0 is Sunday; read for a weekly one. */
  weekday: z.int().min(0).max(6),
  hour: z.int().min(0).max(23),
  time_zone: z.string().min(1).max(60),
})

const savedExport = exportDraft.extend({
  id: z.int(),
  next_at: instantField.nullable(),
  mailed_at: instantField.nullable(),
})

export const listSavedExports = endpoint({
  summary: 'Your exports by name',
  method: 'GET',
  path: '/v1/office/saved-exports',
  auth: 'office',
  query: pageQuery.extend({
    q: lineField(80).optional(),
    sort: z.enum(['name', 'schedule', 'next_at']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: listReply(savedExport),
  example: () => ({}),
})

export const createSavedExport = endpoint({
  summary: 'Keep an export of a list under a name; on its schedule a link to it is mailed to you',
  method: 'POST',
  path: '/v1/office/saved-exports',
  auth: 'office',
  body: exportDraft,
  reply: savedExport,
  refusals: ['saved_export.time_zone', 'taken'],
  example: ({ completed }) => ({
    body: {
      name: 'Entries of the week',
      list: 'entries' as const,
      filters: { tour_date_id: completed.tour_date_id },
      ...{ schedule: 'weekly' as const, weekday: 1, hour: 7, time_zone: 'America/Denver' },
    },
  }),
})

export const deleteSavedExport = endpoint({
  summary: 'Delete an export of your own; nothing more is mailed',
  method: 'DELETE',
  path: '/v1/office/saved-exports/{id}',
  auth: 'office',
  params: z.object({ id: idInPath }),
  status: 204,
  example: ({ saved }) => ({ params: { id: saved.export_id } }),
})

export const savedExportFile = endpoint({
  summary: 'An export of your own as a spreadsheet, as the list is now',
  method: 'GET',
  path: '/v1/office/saved-exports/{id}/file',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: z.unknown(),
  answers: 'file',
  example: ({ saved }) => ({ params: { id: saved.export_id } }),
})

export const openExportLink = endpoint({
  summary: 'The export of a mailed link, for the signed-in account it was mailed to',
  method: 'POST',
  path: '/v1/office/saved-exports/open',
  auth: 'office',
  body: z.object({ token: z.string().min(1).max(1_000) }),
  reply: savedExport,
  refusals: ['saved_export.link_over'],
  example: ({ saved }) => ({ body: { token: saved.export_token } }),
})

export const savedViewEndpoints = {
  listSavedViews,
  createSavedView,
  deleteSavedView,
  listSavedExports,
  createSavedExport,
  deleteSavedExport,
  savedExportFile,
  openExportLink,
}
