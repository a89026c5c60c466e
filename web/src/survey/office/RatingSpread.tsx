import { ratingCount, spreadText } from '@callboard/domain/survey/results.ts'
import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import styles from './SurveyResults.module.css'

/** How often each rating was given: five counts, each above its rating and tinted by its part of all. */
export function RatingSpread({ ratings }: { ratings: readonly number[] }) {
  const all = Math.max(1, ratingCount({ ratings }))
  return (
    <span className={styles['spread']}>
      <VisuallyHidden>{spreadText(ratings)}</VisuallyHidden>
      {ratings.map((count, index) => (
        <span
          // The place of a count is its rating.
          key={index}
          aria-hidden
          className={styles['rating']}
          data-none={count === 0 || undefined}
          style={{ '--part': count / all } as CSSProperties}
        >
          {count}
          <span className={styles['scale']}>{index + 1}</span>
        </span>
      ))}
    </span>
  )
}
