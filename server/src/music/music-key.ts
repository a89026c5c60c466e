import { randomBytes } from 'node:crypto'
import { audioEndings } from '@callboard/domain/music/audio-kind.ts'

type Place = { tour_date_id: number; registration_id: number; routine_id: number }

const folder = ({ tour_date_id, registration_id, routine_id }: Place) =>
  `music/${tour_date_id}/${registration_id}/${routine_id}/`

/** A new place for the music of a routine. Each file has its own, so that what plays is never overwritten. */
export const musicKey = (place: Place, ending: string): string =>
  `${folder(place)}${randomBytes(9).toString('base64url')}.${ending}`

/** Only a place that this routine was given is taken as its music. SEC-008. */
export const isMusicKey = (key: string, place: Place): boolean =>
  key.startsWith(folder(place)) && /^[\w-]{12}\.[a-z0-9]{3,4}$/.test(key.slice(folder(place).length))

/** Returns the extension of a file name if it is a known audio extension. */
export function endingOf(fileName: string): string | undefined {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return fileName.includes('.') ? audioEndings.find((audioEnding) => audioEnding === ending) : undefined
}
