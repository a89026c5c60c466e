import { useState } from 'react'
import { ExpandButton } from '../../ui/ExpandButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from './RunningOrder.module.css'
import type { OfficeOrder } from './use-running-order.ts'

/** How many conflicts stand above the blocks at first, so that the order stays in sight. */
const firstCount = 6

/** Every conflict of the order by name: dancer, both entries, gap. Hard ones first. */
export function ConflictList({ conflicts }: Pick<OfficeOrder, 'conflicts'>) {
  const [showsAll, setShowsAll] = useState(false)
  if (conflicts.length === 0) return null
  const hardCount = conflicts.filter(({ hard }) => hard).length
  const visibleConflicts = showsAll ? conflicts : conflicts.slice(0, firstCount)
  return (
    <div className="no-print">
      <Panel
        title={`Conflicts: ${hardCount} hard, ${conflicts.length - hardCount} soft`}
        actions={
          conflicts.length > firstCount && (
            <ExpandButton
              variant="default"
              isExpanded={showsAll}
              all={`${conflicts.length} conflicts`}
              onChange={setShowsAll}
            />
          )
        }
      >
        <ul className={styles['conflicts']}>
          {visibleConflicts.map(({ hard, text }) => (
            <li key={text}>
              <StatusBadge state={hard ? 'stop' : 'standby'}>{hard ? 'Hard' : 'Soft'}</StatusBadge> <span>{text}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
