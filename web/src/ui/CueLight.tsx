import type { ReactNode } from 'react'
import styles from './CueLight.module.css'

/** done, standing by (pending, waiting, a deadline near), stop (blocked, overdue), not yet. */
export type Cue = 'done' | 'standby' | 'stop' | 'idle'

/** The lamp alone. Its shape tells the state without its colour; a word always stands beside it. */
export function Lamp({ state }: { state: Cue }) {
  return (
    <svg className={styles['lamp']} data-cue={state} viewBox="0 0 14 14" aria-hidden>
      <circle className={styles['ring']} cx="7" cy="7" r="5.25" />
      {state === 'done' && <path className={styles['sign']} d="M4.4 7.2 6.3 9.1 9.7 5.3" />}
      {state === 'standby' && <path className={styles['half']} d="M7 1.75a5.25 5.25 0 0 1 0 10.5z" />}
      {state === 'stop' && <path className={styles['sign']} d="M4.4 7h5.2" />}
    </svg>
  )
}

type CueLightProps = { state: Cue; children: ReactNode; boxed?: boolean }

/** State as backstage shows it: a lamp and its word. `boxed` lays the state's tint under it. */
export function CueLight({ state, children, boxed = false }: CueLightProps) {
  return (
    <span className={styles['cue']} data-cue={state} data-boxed={boxed || undefined}>
      <Lamp state={state} />
      <span>{children}</span>
    </span>
  )
}
