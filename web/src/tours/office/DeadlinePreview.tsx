import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { deadlineText } from '@callboard/domain/kernel/moment-text.ts'
import { rateFlips } from '@callboard/domain/tours/rate-tier.ts'
import styles from '../../ui/Office.module.css'
import type { CityRecord } from './flag-words.ts'

/** Previews the deadlines as studios see them: the last minute of each rate. A16. */
export function DeadlinePreview({
  city,
  rate_grace_hours,
}: {
  city: CityRecord
  rate_grace_hours: number | undefined
}) {
  if (rate_grace_hours === undefined) return null
  const { full, late } = rateFlips(city, { rate_grace_hours })
  const last = (flip: typeof full) => deadlineText(minutesAfter(flip, -1), city.time_zone)
  return (
    <p className={`${styles['second']} ${styles['plain']}`}>
      Studios see: early rate through {last(full)}
      {late ? `; regular rate through ${last(late)}.` : '; there is no late rate.'}
    </p>
  )
}
