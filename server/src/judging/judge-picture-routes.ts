import { randomUUID } from 'node:crypto'
import { judgePictureEndpoints } from '@callboard/contract/judging/judge-pictures.ts'
import { photoEndings } from '@callboard/domain/kernel/files.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { wholeFile } from '../platform/files/check-stored.ts'
import { parsePicture } from '../platform/files/file-parser.ts'
import { acceptUpload, placeUpload, removeRefused, storeFile } from '../platform/files/queries.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { addJob } from '../platform/queue/queue.ts'
import { listJudges, lockJudge, setJudgePicture } from './judge-queries.ts'

type PictureKind = 'headshot' | 'signature'

/** How each is made small: pixels of its longer edge, and whether it is cut to a square. */
const shapes = {
  headshot: { pixels: 400, shape: 'cropped' },
  signature: { pixels: 600, shape: 'whole' },
} as const

const folderOf = (id: number, kind: PictureKind) => `judges/${id}/${kind}/`
const isUploadOf = (key: string, folder: string) =>
  key.startsWith(`${folder}upload-`) && /^[\w.-]+$/.test(key.slice(folder.length))

/** Makes the picture of an upload in the parser's process; refuses a file that is no picture. Deletes the upload. */
async function makePicture(app: App, id: number, kind: PictureKind, uploadKey: string, now: Instant) {
  orRefuse(await acceptUpload(app, uploadKey, now))
  const { pixels, shape } = shapes[kind]
  const small = await parsePicture(await wholeFile(app.files, uploadKey), pixels, shape)
  await removeRefused(app, uploadKey)
  if (small === null || small === 'not_square') throw new Refused({ code: 'file.invalid', field: 'file' })
  const key = `${folderOf(id, kind)}${randomUUID()}.jpg`
  const picture = { key, content_type: 'image/jpeg', size: small.length, owner_user_id: null, registration_id: null }
  await storeFile(app, { ...picture, created: now }, Buffer.from(small))
  return key
}

/** Photo and signature of a judge, which a studio sees beside the judge's critiques. RES-008, OFF-031. */
export function judgePictureRoutes(app: App) {
  const { judgePicturePlace, saveJudgePicture } = judgePictureEndpoints

  serve(app, judgePicturePlace, async (tx, { params: { id }, query: { kind, type, size }, user, now }) => {
    orNotFound(await lockJudge(tx, id))
    const key = `${folderOf(id, kind)}upload-${randomUUID()}.${photoEndings[type]}`
    const upload = { key, type, size, user_id: user.id, registration_id: null }
    return orRefuse(await placeUpload(tx, app.files, upload, now))
  })

  servePhases(app, saveJudgePicture, async (db, { params: { id }, body: { kind, url }, now, ...caller }) => {
    if (url !== null && !isUploadOf(url, folderOf(id, kind))) throw new Refused({ code: 'file.invalid', field: 'file' })
    const key = url === null ? null : await makePicture(app, id, kind, url, now)
    const save = async (tx: Tx) => {
      const judge = orNotFound(await lockJudge(tx, id))
      const before = kind === 'headshot' ? judge.headshot_key : judge.signature_key
      await setJudgePicture(tx, id, kind, key)
      if (before) await addJob(tx, 'delete_file', { key: before })
      const entry = { entity: 'judge', entity_id: id, before: null, after: { name: judge.name, kind } }
      const by = { ...caller, now }
      await (key
        ? audited(tx, by, { action: 'add judge picture', ...entry })
        : audited(tx, by, { action: 'remove judge picture', ...entry }))
      return listJudges(tx)
    }
    return { judges: await presentJudges(app, await inTransaction(db, save), now) }
  })
}

/** How long the addresses of a list's pictures open. */
const shownSeconds = 3_600

/** Judges with the addresses of their pictures. */
export const presentJudges = (
  { files }: Pick<App, 'files'>,
  rows: Awaited<ReturnType<typeof listJudges>>,
  now: Instant,
) =>
  Promise.all(
    rows.map(async ({ headshot_key, signature_key, ...judge }) => {
      const place = async (key: string | null) =>
        key && (await files.sign(key, 'image/jpeg', 'get', now, shownSeconds)).signedRequest
      return { ...judge, headshot: await place(headshot_key), signature: await place(signature_key) }
    }),
  )
