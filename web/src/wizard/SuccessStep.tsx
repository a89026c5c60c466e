import { minus, zeroCents, plus, type Cents } from '@callboard/domain/kernel/money.ts'
import { dueOf, owingOf } from '@callboard/domain/payments/dues.ts'
import { takenOff } from '@callboard/domain/registrations/pricing/promo-lines.ts'
import { balanceOf, creditLabel } from '@callboard/domain/registrations/settlement/balance.ts'
import { attendeesOf } from '@callboard/domain/registrations/registration.ts'
import { hasMusic } from '@callboard/domain/registrations/routines/competition-open.ts'
import { useLocation } from 'wouter'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../api/call.ts'
import { showFailure } from '../api/failure.ts'
import { paths } from '../shell/paths.ts'
import { Submitting, Success } from '../registrations/completion/Success.tsx'
import type { RegistrationRecord } from '@callboard/contract/registrations/registrations.ts'
import { BalanceLines, promoLabel, type BalanceRow } from '../payments/BalanceLines.tsx'
import { CheckAddress } from '../payments/CheckAddress.tsx'
import { CalendarLink } from '../tours/CalendarLink.tsx'
import styles from './WizardFrame.module.css'
import { clearStep } from './step-storage.ts'
import type { RegistrationStore } from './registration-store.ts'
import { useStore, useWizard } from './wizard-context.tsx'
import { isSubmitted } from '@callboard/domain/registrations/registration-status.ts'

/** REV-020: the registration with everybody in it, as the documents send it. */
function complete(store: RegistrationStore) {
  const { registration, facts } = store.get()
  return call('PUT /v1/mybtf/complete-registration', {
    body: {
      registration_id: store.id,
      season_id: facts.tour_date.season_id,
      studio_id: registration.studio_id,
      attendees: attendeesOf(registration).map(({ id, person_id, media_pass }) => ({
        ...(id !== null && { id }),
        person_id,
        media_pass,
      })),
    },
  })
}

/** EDIT-007: exactly the edit that is seen here; another window's is told. */
const submitEdit = (store: RegistrationStore) =>
  call('PUT /v1/dance360/registrations/{id}/edit-complete', {
    params: { id: store.id },
    body: { registration_id: store.id, version: store.get().registration.version },
  })

/** The amounts whose sum is the balance, in cents, so that nobody has to guess how it came about. */
function sumsOf({ fees: { total }, lines, promo_codes, credit, balance }: RegistrationRecord, payments: Cents) {
  const promo = takenOff(lines)
  const { credit: countedCredit, raw } = balanceOf(total, promo, credit, [{ amount: payments }])
  const rows: BalanceRow[] = [
    ['Total', total],
    [promoLabel(promo_codes), minus(zeroCents, promo)],
    [creditLabel(credit?.from), minus(zeroCents, countedCredit)],
    ['Fees and adjustments', minus(balance, raw)],
    ['Paid', minus(zeroCents, payments)],
  ]
  return rows.filter(([, amount]) => amount !== 0)
}

/** The end of the wizard: on its way, then done. REV-017, WIZ-015. */
export function SuccessStep() {
  const store = useStore()
  const [, navigate] = useLocation()
  const record = useWizard((state) => state.record)
  const current = useWizard((state) => state.registration)
  const { editing, paying_by_check } = current
  const isComplete = isSubmitted(current)
  const edited = record.dates.edited !== null
  const facts = useWizard((state) => state.facts)
  const hasStarted = useRef(false)

  const submit = useEffectEvent(async () => {
    try {
      const { registration } = await (editing ? submitEdit(store) : complete(store))
      store.absorb(registration)
      clearStep(store.id)
      store.lock(false)
    } catch (error) {
      await showFailure(error, () => undefined)
      store.lock(false)
      // Another window or the server may have completed the registration meanwhile.
      await store.reload().catch(() => undefined)
      const { registration } = store.get()
      if (isSubmitted(registration)) return
      navigate(paths.step(store.id, registration.reviewed ? 'payment' : 'review'))
    }
  })
  useEffect(() => {
    if (isComplete || hasStarted.current) return
    hasStarted.current = true
    void submit()
  }, [isComplete])

  if (!isComplete) return <Submitting />
  const { tour_date, now, settings } = facts
  const paidAmount = plus(...record.payments.map(({ amount }) => amount))
  const { due_date, due_state } = dueOf(tour_date, owingOf(record), now, settings)
  return (
    <Success
      registration_id={store.id}
      tour_date={tour_date}
      fname={record.mybtf_user.fname}
      edited={edited}
      review_email={record.review_email}
      paid={paidAmount}
      balance={record.balance}
      due_date={due_date}
      missed={due_state === 'overdue'}
      paying_by_check={paying_by_check}
      sums={<BalanceLines rows={sumsOf(record, paidAmount)} />}
      check_goes={
        <CheckAddress
          registration_id={store.id}
          check_address={settings.check_address}
          contact={tour_date.event.support_email}
        />
      }
      music={hasMusic(current, facts)}
      calendar={
        <CalendarLink
          tour_date_id={tour_date.id}
          place={tour_date.event_city.name}
          className={styles['calendarLink']}
        />
      }
    />
  )
}
