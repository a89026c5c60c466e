import { uploadLimits, type FileRefusal } from '../kernel/files.ts'
import { mediaTypeOf } from '../kernel/media-type.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'

/** Accepted audio formats. MUS-002. */
export const audioKinds = {
  mp3: { content_type: 'audio/mpeg', endings: ['mp3'] },
  wav: { content_type: 'audio/wav', endings: ['wav'] },
  m4a: { content_type: 'audio/mp4', endings: ['m4a'] },
  aif: { content_type: 'audio/aiff', endings: ['aif', 'aiff'] },
} as const

export type AudioKind = keyof typeof audioKinds

const kinds = Object.keys(audioKinds) as AudioKind[]

/** The file name extensions that file pickers and texts offer. MUS-002. */
export const audioEndings: readonly string[] = kinds.flatMap((kind) => audioKinds[kind].endings)
export const audioWords = 'MP3, WAV, M4A or AIF, up to 50MB'

/** Which kind of music a file really is by its first bytes, not by its name. MUS-003. */
export function audioKindOf(start: Uint8Array): AudioKind | undefined {
  const type = mediaTypeOf(start)
  return kinds.find((kind) => audioKinds[kind].content_type === type)
}

/** Whether a file may be uploaded as music: its size in bytes and what it begins with. MUS-003, MUS-004. */
export function checkAudio({ size, start }: { size: number; start: Uint8Array }): Result<AudioKind, FileRefusal> {
  const kind = audioKindOf(start)
  if (!kind) return refuse({ code: 'file.invalid', field: 'file' })
  if (size > uploadLimits.audio) return refuse({ code: 'file.too_large', field: 'file', kind: 'audio' })
  return accept(kind)
}

/** 2:45 of 165 seconds; from an hour on with hours. MUS-001. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

const most = 120

/** A file's name as it is kept and shown: no folders, no control signs, its ending left whole. */
export function musicName(fileName: string, ending: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? ''
  // Control signs and those that turn the direction of writing hide what a name is.
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const dot = plain.lastIndexOf('.')
  const stem = (dot > 0 ? plain.slice(0, dot) : plain).trim() || 'music'
  return `${Array.from(stem)
    .slice(0, most - ending.length - 1)
    .join('')
    .trim()}.${ending}`
}
