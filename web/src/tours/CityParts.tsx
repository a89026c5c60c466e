import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { isPickerActionDisabled, pickerStatus, venueText } from '@callboard/domain/tours/picker.ts'
import { Button } from '@mantine/core'
import { StatusBadge, type StatusTone } from '../ui/StatusBadge.tsx'
import { distanceText, LastMinute } from '../ui/Day.tsx'
import { Link } from '../ui/Link.tsx'
import { paths } from '../shell/paths.ts'
import type { PickerRow } from './picked-dates.ts'
import styles from './Picker.module.css'

const rateNames = { discount: 'Early rate', full: 'Regular rate', late: 'Late rate' } as const

const tones: Record<ReturnType<typeof pickerStatus>, StatusTone> = {
  'Coming Soon': 'idle',
  'Canceled/Postponed': 'stop',
  Canceled: 'stop',
  Postponed: 'standby',
  'View Registration': 'done',
  Passed: 'idle',
  'Sold Out': 'stop',
  'Finish Registration': 'standby',
  Register: 'done',
}

/** The label of what is closed; of what is open, what it would cost now or how far one is. TOUR-006. */
export function Status({ row: { date, facts } }: { row: PickerRow }) {
  const status = pickerStatus(facts)
  const words =
    status === 'Register'
      ? rateNames[date.deadlines.rate]
      : status === 'View Registration'
        ? 'Registered'
        : status === 'Finish Registration'
          ? 'In progress'
          : status
  const isLate = status === 'Register' && date.deadlines.rate === 'late'
  return <StatusBadge state={isLate ? 'idle' : tones[status]}>{words}</StatusBadge>
}

/** A city nobody registers for any more has no deadline to meet. */
const settled: ReadonlySet<ReturnType<typeof pickerStatus>> = new Set([
  'Canceled/Postponed',
  'Canceled',
  'Postponed',
  'Passed',
  'Sold Out',
])
export const hasDeadlines = ({ facts }: PickerRow): boolean => !settled.has(pickerStatus(facts))

type DeadlineProps = { row: PickerRow; rate: 'early_rate' | 'regular_rate'; now: Instant }

/** The last minute of a rate, and how long that is from now. */
export function RateDeadline({ row, rate, now }: DeadlineProps) {
  const { deadlines, time_zone } = row.date
  const at = deadlines[rate]
  if (at === null) return <span className={styles['quiet']}>None</span>
  const over = at < now
  return (
    <span className={styles['deadline']} data-over={over || !hasDeadlines(row) || undefined}>
      <LastMinute at={at} zone={time_zone} now={now} />
      {(over || hasDeadlines(row)) && <span className={styles['quiet']}>{over ? 'Ended' : distanceText(at, now)}</span>}
    </span>
  )
}

/** TOUR-005. */
export const Venue = ({ row: { date } }: { row: PickerRow }) => (
  <span className={date.venue && !date.virtual_only ? undefined : styles['quiet']}>{venueText(date)}</span>
)

/** Whether somebody without a studio can compete; nothing where nobody competes. COMP-004. */
export function Independents({ row: { date } }: { row: PickerRow }) {
  if (date.web.no_competition || date.event.is_workshop_only || date.event.is_intensive) return null
  return (
    <span className={`${styles['quiet']} ${styles['independents']}`}>
      {date.entry_limit_rules.independent ? 'Independents welcome' : 'Independents: workshop only'}
    </span>
  )
}

/** The way to the prices of a city, before anything is begun. */
export const PricesLink = ({ row: { date } }: { row: PickerRow }) => (
  <Link
    to={paths.cityPrices(date.id)}
    className={styles['prices']}
    aria-label={`Prices of ${date.event_city.name}${date.event_city.state && `, ${date.event_city.state}`}`}
  >
    Prices
  </Link>
)

/** Why there is nothing to register for: what stands on the button then. TOUR-012. */
const reasons: Partial<Record<ReturnType<typeof pickerStatus>, string>> = {
  'Coming Soon': 'Not open yet',
  'Canceled/Postponed': 'Not taking place',
  Canceled: 'Not taking place',
  Postponed: 'New dates follow',
  Passed: 'Over',
  'Sold Out': 'No places left',
}

const actionText = { completed: 'View Registration', unfinished: 'Finish Registration' } as const

type ActionProps = {
  row: PickerRow
  act: (row: PickerRow) => void
  creating: number | undefined
  wide?: boolean
  /** The one action of its page, not of a row. */
  primary?: boolean
}

export function Action({ row, act, creating, wide = false, primary = false }: ActionProps) {
  const { date, facts } = row
  const disabled = isPickerActionDisabled(facts)
  const text = facts.own !== null ? actionText[facts.own] : (disabled && reasons[pickerStatus(facts)]) || 'Register'
  const place = `${date.event_city.name}${date.event_city.state && `, ${date.event_city.state}`}`
  return (
    <Button
      size={primary ? 'md' : 'sm'}
      fullWidth={wide}
      variant={primary || facts.own === 'unfinished' ? 'filled' : facts.own === null ? 'outline' : 'default'}
      disabled={disabled || (creating !== undefined && creating !== date.id)}
      loading={creating === date.id}
      aria-label={disabled ? `${place}: ${pickerStatus(facts)}. ${text}` : `${text} for ${place}`}
      onClick={() => act(row)}
    >
      {text}
    </Button>
  )
}
