import { useEffect } from 'react'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { startOf } from '@callboard/domain/kernel/instant.ts'
import { useRead } from '../../api/use-call.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { useSession } from '../../shell/session.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateTime, Day, distanceText, LastMinute } from '../../ui/Day.tsx'
import { Emblem } from '../../ui/Emblem.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { CardSkeleton } from '../../ui/Skeletons.tsx'
import { placeOf, shortDays, type DueCity } from './schedule.ts'
import styles from './Landing.module.css'

const atMost = 3
const atMostCards = Array.from({ length: atMost }, (_, place) => place)

/** Holds as many places the next time, before a script runs: the document reads it (`holdPlaces` of the server). */
function rememberCount(count: number) {
  try {
    localStorage.setItem('callboard.due', String(count))
  } catch {
    // Without storage there is a place for one.
  }
}

/** Lists the user's registrations, most urgent first; until they are known, places are held for as many as last time. */
export function DueNext({ now }: { now: Instant }) {
  const user = useSession()
  const due = useRead('GET /v1/mybtf/due', {}, { enabled: Boolean(user) })
  const first = due.data?.slice(0, atMost)
  const count = first?.length
  useEffect(() => {
    if (count !== undefined) rememberCount(count)
  }, [count])
  if (user === null) return null
  if (due.error && !due.data) return <LoadError error={due.error} onRetry={() => void due.refetch()} />
  if (first?.length === 0) return null
  return (
    <section className={styles['due']} aria-labelledby="due">
      <h2 id="due" className={styles['dueTitle']}>
        Due next
      </h2>
      {!first ? (
        <div className={styles['duePlaces']}>
          {atMostCards.map((place) => (
            <CardSkeleton key={place} />
          ))}
        </div>
      ) : (
        <ul className={styles['dueList']}>
          {first.map((item) => (
            <li key={item.registration_id}>
              <Link to={placeFor(item)} className={styles['dueCard']}>
                <Emblem name={item.event} colour={item.color} logo={item.logo} size={40} />
                <span className={styles['brandWords']}>
                  <strong>{placeOf(item)}</strong>
                  <span className={styles['quiet']}>
                    {item.event}, {shortDays(item.start_date, item.end_date)}
                  </span>
                  <What item={item} now={now} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** An offer from the waiting list that is not answered yet. */
const openOffer = ({ kept_places }: DueCity) => (kept_places?.is_accepted ? null : kept_places)

function placeFor(item: DueCity): string {
  const { next, registration_id } = item
  if (openOffer(item) && next !== 'finish') return paths.event(registration_id, 'overview')
  if (next === 'finish') return paths.registration(registration_id)
  return next === 'pay' ? paths.payBalance(registration_id) : paths.event(registration_id, 'overview')
}

function What({ item, now }: { item: DueCity; now: Instant }) {
  const { next, owed, rate_ends, pay_by, overdue, time_zone, start_date, kept_places } = item
  const offer = openOffer(item)
  if (offer) {
    return (
      <span className={styles['what']}>
        <StatusBadge state="standby">A place is free for you</StatusBadge>
        <span className={styles['until']}>
          Answer by <DateTime at={offer.ends} zone={time_zone} /> ({distanceText(offer.ends, now)})
        </span>
      </span>
    )
  }
  if (next === 'finish') {
    return (
      <span className={styles['what']}>
        <StatusBadge state="standby">Finish your registration</StatusBadge>
        {kept_places && (
          <span className={styles['until']}>
            Places from the waiting list are kept until <DateTime at={kept_places.ends} zone={time_zone} /> (
            {distanceText(kept_places.ends, now)})
          </span>
        )}
        {rate_ends && !kept_places && (
          <span className={styles['until']}>
            Your rate holds through <LastMinute at={rate_ends} zone={time_zone} now={now} /> (
            {distanceText(rate_ends, now)})
          </span>
        )}
      </span>
    )
  }
  if (next === 'pay') {
    return (
      <span className={styles['what']}>
        <StatusBadge state={overdue ? 'stop' : 'standby'}>
          <Money cents={owed} /> to pay
        </StatusBadge>
        <span className={styles['until']}>
          {overdue ? 'was due by' : 'by'} <Day date={pay_by} />
        </span>
      </span>
    )
  }
  return (
    <span className={styles['what']}>
      <StatusBadge state="done">Registered and paid</StatusBadge>
      <span className={styles['until']}>Begins {distanceText(startOf(start_date), now)}</span>
    </span>
  )
}
