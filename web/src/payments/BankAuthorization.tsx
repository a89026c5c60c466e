import {
  renderBankAuthorization,
  type AuthorizedDebit,
  type GivenAuthorization,
} from '@callboard/domain/payments/bank-authorization.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { moneyText } from '../ui/Money.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import styles from './Payments.module.css'

type BankAuthorizationProps = {
  words: { version: string; template: string }
  debit: AuthorizedDebit
  onAgree: (authorization: GivenAuthorization) => void
  onClose: () => void
}

/** The authorization a payer accepts before each bank debit. */
export function BankAuthorization({ words, debit, onAgree, onClose }: BankAuthorizationProps) {
  const [isAgreed, setIsAgreed] = useState(false)
  const text = renderBankAuthorization(words.template, debit)
  return (
    <Dialog opened title="Authorize this bank payment" onCancel={onClose} width={560}>
      <div className={styles['stack']}>
        <p className={styles['authorization']}>{text}</p>
        <Checkbox
          label="I have read this and authorize the payment"
          checked={isAgreed}
          onChange={(event) => setIsAgreed(event.currentTarget.checked)}
        />
        <div className={styles['foot']} data-actions>
          <Button disabled={!isAgreed} onClick={() => onAgree({ version: words.version, text, agreed: isAgreed })}>
            Authorize and pay {moneyText(debit.amount)}
          </Button>
          <p>We’ll email you a copy for your records.</p>
        </div>
      </div>
    </Dialog>
  )
}
