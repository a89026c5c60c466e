import type { Wording } from './wording.ts'

/** The size limit of each kind of upload, in bytes. CONST-014. */
export const uploadLimits = { image: 10_485_760, audio: 52_428_800 } as const
type UploadKind = keyof typeof uploadLimits

/** Daily upload quota of one account, or of one registration's shared link: upload slots, and bytes of unused files. */
export const uploadQuota = { places: 2_000, unused_bytes: 4_000_000_000 } as const

/** The kinds of photos that every browser can show and cut, with how the names of their files end. */
export const photoEndings = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const

/** A paper that somebody holds in hand comes as a photo of it, as the phone took it, or as a PDF: student IDs, donation forms. ATT-063. */
export const paperEndings = { ...photoEndings, 'image/heic': 'heic', 'application/pdf': 'pdf' } as const

export type FileRefusal =
  | { code: 'file.invalid'; field: 'file' }
  | { code: 'file.too_large'; field: 'file'; kind: UploadKind }
  | { code: 'file.failed'; field: 'file' }
  | { code: 'file.heic'; field: 'file' }

const sizes: Record<UploadKind, string> = { image: '10MB', audio: '50MB' }

/** M014, M016, M017. */
export const fileWording: Wording<FileRefusal> = {
  'file.invalid': () => 'Invalid media file. Please select a valid media file.',
  'file.too_large': ({ kind }) => `Please select an ${kind} file under ${sizes[kind]} to upload and try again.`,
  'file.heic': () =>
    'This is a HEIC photo, which cannot be cut here. Save it as JPG first, or choose it on the iPhone itself, which turns it into a JPG.',
  'file.failed': () => 'Something went wrong. Please try again.',
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Whether a file is a photo as iPhones keep it, by its first twelve bytes, not by its name. */
export function isHeic(start: Uint8Array): boolean {
  const word = (from: number) => String.fromCharCode(...start.slice(from, from + 4))
  return word(4) === 'ftyp' && heicBrands.has(word(8))
}

/** Logos of a brand in the file store; each upload has a key of its own. */
export const logoFolder = (event_id: number) => `logos/${event_id}/`

/** The address of a logo by its key, on the product's own host; null: the brand has none. */
export function logoAddress(logo_key: string | null): string | null {
  const [, event_id, file] = logo_key?.split('/') ?? []
  return file === undefined ? null : `/v1/events/${event_id}/logos/${file}`
}
