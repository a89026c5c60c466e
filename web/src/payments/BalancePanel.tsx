import { minus, zeroCents, plus } from '@callboard/domain/kernel/money.ts'
import { creditLabel } from '@callboard/domain/registrations/settlement/balance.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { moneyText } from '../ui/Money.tsx'
import { Panel } from '../ui/Panel.tsx'
import { BalanceLines, promoLabel, type BalanceRow } from './BalanceLines.tsx'
import styles from './Payments.module.css'
import type { PaymentStatus } from './use-pay.ts'

const PromoDialog = lazy(() => import('./PromoDialog.tsx').then((file) => ({ default: file.PromoDialog })))
const CreditDialog = lazy(() => import('./CreditDialog.tsx').then((file) => ({ default: file.CreditDialog })))

type BalancePanelProps = {
  registration_id: number
  paymentStatus: PaymentStatus
  locked: boolean
  /** Promo codes and credit stay as they are. */
  fixed?: boolean
  onChanged: () => void
}

/** The current balance, every part of it. PAY-001, PAY-003. */
export function BalancePanel({ registration_id, paymentStatus, locked, fixed = false, onChanged }: BalancePanelProps) {
  const [open, setOpen] = useState<'promo' | 'credit' | null>(null)
  const { fees, total, promo, credit, payments, added, raw, balance, in_flow } = paymentStatus
  const { promo_codes, credit_claim } = paymentStatus
  const rows: BalanceRow[] = [
    ['Workshop', plus(fees.workshop, fees.bestdancer)],
    ['Competition', fees.competition],
    ['Media pass', fees.media],
    ['Grand total', total],
    ...(credit === 0 ? [] : [[creditLabel(credit_claim?.from), minus(zeroCents, credit)] as const]),
    ...(promo === 0 ? [] : [[promoLabel(promo_codes), minus(zeroCents, promo)] as const]),
    ...added.map(({ label, amount }) => [label, amount] as const),
    ['Payments', minus(zeroCents, payments)],
  ]
  const dialog = { registration_id, paymentStatus, onClose: () => setOpen(null), onChanged }
  return (
    <Panel title="Current balance">
      <BalanceLines rows={rows} balance={balance} />
      {raw < 0 && (
        <p>You have paid {moneyText(minus(zeroCents, raw))} more than is due. The office will be in touch.</p>
      )}
      {in_flow && !fixed && (
        <div className={styles['links']}>
          <Button size="sm" variant="default" disabled={locked} onClick={() => setOpen('promo')}>
            {promo_codes.length > 0 ? 'Promo codes' : 'Add a promo code'}
          </Button>
          <Button size="sm" variant="default" disabled={locked} onClick={() => setOpen('credit')}>
            {credit_claim ? 'Credit/vouchers' : 'Add credit/vouchers'}
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {open === 'promo' && <PromoDialog {...dialog} />}
        {open === 'credit' && <CreditDialog {...dialog} />}
      </Suspense>
    </Panel>
  )
}
