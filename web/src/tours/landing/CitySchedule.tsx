import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import { paths } from '../../shell/paths.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import { distanceText, LastMinute } from '../../ui/Day.tsx'
import { Emblem } from '../../ui/Emblem.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { byMonth, findCities, shortDays, type Schedule, type ScheduleCity } from './schedule.ts'
import styles from './Landing.module.css'

const atFirst = 14

type CityScheduleProps = {
  schedule: Schedule
  /** Registrations that were begun, by city: a tap on one goes on with it. */
  drafts: ReadonlyMap<number, number>
  searchText: string
  now: Instant
  onClear: () => void
}

/** The cities to come, month by month. */
export const CitySchedule = memo(function CitySchedule({
  schedule,
  drafts,
  searchText,
  now,
  onClear,
}: CityScheduleProps) {
  const [all, setAll] = useState(false)
  const matchingCities = findCities(schedule, searchText)
  const visibleCities = all || searchText.trim() !== '' ? matchingCities : matchingCities.slice(0, atFirst)

  if (schedule.cities.length === 0) {
    return <Empty title="The next season is being planned">Its cities appear here once they are set.</Empty>
  }
  return (
    <section className={styles['board']} aria-label="Cities">
      <output className={styles['found']}>
        {searchText.trim() !== '' &&
          (matchingCities.length === 1 ? '1 city found' : `${matchingCities.length} cities found`)}
      </output>
      {matchingCities.length === 0 && (
        <Empty title="No cities found" level={2} action={<Button onClick={onClear}>Show all cities</Button>}>
          Try the name of a larger city nearby, a state such as OR, or a tour.
        </Empty>
      )}
      {byMonth(visibleCities).map(({ month, cities }) => (
        <div key={month} className={styles['month']}>
          <h2 className={styles['monthName']}>{month}</h2>
          <ul className={styles['rows']}>
            {cities.map((city) => (
              <Line key={city.id} city={city} schedule={schedule} draft={drafts.get(city.id)} now={now} />
            ))}
          </ul>
        </div>
      ))}
      {visibleCities.length < matchingCities.length && (
        <Button variant="default" onClick={() => setAll(true)} className={styles['more'] ?? ''}>
          Show all {matchingCities.length} cities
        </Button>
      )}
    </section>
  )
})

type LineProps = { city: ScheduleCity; schedule: Schedule; draft: number | undefined; now: Instant }

function Line({ city, schedule, draft, now }: LineProps) {
  const brand = schedule.events.find(({ id }) => id === city.event_id)
  if (!brand) return null
  return (
    <li>
      <Link
        to={draft === undefined ? paths.registerCity(brand.subdomain, city.id) : paths.registration(draft)}
        className={styles['row']}
      >
        <time className={styles['days']} dateTime={`${city.start_date}/${city.end_date}`}>
          {shortDays(city.start_date, city.end_date)}
        </time>
        <span className={styles['city']}>
          <strong>{city.virtual_only ? 'Virtual' : city.city}</strong>
          {city.state && <span className={styles['quiet']}>{city.state}</span>}
        </span>
        <span className={styles['tour']}>
          <Emblem name={brand.name} colour={brand.color} logo={brand.logo} size={24} />
          {brand.name}
        </span>
        <Open
          city={city}
          now={now}
          hidesDeadline={brand.settings.hide_early_rate_deadline}
          isBegun={draft !== undefined}
        />
      </Link>
    </li>
  )
}

const rates = { discount: 'Early rate', full: 'Regular rate', late: 'Late rate' } as const
const closedTones: Record<Exclude<ScheduleCity['status'], 'Register'>, StatusTone> = {
  'Coming Soon': 'idle',
  'Canceled/Postponed': 'stop',
  Canceled: 'stop',
  Postponed: 'standby',
  Passed: 'idle',
  'Sold Out': 'stop',
}

const soon = 7 * 86_400_000

type OpenProps = { city: ScheduleCity; now: Instant; hidesDeadline: boolean; isBegun: boolean }

/** Shows the deadline of an open city, or the reason a city is closed. */
function Open({ city, now, hidesDeadline, isBegun }: OpenProps) {
  const { status, rate, rate_ends, time_zone } = city
  if (status !== 'Register') {
    return (
      <span className={styles['open']}>
        <StatusBadge state={closedTones[status]}>{status}</StatusBadge>
      </span>
    )
  }
  if (isBegun) {
    return (
      <span className={styles['open']}>
        <StatusBadge state="standby">In progress</StatusBadge>
      </span>
    )
  }
  const deadline = rate_ends !== null && !(hidesDeadline && rate === 'discount') ? rate_ends : null
  const isNear = deadline !== null && Date.parse(deadline) - Date.parse(now) < soon
  return (
    <span className={styles['open']}>
      <StatusBadge state={isNear ? 'standby' : rate === 'late' ? 'idle' : 'done'}>
        {rates[rate]}
        {isNear && `, ${distanceText(deadline, now).replace(/^in /, '')} left`}
      </StatusBadge>
      {deadline && (
        <span className={styles['until']}>
          through <LastMinute at={deadline} zone={time_zone} now={now} />
        </span>
      )}
    </span>
  )
}
