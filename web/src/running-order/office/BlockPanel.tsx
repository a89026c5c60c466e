import { stateLabels } from '@callboard/domain/running-order/entry-state.ts'
import { Button } from '@mantine/core'
import { IconGripVertical, IconPinFilled } from '@tabler/icons-react'
import { confirm } from '../../ui/dialogs.ts'
import { Panel } from '../../ui/Panel.tsx'
import { clockText, dayText } from '../clock-text.ts'
import styles from './RunningOrder.module.css'
import { entriesOf, type MoveByHand } from './use-move-by-hand.ts'
import type { OfficeBlock, OfficeEntry, OfficeOrder, RunningOrder } from './use-running-order.ts'

type BlockPanelProps = {
  block: OfficeBlock
  data: OfficeOrder
  order: RunningOrder
  byHand: MoveByHand
  onChange: () => void
}

/** A block with its derived times; its entries are moved by dragging or with the arrow keys. */
export function BlockPanel({ block, data, order, byHand, onChange }: BlockPanelProps) {
  const { id, kind, name, stage, starts_at, ends_at } = block
  const zone = data.time_zone
  const entries = entriesOf(data, id)
  const hasStages = new Set(data.blocks.map((one) => one.stage)).size > 1
  async function remove() {
    const question = { title: `Remove ${name}?`, message: 'The block leaves the running order.' }
    if (await confirm({ ...question, yes: 'Yes, remove it', no: 'No, keep it' })) await order.removeBlock(id)
  }
  return (
    <Panel
      title={name}
      flush
      actions={
        <span className="no-print">
          <Button variant="subtle" size="compact-sm" aria-label={`Change ${name}`} onClick={onChange}>
            Change
          </Button>
          {entries.length === 0 && (
            <Button variant="subtle" size="compact-sm" aria-label={`Remove ${name}`} onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </span>
      }
    >
      <p className={styles['span']}>
        {dayText(starts_at, zone)}, {clockText(starts_at, zone)} to {clockText(ends_at, zone)}
        {hasStages && `, stage ${stage}`}
      </p>
      {kind === 'routines' && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drop target; keys move entries too
        <ol
          className={styles['entries']}
          aria-label={`Entries of ${name}`}
          onDragOver={(event) => {
            event.preventDefault()
            if (event.target === event.currentTarget) byHand.setTarget({ block_id: id, before_id: null })
          }}
          onDrop={(event) => {
            event.preventDefault()
            byHand.drop(byHand.target ?? { block_id: id, before_id: null })
          }}
        >
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} data={data} order={order} byHand={byHand} />
          ))}
          {entries.length === 0 && (
            <li className={styles['hint']}>No entries yet. Drag one here, or draft the order.</li>
          )}
        </ol>
      )}
    </Panel>
  )
}

type EntryRowProps = { entry: OfficeEntry; data: OfficeOrder; order: RunningOrder; byHand: MoveByHand }

function EntryRow({ entry, data, order, byHand }: EntryRowProps) {
  const { id, block_id, name, studio, division, category, pinned, state, starts_at, published } = entry
  const label = `${entry.entry_number ?? ''}${entry.suffix}`
  const title = `${label} ${name}`
  const conflicts = data.conflicts.filter(({ entry_ids }) => entry_ids.includes(id))
  const severity = conflicts.some(({ hard }) => hard) ? 'hard' : conflicts.length > 0 ? 'soft' : undefined
  const isTarget = byHand.draggedId !== null && byHand.target?.before_id === id
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drop target; keys move entries too
    <li
      className={styles['entry']}
      data-conflict={severity}
      data-target={isTarget || undefined}
      data-out={state === 'scratched' || state === 'no_show' || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (block_id !== null) byHand.setTarget({ block_id, before_id: id })
      }}
    >
      <button
        type="button"
        className={`${styles['handle']} no-print`}
        data-entry={id}
        aria-label={`Move ${title}: up and down arrow keys`}
        disabled={pinned || order.pending}
        draggable={!pinned}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', title)
          byHand.start(id)
        }}
        onDragEnd={byHand.end}
        onKeyDown={(event) => byHand.onKey(event, entry)}
      >
        {pinned ? <IconPinFilled size={16} aria-hidden /> : <IconGripVertical size={16} aria-hidden />}
      </button>
      <span className={styles['number']}>{label}</span>
      <span className={styles['time']}>{starts_at && clockText(starts_at, data.time_zone)}</span>
      <span className={styles['title']}>
        <b>{name}</b>
        <span className={styles['second']}>
          {division} {category}, {studio}
          {entry.has_prop && ', prop'}
          {state !== 'planned' && `, ${stateLabels[state].toLowerCase()}`}
          {entry.override_reason && `. Conflict kept: ${entry.override_reason}`}
        </span>
      </span>
      <span className={`${styles['acts']} no-print`}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${pinned ? 'Unpin' : 'Pin'} ${title}`}
          onClick={() => void order.move([{ kind: 'pin', id, pinned: !pinned }])}
        >
          {pinned ? 'Unpin' : 'Pin'}
        </Button>
        {!published && !pinned && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Take out ${title}`}
            onClick={() => void order.move([{ kind: 'remove', id }])}
          >
            Take out
          </Button>
        )}
        {published && (state === 'planned' || state === 'scratched') && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${state === 'planned' ? 'Scratch' : 'Restore'} ${title}`}
            onClick={() => void order.scratch(id, state === 'planned' ? 'scratched' : 'planned')}
          >
            {state === 'planned' ? 'Scratch' : 'Restore'}
          </Button>
        )}
      </span>
    </li>
  )
}
