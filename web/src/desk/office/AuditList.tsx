import { auditSentence } from '@callboard/domain/desk/audit-sentences.ts'
import type { Reply } from '../../api/call.ts'
import { momentText } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import styles from '../../ui/Office.module.css'

type AuditRow = Reply<'GET /v1/office/audit'>['rows'][number]

const jsonText = (value: unknown) => (value === null ? 'nothing' : JSON.stringify(value, null, 2))

/** The stored values, for the rare question that the sentence leaves open. */
const Details = ({ row: { before, after, action, entity, entity_id } }: { row: AuditRow }) => (
  <details className={`${styles['second']} ${styles['details']}`}>
    <summary>Details</summary>
    <p>
      {action}, {entity.replaceAll('_', ' ')} {entity_id}
    </p>
    <pre className={styles['json']}>
      Before: {jsonText(before)}
      {'\n'}
      After: {jsonText(after)}
    </pre>
  </details>
)

type Props = {
  rows: readonly AuditRow[]
  /** The page is about the thing itself: the sentences do not repeat its name. */
  onItsPage?: boolean
}

/** Tells each change by the office in a sentence, with the stored values behind it. OFF-051. */
export function AuditList({ rows, onItsPage = false }: Props) {
  if (rows.length === 0) {
    return <Empty title="Nothing yet">Every change by the office appears here, with the value before it.</Empty>
  }
  return (
    <ul className={`${styles['rows']} ${styles['done']}`}>
      {rows.map((row) => (
        <li key={row.id}>
          <div>
            <p className={styles['plain']}>{auditSentence(row, { onItsPage })}</p>
            <Details row={row} />
          </div>
          <time dateTime={row.at} className={styles['second']}>
            {momentText(row)}
          </time>
        </li>
      ))}
    </ul>
  )
}
