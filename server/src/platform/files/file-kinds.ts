import { audioKinds } from '@callboard/domain/music/audio-kind.ts'
import { isHeic, paperEndings, photoEndings, uploadLimits, type FileRefusal } from '@callboard/domain/kernel/files.ts'
import { mediaTypeOf, type MediaType } from '@callboard/domain/kernel/media-type.ts'
import { accept, refuse, type Result } from '@callboard/domain/kernel/result.ts'

type Kind = { limit: keyof typeof uploadLimits; types: readonly MediaType[] }

const mediaTypesOf = <Type extends MediaType>(endings: Readonly<Record<Type, string>>) => Object.keys(endings) as Type[]

const paper: Kind = { limit: 'image', types: mediaTypesOf(paperEndings) }

/** Accepted file types by folder, judged by content. CONST-014, ATT-063, MUS-002. */
const kinds = {
  student_id: paper,
  donation: paper,
  photo: { limit: 'image', types: mediaTypesOf(photoEndings) },
  document: { limit: 'image', types: ['application/pdf'] },
  music: {
    limit: 'audio',
    types: Object.values(audioKinds).map(({ content_type }) => content_type),
  },
} as const satisfies Record<string, Kind>

export type FileKind = keyof typeof kinds

const places: readonly (readonly [folder: string, kind: FileKind])[] = [
  ['college-discounts/', 'student_id'],
  ['media-passes/', 'document'],
  ['music/', 'music'],
  ['scholarship-donations/', 'donation'],
]

const uploadFolder = 'incoming/'

/** Returns the key of an upload before it is accepted at `key`. Tickets are issued only for such keys. */
export const uploadKey = (key: string): string => `${uploadFolder}${key}`

/** The key a file was put for; undefined: this is no place for uploads. */
export const keyOfUpload = (place: string): string | undefined =>
  place.startsWith(uploadFolder) ? place.slice(uploadFolder.length) : undefined

/** Returns the file kind of a key from its folder. Keys in other folders hold photos. */
export const kindOfKey = (key: string): FileKind => places.find(([folder]) => key.startsWith(folder))?.[1] ?? 'photo'

export const limitOf = (kind: FileKind): number => uploadLimits[kinds[kind].limit]

/** Whether a file of this size is not too large. M016. */
export const checkSize = (size: number, kind: FileKind): Result<number, FileRefusal> =>
  size <= limitOf(kind) ? accept(size) : refuse({ code: 'file.too_large', field: 'file', kind: kinds[kind].limit })

/** The media type of a file by its first bytes; refused when its place does not take that. M017. */
export function checkType(start: Buffer, kind: FileKind): Result<MediaType, FileRefusal> {
  const type = mediaTypeOf(start)
  const accepted: readonly MediaType[] = kinds[kind].types
  if (type && accepted.includes(type)) return accept(type)
  return refuse({ code: kind === 'photo' && isHeic(start) ? 'file.heic' : 'file.invalid', field: 'file' })
}
