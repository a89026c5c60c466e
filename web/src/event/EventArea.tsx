import { showsEdit } from '@callboard/domain/registrations/lifecycle.ts'
import { Button } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { openEventContact } from '../app/contact.tsx'
import { RowsSkeleton, TitleSkeleton } from '../ui/Skeletons.tsx'
import { DayRange } from '../ui/Day.tsx'
import { CueLight, type Cue } from '../ui/CueLight.tsx'
import { Emblem } from '../ui/Emblem.tsx'
import { Go } from '../ui/Go.tsx'
import { EditButton } from './EditButton.tsx'
import styles from './EventArea.module.css'
import { shownTabs } from './shown-tabs.ts'
import { useEvent } from './use-event.ts'

/** Everything after completion, under the name of its city. EVT-001. */
export function EventArea() {
  return (
    <Suspense
      fallback={
        <>
          <TitleSkeleton />
          <RowsSkeleton rows={4} />
        </>
      }
    >
      <Area />
    </Suspense>
  )
}

const standings: Record<'paid' | 'deposit' | 'pending_check', string> = {
  paid: 'waivers or music are missing',
  deposit: 'a balance is owed',
  pending_check: 'your check is expected',
}

function Area() {
  const { id, record, area } = useEvent()
  const { tour_date, completed, now } = record
  const { event, event_city } = tour_date
  const cue: Cue = area.pending ? 'standby' : 'done'
  return (
    <>
      <div className={styles['name']}>
        <Emblem name={event.name} size={56} />
        <div className={styles['words']}>
          <p className={styles['city']}>{[event_city.name, event_city.state].filter(Boolean).join(', ')}</p>
          <p className={styles['days']}>
            {event.name}, <DayRange from={tour_date.start_date} to={tour_date.end_date} />
          </p>
        </div>
        <CueLight state={cue} boxed>
          {area.pending ? `PENDING: ${standings[area.status]}` : 'All set'}
        </CueLight>
        <Button variant="subtle" onClick={() => void openEventContact(tour_date)}>
          Contact {event.name}
        </Button>
      </div>
      <nav className={`${styles['tabs']} no-print`} aria-label="Your event">
        <ul className={styles['sheet']}>
          {shownTabs(tour_date, id, area.balance).map(({ name, label, to, red }) => (
            <li key={name} className={styles['tab']}>
              <Go to={to} className={styles['cell']} data-red={red || undefined}>
                {label}
              </Go>
            </li>
          ))}
          {showsEdit({ completed }, { tour_date, now }) && (
            <li className={`${styles['tab']} ${styles['last']}`}>
              <EditButton id={id} />
            </li>
          )}
        </ul>
      </nav>
      <Outlet />
    </>
  )
}
