import type { UploadedKind } from './media.ts'

/** An entry that media can belong to, with the seats that judge it. */
export type MediaEntry = {
  id: number
  label: string
  seats: readonly { id: number; position: number }[]
}

type MediaMatch = { registration_routine_id: number; seat_id: number | null }

/**
 * The entry and seat that a file is named after: `156a_2.m4a` is what seat 2 said of entry 156a, `156a.mp4` or
 * `156a_video.mp4` its video. Null: the name is none of these, or there is no such entry or seat; nothing is guessed.
 */
export function matchMediaName(name: string, kind: UploadedKind, entries: readonly MediaEntry[]): MediaMatch | null {
  const [, number, suffix = '', second] = /^0*(\d+)([a-z]*)(?:_(\d+|video))?\.[a-z0-9]+$/i.exec(name.trim()) ?? []
  if (number === undefined) return null
  const entry = entries.find(({ label }) => label === `${number}${suffix.toLowerCase()}`)
  if (!entry) return null
  if (kind === 'routine_video') {
    const isVideo = second === undefined || second.toLowerCase() === 'video'
    return isVideo ? { registration_routine_id: entry.id, seat_id: null } : null
  }
  const seat = entry.seats.find(({ position }) => String(position) === second)
  return seat ? { registration_routine_id: entry.id, seat_id: seat.id } : null
}
