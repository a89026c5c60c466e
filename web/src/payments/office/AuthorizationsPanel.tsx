import { useRead } from '../../api/use-call.ts'
import { PanelReadError } from '../../shell/ErrorPage.tsx'
import { momentText } from '../../ui/Day.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { OfficeRecord } from '../../registrations/office/record.ts'
import styles from '../../ui/Office.module.css'

/** Bank debits that were authorized, word for word, with who gave it, when and from where; nothing when there are none. */
export function AuthorizationsPanel({ record: { id, time_zone } }: { record: OfficeRecord }) {
  const read = useRead('GET /v1/office/registrations/{id}/authorizations', { params: { id } })
  const { data } = read
  if (!data) return <PanelReadError title="Authorized bank payments" read={read} />
  if (data.rows.length === 0) return null
  return (
    <Panel title="Authorized bank payments" flush>
      <ul className={styles['rows']}>
        {data.rows.map((one) => (
          <li key={one.id}>
            <span>
              {one.name}, account ending in {one.last_four}
              <span className={styles['second']}>
                {momentText({ at: one.authorized_at, zone: time_zone })}, by {one.email} from {one.address},{' '}
                {one.orderid}
              </span>
              <details className={styles['second']}>
                <summary>The text, version {one.version}</summary>
                {one.text}
              </details>
            </span>
            <Money cents={one.amount} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
