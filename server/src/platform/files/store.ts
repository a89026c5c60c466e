import { createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { AwsClient } from 'aws4fetch'
import { putStream } from './multipart-upload.ts'

/** Short-lived signed URL with which a browser uploads or downloads one file. */
export type SignedPlace = { signedRequest: string; url: string }

/** `name`: the download's file name; `size`: the exact size of an upload in bytes. */
type SignOptions = { name?: string | undefined; size?: number | undefined }

export type ByteRange = { start: number; end: number }

/** Uploaded and generated files, by a key such as 'college-discounts/41/7/id.jpg'. */
export type FileStore = {
  put: (key: string, content: Buffer | Readable, contentType: string) => Promise<void>
  /** All of a file, or its bytes from `start` to `end`, both included. */
  read: (key: string, range?: ByteRange) => Promise<Readable>
  /** Returns the size and the first bytes, which identify the file type. Undefined: no such file. */
  head: (key: string, bytes: number) => Promise<{ start: Buffer; size: number } | undefined>
  remove: (key: string) => Promise<void>
  /** Moves a file to another key and replaces an existing file. False: no such file. */
  move: (key: string, to: string) => Promise<boolean>
  /** Tells whether signing requires an exact size because the store cannot limit uploads itself. */
  needsSize: boolean
  /** `signedRequest`: the signed URL, with a lifetime in seconds; `url`: the value to store. */
  sign: (
    key: string,
    contentType: string,
    operation: 'get' | 'put',
    now: Instant,
    seconds: number,
    options?: SignOptions,
  ) => Promise<SignedPlace>
}

/** All of a file; undefined: no such file. Asked first, because a stream fails only once it is read. */
export const readExisting = async (files: FileStore, key: string) =>
  (await files.head(key, 1)) === undefined ? undefined : files.read(key)

export type DiskFiles = FileStore & { open: (token: string, now: Instant) => Ticket }

/** Returns a default for a missing file and rethrows other errors. */
const ifMissing =
  <Answer>(answer: Answer) =>
  (error: NodeJS.ErrnoException): Answer => {
    if (error.code === 'ENOENT') return answer
    throw error
  }

/** Files in a folder of this machine; signed places are this server's own. */
export function diskFiles(folder: string, secret: string): DiskFiles {
  const at = (key: string) => {
    const full = path.resolve(folder, key)
    if (!full.startsWith(path.resolve(folder) + path.sep)) throw new RangeError('A key must stay inside the store')
    return full
  }
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')

  return {
    async put(key, content) {
      await mkdir(path.dirname(at(key)), { recursive: true })
      // Written under a temporary name and renamed, so that a partial file is never read.
      const draft = `${at(key)}.${process.pid}.${process.hrtime.bigint()}.part`
      try {
        await pipeline(Buffer.isBuffer(content) ? [content] : content, createWriteStream(draft))
        await rename(draft, at(key))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    read: async (key, range) => createReadStream(at(key), range),
    async head(key, bytes) {
      const file = await open(at(key)).catch(() => undefined)
      if (!file) return undefined
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
        return { start: buffer.subarray(0, bytesRead), size: (await file.stat()).size }
      } finally {
        await file.close()
      }
    },
    remove: (key) => rm(at(key), { force: true }),
    needsSize: false,
    async move(key, to) {
      await mkdir(path.dirname(at(to)), { recursive: true })
      return rename(at(key), at(to)).then(() => true, ifMissing(false))
    },
    async sign(key, contentType, operation, now, seconds, { name } = {}) {
      const expires = Date.parse(now) + seconds * 1000
      const ticket = Buffer.from(JSON.stringify({ key, contentType, operation, expires, name })).toString('base64url')
      return { signedRequest: `/v1/files/${ticket}.${mac(ticket)}`, url: key }
    },
    open(token, now) {
      const [ticket = '', signature = ''] = token.split('.')
      const [actualSignature, expectedSignature] = [Buffer.from(signature), Buffer.from(mac(ticket))]
      if (actualSignature.length !== expectedSignature.length || !timingSafeEqual(actualSignature, expectedSignature))
        return undefined
      const payload = JSON.parse(Buffer.from(ticket, 'base64url').toString()) as NonNullable<Ticket>
      return payload.expires > Date.parse(now) ? payload : undefined
    },
  }
}

/** Content of a signed file URL; undefined: forged or expired. */
export type Ticket =
  | { key: string; contentType: string; operation: 'get' | 'put'; expires: number; name?: string }
  | undefined

type Bucket = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Milliseconds until the store's response starts, including upload and retries. */
  patience?: number
}

/** Any S3-compatible store. Browsers put and get by presigned addresses. */
export function s3Files({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
  patience = 60_000,
}: Bucket): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const pathOf = (key: string) => `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`
  const address = (key: string) => endpoint + pathOf(key)
  /** Times out only until the response starts: a large file is read at its reader's speed. */
  const ask = async (key: string, init: RequestInit, missingIsFine = false, query = '') => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(new Error('The file store did not answer in time')), patience)
    const reply = await client
      .fetch(address(key) + query, { ...init, signal: abort.signal })
      .finally(() => clearTimeout(timer))
    if (!reply.ok && !(missingIsFine && reply.status === 404)) throw new Error(`The file store said ${reply.status}`)
    return reply
  }

  return {
    async put(key, content, contentType) {
      if (!Buffer.isBuffer(content)) {
        return putStream((query, init) => ask(key, init, false, query), content, contentType)
      }
      await ask(key, { method: 'PUT', body: new Uint8Array(content), headers: { 'content-type': contentType } })
    },
    async read(key, range) {
      const { Readable } = await import('node:stream')
      const { body } = await ask(key, range ? { headers: { range: `bytes=${range.start}-${range.end}` } } : {})
      // The platform's own web stream; only its type is named apart in the two libraries.
      return Readable.fromWeb(body as import('node:stream/web').ReadableStream)
    },
    async head(key, bytes) {
      const reply = await ask(key, { headers: { range: `bytes=0-${bytes - 1}` } }, true)
      if (reply.status === 404) return undefined
      const size = Number(reply.headers.get('content-range')?.split('/')[1] ?? reply.headers.get('content-length'))
      return { start: Buffer.from(await reply.arrayBuffer()).subarray(0, bytes), size }
    },
    remove: async (key) => void (await ask(key, { method: 'DELETE' }, true)),
    needsSize: true,
    async move(key, to) {
      const reply = await ask(to, { method: 'PUT', headers: { 'x-amz-copy-source': pathOf(key) } }, true)
      if (reply.status === 404) return false
      // A copy that fails halfway answers 200 with an error in its body.
      if ((await reply.text()).includes('<Error>')) throw new Error('The file store did not copy the file')
      await ask(key, { method: 'DELETE' }, true)
      return true
    },
    async sign(key, contentType, operation, _now, seconds, { name, size } = {}) {
      const url = new URL(address(key))
      url.searchParams.set('X-Amz-Expires', String(seconds))
      if (name) url.searchParams.set('response-content-disposition', savedAs(name))
      const headers = { 'content-type': contentType, ...(size && { 'content-length': String(size) }) }
      const init = operation === 'put' ? { method: 'PUT', headers } : { method: 'GET' }
      // All headers are signed: the store rejects an upload with another type or size.
      const signedRequest = await client.sign(url.toString(), { ...init, aws: { signQuery: true, allHeaders: true } })
      return { signedRequest: signedRequest.url, url: key }
    },
  }
}

/**
 * Returns the `Content-Disposition` of a download: an ASCII name for old browsers and the full name for others. RFC
 * 6266.
 */
export const savedAs = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
