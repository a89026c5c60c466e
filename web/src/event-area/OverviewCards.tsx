import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { startOf, type Instant } from '@callboard/domain/kernel/instant.ts'
import { Button } from '@mantine/core'
import { paths } from '../shell/paths.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Day, distanceText } from '../ui/Day.tsx'
import { Link } from '../ui/Link.tsx'
import { moneyText } from '../ui/Money.tsx'
import styles from './Overview.module.css'
import type { useEvent } from './event-record.ts'

type Area = ReturnType<typeof useEvent>['area']
type BalanceProps = { id: number; area: Area; zone: string; now: Instant }

const dueWords = {
  open: { check: 'Your check is due by ', online: 'Pay by ' },
  missed: { check: 'Your check was due by ', online: 'Was due by ' },
}

/** The balance, the total it belongs to and the due date. EVT-013. */
export function BalanceCard({
  id,
  area: { total, promo, credit, paid, balance, due_date, due_state, status },
  zone,
  now,
}: BalanceProps) {
  const hasBalance = balance > 0
  const today = dayIn(zone, now)
  const less = [
    promo > 0 && `${moneyText(promo)} promo code`,
    credit > 0 && `${moneyText(credit)} credit`,
    paid > 0 && `${moneyText(paid)} paid`,
  ].filter(Boolean)
  return (
    <li className={styles['card']}>
      <h2 className={styles['label']}>Balance</h2>
      <p className={styles['figure']} data-owed={hasBalance || undefined}>
        {moneyText(hasBalance ? balance : (0 as typeof balance))}
      </p>
      {hasBalance && (
        <p className={styles['due']}>
          {dueWords[due_state === 'overdue' ? 'missed' : 'open'][status === 'pending_check' ? 'check' : 'online']}
          <Day date={due_date} /> ({due_state === 'today' ? 'today' : distanceText(startOf(due_date), startOf(today))})
        </p>
      )}
      <p className={styles['because']}>
        {moneyText(total)} in fees{less.length > 0 ? `, less ${less.join(', ')}` : ', nothing paid yet'}
      </p>
      <div className={styles['foot']}>
        {hasBalance ? (
          <Button component={Link} to={paths.payBalance(id)} size="sm">
            Pay balance
          </Button>
        ) : (
          <StatusBadge state="done">
            {balance < 0 ? `Paid in full, ${moneyText(cents(-balance))} overpaid` : 'Paid in full'}
          </StatusBadge>
        )}
      </div>
    </li>
  )
}

type TallyProps = {
  /** Where it is settled; null: nowhere yet. */
  to: string | null
  title: string
  verb: string
  tally: { done: number; total: number }
  left: (count: number) => string
  /** After the event nothing is asked for any more. */
  past: boolean
  /** There is nothing of it at all. */
  none: string
}

/** How many of how many, and what is missing. EVT-014, EVT-015. */
export function TallyCard({ to, title, verb, tally: { done, total }, left, past, none }: TallyProps) {
  return (
    <li className={styles['card']}>
      <h2 className={styles['label']}>{title}</h2>
      <p className={styles['figure']}>
        {done}/{total}
      </p>
      <p className={styles['quiet']}>{verb}</p>
      <progress className={styles['bar']} value={done} max={Math.max(1, total)} aria-label={`${title} ${verb}`} />
      <div className={styles['foot']}>
        {total === 0 ? (
          <StatusBadge state="idle">{none}</StatusBadge>
        ) : (
          <StatusBadge state={total > done ? (past ? 'idle' : 'standby') : 'done'}>
            {total > done ? (past ? 'The event is over' : left(total - done)) : 'Complete'}
          </StatusBadge>
        )}
        {total > 0 && to !== null && !past && (
          <Link to={to} className={styles['to']}>
            Go to {title.toLowerCase()}
          </Link>
        )}
      </div>
    </li>
  )
}

export const waiversLeft = (count: number) => (count === 1 ? '1 person needs to sign' : `${count} people need to sign`)
export const vipLeft = (count: number) =>
  count === 1 ? '1 dancer is not complete yet' : `${count} dancers are not complete yet`
export const musicLeft = (count: number) =>
  count === 1 ? '1 routine has no music yet' : `${count} routines have no music yet`
