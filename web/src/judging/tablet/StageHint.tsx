import { Button } from '@mantine/core'
import type { PackEntry } from './sheet-store.ts'
import styles from './Tablet.module.css'

type StageHintProps = {
  onStage: readonly number[] | null
  entries: readonly PackEntry[]
  current: PackEntry | undefined
  onOpen: (index: number) => void
}

/** Which entry is on stage. The judge goes there or stays: the tablet never leaves an entry by itself. */
export function StageHint({ onStage, entries, current, onOpen }: StageHintProps) {
  const index = entries.findIndex(({ id }) => onStage?.includes(id))
  const entry = entries[index]
  if (!entry) return null
  return (
    <p className={styles['stage']}>
      <output>
        On stage now: <b>{entry.label}</b> {entry.title}
      </output>
      {entry.id !== current?.id && (
        <Button size="lg" variant="default" className={styles['target']} onClick={() => onOpen(index)}>
          Go to {entry.label}
        </Button>
      )}
    </p>
  )
}
