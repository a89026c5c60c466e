import { type WaitingPanel, routinesInNoLine } from './WaitingPanel.tsx'
import type { ComponentProps } from 'react'
import { useWaiting } from './use-waiting.ts'
import { WaitingEntries } from './WaitingEntries.tsx'
import styles from './WaitingEntries.module.css'

/** The same in the competition step, above the waiting routines; there several may be put together. */
export function WaitingLine({
  registration_id,
  routines,
  zone,
  completed,
  onChanged,
}: ComponentProps<typeof WaitingPanel>) {
  const waiting = useWaiting(registration_id, onChanged)
  const routinesOutside = routinesInNoLine(routines, waiting.list)
  return (
    <WaitingEntries
      waiting={waiting}
      zone={zone}
      completed={completed}
      routinesOutside={routinesOutside}
      bundles
      only="routines"
    />
  )
}

type PeopleLineProps = { registration_id: number; zone: string; completed: boolean; onChanged: () => void }

/** People on the waiting list of a full level, shown above the step's people. Nothing when nobody waits. */
export function PeopleLine({ registration_id, zone, completed, onChanged }: PeopleLineProps) {
  const waiting = useWaiting(registration_id, onChanged)
  if (
    !waiting.error &&
    !waiting.list?.entries.some(({ people, routines }) => people.length > 0 && routines.length === 0)
  )
    return null
  return (
    <section className={styles['above']} aria-label="Waiting list">
      <h2>Waiting list</h2>
      <WaitingEntries waiting={waiting} zone={zone} completed={completed} only="people" />
    </section>
  )
}
