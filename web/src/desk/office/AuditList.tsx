import { instant } from '@callboard/domain/kernel/instant.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { paymentMethods } from '@callboard/domain/payments/methods.ts'
import type { Reply } from '../../api/call.ts'
import { momentText } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { moneyText } from '../../ui/Money.tsx'
import styles from '../../ui/Office.module.css'

type AuditRow = Reply<'GET /v1/office/audit'>['rows'][number]

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

const isMoment = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text)

const nothing = 'nothing'

const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return nothing
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return isMoment(value) ? momentText({ at: instant(value), zone }) : value
  return JSON.stringify(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the fields of an audit value; fields of nested objects are moved up one level. */
const fieldsOf = (value: unknown): Record<string, unknown> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, of]) => (isRecord(of) ? Object.entries(of) : [[name, of]])),
      )
    : {}

const amounts = new Set(['paid', 'amount', 'left', 'given_back', 'fee'])
const methodName = (id: unknown) => paymentMethods.find((method) => method.id === id)?.name

/** A value as people say it. */
const toldAs = (name: string, value: unknown): string =>
  typeof value === 'number' && amounts.has(name)
    ? moneyText(cents(value))
    : (name === 'payment_method_id' && methodName(value)) || valueText(value)

/** The fields that differ, as the form calls them. */
function changesOf({ before, after }: AuditRow) {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return (
    Object.keys(now)
      // The heading already names the actor.
      .filter((name) => !name.endsWith('_by') && name !== 'payment_id')
      .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
      .map((name) => ({
        name: name.replace(/(_|(?<=order))id$/, '').replaceAll('_', ' '),
        was: name in old ? toldAs(name, old[name]) : null,
        is: toldAs(name, now[name]),
      }))
      .filter(({ was, is }) => was !== null || is !== nothing)
  )
}

/** Lists each change with its actor and the previous values. OFF-051. */
export function AuditList({ rows, about = false }: { rows: readonly AuditRow[]; about?: boolean }) {
  if (rows.length === 0) {
    return <Empty title="Nothing yet">Every change by the office appears here, with the value before it.</Empty>
  }
  return (
    <ul className={`${styles['rows']} ${styles['done']}`}>
      {rows.map((row) => (
        <li key={row.id}>
          <div>
            <strong>{row.actor}</strong>: {row.action}
            {about && ` (${row.entity.replaceAll('_', ' ')} ${row.entity_id})`}
            {changesOf(row)
              .slice(0, 8)
              .map(({ name, was, is }) => (
                <p key={name} className={styles['change']}>
                  {name}:{' '}
                  {was !== null && (
                    <>
                      <span className={styles['was']}>{was.slice(0, 160)}</span> →{' '}
                    </>
                  )}
                  {is.slice(0, 160)}
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
