import { Button } from '@mantine/core'
import { useState } from 'react'
import { SelectField } from '../../ui/fields.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RequestNote } from './RequestNote.tsx'
import styles from './RunningOrder.module.css'
import type { OfficeEntry, OfficeOrder, RunningOrder } from './use-running-order.ts'

type UnscheduledPanelProps = {
  order: RunningOrder
  data: OfficeOrder
  isListed: (entry: OfficeEntry) => boolean
  onAnswer: (entry: OfficeEntry) => void
}

/** Routines that are not in the order yet: drafted all at once, or added to a block one by one. */
export function UnscheduledPanel({ order, data, isListed, onAnswer }: UnscheduledPanelProps) {
  const blocks = data.blocks.filter(({ kind }) => kind === 'routines')
  const [chosenBlock, setChosen] = useState<number | null>(null)
  const unscheduled = data.entries.filter(({ block_id }) => block_id === null)
  const block_id = blocks.find(({ id }) => id === chosenBlock)?.id ?? blocks[0]?.id
  if (unscheduled.length === 0 || block_id === undefined) return null
  return (
    <div className="no-print">
      <Panel
        title={`Not in the order: ${unscheduled.length}`}
        actions={
          <Button variant="default" loading={order.pending} onClick={() => void order.draft()}>
            Draft the rest
          </Button>
        }
      >
        <div className={styles['adding']}>
          <SelectField
            label="Add to block"
            name="block"
            value={block_id}
            options={blocks.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
            error={undefined}
          />
          <ul className={styles['unscheduled']} aria-label="Routines that are not in the order">
            {unscheduled.filter(isListed).map((entry) => (
              <li key={entry.id} className={styles['loose']}>
                <span className={styles['title']}>
                  <b>{entry.name}</b>
                  <span className={styles['second']}>
                    {entry.division} {entry.category}, {entry.studio}
                  </span>
                  <RequestNote entry={entry} onAnswer={onAnswer} />
                </span>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Add ${entry.name}`}
                  onClick={() => void order.move([{ kind: 'place', id: entry.id, block_id, before_id: null }])}
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </Panel>
    </div>
  )
}
