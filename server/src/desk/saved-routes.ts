import { entrySheet, listEntries } from '@callboard/contract/desk/entries.ts'
import {
  createSavedExport,
  createSavedView,
  deleteSavedExport,
  deleteSavedView,
  listSavedExports,
  listSavedViews,
  openExportLink,
  savedExportFile,
} from '@callboard/contract/desk/saved-views.ts'
import { isTimeZone } from '@callboard/domain/kernel/calendar.ts'
import { nextExportAt } from '@callboard/domain/desk/saved-export.ts'
import { audited } from '../platform/audit-queries.ts'
import { savedAs } from '../platform/files/store.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { pageOf } from '../platform/http/write-reply.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { searchEntries } from './entry-queries.ts'
import { entriesSheet, sheetOf } from './export-sheets.ts'
import {
  deleteExport,
  deleteView,
  findExport,
  insertExport,
  insertView,
  listExports,
  listViews,
} from './saved-queries.ts'
import { readExportToken } from './send-exports.ts'

const sheetType = 'text/csv; charset=utf-8'

/** The list of entries, views of office lists, and exports that are mailed on schedule. */
export function savedRoutes(app: App) {
  serve(app, listEntries, async (tx, { query }) => {
    const { page, per_page, ...search } = query
    const rows = await searchEntries(tx, search, { limit: per_page + 1, offset: (page - 1) * per_page })
    return pageOf(rows, query)
  })

  serve(app, entrySheet, async (tx, { query, reply }) => {
    const text = await entriesSheet(tx, query)
    void reply.type(sheetType).header('content-disposition', savedAs('Entries.csv'))
    return text
  })

  serve(app, listSavedViews, async (tx, { query, user }) => ({ rows: await listViews(tx, query.list, user.id) }))

  serve(app, createSavedView, async (tx, { body, ...caller }) => {
    const { user, now } = caller
    const view = await insertView(tx, { ...body, user_id: user.id, created: now })
    const { name, list, shared } = body
    await audited(tx, caller, {
      action: 'save view',
      entity: 'saved_view',
      entity_id: view.id,
      before: null,
      after: { name, list, shared },
    })
    return { ...view, own: true, owner: '' }
  })

  serve(app, deleteSavedView, async (tx, { params, ...caller }) => {
    const { user } = caller
    const by = { user_id: user.id, alsoShared: user.role === 'admin' }
    const { id, name, list } = orNotFound(await deleteView(tx, params.id, by))
    const before = { name, list }
    await audited(tx, caller, { action: 'delete view', entity: 'saved_view', entity_id: id, before, after: null })
    return {}
  })

  serve(app, listSavedExports, async (tx, { query, user }) => pageOf(await listExports(tx, user.id, query), query))

  serve(app, createSavedExport, async (tx, { body, ...caller }) => {
    const { user, now } = caller
    if (!isTimeZone(body.time_zone)) throw new Refused({ code: 'saved_export.time_zone', field: 'time_zone' })
    const savedExport = await insertExport(
      { ...body, user_id: user.id, next_at: nextExportAt(body, now), created: now },
      tx,
    )
    const { name, list, schedule } = body
    await audited(tx, caller, {
      action: 'save export',
      entity: 'saved_export',
      entity_id: savedExport.id,
      before: null,
      after: { name, list, schedule },
    })
    return savedExport
  })

  serve(app, deleteSavedExport, async (tx, { params, ...caller }) => {
    const { id, name } = orNotFound(await deleteExport(tx, params.id, caller.user.id))
    const before = { name }
    await audited(tx, caller, { action: 'delete export', entity: 'saved_export', entity_id: id, before, after: null })
    return {}
  })

  serve(app, savedExportFile, async (tx, { params, user, reply }) => {
    const { name, list, filters } = orNotFound(await findExport(tx, params.id, user.id))
    const text = await sheetOf(tx, list, filters)
    void reply
      .type(sheetType)
      .header('content-disposition', savedAs(`${name}.csv`))
      .header('cache-control', 'private, no-store')
    return text
  })

  serve(app, openExportLink, async (tx, { body, user, now }) => {
    const export_id = readExportToken(app.sealer, body.token, now)
    const savedExport = export_id === undefined ? undefined : await findExport(tx, export_id, user.id)
    if (!savedExport) throw new Refused({ code: 'saved_export.link_over' })
    return savedExport
  })
}
