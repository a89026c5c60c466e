import { uploadLimits, type FileRefusal } from '../kernel/files.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'

/** What music may be. MUS-002. */
export const audioKinds = {
  mp3: { content_type: 'audio/mpeg', endings: ['mp3'] },
  wav: { content_type: 'audio/wav', endings: ['wav'] },
  m4a: { content_type: 'audio/mp4', endings: ['m4a'] },
  aif: { content_type: 'audio/aiff', endings: ['aif', 'aiff'] },
} as const

export type AudioKind = keyof typeof audioKinds

const kinds = Object.keys(audioKinds) as AudioKind[]

/** What a file picker offers, and what a person is told may be uploaded. MUS-002. */
export const audioEndings: readonly string[] = kinds.flatMap((kind) => audioKinds[kind].endings)
export const audioWords = 'MP3, WAV, M4A or AIF, up to 50MB'

/** How many first bytes tell what a file is. */
export const audioHeadBytes = 16

/** What a file really is by its first bytes, whatever it calls itself. MUS-003. */
export function audioKindOf(start: Uint8Array): AudioKind | undefined {
  const says = (at: number, word: string) => Array.from(word).every((sign, i) => start[at + i] === sign.charCodeAt(0))
  if (says(0, 'RIFF') && says(8, 'WAVE')) return 'wav'
  if (says(0, 'FORM') && (says(8, 'AIFF') || says(8, 'AIFC'))) return 'aif'
  if (says(4, 'ftypM4A') || says(4, 'ftypM4B')) return 'm4a'
  const isFrame = start[0] === 0xff && ((start[1] ?? 0) & 0xe0) === 0xe0 && ((start[1] ?? 0) & 0x06) !== 0
  return says(0, 'ID3') || isFrame ? 'mp3' : undefined
}

/** Whether a file may be uploaded as music: its size in bytes and what it begins with. MUS-003, MUS-004. */
export function checkAudio({ size, start }: { size: number; start: Uint8Array }): Result<AudioKind, FileRefusal> {
  const kind = audioKindOf(start)
  if (!kind) return refuse({ code: 'file.invalid', field: 'file' })
  if (size > uploadLimits.audio) return refuse({ code: 'file.too_large', field: 'file', kind: 'audio' })
  return accept(kind)
}
