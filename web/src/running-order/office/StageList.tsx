import { clockText } from '@callboard/domain/kernel/moment-text.ts'
import { stateLabels, type OrderEntryState } from '@callboard/domain/running-order/entry-state.ts'
import { Button } from '@mantine/core'
import type { Reply } from '../../api/call.ts'
import { confirm } from '../../ui/dialogs.ts'
import styles from './Stage.module.css'

export type StageEntry = Reply<'GET /v1/office/stage'>['entries'][number]
export type StateChange = { id: number; state: OrderEntryState }

export function EntryTitle({ entry, large = false }: { entry: StageEntry; large?: boolean }) {
  const { label, name, studio, division, category, has_prop, dancers } = entry
  return (
    <div className={styles['title']} data-large={large || undefined}>
      <span className={styles['number']}>{label}</span>
      <span>
        <b>{name}</b>
        <span className={styles['second']}>
          {division} {category}, {studio}
          {has_prop && ', prop'}
        </span>
        {dancers.length <= 4 && <span className={styles['second']}>{dancers.join(', ')}</span>}
      </span>
    </div>
  )
}

export type StageListProps = {
  entries: readonly StageEntry[]
  zone: string
  empty: string
  pending: boolean
  onChange: (changes: readonly StateChange[]) => void
}

/** `isForward`: the usual next one, which brings the entry nearer to the stage. */
type StageAct = { state: OrderEntryState; label: string; isForward?: true }

/** The acts of an entry in each state, in the order of the day. */
const acts: Partial<Record<OrderEntryState, readonly StageAct[]>> = {
  planned: [
    { state: 'checked_in', label: 'Check in', isForward: true },
    { state: 'no_show', label: 'No show' },
    { state: 'scratched', label: 'Scratch' },
  ],
  checked_in: [
    { state: 'on_deck', label: 'On deck', isForward: true },
    { state: 'planned', label: 'Undo check-in' },
    { state: 'no_show', label: 'No show' },
    { state: 'scratched', label: 'Scratch' },
  ],
  on_deck: [
    { state: 'checked_in', label: 'Not on deck' },
    { state: 'no_show', label: 'No show' },
    { state: 'scratched', label: 'Scratch' },
  ],
  danced: [{ state: 'canceled', label: 'Disqualify' }],
  scratched: [{ state: 'planned', label: 'Restore' }],
  no_show: [{ state: 'planned', label: 'Restore' }],
  canceled: [{ state: 'danced', label: 'Restore' }],
}

const disqualifyQuestion = {
  message: 'It keeps its marks, and gets no total, no level and no place.',
  yes: 'Yes, disqualify it',
  no: 'No',
  consequence: 'loss',
} as const

/** Entries of a stage, each with the acts of its state. */
export function StageList({ entries, zone, empty, pending, onChange }: StageListProps) {
  if (entries.length === 0) return <p className={styles['none']}>{empty}</p>
  async function press({ id, label, name }: StageEntry, state: OrderEntryState) {
    const question = { title: `Disqualify ${label} ${name}?`, ...disqualifyQuestion }
    if (state !== 'canceled' || (await confirm(question))) onChange([{ id, state }])
  }
  return (
    <ol className={styles['list']}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles['entry']}>
          <EntryTitle entry={entry} />
          <span className={styles['state']}>
            {clockText(entry.starts_at, zone)}
            <span className={styles['second']}>{stateLabels[entry.state]}</span>
          </span>
          <span className={styles['acts']}>
            {(acts[entry.state] ?? []).map(({ state, label, isForward = false }) => (
              <Button
                key={state}
                className={styles['act']}
                variant={isForward ? 'filled' : 'default'}
                disabled={pending}
                aria-label={`${label}: ${entry.label} ${entry.name}`}
                onClick={() => void press(entry, state)}
              >
                {label}
              </Button>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}
