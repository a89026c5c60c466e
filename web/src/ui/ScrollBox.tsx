import type { ReactNode } from 'react'
import styles from './Office.module.css'

/** A table wider than its place; the keyboard reaches it also when nothing in it can be changed. */
export const ScrollBox = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
  <section className={styles['scroll']} tabIndex={0} aria-label={label}>
    {children}
  </section>
)
