import { signatureBytes } from '@callboard/domain/kernel/media-type.ts'
import { audioKindOf } from '@callboard/domain/music/audio-kind.ts'
import { parseAudio } from '../platform/files/file-parser.ts'
import type { FileStore } from '../platform/files/store.ts'

/** Seconds that a stored audio file lasts; null: it is none, or does not say. */
export async function audioDuration(files: FileStore, key: string): Promise<number | null> {
  const head = await files.head(key, signatureBytes)
  const audio = head && audioKindOf(head.start)
  if (!audio) return null
  const { size } = head
  const seconds = parseAudio({ audio, size }, async (at, bytes) => {
    const end = Math.min(at + bytes, size) - 1
    if (!(at >= 0 && end >= at)) return Buffer.alloc(0)
    const parts: Buffer[] = []
    for await (const part of await files.read(key, { start: at, end })) parts.push(part as Buffer)
    return Buffer.concat(parts)
  })
  return seconds.catch(async (error: unknown) => {
    // Another request found it to be no music and deleted it.
    if ((await files.head(key, 1)) === undefined) return null
    throw error
  })
}
