import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { Attendee, Facts } from '../registration.ts'
import type { BestDancerRefusal } from './refusals.ts'

/** The edge of the thumbnail, in pixels, and of the print, in inches. CONST-028, PROG-011, PROG-013. */
export const headshotPixels = 600
const printInches = 2
/** The pixels of a print of that size: at least 300 dots per inch, stored at 600 at most. */
export const leastCropPixels = 300 * printInches
export const mostCropPixels = 600 * printInches

/** How much of the whole each part of a photo's way is, in percent. PROG-012, CONST-028. */
export const photoShares = { photo: 60, original: 20, headshot: 20 } as const
export type PhotoPart = keyof typeof photoShares

/** How far a photo is altogether, in percent, when each part is so far. PROG-012. */
export const photoProgress = (percent: Readonly<Record<PhotoPart, number>>): number =>
  Math.round(
    (percent.photo * photoShares.photo +
      percent.original * photoShares.original +
      percent.headshot * photoShares.headshot) /
      100,
  )

type Place = { season_id: number; registration_id: number; attendee_id: number }

/** Where an attendee's photos lie. PROG-014. */
export const photoFolder = ({ season_id, registration_id, attendee_id }: Place): string =>
  `${season_id}/best_dancer/${registration_id}/${attendee_id}`

/** The thumbnail of a photo lies beside it. */
export const headshotOf = (photo: string): string => photo.replace(/\.\w+$/, '-600.jpg')

/** Whether a dancer's photo may be put or taken off now: until completion always, then where the city allows. PROG-008, A82. */
export function photoOpen(
  { date_attendee_id }: Pick<Attendee, 'date_attendee_id'>,
  { tour_date }: Pick<Facts, 'tour_date'>,
  completed: boolean,
): Result<null, BestDancerRefusal> {
  return completed && date_attendee_id !== null && !tour_date.settings.edit_bd_photo
    ? refuse({ code: 'best_dancer.photo_closed', email: tour_date.event.support_email })
    : accept(null)
}

export const mostZoom = 4

/** How large the square is kept, in pixels: as it is, between what its print needs and what it can use. PROG-011. */
export const keptPixels = (side: number, least: number, most: number): number =>
  Math.round(Math.min(Math.max(side, least), most))
