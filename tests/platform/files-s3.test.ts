import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { partBytes } from '@callboard/server/platform/files/multipart-upload.ts'
import { s3Files } from '@callboard/server/platform/files/store.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'

// A small store that knows nothing of the adapter: it verifies AWS Signature Version 4 by its documented steps.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html

const account = { accessKeyId: 'AKIDCALLBOARD', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG', region: 'us-west-2' }
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()
/** As RFC 3986 wants it, which is stricter than encodeURIComponent. */
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

type Claim = {
  credential: string
  signedHeaders: string
  signature: string
  date: string
  payload: string
  until: number
}

const moment = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Reads the signature of a request from its header or its URL. */
function claimOf({ headers }: IncomingMessage, { searchParams }: URL): Claim | undefined {
  const query = (name: string) => searchParams.get(`X-Amz-${name}`) ?? ''
  if (query('Signature')) {
    const date = query('Date')
    const until = moment(date) + Number(query('Expires')) * 1000
    const signedHeaders = query('SignedHeaders')
    return {
      credential: query('Credential'),
      signedHeaders,
      signature: query('Signature'),
      date,
      payload: 'UNSIGNED-PAYLOAD',
      until,
    }
  }
  const parts = /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  )
  if (!parts) return undefined
  const [, credential = '', signedHeaders = '', signature = ''] = parts
  const date = String(headers['x-amz-date'])
  const payload = String(headers['x-amz-content-sha256'])
  return { credential, signedHeaders, signature, date, payload, until: moment(date) + 15 * 60_000 }
}

function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const claim = claimOf(request, url)
  if (!claim || Date.now() > claim.until || Date.now() < moment(claim.date) - 15 * 60_000) return false
  const day = claim.date.slice(0, 8)
  const scope = `${day}/${account.region}/s3/aws4_request`
  if (claim.credential !== `${account.accessKeyId}/${scope}` || !claim.signedHeaders.split(';').includes('host'))
    return false
  if (claim.payload !== 'UNSIGNED-PAYLOAD' && claim.payload !== sha256(body)) return false

  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
  const headers = claim.signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const path = url.pathname
    .split('/')
    .map((part) => strict(decodeURIComponent(part)))
    .join('/')
  const canonicalRequest = [
    request.method,
    path,
    query.join('&'),
    headers.join(''),
    claim.signedHeaders,
    claim.payload,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', claim.date, scope, sha256(canonicalRequest)].join('\n')
  const key = ['us-west-2', 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${account.secretAccessKey}`, day))
  const [right, claimedSignature] = [hmac(key, text), Buffer.from(claim.signature, 'hex')]
  return claimedSignature.length === right.length && timingSafeEqual(claimedSignature, right)
}

const storedFiles = new Map<string, { content: Buffer; type: string }>()
const log: string[] = []
let failing = 0
let silent = false

const server = createServer((request, reply) => void serve(request, reply))

async function serve(request: IncomingMessage, reply: ServerResponse) {
  const url = new URL(request.url ?? '', 'http://store')
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  if (silent) return
  const status = answer(request, url, body)
  log.push(`${request.method} ${status.code}`)
  reply.writeHead(status.code, status.headers).end(status.content)
}

/** Uploads in parts, by their id. */
const openUploads = new Map<string, { parts: Map<number, Buffer>; type: string }>()
let fullAt = Infinity

function answerPart(request: IncomingMessage, url: URL, body: Buffer, uploadId: string): Answer {
  const upload = openUploads.get(uploadId)
  if (!upload) return { code: 404 }
  const number = Number(url.searchParams.get('partNumber'))
  if (request.method === 'PUT') {
    if (number >= fullAt) return { code: 403 }
    upload.parts.set(number, body)
    return { code: 200, headers: { etag: `"${sha256(body)}"` } }
  }
  openUploads.delete(uploadId)
  if (request.method === 'DELETE') return { code: 204 }
  const partList = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>("\w+")<\/ETag>/g)]
  const content = partList.map(([, part, tag]) => {
    const bytes = upload.parts.get(Number(part))
    return bytes && `"${sha256(bytes)}"` === tag ? bytes : undefined
  })
  if (content.some((bytes) => bytes === undefined))
    return { code: 200, content: Buffer.from('<Error>InvalidPart</Error>') }
  storedFiles.set(decodeURIComponent(url.pathname), { content: Buffer.concat(content as Buffer[]), type: upload.type })
  return { code: 200, content: Buffer.from('<Result/>') }
}

type Answer = { code: number; headers?: Record<string, string>; content?: Buffer }

function answer(request: IncomingMessage, url: URL, body: Buffer): Answer {
  if (failing > 0 && failing--) return { code: 503 }
  if (!isSigned(request, url, body)) return { code: 403 }
  const key = decodeURIComponent(url.pathname)
  const uploadId = url.searchParams.get('uploadId')
  if (url.searchParams.has('uploads')) {
    openUploads.set('upload/1', { parts: new Map(), type: request.headers['content-type'] ?? '' })
    return { code: 200, content: Buffer.from('<Result><UploadId>upload/1</UploadId></Result>') }
  }
  if (uploadId !== null) return answerPart(request, url, body, uploadId)
  const copied = request.headers['x-amz-copy-source']
  if (typeof copied === 'string') {
    const source = storedFiles.get(decodeURIComponent(copied))
    if (!source) return { code: 404 }
    storedFiles.set(key, source)
    return { code: 200, content: Buffer.from('<CopyObjectResult/>') }
  }
  if (request.method === 'PUT') {
    storedFiles.set(key, { content: body, type: request.headers['content-type'] ?? '' })
    return { code: 200 }
  }
  if (request.method === 'DELETE') return { code: storedFiles.delete(key) ? 204 : 404 }
  const file = storedFiles.get(key)
  if (!file) return { code: 404 }
  const range = /^bytes=0-(\d+)$/.exec(request.headers.range ?? '')
  if (!range) return { code: 200, headers: { 'content-type': file.type }, content: file.content }
  const end = Math.min(Number(range[1]), file.content.length - 1)
  const headers = { 'content-range': `bytes 0-${end}/${file.content.length}` }
  return { code: 206, headers, content: file.content.subarray(0, end + 1) }
}

server.listen(0, '127.0.0.1')
await once(server, 'listening')
const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const bucket = 'callboard'
const store = s3Files({ endpoint, bucket, ...account })
const now = instant(Date.now())
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  storedFiles.clear()
  log.length = 0
})

const key = 'college-discounts/41/7/id of Ána (1)*.jpg'
const text = async (stream: Readable) => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts).toString()
}

test('a file is put, read, looked into and removed, each request signed as the store expects', async () => {
  await store.put(key, Buffer.from('the whole picture'), 'image/jpeg')
  expect(storedFiles.get(`/${bucket}/${key}`)).toMatchObject({ type: 'image/jpeg' })
  expect(await text(await store.read(key))).toBe('the whole picture')
  expect(await store.head(key, 9)).toEqual({ start: Buffer.from('the whole'), size: 17 })
  await store.remove(key)
  expect(storedFiles.size).toBe(0)
  expect(log).toEqual(['PUT 200', 'GET 200', 'GET 206', 'DELETE 204'])
})

test('a stream is put as well as a buffer', async () => {
  await store.put('music/1.mp3', Readable.from([Buffer.from('one '), Buffer.from('two')]), 'audio/mpeg')
  expect(await text(await store.read('music/1.mp3'))).toBe('one two')
})

/** Pieces of a file that is never whole in memory; `produced` counts its bytes. */
function* pieces(bytes: number, produced: { bytes: number }) {
  for (let left = bytes; left > 0; left -= 65_536) {
    const piece = Buffer.alloc(Math.min(left, 65_536), left % 251)
    produced.bytes += piece.length
    yield piece
  }
}

test('OFF-031 a long file is put in parts, of which two are held at once', async () => {
  const size = 5 * partBytes + 1_000
  const produced = { bytes: 0 }
  let mostHeld = 0
  const keptBytes = () =>
    [...openUploads.values()].flatMap(({ parts }) => [...parts.values()]).reduce((sum, { length }) => sum + length, 0)
  function* watchedPieces() {
    for (const piece of pieces(size, produced)) {
      mostHeld = Math.max(mostHeld, produced.bytes - keptBytes())
      yield piece
    }
  }
  await store.put('media/1.mp4', Readable.from(watchedPieces()), 'video/mp4')
  const file = storedFiles.get(`/${bucket}/media/1.mp4`)
  expect([file?.type, file?.content.length]).toEqual(['video/mp4', size])
  expect(sha256(file?.content ?? '')).toBe(sha256(Buffer.concat([...pieces(size, produced)])))
  expect(mostHeld).toBeLessThan(2 * partBytes)
})

test('an upload that fails is aborted and keeps nothing', async () => {
  fullAt = 2
  const content = Readable.from(pieces(3 * partBytes, { bytes: 0 }))
  await expect(store.put('media/2.mp4', content, 'video/mp4')).rejects.toThrow('The file store said 403')
  fullAt = Infinity
  expect([openUploads.size, storedFiles.size]).toEqual([0, 0])
})

test('a file that is not there is undefined to look into, an error to read, and nothing to remove', async () => {
  expect(await store.head('music/none.mp3', 10)).toBeUndefined()
  await expect(store.read('music/none.mp3')).rejects.toThrow('The file store said 404')
  await store.remove('music/none.mp3')
})

test('a browser puts and gets at presigned addresses, without any key of ours', async () => {
  const put = await store.sign(key, 'image/jpeg', 'put', now, 60)
  expect(put.url).toBe(key)
  const reply = await fetch(put.signedRequest, {
    method: 'PUT',
    body: 'a picture',
    headers: { 'content-type': 'image/jpeg' },
  })
  expect(reply.status).toBe(200)
  const got = await fetch((await store.sign(key, 'image/jpeg', 'get', now, 60)).signedRequest)
  expect([got.status, await got.text()]).toEqual([200, 'a picture'])
  expect(put.signedRequest).not.toContain(account.secretAccessKey)
})

test('SEC-025 a presigned address is good for its own operation, key and time only', async () => {
  await store.put(key, Buffer.from('a picture'), 'image/jpeg')
  await store.put('media-passes/1.pdf', Buffer.from('another’s'), 'application/pdf')
  const { signedRequest } = await store.sign(key, 'image/jpeg', 'get', now, 60)
  const changedUrl = (change: (url: URL) => void) => {
    const url = new URL(signedRequest)
    change(url)
    return url.toString()
  }
  const forged = [
    changedUrl((url) => (url.pathname = `/${bucket}/media-passes/1.pdf`)),
    changedUrl((url) => url.searchParams.set('X-Amz-Expires', '604800')),
    changedUrl((url) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64))),
    changedUrl((url) => url.searchParams.delete('X-Amz-Signature')),
  ]
  for (const url of forged) expect((await fetch(url)).status, url).toBe(403)
  expect((await fetch(signedRequest, { method: 'PUT', body: 'over it' })).status).toBe(403)
  expect((await fetch(signedRequest, { method: 'DELETE' })).status).toBe(403)

  const over = await store.sign(key, 'image/jpeg', 'get', now, 1)
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  expect((await fetch(over.signedRequest)).status).toBe(403)
  expect((await fetch(signedRequest)).status).toBe(200)
})

test('SEC-025 a presigned address takes the announced type and size only', async () => {
  const { signedRequest } = await store.sign(key, 'image/jpeg', 'put', now, 60, { size: 9 })
  const send = async (body: string, type: string) =>
    (await fetch(signedRequest, { method: 'PUT', body, headers: { 'content-type': type } })).status
  expect(await send('a picture that is longer', 'image/jpeg')).toBe(403)
  expect(await send('a picture', 'text/html')).toBe(403)
  expect(storedFiles.size).toBe(0)
  expect(await send('a picture', 'image/jpeg')).toBe(200)
})

test('a file is moved to another key, and one that is not there is not', async () => {
  await store.put(`incoming/${key}`, Buffer.from('a picture'), 'image/jpeg')
  expect(await store.move(`incoming/${key}`, key)).toBe(true)
  expect([...storedFiles.keys()]).toEqual([`/${bucket}/${key}`])
  expect(await store.move(`incoming/${key}`, key)).toBe(false)
  expect(await text(await store.read(key))).toBe('a picture')
})

test('a store that does not answer is an error in time', async () => {
  silent = true
  const hurried = s3Files({ endpoint, bucket, ...account, patience: 50 })
  await expect(hurried.head(key, 10)).rejects.toThrow()
  silent = false
})

test('without the right secret nothing is put, and the refusal is an error', async () => {
  const stranger = s3Files({ endpoint, bucket, ...account, secretAccessKey: 'a guess' })
  await expect(stranger.put(key, Buffer.from('x'), 'image/jpeg')).rejects.toThrow('The file store said 403')
  expect(storedFiles.size).toBe(0)
})

test('a store that stumbles is asked again', async () => {
  failing = 2
  await store.put(key, Buffer.from('a picture'), 'image/jpeg')
  expect(log).toEqual(['PUT 503', 'PUT 503', 'PUT 200'])
})
