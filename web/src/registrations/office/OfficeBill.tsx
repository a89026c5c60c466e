import { minus, zeroCents } from '@callboard/domain/kernel/money.ts'
import { creditLabel } from '@callboard/domain/registrations/settlement/balance.ts'
import { Bill } from '../../ui/Bill.tsx'
import type { BillGroup } from '../../ui/bill-changes.ts'
import { Money } from '../../ui/Money.tsx'
import type { OfficeRecord } from './record.ts'
import styles from '../../ui/Office.module.css'

const groups = [
  { key: 'workshop', label: 'Workshop' },
  { key: 'competition', label: 'Competition' },
  { key: 'bestdancer', label: 'Programs' },
  { key: 'media', label: 'Media' },
  { key: 'discount', label: 'Codes' },
] as const

/** The same lines the studio saw, each with its reasons, and what has come in. */
export function OfficeBill({ record }: { record: OfficeRecord }) {
  const { lines, money, credit, completed } = record
  const bill: BillGroup[] = [
    ...groups.map(({ key, label }) => ({
      key,
      label,
      lines: lines
        .filter(({ group }) => group === key)
        .map((line) => ({
          key: line.key,
          label: line.label,
          amount: line.amount,
          ...(line.because.length > 0 && { because: line.because.join('. ') }),
        })),
    })),
    {
      key: 'received',
      label: 'Received',
      lines: [
        ...(money.credit > 0
          ? [{ key: 'credit', label: creditLabel(credit?.from), amount: minus(zeroCents, money.credit) }]
          : []),
        ...(money.payments === 0
          ? []
          : [{ key: 'payments', label: 'Payments', amount: minus(zeroCents, money.payments) }]),
      ],
    },
    {
      key: 'adjustments',
      label: 'Since then',
      lines: money.added.map((line, n) => ({ key: `added/${n}`, ...line })),
    },
  ]
  return (
    <Bill
      title={completed ? 'Bill' : 'As of now'}
      below={<Sums money={money} />}
      groups={bill}
      total={{ label: money.raw < 0 ? 'Overpaid' : 'Balance due', amount: money.raw }}
    />
  )
}

/** Totals, shown before the bill's lines. */
function Sums({ money: { total, promo, credit, payments, adjustments, raw } }: Pick<OfficeRecord, 'money'>) {
  const rows = [
    ['Total', total, true],
    ['Codes', minus(zeroCents, promo), promo > 0],
    ['Credit', minus(zeroCents, credit), credit > 0],
    ['Fees and adjustments', adjustments, adjustments !== 0],
    ['Paid', minus(zeroCents, payments), payments !== 0],
    [raw < 0 ? 'Overpaid' : 'Balance due', raw, true],
  ] as const
  return (
    <dl className={styles['sums']}>
      {rows
        .filter(([, , isShown]) => isShown)
        .flatMap(([label, amount]) => [
          <dt key={label}>{label}</dt>,
          <dd key={`${label}/amount`}>
            <Money cents={amount} />
          </dd>,
        ])}
    </dl>
  )
}
