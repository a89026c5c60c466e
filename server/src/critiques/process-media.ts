import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { containerOf, isVideoKind, mediaContentType } from '@callboard/domain/critiques/media.ts'
import { signatureBytes } from '@callboard/domain/kernel/media-type.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Tx } from '../platform/db/connect.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { addJob } from '../platform/queue/queue.ts'
import { convertAudio, convertVideo, type Converted } from './convert.ts'
import {
  addProcessing,
  failMedia,
  findMedia,
  isServedAsItCame,
  listUnconverted,
  noteFailedConversion,
  originalEnding,
  replaceFile,
  setMediaState,
  type MediaRow,
} from './media-queries.ts'
import { hasTool, mediaTools, MissingTool, UnusableMedia, type MediaTools } from './run-tool.ts'
import { openSpool } from './upload-spool.ts'

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
  const key = mediaKey(media, `${originalEnding}.${container}`)
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
  const isStored = await inTransaction(db, (tx) => setMediaState(tx, media.id, 'stored', { key, content_type }))
  await spool.remove(media.id)
  // Deleted meanwhile: nothing refers to its file.
  if (!isStored) await files.remove(key)
  return isStored ? key : null
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

type ConvertedFile = Omit<Converted, 'ending'> & { key: string }
type Conversion = {
  media: MediaRow
  key: string
  /** Whether the media took the new file; otherwise it was deleted or has expired meanwhile. */
  save: (tx: Tx, file: ConvertedFile) => Promise<boolean>
  /** How long the original stays. */
  keep_seconds?: number
}

/** Makes a stored file playable, and puts it beside the original, which is then deleted. */
async function convertFile(dependencies: Dependencies, { media, key, save, keep_seconds = 0 }: Conversion) {
  const { db, files } = dependencies
  const tools = mediaTools(dependencies)
  await withWorkFolder(dependencies, async (folder) => {
    const [file, out] = [path.join(folder, 'in'), path.join(folder, 'out')]
    const head = await files.head(key, signatureBytes)
    const container = head && containerOf(head.start)
    if (!container) throw new UnusableMedia(head ? 'wrong_type' : 'lost')
    await fetchFile(dependencies, key, file)
    const convert = isVideoKind(media.kind) ? convertVideo : convertAudio
    const { ending, ...converted }: Converted = await convert(tools, { file, container }, out)
    const newKey = mediaKey(media, ending)
    await files.put(newKey, createReadStream(out), converted.content_type)
    await inTransaction(db, async (tx) => {
      if (await save(tx, { ...converted, key: newKey })) {
        await addJob(tx, 'delete_file', { key }, { in_seconds: keep_seconds })
      } else await addJob(tx, 'delete_file', { key: newKey })
    })
  })
}

const hasPrograms = async ({ ffmpeg, ffprobe }: MediaTools) => (await hasTool(ffmpeg)) && (await hasTool(ffprobe))

/** A place signed for a listener lasts an hour. */
const listeningSeconds = 7_200

/**
 * Converts media that is served as it came, because ffmpeg was missing then. It can be heard all the while: its state
 * stays, and its file is exchanged. A file that cannot be converted is counted and stays as it is.
 */
async function convertLater(dependencies: Dependencies, media: MediaRow, key: string): Promise<void> {
  if (!(await hasPrograms(mediaTools(dependencies)))) return
  const save = (tx: Tx, file: ConvertedFile) => replaceFile(tx, media.id, key, file)
  try {
    await convertFile(dependencies, { media, key, save, keep_seconds: listeningSeconds })
  } catch (error) {
    if (!(error instanceof UnusableMedia)) throw error
    await inTransaction(dependencies.db, (tx) => noteFailedConversion(tx, media.id, key, error.reason))
  }
}

const conversionsOfRun = 200
const nextRunSeconds = 900

/** Queues what came while ffmpeg was missing: so many at a time, so that what comes now waits for a quarter of an hour at most. */
export async function convertWaitingMedia(dependencies: Dependencies): Promise<void> {
  if (!(await hasPrograms(mediaTools(dependencies)))) return
  await inTransaction(dependencies.db, async (tx) => {
    const waiting = await listUnconverted(tx, conversionsOfRun)
    await addProcessing(tx, ...waiting.map(({ id }) => id))
    if (waiting.length === conversionsOfRun) {
      await addJob(tx, 'convert_waiting_media', {}, { key: 'convert waiting media', in_seconds: nextRunSeconds })
    }
  })
}

/** Stores and converts media as far as it has not been. Safe to repeat. */
export async function processMedia(dependencies: Dependencies, media_id: string): Promise<void> {
  const { db } = dependencies
  const media = await inTransaction(db, (tx) => findMedia(tx, media_id))
  if (!media) return
  if (media.key !== null && isServedAsItCame(media)) return convertLater(dependencies, media, media.key)
  if (media.state === 'uploading' && media.received_at === null) return
  const key = media.state === 'uploading' ? await storeUpload(dependencies, media) : media.key
  if (!key || !['uploading', 'stored', 'processing'].includes(media.state)) return
  if (!(await hasPrograms(mediaTools(dependencies)))) {
    // It is served as it came, without a curve and without a length, until a later run finds ffmpeg.
    await inTransaction(db, (tx) => setMediaState(tx, media_id, 'ready'))
    return
  }
  await inTransaction(db, (tx) => setMediaState(tx, media_id, 'processing'))
  try {
    const save = (tx: Tx, file: ConvertedFile) => setMediaState(tx, media_id, 'ready', file)
    await convertFile(dependencies, { media, key, save })
  } catch (error) {
    if (error instanceof MissingTool || !(error instanceof UnusableMedia)) throw error
    await inTransaction(db, (tx) => failMedia(tx, media_id, error.reason))
  }
}
