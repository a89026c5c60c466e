import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './RunningOrder.module.css'
import type { OfficeOrder } from './use-running-order.ts'

/** Every conflict of the order by name: dancer, both entries, gap. Hard ones first. */
export function ConflictList({ conflicts }: Pick<OfficeOrder, 'conflicts'>) {
  if (conflicts.length === 0) return null
  const hardCount = conflicts.filter(({ hard }) => hard).length
  return (
    <div className="no-print">
      <Panel title={`Conflicts: ${hardCount} hard, ${conflicts.length - hardCount} soft`}>
        <ul className={styles['conflicts']}>
          {conflicts.map(({ hard, text }) => (
            <li key={text}>
              <StatusBadge state={hard ? 'stop' : 'standby'}>{hard ? 'Hard' : 'Soft'}</StatusBadge> <span>{text}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
