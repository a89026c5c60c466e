import type { ComponentProps } from 'react'
import styles from './CompactSelect.module.css'

type CompactSelectProps = ComponentProps<'select'> & {
  /** Shown while the list is closed, where its options say more than there is room for. */
  closedText?: string
}

/** A small list in a table or toolbar. It looks like NativeSelect but costs one element: a step draws one per dancer. */
export const CompactSelect = ({ closedText, className = '', ...select }: CompactSelectProps) => (
  <span className={`${styles['box']} ${className}`}>
    {closedText !== undefined && (
      <span className={styles['closed']} aria-hidden>
        {closedText}
      </span>
    )}
    <select className={styles[closedText === undefined ? 'select' : 'over']} {...select} />
    <svg className={styles['chevron']} viewBox="0 0 15 15" aria-hidden>
      {/* The arrows of Mantine's lists. */}
      <path d="m5.25 5.75 2.25-2.25 2.25 2.25m0 3.5L7.5 11.5 5.25 9.25" />
    </svg>
  </span>
)
