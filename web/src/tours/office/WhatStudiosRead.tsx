import { deadlineText } from '@callboard/domain/kernel/moment-text.ts'
import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { rateFlips } from '@callboard/domain/tours/rate-tier.ts'
import { useRead } from '../../api/use-call.ts'
import type { CityRecord } from './TourDatePage.tsx'
import styles from '../../ui/Office.module.css'

/** Previews the deadlines as studios see them: the last minute of each rate. A16. */
export function WhatStudiosRead({ city }: { city: CityRecord }) {
  const { data } = useRead('GET /v1/office/settings', { query: { tour_date_id: city.id } })
  const hours = data?.set['rate_grace_hours'] ?? data?.inherited['rate_grace_hours']?.value
  if (typeof hours !== 'number') return null
  const { full, late } = rateFlips(city, { rate_grace_hours: hours })
  const last = (flip: typeof full) => deadlineText(minutesAfter(flip, -1), city.time_zone)
  return (
    <p className={`${styles['second']} ${styles['plain']}`}>
      Studios read: early rate through {last(full)}
      {late ? `; regular rate through ${last(late)}.` : '; there is no late rate.'} A rate changes {hours} hours after
      its moment above.
    </p>
  )
}
