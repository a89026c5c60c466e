import { Button, Loader } from '@mantine/core'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { maxCents, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { balanceRow } from '@callboard/domain/registrations/settlement/balance.ts'
import type { Hotel, TourDate } from '@callboard/domain/tours/city.ts'
import type { ReactNode } from 'react'
import { hasScreen, paths } from '../../shell/paths.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Day, DayRange } from '../../ui/Day.tsx'
import { Link } from '../../ui/Link.tsx'
import { moneyText } from '../../ui/Money.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './Success.module.css'

type SuccessProps = {
  registration_id: number
  tour_date: TourDate
  /** First name of the registrant. */
  fname: string
  /** It was an edit that was submitted. */
  edited?: boolean
  review_email: string | null
  /** Paid so far, in cents. */
  paid: Cents
  /** Still to be paid, in cents, and by when; negative: overpaid. */
  balance: Cents
  due_date: CalendarDate
  /** That day has passed: an edit is submitted late. */
  missed?: boolean
  paying_by_check: boolean
  /** The amounts that make up the balance. */
  sums: ReactNode
  /** Payee and address for checks. */
  check_goes: ReactNode
  /** It has routines, whose music is uploaded. */
  music: boolean
  /** Calendar link of the city. */
  calendar: ReactNode
}

/** The registration is complete: what happens next, dates included. REV-017 to REV-019, REV-024, UI-024. */
export function Success(props: SuccessProps) {
  const {
    registration_id: id,
    tour_date,
    fname,
    edited = false,
    review_email,
    paid,
    balance,
    due_date,
    missed = false,
    paying_by_check,
    sums,
    check_goes,
    music,
    calendar,
  } = props
  const { event, event_city, hotel } = tour_date
  return (
    <>
      <PageHeader title="SUCCESS">
        {paying_by_check && balance > 0 ? (
          <StatusBadge state="standby">
            Your registration for {event.name} {event_city.name} is reserved and PENDING until your check arrives.
          </StatusBadge>
        ) : (
          <StatusBadge state="done">
            {/* After an edit it is what all payments made; nothing may have been paid now. */}
            {paid > 0 && `${moneyText(paid)} paid${edited ? ' so far' : ''}. `}
            {edited ? 'Your changes are submitted for' : 'You are registered for'} {event.name} {event_city.name}.
          </StatusBadge>
        )}
      </PageHeader>
      <div className={styles['cards']}>
        <Panel title={fname ? `Thank You, ${fname}!` : 'Thank You!'}>
          <p className={styles['text']}>
            {edited && 'The office reviews your changes and then confirms your registration again. '}
            {event.settings.success_text ??
              'We review every registration. Please give us 1–3 days; after that, you can edit it in the event area.'}
          </p>
          {review_email && (
            <p className={styles['text']}>
              A confirmation is on its way to <strong>{review_email}</strong>.
            </p>
          )}
          <p className={styles['text']}>
            <strong>
              {[event_city.name, event_city.state].filter(Boolean).join(', ')},{' '}
              <DayRange from={tour_date.start_date} to={tour_date.end_date} />
            </strong>
            {tour_date.venue && ` at ${tour_date.venue.name}`}
          </p>
          {calendar}
          <nav className={styles['buttons']} aria-label="What’s next">
            <Button component={Link} to={paths.event(id, 'overview')}>
              Go to Overview
            </Button>
            <Button component={Link} variant="default" to={paths.event(id, 'confirmation')}>
              View Confirmation
            </Button>
            {hasScreen('waivers') && (
              <Button component={Link} variant="default" to={paths.event(id, 'waivers')}>
                Submit Waivers
              </Button>
            )}
            {music && hasScreen('music') && (
              <Button component={Link} variant="default" to={paths.event(id, 'music')}>
                Upload Music
              </Button>
            )}
          </nav>
        </Panel>
        <Balance {...{ balance, due_date, missed, paying_by_check, sums, id }}>{check_goes}</Balance>
        {hotel && <HotelBlock hotel={hotel} />}
      </div>
    </>
  )
}

type BalanceProps = {
  balance: Cents
  due_date: CalendarDate
  missed: boolean
  paying_by_check: boolean
  sums: ReactNode
  id: number
  /** Where the check goes. */
  children: ReactNode
}

function Balance({ balance, due_date, missed, paying_by_check, sums, id, children }: BalanceProps) {
  const hasBalance = balance > 0
  return (
    <Panel title={paying_by_check && hasBalance ? 'Pay by check' : 'Balance'}>
      {sums}
      <p className={styles['balance']}>{moneyText(maxCents(zeroCents, balance))}</p>
      {!hasBalance && <StatusBadge state="done">Paid in full</StatusBadge>}
      {balance < 0 && (
        <p className={styles['text']}>
          <strong>{balanceRow(balance).join(': ')}</strong>. The office will be in touch.
        </p>
      )}
      {hasBalance && paying_by_check && (
        <>
          <StatusBadge state="standby">PENDING: waiting for your check</StatusBadge>
          <p className={styles['text']}>
            Please send one check for {moneyText(balance)}
            {missed ? ' at once: it was due by ' : ' so that it arrives by '}
            <Day date={due_date} />. Your registration stays pending until it arrives.
          </p>
          {children}
        </>
      )}
      {hasBalance && !paying_by_check && (
        <>
          <StatusBadge state="standby">
            {missed ? 'Please pay now: it was due by ' : 'Please pay by '}
            <Day date={due_date} />
          </StatusBadge>
          <p className={styles['text']}>
            The rest can be paid at any time under{' '}
            <Link to={paths.event(id, 'payments')} className={styles['link'] ?? ''}>
              payments
            </Link>
            .
          </p>
        </>
      )}
    </Panel>
  )
}

function HotelBlock({ hotel: { name, address, phone, website, room } }: { hotel: Hotel }) {
  return (
    <Panel title="Hotel">
      <address className={styles['hotel']}>
        <strong>{name}</strong>
        <span>{address}</span>
        {phone && <a href={`tel:${phone}`}>{phone}</a>}
        {website && (
          <a href={website} target="_blank" rel="noreferrer">
            Hotel website
          </a>
        )}
        {room.rates && <span>Room rates: {room.rates}</span>}
      </address>
      {room.reservations_link && (
        <Button
          component="a"
          variant="default"
          href={room.reservations_link}
          target="_blank"
          rel="noreferrer"
          className={styles['rooms'] ?? ''}
        >
          Reserve rooms
        </Button>
      )}
    </Panel>
  )
}

/** The registration is being completed. REV-017, M122. */
export const Submitting = () => (
  <div className={styles['submitting']} aria-busy="true">
    <Loader size={28} aria-hidden />
    <PageHeader title="SUBMITTING YOUR REGISTRATION...">
      <output>This takes a moment. Nothing is lost; you can wait here.</output>
    </PageHeader>
  </div>
)
