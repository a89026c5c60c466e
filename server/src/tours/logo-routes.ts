import { randomUUID } from 'node:crypto'
import { logoEndpoints } from '@callboard/contract/tours/logos.ts'
import { logoFolder, photoEndings } from '@callboard/domain/kernel/files.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { wholeFile } from '../platform/files/check-stored.ts'
import { parseLogo } from '../platform/files/file-parser.ts'
import { acceptUpload, deleteFilesLater, placeUpload, removeRefused, storeFile } from '../platform/files/queries.ts'
import { readExisting } from '../platform/files/store.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { presentEvent, setEventLogo } from './event-office-queries.ts'
import { lockEvent } from './event-office-queries.ts'
import { listLogoKeys } from './logo-queries.ts'

const isUploadOf = (key: string, folder: string) =>
  key.startsWith(`${folder}upload-`) && /^[\w.-]+$/.test(key.slice(folder.length))

/** Makes the logo of an upload in the parser's process; refuses what is no picture. The upload itself goes. */
async function makeLogo(app: App, id: number, uploadKey: string, now: Instant): Promise<string> {
  orRefuse(await acceptUpload(app, uploadKey, now))
  const logo = await parseLogo(await wholeFile(app.files, uploadKey))
  await removeRefused(app, uploadKey)
  if (logo === null) throw new Refused({ code: 'file.invalid', field: 'file' })
  if (logo === 'white') throw new Refused({ code: 'office.logo_white', field: 'file' })
  const key = `${logoFolder(id)}${randomUUID()}.png`
  const file = { key, content_type: 'image/png', size: logo.length, owner_user_id: null, registration_id: null }
  await storeFile(app, { ...file, created: now }, Buffer.from(logo))
  return key
}

/**
 * The logo of a brand. Each upload has an address of its own, which caches may keep for good; a logo that another one
 * replaced stays readable, because mails of before show it. Taking the logo away takes them all away.
 */
export function logoRoutes(app: App) {
  const { logoPlace, saveLogo, readLogo } = logoEndpoints

  serve(app, logoPlace, async (tx, { params: { id }, query: { type, size }, user, now }) => {
    orNotFound(await lockEvent(tx, id))
    const key = `${logoFolder(id)}upload-${randomUUID()}.${photoEndings[type]}`
    const upload = { key, type, size, user_id: user.id, registration_id: null }
    return orRefuse(await placeUpload(tx, app.files, upload, now))
  })

  servePhases(app, saveLogo, async (db, { params: { id }, body: { url }, now, ...caller }) => {
    if (url !== null && !isUploadOf(url, logoFolder(id))) throw new Refused({ code: 'file.invalid', field: 'file' })
    const key = url === null ? null : await makeLogo(app, id, url, now)
    const save = async (tx: Tx) => {
      const { logo_key } = orNotFound(await lockEvent(tx, id))
      if (key === null) await deleteFilesLater(tx, await listLogoKeys(tx, logoFolder(id)))
      const event = await setEventLogo(tx, id, key)
      const entry = { entity: 'event', entity_id: id, before: { logo: logo_key }, after: { logo: event.logo_key } }
      const by = { ...caller, now }
      await (key
        ? audited(tx, by, { action: 'add logo', ...entry })
        : audited(tx, by, { action: 'remove logo', ...entry }))
      return presentEvent(event)
    }
    return inTransaction(db, save)
  })

  servePhases(app, readLogo, async (_db, { params: { event, file }, reply }) => {
    // An upload is no logo before it was made one.
    if (file.startsWith('upload-')) return orNotFound(undefined)
    const content = orNotFound(await readExisting(app.files, `${logoFolder(event)}${file}`))
    void reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
    return content
  })
}
