import { clockText, weekdayText } from '@callboard/domain/kernel/moment-text.ts'
import { Button } from '@mantine/core'
import { confirm } from '../../ui/dialogs.ts'
import { Panel } from '../../ui/Panel.tsx'
import { EntryRow, type Severity } from './EntryRow.tsx'
import styles from './RunningOrder.module.css'
import { entriesOf, type MoveByHand } from './use-move-by-hand.ts'
import type { OfficeBlock, OfficeEntry, OfficeOrder, RunningOrder } from './use-running-order.ts'

type BlockPanelProps = {
  block: OfficeBlock
  data: OfficeOrder
  order: RunningOrder
  byHand: MoveByHand
  /** Of the entries that a conflict names. */
  severities: ReadonlyMap<number, Severity>
  /** Which of its entries are listed. */
  isListed: (entry: OfficeEntry) => boolean
  onChange: () => void
}

/** A block with its derived times; its entries are moved by dragging or with the arrow keys. */
export function BlockPanel({ block, data, order, byHand, severities, isListed, onChange }: BlockPanelProps) {
  const { id, kind, name, stage, starts_at, ends_at } = block
  const zone = data.time_zone
  const entries = entriesOf(data, id)
  const listedEntries = entries.filter(isListed)
  const hasStages = new Set(data.blocks.map((one) => one.stage)).size > 1
  async function remove() {
    const question = { title: `Remove ${name}?`, message: 'The block is removed from the running order.' }
    if (await confirm({ ...question, yes: 'Yes, remove it', no: 'No, keep it', consequence: 'loss' }))
      await order.removeBlock(id)
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
        {weekdayText(starts_at, zone)}, {clockText(starts_at, zone)}
        {ends_at > starts_at && ` to ${clockText(ends_at, zone)}`}
        {hasStages && `, stage ${stage}`}
      </p>
      {kind === 'routines' && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drop target; keys move entries too
        <ol
          className={styles['entries']}
          aria-label={`Entries of ${name}`}
          onDragOver={(event) => {
            event.preventDefault()
            if (event.target === event.currentTarget) byHand.acts.aim({ block_id: id, before_id: null })
          }}
          onDrop={(event) => {
            event.preventDefault()
            byHand.acts.drop(byHand.draggedId, byHand.target ?? { block_id: id, before_id: null })
          }}
        >
          {listedEntries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              zone={zone}
              severity={severities.get(entry.id)}
              isTarget={byHand.draggedId !== null && byHand.target?.before_id === entry.id}
              acts={byHand.acts}
            />
          ))}
          {entries.length > 0 && listedEntries.length === 0 && (
            <li className={styles['hint']}>No entry of this block is in the list you chose.</li>
          )}
          {entries.length === 0 && (
            <li className={styles['hint']}>No entries yet. Drag one here, or draft the order.</li>
          )}
        </ol>
      )}
    </Panel>
  )
}
