import { ratingCount, spreadText } from '@callboard/domain/survey/results.ts'
import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import styles from './SurveyResults.module.css'

type RatingSpreadProps = {
  ratings: readonly number[]
  /** Short labels of 1 to 5; empty: the numbers stand alone. */
  labels: readonly string[]
}

/** How often each rating was given: five counts, each above its label or number and tinted by its part of all. */
export function RatingSpread({ ratings, labels }: RatingSpreadProps) {
  const all = Math.max(1, ratingCount({ ratings }))
  return (
    <span className={styles['spread']} data-labels={labels.length > 0 || undefined}>
      <VisuallyHidden>{spreadText(ratings, labels)}</VisuallyHidden>
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
          <span className={styles['scale']}>{labels[index] ?? index + 1}</span>
        </span>
      ))}
    </span>
  )
}
