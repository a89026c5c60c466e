import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { categoryCounts, routinesLeft } from '@callboard/domain/registrations/routines/counts.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { ReactNode } from 'react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './CategoryCounts.module.css'

type CountsProps = { registration: Registration; facts: Facts; total: Cents; actions: ReactNode }

/** How many routines there are, of which category, and how many more the city takes. COMP-015, COMP-016, COMP-070, COMP-082. */
export function CategoryCounts({ registration, facts, total, actions }: CountsProps) {
  const left = routinesLeft(registration, facts)
  const waiting = registration.waiting_list_routines.length
  const counts = categoryCounts(registration, facts)
  // Cells without a limit stay empty; a column that would be empty in every row is left out.
  const hasMost = counts.some(({ most }) => most !== null)
  const hasOpen = counts.some(({ category, left: open }) => open !== null || !category.enabled)
  return (
    <Panel title="Your routines" flush actions={actions}>
      <div className={styles['counts']}>
        <dl className={styles['sums']}>
          <div>
            <dt>Registered Routines</dt>
            <dd>{registration.routines.length}</dd>
          </div>
          {left !== null && (
            <div>
              <dt>Routines Left</dt>
              <dd data-none={left === 0 || undefined}>
                {left === 0 ? <StatusBadge state="stop">Sold out</StatusBadge> : `${left} left`}
              </dd>
            </div>
          )}
          <div>
            <dt>Total Fees (USD)</dt>
            <dd>
              <Money cents={total} />
            </dd>
          </div>
          <div>
            <dt>Waiting list{waiting > 0 && ' (pay after approved)'}</dt>
            <dd>{waiting}</dd>
          </div>
        </dl>
        <table className={styles['table']} aria-label="Routines by category">
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col">Yours</th>
              <th scope="col">Fee per dancer</th>
              {hasMost && <th scope="col">Maximum</th>}
              {hasOpen && <th scope="col">Still open</th>}
            </tr>
          </thead>
          <tbody>
            {counts.map(({ category, count, most, left: open }) => (
              <tr key={category.category_id} data-off={!category.enabled || undefined}>
                <th scope="row">{category.name}</th>
                <td>{count}</td>
                <td>{category.fee_per_dancer === null ? '–' : <Money cents={category.fee_per_dancer} />}</td>
                {hasMost && <td>{most}</td>}
                {hasOpen && (
                  <td>
                    <Open enabled={category.enabled} left={open} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function Open({ enabled, left }: { enabled: boolean; left: number | null }) {
  if (!enabled) return <StatusBadge state="idle">Not here</StatusBadge>
  if (left === null) return null
  return left === 0 ? <StatusBadge state="stop">Sold out</StatusBadge> : <>{left} left</>
}
