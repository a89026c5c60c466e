import type { ReactNode } from 'react'
import type { NextStep } from '@callboard/domain/registrations/next-steps.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { Button } from '@mantine/core'
import { hasScreen, paths } from '../../shell/paths.ts'
import { DayRange } from '../../ui/Day.tsx'
import { Emblem } from '../../ui/Emblem.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './RegistrationList.module.css'
import { stepsOf, type OwnRegistration } from './own-registrations.ts'
import { StepLine } from './StepLine.tsx'

type EventRowsProps = {
  label: string
  registrations: readonly OwnRegistration[]
  now: Instant
  /** All that each still needs, or the most pressing alone. */
  all?: boolean
}

/** Registrations one below the other: whose, where, when, and what each needs. */
export const EventRows = ({ label, registrations, now, all = false }: EventRowsProps) => (
  <ul className={styles['rows']} aria-label={label}>
    {registrations.map((registration) => (
      <EventRow key={registration.id} registration={registration} now={now} all={all} />
    ))}
  </ul>
)

function EventRow({ registration, now, all }: { registration: OwnRegistration; now: Instant; all: boolean }) {
  const { id, event, city, start_date, end_date, time_zone, completed, open } = registration
  const steps = stepsOf(registration, now)
  return (
    <li className={styles['row']}>
      <Emblem name={event.name} colour={event.color} logo={event.logo} size={48} />
      <div className={styles['what']}>
        <h3 className={styles['city']}>{city}</h3>
        <p className={styles['quiet']}>
          {event.name}, <DayRange from={start_date} to={end_date} />
        </p>
        <p className={styles['quiet']}>{countsOf(registration)}</p>
      </div>
      <ul className={styles['steps']} aria-label={`Next for ${city}`}>
        {(all ? steps : steps.slice(0, 1)).map((step) => (
          <li key={step.kind}>
            <LinkOrText to={placeFor(registration, step.kind)}>
              <StepLine step={step} zone={time_zone} now={now} />
            </LinkOrText>
          </li>
        ))}
      </ul>
      <div className={styles['act']}>
        {completed && (
          <Button component={Link} to={paths.event(id, 'overview')} variant="default" aria-label={`View ${city}`}>
            View registration
          </Button>
        )}
        {!completed && open && (
          <Button component={Link} to={paths.registration(id)} aria-label={`Continue ${city}`}>
            Continue
          </Button>
        )}
      </div>
    </li>
  )
}

const LinkOrText = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? <Link to={to}>{children}</Link> : children

/** Where what is missing can be done. */
function placeFor({ id, completed }: OwnRegistration, kind: NextStep['kind']): string | undefined {
  if (kind === 'offer') return completed ? paths.event(id, 'overview') : paths.registration(id)
  if (kind === 'pay') return paths.payBalance(id)
  return (kind === 'waivers' || kind === 'music') && hasScreen(kind) ? paths.event(id, kind) : undefined
}

function countsOf({ people, routines, completed, left_off_details }: OwnRegistration): string {
  const counts = [`${people} ${people === 1 ? 'attendee' : 'attendees'}`]
  if (routines > 0) counts.push(`${routines} ${routines === 1 ? 'routine' : 'routines'}`)
  if (!completed && left_off_details) {
    counts.push(`step ${left_off_details.current_step} of ${left_off_details.total_steps}`)
  }
  return counts.join(', ')
}
