import { isReservePhrase } from '@callboard/domain/payments/methods.ts'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { failureSentence } from '../api/failure.ts'
import { Day } from '../ui/Day.tsx'
import { moneyText } from '../ui/Money.tsx'
import { useFocusWhenLost } from '../ui/focus-when-lost.ts'
import styles from './Payments.module.css'
import type { PaymentStatus } from './use-pay.ts'
import { CheckAddress } from './CheckAddress.tsx'
import { PayBar } from './PayButton.tsx'

type PayByCheckProps = {
  registration_id: number
  paymentStatus: Pick<PaymentStatus, 'check_address' | 'bank_authorization'>
  amount: Cents
  due_date: CalendarDate
  /** An edit is paid for after the day has passed. */
  missed: boolean
  onReserve: () => Promise<void>
}

/** Paying later: meant, and so typed by hand. PAY-025, PAY-028, PAY-029. */
export function PayByCheck({ registration_id, paymentStatus, amount, due_date, missed, onReserve }: PayByCheckProps) {
  const [phrase, setPhrase] = useState('')
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<string>()
  const isPhraseCorrect = isReservePhrase(phrase)
  const button = useFocusWhenLost<HTMLButtonElement>(pending)

  async function reserve() {
    setPending(true)
    setFailed(undefined)
    try {
      await onReserve()
    } catch (error) {
      setFailed(failureSentence(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <div className={styles['stack']}>
      <p>
        Nothing is charged now. Your registration is reserved and stays pending until your check for{' '}
        <strong>{moneyText(amount)}</strong> has arrived
        {missed ? '. Please send it at once: it was due by ' : ', by '}
        <Day date={due_date} />
        {missed ? '.' : ' at the latest.'}
      </p>
      <CheckAddress
        registration_id={registration_id}
        check_address={paymentStatus.check_address}
        contact={paymentStatus.bank_authorization.contact}
      />
      <TextInput
        label="Type RESERVE MY REGISTRATION to continue"
        description="Type it yourself; pasting does not work."
        value={phrase}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onPaste={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
        onChange={(event) => setPhrase(event.currentTarget.value)}
      />
      <PayBar>
        {failed && (
          <p role="alert" className={styles['wrong']}>
            {failed}
          </p>
        )}
        <Button ref={button} disabled={!isPhraseCorrect} loading={pending} onClick={() => void reserve()}>
          COMPLETE REGISTRATION
        </Button>
      </PayBar>
    </div>
  )
}
