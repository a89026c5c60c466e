import { isHeic, paperEndings, photoEndings, uploadLimits, type FileRefusal } from '@callboard/domain/kernel/files.ts'
import { accept, refuse, type Result } from '@callboard/domain/kernel/result.ts'
import { fileTypeFromBuffer } from 'file-type'

/** How much of a file is read to tell what it is. */
export const sniffedBytes = 4_100

type Kind = { limit: keyof typeof uploadLimits; types: readonly string[] }

const paper: Kind = { limit: 'image', types: Object.keys(paperEndings) }

/** What each place takes, by what the file really is. CONST-014, ATT-063, MUS-002. */
const kinds = {
  student_id: paper,
  donation: paper,
  photo: { limit: 'image', types: Object.keys(photoEndings) },
  document: { limit: 'image', types: ['application/pdf'] },
  music: {
    limit: 'audio',
    types: ['audio/mpeg', 'audio/wav', 'audio/mp4', 'audio/x-m4a', 'audio/aiff'],
  },
} as const satisfies Record<string, Kind>

export type FileKind = keyof typeof kinds

const places: readonly (readonly [folder: string, kind: FileKind])[] = [
  ['college-discounts/', 'student_id'],
  ['media-passes/', 'document'],
  ['music/', 'music'],
  ['scholarship-donations/', 'donation'],
]

/** What may lie at a key: the folder says it, and a folder that is not listed holds photos. */
export const kindOfKey = (key: string): FileKind => places.find(([folder]) => key.startsWith(folder))?.[1] ?? 'photo'

export const limitOf = (kind: FileKind): number => uploadLimits[kinds[kind].limit]

/** Whether a file of this size is not too large. M016. */
export const checkSize = (size: number, kind: FileKind): Result<number, FileRefusal> =>
  size <= limitOf(kind) ? accept(size) : refuse({ code: 'file.too_large', field: 'file', kind: kinds[kind].limit })

/** What a file is by its first bytes, whatever it calls itself; refused when its place does not take that. M017. */
export async function checkType(start: Buffer, kind: FileKind): Promise<Result<string, FileRefusal>> {
  const found = await fileTypeFromBuffer(start).catch(() => undefined)
  const types: readonly string[] = kinds[kind].types
  if (found && types.includes(found.mime)) return accept(found.mime)
  return refuse({ code: kind === 'photo' && isHeic(start) ? 'file.heic' : 'file.invalid', field: 'file' })
}
