import { headshotOf, headshotPixels } from '@callboard/domain/registrations/best-dancers/photo.ts'
import type { BestDancerRefusal } from '@callboard/domain/registrations/best-dancers/refusals.ts'
import type { FileRefusal } from '@callboard/domain/kernel/files.ts'
import { accept, refuse, type Result } from '@callboard/domain/kernel/result.ts'
import { parsePicture } from '../../platform/files/file-parser.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { wholeFile, type StoredFile } from '../../platform/files/check-stored.ts'

/** Creates the thumbnail of a photo; refuses a photo that is not square or not a picture. PROG-011, PROG-013. */
export async function makeHeadshot(
  files: FileStore,
  photo: string,
): Promise<Result<StoredFile, BestDancerRefusal | FileRefusal>> {
  const small = await parsePicture(await wholeFile(files, photo), headshotPixels)
  if (small === null) return refuse({ code: 'file.invalid', field: 'file' })
  if (small === 'not_square') return refuse({ code: 'best_dancer.not_square', field: 'file' })
  const key = headshotOf(photo)
  await files.put(key, Buffer.from(small), 'image/jpeg')
  return accept({ key, content_type: 'image/jpeg', size: small.length })
}
