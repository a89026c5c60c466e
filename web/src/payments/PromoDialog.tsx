import { promoCodeText, promoSentence } from '@callboard/domain/payments/promo.ts'
import { zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form, Submit } from '../ui/Form.tsx'
import { moneyText } from '../ui/Money.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './Payments.module.css'
import { paymentRoutes, type PaymentStatus } from './use-pay.ts'

type DialogProps = { registration_id: number; paymentStatus: PaymentStatus; onClose: () => void; onChanged: () => void }

/** Promo codes of this registration: what each takes off, and one more. PAY-039 to PAY-046. */
export function PromoDialog({ registration_id, paymentStatus, onClose, onChanged }: DialogProps) {
  const [code, setCode] = useState('')
  const appliedCodes = paymentStatus.promo_codes.map((use) => use.code)
  const apply = useAct('PUT /v1/dance360/promo-codes', {
    refreshes: paymentRoutes,
    failure: 'in place',
    onSuccess: onChanged,
  })
  const send = (promo_codes: string[], onApplied: (amounts: Map<string, Cents>) => void) =>
    apply.mutate(
      { body: { registration_id, promo_codes } },
      { onSuccess: (reply) => onApplied(new Map(reply.promo_codes.map((use) => [use.code, use.amount]))) },
    )

  function add() {
    const newCode = promoCodeText(code)
    send([...appliedCodes.filter((other) => other !== newCode), newCode], (amounts) => {
      // A code that is not in the reply took nothing off.
      toast(promoSentence(amounts.get(newCode) ?? zeroCents))
      onClose()
    })
  }
  return (
    <Dialog opened title="Promo code" onCancel={onClose}>
      <Form draft="one choice" error={apply.error} pending={apply.isPending} onSubmit={add}>
        <TextField
          label="Promo code"
          name="code"
          value={code}
          onChange={(text) => setCode(text.toUpperCase())}
          error={code.trim() ? undefined : 'Required'}
          maxLength={40}
        />
        {paymentStatus.promo_codes.length > 0 && (
          <dl className={styles['lines']}>
            {paymentStatus.promo_codes.map((use) => (
              <div key={use.code}>
                <dt>
                  {use.code} takes off {moneyText(use.amount)}
                </dt>
                <dd>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Remove ${use.code}`}
                    onClick={() =>
                      send(
                        appliedCodes.filter((other) => other !== use.code),
                        () => undefined,
                      )
                    }
                  >
                    Remove
                  </Button>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <Submit pending={apply.isPending}>Apply</Submit>
      </Form>
    </Dialog>
  )
}
