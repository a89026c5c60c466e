import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { containerOf, isVideoKind, mediaContentType } from '@callboard/domain/critiques/media.ts'
import { signatureBytes } from '@callboard/domain/kernel/media-type.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { addJob, type JobHandlers } from '../platform/queue/queue.ts'
import { convertAudio, convertVideo, type Converted } from './convert.ts'
import { expireOldMedia } from './expire-media.ts'
import { failMedia, findMedia, setMediaState, type MediaRow } from './media-queries.ts'
import { hasTool, mediaTools, MissingTool, UnusableMedia } from './run-tool.ts'
import { openSpool } from './upload-spool.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Stores an upload that is whole, and makes it playable. */
    process_media: { media_id: string }
    /** Nightly: ends media whose time is over. */
    expire_media: Record<string, never>
  }
}

/** Where media lies in the store. */
const mediaKey = ({ tour_date_id, id }: Pick<MediaRow, 'tour_date_id' | 'id'>, ending: string) =>
  `media/${tour_date_id}/${id}.${ending}`

/** Moves a whole upload from the spool to the store; null: it turned out to be unusable. */
async function storeUpload(dependencies: Dependencies, media: MediaRow): Promise<string | null> {
  const { db, files } = dependencies
  const spool = openSpool(mediaTools(dependencies).folder)
  const fail = async (reason: 'lost' | 'wrong_checksum' | 'wrong_type') => {
    await inTransaction(db, (tx) => failMedia(tx, media.id, reason))
    await spool.remove(media.id)
    return null
  }
  if ((await spool.offset(media)) !== media.bytes) return fail('lost')
  const container = containerOf(await spool.start(media.id))
  if (!container) return fail('wrong_type')
  const content_type = mediaContentType(container, media.kind)
  const key = mediaKey(media, `original.${container}`)
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const piece of spool.read(media.id) as AsyncIterable<Buffer>) {
      hash.update(piece)
      yield piece
    }
  }
  await files.put(key, Readable.from(hashed()), content_type)
  if (media.sha256 !== null && media.sha256 !== hash.digest('hex')) {
    await files.remove(key)
    return fail('wrong_checksum')
  }
  await inTransaction(db, (tx) => setMediaState(tx, media.id, 'stored', { key, content_type }))
  await spool.remove(media.id)
  return key
}

/** Makes a folder for the files of one task, and deletes it after. */
export async function withWorkFolder<Value>(
  dependencies: Dependencies,
  work: (folder: string) => Promise<Value>,
): Promise<Value> {
  const parent = path.join(mediaTools(dependencies).folder, 'work')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(path.join(parent, 'media-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies a file of the store to this disk: the programs read files alone. */
export async function fetchFile({ files }: Dependencies, key: string, file: string): Promise<void> {
  await pipeline(await files.read(key), createWriteStream(file))
}

/** Makes a stored file playable, and puts it beside the original, which is then deleted. */
async function convertStored(dependencies: Dependencies, media: MediaRow, key: string): Promise<void> {
  const { db, files } = dependencies
  const tools = mediaTools(dependencies)
  const isVideo = isVideoKind(media.kind)
  await withWorkFolder(dependencies, async (folder) => {
    const [file, out] = [path.join(folder, 'in'), path.join(folder, 'out')]
    const head = await files.head(key, signatureBytes)
    const container = head && containerOf(head.start)
    if (!container) throw new UnusableMedia(head ? 'wrong_type' : 'lost')
    await fetchFile(dependencies, key, file)
    const convert = isVideo ? convertVideo : convertAudio
    const { ending, ...converted }: Converted = await convert(tools, { file, container }, out)
    const newKey = mediaKey(media, ending)
    await files.put(newKey, createReadStream(out), converted.content_type)
    await inTransaction(db, async (tx) => {
      const isSet = await setMediaState(tx, media.id, 'ready', { ...converted, key: newKey })
      // Deleted or expired meanwhile: its file goes too.
      await addJob(tx, 'delete_file', { key: isSet ? key : newKey })
    })
  })
}

/** Stores and converts media as far as it has not been. Safe to repeat. */
async function processMedia(dependencies: Dependencies, media_id: string): Promise<void> {
  const { db } = dependencies
  const media = await inTransaction(db, (tx) => findMedia(tx, media_id))
  if (!media) return
  if (media.state === 'uploading' && media.received_at === null) return
  const key = media.state === 'uploading' ? await storeUpload(dependencies, media) : media.key
  if (!key || !['uploading', 'stored', 'processing'].includes(media.state)) return
  const { ffmpeg, ffprobe } = mediaTools(dependencies)
  if (!(await hasTool(ffmpeg)) || !(await hasTool(ffprobe))) {
    // It is served as it came, without a curve and without a length.
    await inTransaction(db, (tx) => setMediaState(tx, media_id, 'ready'))
    return
  }
  await inTransaction(db, (tx) => setMediaState(tx, media_id, 'processing'))
  try {
    await convertStored(dependencies, media, key)
  } catch (error) {
    if (error instanceof MissingTool || !(error instanceof UnusableMedia)) throw error
    await inTransaction(db, (tx) => failMedia(tx, media_id, error.reason))
  }
}

export const mediaJobs: JobHandlers<'process_media' | 'expire_media'> = {
  process_media: (dependencies, { media_id }) => processMedia(dependencies, media_id),
  expire_media: expireOldMedia,
}
