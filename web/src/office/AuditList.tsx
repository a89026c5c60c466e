import { instant } from '@callboard/domain/kernel/instant.ts'
import type { Reply } from '../api/call.ts'
import { momentText } from '../ui/Day.tsx'
import { Empty } from '../ui/Empty.tsx'
import styles from './Office.module.css'

type AuditRow = Reply<'GET /v1/office/audit'>['rows'][number]

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

const isMoment = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text)

const told = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return isMoment(value) ? momentText({ at: instant(value), zone }) : value
  return JSON.stringify(value)
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  // The cast: what was written down is an object or nothing.
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The fields that differ, as the form calls them. */
function changesOf({ before, after }: AuditRow) {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return (
    Object.keys(now)
      // Who it was stands at the head already.
      .filter((name) => !name.endsWith('_by'))
      .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
      .map((name) => ({ name: name.replaceAll('_', ' '), was: told(old[name]), is: told(now[name]) }))
  )
}

/** Who did what, and how it was before. OFF-051. */
export function AuditList({ rows, about = false }: { rows: readonly AuditRow[]; about?: boolean }) {
  if (rows.length === 0) {
    return <Empty title="Nothing yet">Whatever the office changes is written down here, with how it was before.</Empty>
  }
  return (
    <ul className={styles['rows']}>
      {rows.map((row) => (
        <li key={row.id}>
          <div>
            <strong>{row.actor}</strong>: {row.action}
            {about && ` (${row.entity.replaceAll('_', ' ')} ${row.entity_id})`}
            {changesOf(row)
              .slice(0, 8)
              .map(({ name, was, is }) => (
                <p key={name} className={styles['change']}>
                  {name}: <span className={styles['was']}>{was.slice(0, 160)}</span> → {is.slice(0, 160)}
                </p>
              ))}
          </div>
          <time dateTime={row.at} className={styles['second']}>
            {momentText({ at: row.at, zone })}
          </time>
        </li>
      ))}
    </ul>
  )
}
