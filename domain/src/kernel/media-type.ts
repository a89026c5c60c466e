/** How many first bytes of a file tell its media type. */
export const signatureBytes = 16

type Signature = readonly (readonly [at: number, bytes: string])[]

// Compared at fixed places: no length that a file states of itself is ever followed, so no file takes longer than another.
const signatures = {
  'image/jpeg': [[[0, '\xff\xd8\xff']]],
  'image/png': [[[0, '\x89PNG\r\n\x1a\n']]],
  'image/webp': [
    [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  ],
  'image/heic': [[[4, 'ftypheic']], [[4, 'ftypheix']]],
  'application/pdf': [[[0, '%PDF']]],
  'audio/wav': [
    [
      [0, 'RIFF'],
      [8, 'WAVE'],
    ],
  ],
  'audio/aiff': [
    [
      [0, 'FORM'],
      [8, 'AIFF'],
    ],
    [
      [0, 'FORM'],
      [8, 'AIFC'],
    ],
  ],
  'audio/mp4': [[[4, 'ftypM4A']], [[4, 'ftypM4B']]],
  'audio/mpeg': [[[0, 'ID3']]],
} as const satisfies Record<string, readonly Signature[]>

export type MediaType = keyof typeof signatures

const types = Object.entries(signatures) as readonly (readonly [MediaType, readonly Signature[]])[]

/** An MPEG audio frame begins with eleven set bits and names one of its three layers. */
const isMpegFrame = ([first = 0, second = 0]: Uint8Array) =>
  first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0

/** The media type of a file by its first bytes, not by its name; undefined: none that is accepted anywhere. SEC-025. */
export function mediaTypeOf(start: Uint8Array): MediaType | undefined {
  const has = (at: number, bytes: string) => Array.from(bytes).every((sign, i) => start[at + i] === sign.charCodeAt(0))
  const match = types.find(([, any]) => any.some((all) => all.every(([at, bytes]) => has(at, bytes))))
  return match?.[0] ?? (isMpegFrame(start) ? 'audio/mpeg' : undefined)
}
