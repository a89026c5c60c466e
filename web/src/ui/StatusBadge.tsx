import type { ReactNode } from 'react'
import styles from './StatusBadge.module.css'

/** done; standby: pending, waiting or a deadline near; stop: blocked or overdue; idle: not started. */
export type StatusTone = 'done' | 'standby' | 'stop' | 'idle'

/** The icon of a status. Its shape conveys the status without color; a word always accompanies it. */
export function StatusIcon({ state }: { state: StatusTone }) {
  return (
    <svg className={styles['icon']} data-tone={state} viewBox="0 0 14 14" aria-hidden>
      <circle className={styles['ring']} cx="7" cy="7" r="5.25" />
      {state === 'done' && <path className={styles['sign']} d="M4.4 7.2 6.3 9.1 9.7 5.3" />}
      {state === 'standby' && <path className={styles['half']} d="M7 1.75a5.25 5.25 0 0 1 0 10.5z" />}
      {state === 'stop' && <path className={styles['sign']} d="M4.4 7h5.2" />}
    </svg>
  )
}

type StatusBadgeProps = { state: StatusTone; children: ReactNode; boxed?: boolean }

/** A status as an icon and a word. `boxed` adds the tinted background of the tone. */
export function StatusBadge({ state, children, boxed = false }: StatusBadgeProps) {
  return (
    <span className={styles['badge']} data-tone={state} data-boxed={boxed || undefined}>
      <StatusIcon state={state} />
      <span>{children}</span>
    </span>
  )
}
