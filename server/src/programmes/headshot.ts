import { headshotOf, headshotPixels } from '@callboard/domain/programmes/photo.ts'
import type { BestDancerRefusal } from '@callboard/domain/programmes/refusals.ts'
import type { FileRefusal } from '@callboard/domain/kernel/files.ts'
import { accept, refuse, type Result } from '@callboard/domain/kernel/result.ts'
import type { FileStore } from '../ports/files.ts'
import type { StoredFile } from '../ports/check-stored.ts'

/** A picture larger than any camera's is not decoded: a small file may unpack to gigabytes. */
const mostPixels = 100_000_000

async function bytesOf(files: FileStore, key: string): Promise<Buffer> {
  const parts: Buffer[] = []
  // Its size was checked before.
  for await (const part of await files.read(key)) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts)
}

/** Makes the thumbnail of a photo beside it; a photo that is no square or no picture is removed. PROG-011, PROG-013. */
export async function makeHeadshot(
  files: FileStore,
  photo: string,
): Promise<Result<StoredFile, BestDancerRefusal | FileRefusal>> {
  // Loaded when the first photo comes: it is large, and most processes never see one.
  const { default: sharp } = await import('sharp')
  const bytes = await bytesOf(files, photo)
  const drop = async <Refused>(refusal: Refused) => {
    await files.remove(photo)
    return refuse(refusal)
  }
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels }).autoOrient()
    const { width, height } = (await picture.metadata()).autoOrient
    if (Math.abs(width - height) > 1) return await drop({ code: 'best_dancer.not_square', field: 'file' } as const)
    const small = await picture
      .resize(headshotPixels, headshotPixels, { fit: 'cover' })
      .jpeg({ quality: 85 })
      .toBuffer()
    const key = headshotOf(photo)
    await files.put(key, small, 'image/jpeg')
    return accept({ key, content_type: 'image/jpeg', size: small.length })
  } catch {
    // Bytes that only begin as a picture does.
    return drop({ code: 'file.invalid', field: 'file' } as const)
  }
}
