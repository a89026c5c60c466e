import type { ReactNode } from 'react'
import styles from './Scores.module.css'

type SeatHeadingProps = {
  seat: { position: number; judge: string | null; shadow: boolean }
  /** Below the judge's name. */
  children?: ReactNode
}

/** The column of a seat: its position and its judge. */
export const SeatHeading = ({ seat: { position, judge, shadow }, children }: SeatHeadingProps) => (
  <th scope="col">
    {position}
    <span className={styles['second']}>
      {judge ?? 'No one'}
      {shadow && ', training'}
    </span>
    {children}
  </th>
)
