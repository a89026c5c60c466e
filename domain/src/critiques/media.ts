import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Wording } from '../kernel/wording.ts'

/** `judge_audio`: what one judge said of an entry; `judge_video`: a whole video critique; `critique_mix`: made of both. */
export type MediaKind = 'judge_audio' | 'routine_video' | 'judge_video' | 'critique_mix'
/** The kinds that are uploaded. */
export const uploadedKinds = ['judge_audio', 'routine_video', 'judge_video'] as const
export type UploadedKind = (typeof uploadedKinds)[number]

export type MediaState = 'uploading' | 'stored' | 'processing' | 'ready' | 'failed' | 'withheld' | 'expired'

const nextStates: Readonly<Record<MediaState, readonly MediaState[]>> = {
  uploading: ['stored', 'failed'],
  stored: ['processing', 'ready', 'failed', 'expired'],
  processing: ['stored', 'ready', 'failed', 'expired'],
  ready: ['withheld', 'expired'],
  failed: ['stored', 'expired'],
  withheld: ['ready', 'expired'],
  expired: [],
}

/** Whether media may go from one state to another. docs/rules/critiques.md. */
export const canBecome = (state: MediaState, next: MediaState): boolean => nextStates[state].includes(next)

/** The states that may go to `next`. */
export const statesBefore = (next: MediaState): MediaState[] =>
  (Object.keys(nextStates) as MediaState[]).filter((state) => canBecome(state, next))

export const isVideoKind = (kind: MediaKind): boolean => kind !== 'judge_audio'

/** Bytes of the largest file. */
const mediaLimit = (kind: UploadedKind): number => (isVideoKind(kind) ? 4 * 2 ** 30 : 50 * 2 ** 20)
export const mostMediaMinutes = 30
/** Limits of one account or device: uploads begun in a day, and bytes of unfinished ones. */
export const mediaQuota = { uploads: 4_000, unfinished_bytes: 40 * 2 ** 30 } as const

/** Days that a mixed video is kept for its next download. */
export const mixDays = 30

/** Why media failed, as it is stored. */
export const mediaFailures = {
  damaged: 'The file is damaged or cut off, so it cannot be played. Upload it again.',
  no_sound: 'The file has no sound.',
  no_picture: 'The file has no picture.',
  wrong_type: 'This is not a recording. Choose an MP4, M4A, WebM, WAV, MP3 or Ogg file.',
  too_long: `The recording is longer than ${mostMediaMinutes} minutes.`,
  took_too_long: 'Processing took too long. Try again later.',
  wrong_checksum: 'The file was damaged on its way. Upload it again.',
  lost: 'The upload was lost before it was stored. Upload it again.',
} as const
export type MediaFailure = keyof typeof mediaFailures

export type MediaRefusal =
  | { code: 'media.type'; field: 'file'; kind: UploadedKind }
  | { code: 'media.empty'; field: 'bytes' }
  | { code: 'media.too_large'; field: 'bytes'; kind: UploadedKind }
  | { code: 'media.offset'; offset: number }
  | { code: 'media.state'; state: MediaState }
  | { code: 'media.entry'; field: 'registration_routine_id' }
  | { code: 'media.seat'; field: 'seat_id' }
  | { code: 'media.reason'; field: 'reason' }

const stateSentences: Record<MediaState, string> = {
  uploading: 'This file is still being uploaded.',
  stored: 'This file is waiting to be processed.',
  processing: 'This file is being processed.',
  ready: 'This recording is already available.',
  failed: 'This file could not be processed.',
  withheld: 'This recording is withheld.',
  expired: 'This recording has ended and its file is deleted.',
}

export const mediaWording: Wording<MediaRefusal> = {
  'media.type': ({ kind }) =>
    isVideoKind(kind)
      ? 'This is not a video. Choose an MP4 or WebM file.'
      : 'This is not a recording. Choose an MP4, M4A, WebM, WAV, MP3 or Ogg file.',
  'media.empty': () => 'The file is empty. Choose another one.',
  'media.too_large': ({ kind }) =>
    `The file is too large. A ${isVideoKind(kind) ? 'video may have 4 GB' : 'recording may have 50 MB'}.`,
  'media.offset': () => 'The upload has another length here. Continue from there.',
  'media.state': ({ state }) => stateSentences[state],
  'media.entry': () => 'This entry is not in the running order of this city.',
  'media.seat': () => 'This seat does not judge this entry.',
  'media.reason': () => 'Required',
}

type Container = 'mp4' | 'webm' | 'wav' | 'mp3' | 'ogg'

const textAt = (start: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...start.slice(from, from + length))

/** How a file is packed, by its first bytes, not by its name; undefined: no kind that is accepted. */
export function containerOf(start: Uint8Array): Container | undefined {
  // Pictures are packed like videos and differ in their brand.
  if (textAt(start, 4, 4) === 'ftyp') return /^(hei|hev|mif|msf|avi)/.test(textAt(start, 8, 4)) ? undefined : 'mp4'
  if (textAt(start, 0, 4) === '\x1a\x45\xdf\xa3') return 'webm'
  if (textAt(start, 0, 4) === 'RIFF' && textAt(start, 8, 4) === 'WAVE') return 'wav'
  if (textAt(start, 0, 4) === 'OggS') return 'ogg'
  const [first = 0, second = 0] = start
  const isFrame = first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0
  return textAt(start, 0, 3) === 'ID3' || isFrame ? 'mp3' : undefined
}

const videoContainers: readonly Container[] = ['mp4', 'webm']

/** Checks what an upload is by its first bytes. */
export function checkContainer(start: Uint8Array, kind: UploadedKind): Result<Container, MediaRefusal> {
  const container = containerOf(start)
  const isAccepted = container && (!isVideoKind(kind) || videoContainers.includes(container))
  return isAccepted ? accept(container) : refuse({ code: 'media.type', field: 'file', kind })
}

const contentTypes: Record<Container, { audio: string; video: string }> = {
  mp4: { audio: 'audio/mp4', video: 'video/mp4' },
  webm: { audio: 'audio/webm', video: 'video/webm' },
  wav: { audio: 'audio/wav', video: 'audio/wav' },
  mp3: { audio: 'audio/mpeg', video: 'audio/mpeg' },
  ogg: { audio: 'audio/ogg', video: 'audio/ogg' },
}

export const mediaContentType = (container: Container, kind: MediaKind): string =>
  contentTypes[container][isVideoKind(kind) ? 'video' : 'audio']

export function checkMediaSize(bytes: number, kind: UploadedKind): Result<number, MediaRefusal> {
  if (bytes === 0) return refuse({ code: 'media.empty', field: 'bytes' })
  return bytes <= mediaLimit(kind) ? accept(bytes) : refuse({ code: 'media.too_large', field: 'bytes', kind })
}
