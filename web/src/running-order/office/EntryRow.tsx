import { clockText } from '@callboard/domain/kernel/moment-text.ts'
import { stateLabels, takesTime } from '@callboard/domain/running-order/entry-state.ts'
import type { OrderMove } from '@callboard/domain/running-order/moves.ts'
import { Button } from '@mantine/core'
import { IconGripVertical, IconPinFilled } from '@tabler/icons-react'
import { memo, type KeyboardEvent } from 'react'
import { RequestNote } from './RequestNote.tsx'
import styles from './RunningOrder.module.css'
import type { OfficeEntry, OfficeOrder } from './use-running-order.ts'

export type Severity = 'hard' | 'soft'

/** The worst conflict of each entry that has one. */
export function severitiesOf(conflicts: OfficeOrder['conflicts']): Map<number, Severity> {
  const severities = new Map<number, Severity>()
  for (const { hard, entry_ids } of conflicts) {
    for (const id of entry_ids) if (hard || !severities.has(id)) severities.set(id, hard ? 'hard' : 'soft')
  }
  return severities
}

export type EntryActs = {
  start: (id: number) => void
  over: (entry: OfficeEntry) => void
  end: () => void
  onKey: (event: KeyboardEvent, entry: OfficeEntry) => void
  move: (move: OrderMove) => void
  scratch: (id: number, state: 'scratched' | 'planned') => void
  answer: (entry: OfficeEntry) => void
}

/** Why a pinned entry is not moved, and what to do. */
export const pinnedReason = 'It is pinned, so it stays in its place. Unpin it to move it.'

type EntryRowProps = {
  entry: OfficeEntry
  zone: string
  severity: Severity | undefined
  isTarget: boolean
  acts: EntryActs
}

/** An entry of a block. Drawn again when itself changes: a drag passes over hundreds of them. */
export const EntryRow = memo(function EntryRow({ entry, zone, severity, isTarget, acts }: EntryRowProps) {
  const { id, name, studio, division, category, pinned, state, starts_at, published } = entry
  const label = `${entry.entry_number ?? ''}${entry.suffix}`
  const title = `${label} ${name}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drop target; keys move entries too
    <li
      className={styles['entry']}
      data-conflict={severity}
      data-target={isTarget || undefined}
      data-out={!takesTime(state) || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
        acts.over(entry)
      }}
    >
      <button
        type="button"
        className={`${styles['handle']} no-print`}
        data-entry={id}
        aria-label={`Move ${title}: up and down arrow keys`}
        // Not `disabled`: the title, which is its description, is read by keyboard as well.
        aria-disabled={pinned}
        title={pinned ? pinnedReason : undefined}
        draggable={!pinned}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', title)
          acts.start(id)
        }}
        onDragEnd={acts.end}
        onKeyDown={(event) => acts.onKey(event, entry)}
      >
        {pinned ? <IconPinFilled size={16} aria-hidden /> : <IconGripVertical size={16} aria-hidden />}
      </button>
      <span className={styles['number']}>{label}</span>
      <span className={styles['time']}>{starts_at && clockText(starts_at, zone)}</span>
      <span className={styles['title']}>
        <b>{name}</b>
        <span className={styles['second']}>
          {division} {category}, {studio}
          {entry.has_prop && ', prop'}
          {state !== 'planned' && `, ${stateLabels[state].toLowerCase()}`}
        </span>
        {entry.override_reason && <span className={styles['second']}>Conflict kept: {entry.override_reason}</span>}
        {entry.ceremony && <span className={`${styles['ceremony']} no-print`}>{entry.ceremony}</span>}
      </span>
      <RequestNote entry={entry} onAnswer={acts.answer} />
      <span className={`${styles['acts']} no-print`}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${pinned ? 'Unpin' : 'Pin'} ${title}`}
          onClick={() => acts.move({ kind: 'pin', id, pinned: !pinned })}
        >
          {pinned ? 'Unpin' : 'Pin'}
        </Button>
        {!published && !pinned && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Take out ${title}`}
            onClick={() => acts.move({ kind: 'remove', id })}
          >
            Take out
          </Button>
        )}
        {published && (state === 'planned' || state === 'scratched') && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${state === 'planned' ? 'Scratch' : 'Restore'} ${title}`}
            onClick={() => acts.scratch(id, state === 'planned' ? 'scratched' : 'planned')}
          >
            {state === 'planned' ? 'Scratch' : 'Restore'}
          </Button>
        )}
      </span>
    </li>
  )
})
