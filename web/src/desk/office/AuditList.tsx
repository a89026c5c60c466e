import { auditDetails } from '@callboard/domain/desk/audit-changes.ts'
import { auditSentence } from '@callboard/domain/desk/audit-sentences.ts'
import type { Reply } from '../../api/call.ts'
import { momentText } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import styles from '../../ui/Office.module.css'

type AuditRow = Reply<'GET /v1/office/audit'>['rows'][number]

/** The stored values in words, for the rare question that the sentence leaves open. */
function Details({ row }: { row: AuditRow }) {
  const details = auditDetails(row)
  const hasBefore = details.some(({ before }) => before !== null)
  const hasAfter = details.some(({ after }) => after !== null)
  if (details.length === 0) return null
  return (
    <details className={`${styles['second']} ${styles['details']}`}>
      <summary>Details</summary>
      <table className={styles['values']}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {hasBefore && <th scope="col">Before</th>}
            {hasAfter && <th scope="col">After</th>}
          </tr>
        </thead>
        <tbody>
          {details.map(({ label, before, after }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {hasBefore && <td>{before ?? '–'}</td>}
              {hasAfter && <td>{after ?? '–'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

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
