import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { StatusIcon, type StatusTone } from './StatusBadge.tsx'
import { Link } from './Link.tsx'
import styles from './Steps.module.css'

export type StepItem = {
  key: string
  name: string
  to: string
  /** disabled: not open yet; active: here; success: done; next: open, and the next to do (WIZ-019). */
  state: 'disabled' | 'active' | 'success' | 'next'
  /** Why it is not open, in words that say what to do. */
  blockedBy?: string | undefined
}

type StepsProps = {
  label: string
  steps: readonly StepItem[]
  /** Drawn small, where there are many. */
  compact: boolean
  /** The registration is on its way: the last step says PENDING. */
  pending: boolean
}

const tones: Record<StepItem['state'], StatusTone> = {
  success: 'done',
  active: 'standby',
  next: 'idle',
  disabled: 'idle',
}
const words: Record<StepItem['state'], string> = {
  success: 'done',
  active: 'here now',
  next: 'next',
  disabled: 'not open yet',
}

/** The progress bar of the wizard: number, name and status of each step. */
export function Steps({ label, steps, compact, pending }: StepsProps) {
  const here = steps.findIndex(({ state }) => state === 'active')
  const next = steps[here + 1]
  return (
    <nav aria-label={label} className={`${styles['steps']} no-print`} data-compact={compact || undefined}>
      <ol className={styles['sheet']}>
        {steps.map((step, index) => (
          <li
            key={step.key}
            className={styles['step']}
            data-state={step.state}
            {...(step.state === 'active' && { 'aria-current': 'step' as const })}
          >
            <StepCell step={step} number={index + 1} last={index === steps.length - 1} pending={pending} />
          </li>
        ))}
      </ol>
      <p className={styles['here']}>
        <strong>
          Step {here + 1} of {steps.length}: {steps[here]?.name}
        </strong>
        {next && <span>Next: {next.name}</span>}
      </p>
    </nav>
  )
}

type CellProps = { step: StepItem; number: number; last: boolean; pending: boolean }

function StepCell({ step, number, last, pending }: CellProps) {
  const reason = useId()
  const { name, to, state, blockedBy } = step
  const inside = (
    <>
      <span className={styles['number']}>{last ? <IconCheck className="icon" aria-hidden /> : number}</span>
      <span className={styles['name']}>{last && pending ? 'PENDING' : name}</span>
      <StatusIcon state={last && pending ? 'standby' : last && state === 'active' ? 'done' : tones[state]} />
      <span className={styles['word']}>, {words[state]}</span>
    </>
  )
  if (state === 'success' || state === 'next') {
    return (
      <Link to={to} className={styles['cell']}>
        {inside}
        <span className={styles['tip']} aria-hidden>
          {name}
        </span>
      </Link>
    )
  }
  if (state === 'active') return <span className={styles['cell']}>{inside}</span>
  return (
    <button type="button" className={styles['cell']} aria-disabled {...(blockedBy && { 'aria-describedby': reason })}>
      {inside}
      <span className={styles['tip']} role="tooltip" id={reason}>
        {blockedBy ?? name}
      </span>
    </button>
  )
}
