import type { Cents } from '@callboard/domain/kernel/money.ts'
import { Button } from '@mantine/core'
import { createContext, use, useId, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { moneyText } from '../ui/Money.tsx'
import { useFocusWhenLost } from '../ui/focus-when-lost.ts'
import styles from './Payments.module.css'
import type { PayState } from './use-pay.ts'

/** The sticky bar at the foot of the page; null until it is drawn. */
export const PayBarContext = createContext<HTMLElement | null>(null)

/** Draws its children in the sticky bar, so that Pay is in sight however long the form is. */
export function PayBar({ children }: { children: ReactNode }) {
  const bar = use(PayBarContext)
  return bar && createPortal(children, bar)
}

export const onItsWay = 'Your payment is on its way. It is safe to wait; please do not close this page.'

type PayButtonProps = {
  amount: Cents
  state: PayState
  /** The fields are being turned into a token. */
  asking?: boolean
  /** Completing comes first: this is not the next thing to do. */
  quiet: boolean
  /** Why it cannot be pressed yet. */
  blockedBy: string | undefined
  onPay: () => void
}

/** The one press that moves money: it says how much, and while it waits that waiting is safe. PAY-007, PAY-038. */
export function PayButton({ amount, state, asking = false, quiet, blockedBy, onPay }: PayButtonProps) {
  const reason = useId()
  const sending = asking || state.step === 'sending'
  const messageRef = useFocusWhenLost<HTMLParagraphElement>(state.step === 'refused', { isSticky: true })
  return (
    <PayBar>
      {state.step === 'refused' && (
        <p ref={messageRef} tabIndex={-1} role="alert" className={styles['wrong']}>
          {state.message}
          {state.declined && ' Nothing was charged.'}
        </p>
      )}
      {blockedBy && (
        <p id={reason} className={styles['blocked']}>
          {blockedBy}
        </p>
      )}
      <output>{sending ? onItsWay : ''}</output>
      <Button
        size="md"
        variant={quiet ? 'default' : 'filled'}
        // While a token is made it keeps the focus, so that the dialog that may follow can give it back.
        loading={state.step === 'sending'}
        aria-busy={sending}
        disabled={blockedBy !== undefined}
        onClick={onPay}
        {...(blockedBy && { 'aria-describedby': reason })}
      >
        Pay {moneyText(amount)}
      </Button>
    </PayBar>
  )
}
