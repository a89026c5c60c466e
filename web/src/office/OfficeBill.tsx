import { minus, nothing } from '@callboard/domain/kernel/money.ts'
import { Bill, type BillGroup } from '../ui/Bill.tsx'
import { Money } from '../ui/Money.tsx'
import type { OfficeRecord } from './record.ts'

const groups = [
  { key: 'workshop', label: 'Workshop' },
  { key: 'competition', label: 'Competition' },
  { key: 'bestdancer', label: 'Programmes' },
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
          ? [{ key: 'credit', label: `Credit: ${credit?.from ?? ''}`, amount: minus(nothing, money.credit) }]
          : []),
        ...(money.payments === 0
          ? []
          : [{ key: 'payments', label: 'Payments', amount: minus(nothing, money.payments) }]),
      ],
    },
  ]
  return (
    <Bill
      title={completed ? 'Promised at completion' : 'As of now'}
      groups={bill}
      total={{ label: money.raw < 0 ? 'Overpaid' : 'Balance due', amount: money.raw }}
      note={
        <>
          Total <Money cents={money.total} />
          {money.promo > 0 && (
            <>
              , codes <Money cents={minus(nothing, money.promo)} />
            </>
          )}
        </>
      }
    />
  )
}
