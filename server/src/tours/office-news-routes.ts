import { randomBytes } from 'node:crypto'
import {
  addNews,
  changeNews,
  listOfficeNews,
  mediaPassPlace,
  removeMediaPass,
  removeNews,
  saveMediaPass,
} from '@callboard/contract/tours/office-news.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { checkNews, checkNewsDate, isShown } from '@callboard/domain/tours/news.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { findCityHead } from './city-queries.ts'
import { audited } from '../platform/audit-queries.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { acceptUpload, insertFile, placeUpload } from '../platform/files/queries.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { addJob } from '../platform/queue/queue.ts'
import {
  deleteMediaPass,
  deleteNews,
  findMediaPass,
  findNews,
  findSameNews,
  insertNews,
  loadNews,
  setMediaPass,
  updateNews,
} from './news-queries.ts'

const folder = (tour_date_id: number) => `media-passes/${tour_date_id}/`

/** Each file gets a unique key, so that a published file is never overwritten. */
const isOwnKey = (key: string, tour_date_id: number) =>
  key.startsWith(folder(tour_date_id)) && /^[\w-]{12}\.pdf$/.test(key.slice(folder(tour_date_id).length))

/** Sends office messages to all registrants of a city: news and the media pass. OFF-028, OFF-029. */
export function officeNewsRoutes(app: App) {
  serve(app, listOfficeNews, async (tx, { query: { tour_date_id }, now }) => {
    const { time_zone, ...city } = orNotFound(await findCityHead(tx, tour_date_id))
    const today = dayIn(time_zone, now)
    const rows = (await loadNews(tx, tour_date_id)).map((item) => ({ ...item, shown: isShown(item, today) }))
    const pass = await findMediaPass(tx, tour_date_id)
    const media_pass = pass ? { name: pass.name, size: pass.size, added: pass.added } : null
    return { ...city, today, rows, media_pass }
  })

  serve(app, addNews, async (tx, { body: { tour_date_id, date, text }, ...caller }) => {
    const city = orNotFound(await findCityHead(tx, tour_date_id))
    const item = { tour_date_id, date: orRefuse(checkNewsDate(date, city)), text: orRefuse(checkNews(text)) }
    // Sent again after a lost answer.
    const before = await findSameNews(tx, item)
    if (before) return before
    const { id } = await insertNews(tx, item)
    await audited(tx, caller, { action: 'publish news', entity: 'news', entity_id: id, before: null, after: item })
    return { id }
  })

  serve(app, changeNews, async (tx, { params: { id }, body: { base, ...change }, ...caller }) => {
    const before = orNotFound(await findNews(tx, id))
    const { date, text } = {
      ...before,
      ...orRefuse(mergeEdit({ current: before, base, change, labels: { date: 'day', text: 'news' } })),
    }
    const city = orNotFound(await findCityHead(tx, before.tour_date_id))
    const after = { date: orRefuse(checkNewsDate(date, city)), text: orRefuse(checkNews(text)) }
    await updateNews(tx, id, after)
    await audited(tx, caller, { action: 'change news', entity: 'news', entity_id: id, before, after })
    return { id }
  })

  serve(app, removeNews, async (tx, { params: { id }, ...caller }) => {
    const before = orNotFound(await findNews(tx, id))
    await deleteNews(tx, id)
    await audited(tx, caller, { action: 'take back news', entity: 'news', entity_id: id, before, after: null })
    return {}
  })

  serve(app, mediaPassPlace, async (tx, { query: { tour_date_id, size }, user, now }) => {
    orNotFound(await findCityHead(tx, tour_date_id))
    const key = `${folder(tour_date_id)}${randomBytes(9).toString('base64url')}.pdf`
    const upload = { key, type: 'application/pdf', size, user_id: user.id, registration_id: null }
    return orRefuse(await placeUpload(tx, app.files, upload, now))
  })

  servePhases(app, saveMediaPass, async (db, { body: { tour_date_id, url, name }, now, ...caller }) => {
    if (!isOwnKey(url, tour_date_id)) throw new Refused({ code: 'file.invalid', field: 'file' })
    const current = await inTransaction(db, (tx) => findMediaPass(tx, tour_date_id))
    const { content_type, size } =
      current?.key === url
        ? { content_type: 'application/pdf', size: current.size }
        : orRefuse(await acceptUpload(app, url, now))
    return inTransaction(db, async (tx) => {
      orNotFound(await findCityHead(tx, tour_date_id))
      const before = await findMediaPass(tx, tour_date_id)
      const file = { key: url, content_type, size, owner_user_id: null, registration_id: null, created: now }
      await insertFile(tx, file)
      const pass = { key: url, name: name.trim() || 'Media pass.pdf', size, added: now }
      await setMediaPass(tx, tour_date_id, pass)
      if (before && before.key !== url) await addJob(tx, 'delete_file', { key: before.key })
      const action = { action: 'add media pass' as const, entity: 'tour_date', entity_id: tour_date_id }
      await audited(tx, { ...caller, now }, { ...action, before: before ?? null, after: pass })
      return pass
    })
  })

  serve(app, removeMediaPass, async (tx, { query: { tour_date_id }, ...caller }) => {
    const before = orNotFound(await findMediaPass(tx, tour_date_id))
    await deleteMediaPass(tx, tour_date_id)
    await addJob(tx, 'delete_file', { key: before.key })
    const action = { action: 'take back media pass' as const, entity: 'tour_date', entity_id: tour_date_id }
    await audited(tx, caller, { ...action, before, after: null })
    return {}
  })
}
