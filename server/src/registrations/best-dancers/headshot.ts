import { headshotOf, headshotPixels } from '@callboard/domain/registrations/best-dancers/photo.ts'
import type { BestDancerRefusal } from '@callboard/domain/registrations/best-dancers/refusals.ts'
import type { FileRefusal } from '@callboard/domain/kernel/files.ts'
import { accept, refuse, type Result } from '@callboard/domain/kernel/result.ts'
import { parsePicture } from '../../platform/files/file-parser.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { StoredFile } from '../../platform/files/check-stored.ts'

/** A stored file whole; empty when it was removed meanwhile. */
async function bytesOf(files: FileStore, key: string): Promise<Buffer> {
  const isThere = async () => (await files.head(key, 1)) !== undefined
  if (!(await isThere())) return Buffer.alloc(0)
  const parts: Buffer[] = []
  try {
    // Its size was checked before.
    for await (const part of await files.read(key)) parts.push(Buffer.from(part as Uint8Array))
  } catch (error) {
    // Another save of the same photo refused and deleted it.
    if (await isThere()) throw error
    return Buffer.alloc(0)
  }
  return Buffer.concat(parts)
}

/** Creates the thumbnail of a photo; refuses a photo that is not square or not a picture. PROG-011, PROG-013. */
export async function makeHeadshot(
  files: FileStore,
  photo: string,
): Promise<Result<StoredFile, BestDancerRefusal | FileRefusal>> {
  const small = await parsePicture(await bytesOf(files, photo), headshotPixels)
  if (small === null) return refuse({ code: 'file.invalid', field: 'file' })
  if (small === 'not_square') return refuse({ code: 'best_dancer.not_square', field: 'file' })
  const key = headshotOf(photo)
  await files.put(key, Buffer.from(small), 'image/jpeg')
  return accept({ key, content_type: 'image/jpeg', size: small.length })
}
