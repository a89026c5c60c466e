import type { Readable } from 'node:stream'

/** Bytes of one part; S3 takes 10,000 of them, so a file may have 80 GB. */
export const partBytes = 8_388_608

/** Sends a request about one file to the store: `query` follows the file's address. */
type AskStore = (query: string, init: RequestInit) => Promise<Response>

/** Cuts a stream into parts of `partBytes`; the last one is shorter. */
async function* partsOf(content: Readable): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(partBytes)
  let length = 0
  for await (const piece of content as AsyncIterable<Uint8Array>) {
    let from = 0
    while (from < piece.length) {
      const next = piece.subarray(from, from + partBytes - length)
      part.set(next, length)
      length += next.length
      from += next.length
      if (length < partBytes) continue
      yield part
      part = new Uint8Array(partBytes)
      length = 0
    }
  }
  yield part.subarray(0, length)
}

const textIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1]

/**
 * Puts a stream into an S3 store, holding two parts of it at most: a short one by one request, a longer one in parts. An
 * upload that fails is aborted, so that the store keeps none of its parts.
 */
export async function putStream(ask: AskStore, content: Readable, contentType: string): Promise<void> {
  const parts = partsOf(content)
  const first = await parts.next()
  if (first.done) return
  const headers = { 'content-type': contentType }
  if (first.value.length < partBytes) {
    await ask('', { method: 'PUT', body: first.value, headers })
    return
  }
  const answer = await ask('?uploads=', { method: 'POST', headers })
  const uploadId = textIn(await answer.text(), 'UploadId')
  if (!uploadId) throw new Error('The file store began no upload')
  const ofUpload = `uploadId=${encodeURIComponent(uploadId)}`
  try {
    const tags: string[] = []
    const putPart = async (part: Uint8Array<ArrayBuffer>) => {
      const reply = await ask(`?partNumber=${tags.length + 1}&${ofUpload}`, { method: 'PUT', body: part })
      tags.push(reply.headers.get('etag') ?? '')
    }
    await putPart(first.value)
    for await (const part of parts) if (part.length > 0) await putPart(part)
    const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
    const reply = await ask(`?${ofUpload}`, { method: 'POST', body, headers: { 'content-type': 'application/xml' } })
    // Parts that cannot be joined are answered 200 with an error in the body.
    if ((await reply.text()).includes('<Error>')) throw new Error('The file store did not join the parts')
  } catch (error) {
    // The first error says more than one of aborting.
    await ask(`?${ofUpload}`, { method: 'DELETE' }).catch(() => {})
    throw error
  }
}
