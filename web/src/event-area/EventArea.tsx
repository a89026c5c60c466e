import { isEventOver } from '@callboard/domain/tours/tour-date-days.ts'
import { showsEdit } from '@callboard/domain/registrations/lifecycle.ts'
import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useIdInPath } from '../ui/router/RouterProvider.tsx'
import { useMemo } from 'react'
import { ErrorPage } from '../shell/ErrorPage.tsx'
import { openEventContact } from '../shell/contact.tsx'
import { RowsSkeleton, TitleSkeleton } from '../ui/Skeletons.tsx'
import { DayRange } from '../ui/Day.tsx'
import { TourEmblem } from '../tours/TourEmblem.tsx'
import { PlaceName, placeName } from '../ui/page-title.ts'
import { StatusBadge, type StatusTone } from '../ui/StatusBadge.tsx'
import { Link } from '../ui/Link.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { useScrollToCurrent } from '../ui/scroll-to-current.ts'
import { EditButton } from './EditButton.tsx'
import styles from './EventArea.module.css'
import { visibleTabs } from './visible-tabs.ts'
import { EventContext, eventAreaQuery, registrationQuery, useEvent } from './event-record.ts'

/** Everything after completion, under the name of its city. EVT-001. */
export function EventArea() {
  const id = useIdInPath()
  const registration = useQuery(registrationQuery(id))
  const eventArea = useQuery(eventAreaQuery(id))
  const { data: record } = registration
  const { data: area } = eventArea
  const event = useMemo(() => record && area && { id, record, area }, [id, record, area])
  if (event) {
    return (
      <EventContext value={event}>
        <Area />
      </EventContext>
    )
  }
  const error = registration.error ?? eventArea.error
  const retry = () => void Promise.all([registration, eventArea].map(({ refetch }) => refetch()))
  // After the session ended the data is gone, and the sign-in page comes.
  if (error && !error.endedSession) return <ErrorPage error={error} reset={retry} />
  return (
    <>
      <TitleSkeleton />
      <RowsSkeleton rows={4} />
    </>
  )
}

/** Reasons why the registration is pending, payment first. */
function pendingText({ area: { status }, record: { waiver_tally, music_tally } }: ReturnType<typeof useEvent>): string {
  if (status === 'deposit') return 'a balance is owed'
  if (status === 'pending_check') return 'your check is expected'
  const missing = [
    waiver_tally.done < waiver_tally.total && 'waivers',
    music_tally.done < music_tally.total && 'music',
  ].filter(Boolean)
  return missing.length === 1 && missing[0] === 'music' ? 'music is missing' : `${missing.join(' and ')} are missing`
}

function Area() {
  const event = useEvent()
  const { id, record, area } = event
  const { tour_date, completed, now } = record
  const brand = tour_date.event
  const tabs = useScrollToCurrent<HTMLElement>(useLocation()[0])
  useKeptFocus()
  const place = placeName(tour_date)
  // After the event only money can still be missing.
  const isOver = isEventOver(tour_date, now) && area.balance <= 0
  const tone: StatusTone = isOver ? 'idle' : area.pending ? 'standby' : 'done'
  return (
    <>
      <div className={styles['name']}>
        <TourEmblem event={brand} size={56} />
        <div className={styles['words']}>
          <p className={styles['city']}>{place}</p>
          <p className={styles['days']}>
            {brand.name}, <DayRange from={tour_date.start_date} to={tour_date.end_date} />
          </p>
        </div>
        <StatusBadge state={tone} boxed>
          {isOver ? 'Over' : area.pending ? `PENDING: ${pendingText(event)}` : 'All set'}
        </StatusBadge>
        <Button variant="subtle" px={8} mx={-8} onClick={() => void openEventContact(tour_date)}>
          Contact {brand.name}
        </Button>
      </div>
      <nav ref={tabs} className={`${styles['tabs']} no-print`} aria-label="Your event">
        <ul className={styles['sheet']}>
          {visibleTabs(tour_date, id, area.balance).map(({ name, label, to, red }) => (
            <li key={name} className={styles['tab']}>
              <Link to={to} within className={styles['cell']} data-red={red || undefined}>
                {label}
              </Link>
            </li>
          ))}
          {showsEdit({ completed }, { tour_date, now }) && (
            <li className={`${styles['tab']} ${styles['last']}`}>
              <EditButton id={id} />
            </li>
          )}
        </ul>
      </nav>
      <PlaceName value={place}>
        <Outlet />
      </PlaceName>
    </>
  )
}
