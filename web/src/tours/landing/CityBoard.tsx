import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import { paths } from '../../shell/paths.ts'
import { CueLight, type Cue } from '../../ui/CueLight.tsx'
import { distanceText, LastMinute } from '../../ui/Day.tsx'
import { Emblem } from '../../ui/Emblem.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Go } from '../../ui/Go.tsx'
import { byMonth, findCities, shortDays, type Board, type City } from './call-board.ts'
import styles from './Landing.module.css'

const atFirst = 14

type CityBoardProps = { board: Board; wanted: string; now: Instant; onClear: () => void }

/** The cities to come, month by month. */
export const CityBoard = memo(function CityBoard({ board, wanted, now, onClear }: CityBoardProps) {
  const [all, setAll] = useState(false)
  const found = findCities(board, wanted)
  const shown = all || wanted.trim() !== '' ? found : found.slice(0, atFirst)

  if (board.cities.length === 0) {
    return <Empty title="The next season is being planned">Its cities appear here once they are set.</Empty>
  }
  return (
    <section className={styles['board']} aria-label="Cities">
      <output className={styles['found']}>
        {wanted.trim() !== '' && (found.length === 1 ? '1 city found' : `${found.length} cities found`)}
      </output>
      {found.length === 0 && (
        <Empty title="No city like that" level={2} action={<Button onClick={onClear}>Show all cities</Button>}>
          Try the name of a larger city nearby, a state such as OR, or a tour.
        </Empty>
      )}
      {byMonth(shown).map(({ month, cities }) => (
        <div key={month} className={styles['month']}>
          <h2 className={styles['monthName']}>{month}</h2>
          <ul className={styles['rows']}>
            {cities.map((city) => (
              <Line key={city.id} city={city} board={board} now={now} />
            ))}
          </ul>
        </div>
      ))}
      {shown.length < found.length && (
        <Button variant="default" onClick={() => setAll(true)} className={styles['more'] ?? ''}>
          Show all {found.length} cities
        </Button>
      )}
    </section>
  )
})

function Line({ city, board, now }: { city: City; board: Board; now: Instant }) {
  const brand = board.events.find(({ id }) => id === city.event_id)
  if (!brand) return null
  return (
    <li>
      <Go to={`${paths.register}?event=${brand.subdomain}`} className={styles['row']}>
        <time className={styles['days']} dateTime={`${city.start_date}/${city.end_date}`}>
          {shortDays(city.start_date, city.end_date)}
        </time>
        <span className={styles['city']}>
          <strong>{city.virtual_only ? 'Virtual' : city.city}</strong>
          {city.state && <span className={styles['quiet']}>{city.state}</span>}
        </span>
        <span className={styles['tour']}>
          <Emblem name={brand.name} colour={brand.color} size={24} />
          {brand.name}
        </span>
        <Open city={city} now={now} hidesDeadline={brand.settings.hide_early_rate_deadline} />
      </Go>
    </li>
  )
}

const rates = { discount: 'Early rate', full: 'Regular rate', late: 'Late rate' } as const
const closed: Record<Exclude<City['status'], 'Register'>, Cue> = {
  'Coming Soon': 'idle',
  'Canceled/Postponed': 'stop',
  Canceled: 'stop',
  Postponed: 'standby',
  Passed: 'idle',
  'Sold Out': 'stop',
}

const soon = 7 * 86_400_000

/** What is open, until when; what is closed, and why. */
function Open({ city, now, hidesDeadline }: { city: City; now: Instant; hidesDeadline: boolean }) {
  const { status, rate, rate_ends, time_zone } = city
  if (status !== 'Register') {
    return (
      <span className={styles['open']}>
        <CueLight state={closed[status]}>{status}</CueLight>
      </span>
    )
  }
  const told = rate_ends !== null && !(hidesDeadline && rate === 'discount') ? rate_ends : null
  const isNear = told !== null && Date.parse(told) - Date.parse(now) < soon
  return (
    <span className={styles['open']}>
      <CueLight state={isNear ? 'standby' : 'done'}>
        {rates[rate]}
        {isNear && `, ${distanceText(told, now).replace(/^in /, '')} left`}
      </CueLight>
      {told && (
        <span className={styles['until']}>
          through <LastMinute at={told} zone={time_zone} now={now} />
        </span>
      )}
    </span>
  )
}
