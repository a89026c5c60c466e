import type { Cents } from '@callboard/domain/kernel/money.ts'
import { moneyText } from '../ui/Money.tsx'
import styles from './Payments.module.css'

export type BalanceRow = readonly [label: string, amount: Cents]

/** 'Promo code A', 'Promo codes: A, B'. */
export const promoLabel = (promo_codes: readonly { code: string }[]): string => {
  const codes = promo_codes.map(({ code }) => code).join(', ')
  return promo_codes.length === 1 ? `Promo code ${codes}` : `Promo codes${codes && `: ${codes}`}`
}

/** Every amount that makes up a balance, and below a line the balance itself. */
export function BalanceLines({ rows, balance }: { rows: readonly BalanceRow[]; balance?: Cents }) {
  return (
    <dl className={styles['lines']}>
      {rows.map(([label, amount], place) => (
        <div key={`${label}/${place}`}>
          <dt>{label}</dt>
          <dd>{moneyText(amount)}</dd>
        </div>
      ))}
      {balance !== undefined && (
        <div data-due>
          <dt>Balance due</dt>
          <dd>{moneyText(balance)}</dd>
        </div>
      )}
    </dl>
  )
}
