import type { UploadedKind } from '@callboard/domain/critiques/media.ts'
import { call } from '../../api/call.ts'

type SentFile = { file: File; tour_date_id: number; kind: UploadedKind; onProgress: (percent: number) => void }

/** Bytes of one request: a connection that breaks loses no more. */
const chunkBytes = 8_388_608
/** Larger files are not hashed here: a browser would have to hold all of one. */
const mostHashedBytes = 52_428_800

async function sha256Of(file: File): Promise<string | null> {
  // Outside of https a browser has no digests.
  if (file.size > mostHashedBytes || !('subtle' in crypto)) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The sentence of a refusal, which the protocol's client keeps as text. */
function sentenceOf(error: Error): string {
  const body = 'originalResponse' in error ? (error.originalResponse as { getBody(): string } | null)?.getBody() : ''
  try {
    const { message } = JSON.parse(body || '{}') as { message?: string }
    if (message) return message
  } catch {
    // Not an answer of ours.
  }
  return 'The upload failed. Try again.'
}

/** Uploads a file in pieces, again after a lost connection. Answers whether its name said whose it is. */
export async function sendMedia({ file, tour_date_id, kind, onProgress }: SentFile): Promise<{ matched: boolean }> {
  const [{ Upload }, sha256] = await Promise.all([import('tus-js-client'), sha256Of(file)])
  const name = file.name.slice(-260)
  const { upload_url, matched } = await call('POST /v1/office/media', {
    body: { tour_date_id, kind, name, bytes: file.size, sha256 },
  })
  await new Promise<void>((resolve, reject) => {
    new Upload(file, {
      uploadUrl: upload_url,
      chunkSize: chunkBytes,
      retryDelays: [500, 1_000, 3_000, 5_000, 10_000, 20_000, 40_000],
      storeFingerprintForResuming: false,
      onProgress: (bytes, total) => onProgress(Math.floor((100 * bytes) / (total || 1))),
      onSuccess: () => resolve(),
      onError: (error) => reject(new Error(sentenceOf(error))),
    }).start()
  })
  return { matched }
}
