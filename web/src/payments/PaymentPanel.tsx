import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { failureSentence } from '../api/failure.ts'
import { useRead } from '../api/use-call.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Reply } from '../api/call.ts'
import { Day } from '../ui/Day.tsx'
import { moneyText } from '../ui/Money.tsx'
import { Panel } from '../ui/Panel.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { useFocusWhenLost } from '../ui/focus-when-lost.ts'
import { useDraft } from '../ui/use-draft.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { PayBarContext } from './PayButton.tsx'
import { PayForm } from './PayForm.tsx'
import { PaymentBanners } from './PaymentBanners.tsx'
import styles from './Payments.module.css'
import { useEvaluatedPromos } from './use-evaluated-promos.ts'
import { usePay, type PayBody } from './use-pay.ts'

const CheckAddress = lazy(() => import('./CheckAddress.tsx').then((file) => ({ default: file.CheckAddress })))

type PaymentPanelProps = {
  /** The registration that is paid for. */
  registration: { id: number }
  /** Money, promo codes, credit or the way of paying changed: read the registration anew. */
  onChanged: () => void | Promise<void>
  /** In the flow: completes the registration. Without it there is no COMPLETE REGISTRATION. */
  onComplete?: () => Promise<void>
  /** In the flow: notes that it is paid by check. Without it there is no paying by check. */
  onReserve?: () => Promise<unknown>
  /** Pays the difference that an edit adds. EDIT-013. */
  editing?: boolean
  /** After a payment outside of the flow: show the history. PAY-033. */
  onPaid?: () => void
  /** The page's own sticky bar, where Pay is drawn; left out: a bar below the form. */
  bar?: HTMLElement | null
}

/** All of paying: the balance, the choices, and what became of it. The wizard's step and the event's tab both show it. */
export function PaymentPanel(props: PaymentPanelProps) {
  const { registration, onChanged, onComplete, onReserve, onPaid, editing = false, bar } = props
  const { id } = registration
  const query = { registration_id: id, ...(editing && { editing: 'true' as const }) }
  const read = useRead('GET /v1/payments/standing', { query }, { staleTime: 0 })
  // Held here and not by the form, which leaves the page before the outcome of its payment is known.
  const formDraft = useDraft('payments/choice', id)
  const charge = usePay(read.data?.open_attempt ?? null, {
    onCharge: formDraft.clear,
    onChanged: () => void onChanged(),
    onPaid: () => onPaid?.(),
  })
  const paying = editing ? { ...charge, pay: (body: PayBody) => charge.pay({ ...body, editing }) } : charge
  const [ownBar, setOwnBar] = useState<HTMLElement | null>(null)
  const [isReserved, setIsReserved] = useState(false)
  // An edit leaves credits and promo codes unchanged.
  const goneMessages = useEvaluatedPromos(id, editing ? undefined : read.data, () => void onChanged())
  const paymentStatus = read.data
  const { state } = paying
  const confirming = state.step === 'confirming'
  const owes = paymentStatus !== undefined && paymentStatus.balance > 0 && !confirming && !isReserved
  const offersForm = owes && !paymentStatus.blocked_by
  // A refusal is said beside Pay, and here once the form is gone.
  const message = state.step === 'refused' && !offersForm ? state.message : null
  const statusRef = useFocusWhenLost<HTMLDivElement>(confirming || state.step === 'paid' || message ? state.step : null)
  if (!paymentStatus) {
    return read.error ? (
      <div role="alert" className={styles['failed']}>
        <p>{failureSentence(read.error)}</p>
        <Button variant="default" size="sm" onClick={() => void read.refetch()}>
          Try again
        </Button>
      </div>
    ) : (
      <FormSkeleton />
    )
  }
  const busy = confirming || state.step === 'sending'

  async function reserve() {
    await onReserve?.()
    setIsReserved(true)
    await onChanged()
    await onComplete?.()
  }
  const completes = paymentStatus.in_flow && onComplete && paymentStatus.covered && !busy
  const awaitsCheck = paymentStatus.paying_by_check && !paymentStatus.in_flow && paymentStatus.balance > 0

  return (
    <div className={styles['stack']}>
      <PaymentBanners banners={paymentStatus.banners} messages={goneMessages} />
      {awaitsCheck && (
        <Suspense fallback={null}>
          <CheckAddress
            registration_id={id}
            check_address={paymentStatus.check_address}
            contact={paymentStatus.bank_authorization.contact}
          />
        </Suspense>
      )}
      {editing && paymentStatus.raw_due_now > 0 && (
        <p className={styles['said']}>
          {moneyText(paymentStatus.raw_due_now)} is due before your changes can be submitted.
        </p>
      )}
      <div ref={statusRef} tabIndex={-1} aria-live="polite" className={styles['status']}>
        {message && (
          <p role="alert" className={styles['wrong']}>
            {message}
          </p>
        )}
        {confirming && (
          <div className={styles['said']}>
            <StatusBadge state="standby">We are confirming your payment. Do not pay again.</StatusBadge>
            <p>
              The bank has not confirmed your payment yet. This page updates automatically, usually within a minute. You
              can close it; we hold your places and email you as soon as we know.
            </p>
          </div>
        )}
        {state.step === 'paid' && (
          <div className={styles['said']}>
            <StatusBadge state="done">We received your payment of {moneyText(state.amount)}. Thank you!</StatusBadge>
            {paymentStatus.in_flow && !paymentStatus.covered && (
              <p>{moneyText(paymentStatus.raw_due_now)} is left before your registration can be completed.</p>
            )}
          </div>
        )}
      </div>
      {completes && (
        <Complete
          onComplete={onComplete}
          editing={editing}
          atOnce={state.step === 'paid'}
          paymentStatus={paymentStatus}
        />
      )}
      {owes && paymentStatus.blocked_by ? (
        <Panel title="Make a payment">
          <StatusBadge state="stop">{paymentStatus.blocked_by.message}</StatusBadge>
        </Panel>
      ) : (
        offersForm && (
          <PayBarContext value={bar === undefined ? ownBar : bar}>
            <PayForm
              registration_id={id}
              formDraft={formDraft}
              paymentStatus={paymentStatus}
              paying={paying}
              editing={editing}
              onReserve={onReserve ? reserve : undefined}
            />
          </PayBarContext>
        )
      )}
      {!owes && !confirming && !paymentStatus.in_flow && (
        <StatusBadge state="done">Everything is paid. Thank you!</StatusBadge>
      )}
      <BalancePanel
        registration_id={id}
        paymentStatus={paymentStatus}
        locked={busy}
        fixed={editing}
        onChanged={() => void onChanged()}
      />
      {bar === undefined && <div ref={setOwnBar} className={styles['bar']} />}
    </div>
  )
}

type CompleteProps = {
  onComplete: () => Promise<void>
  editing: boolean
  /** A payment on this page just covered it: nothing else is to decide. */
  atOnce: boolean
  paymentStatus: Reply<'GET /v1/payments/standing'>
}

/** Says what covers it: everything is paid, taken off, or there is enough for now and the rest stays due. */
function coveredText({ balance, payments, paying_by_check }: CompleteProps['paymentStatus'], editing: boolean): string {
  if (balance <= 0) return payments > 0 ? 'You’re paid up. One last step.' : 'Nothing is left to pay. One last step.'
  if (paying_by_check) return 'Your check is expected. One last step.'
  return editing ? 'Your changes are covered. One last step.' : 'Your deposit is covered. One last step.'
}

/** PAY-031, M121. */
function Complete({ onComplete, editing, atOnce, paymentStatus }: CompleteProps) {
  const { balance, completes_itself, due_date, due_date_by_check, paying_by_check } = paymentStatus
  const [pending, setPending] = useState(atOnce)
  const [failed, setFailed] = useState<string>()
  const button = useFocusWhenLost<HTMLButtonElement>(pending)
  const run = () =>
    onComplete()
      .catch((error: unknown) => setFailed(failureSentence(error)))
      .finally(() => setPending(false))
  function complete() {
    setPending(true)
    setFailed(undefined)
    void run()
  }
  const completeAtOnce = useEffectEvent(() => {
    if (atOnce) void run()
  })
  useEffect(() => completeAtOnce(), [])
  return (
    <Panel title={coveredText(paymentStatus, editing)}>
      <div className={styles['foot']}>
        {failed && (
          <p role="alert" className={styles['wrong']}>
            {failed}
          </p>
        )}
        <Button ref={button} loading={pending} onClick={complete}>
          {editing ? 'SUBMIT CHANGES' : 'COMPLETE REGISTRATION'}
        </Button>
        {balance > 0 && !editing && (
          <p>
            The rest of {moneyText(balance)} is due by <Day date={paying_by_check ? due_date_by_check : due_date} />.
          </p>
        )}
        {completes_itself && <p>If you leave now, we complete it for you within two minutes.</p>}
      </div>
    </Panel>
  )
}
