import { nextFreeTeacherText } from '@callboard/domain/registrations/pricing/free-teacher-line.ts'
import { minus, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { totalAfterPromo } from '@callboard/domain/registrations/pricing/fees.ts'
import { creditLabel } from '@callboard/domain/registrations/settlement/balance.ts'
import { settlementStatus } from '@callboard/domain/registrations/settlement/settlement-status.ts'
import { useMemo } from 'react'
import { Bill } from '../ui/Bill.tsx'
import type { BillGroup } from '../ui/bill-changes.ts'
import { moneyText } from '../ui/Money.tsx'
import { billSections, type BillEntry } from './bill-lines.ts'
import { RateNote } from './RateNote.tsx'
import styles from './WizardBill.module.css'
import { useWhose } from './whose.ts'
import { useWizard } from './wizard-context.tsx'

/** The running total: every line opens why it is what it is. `yieldsHeight`: to the roster above it. */
export function WizardBill({ yieldsHeight }: { yieldsHeight: boolean }) {
  const price = useWizard((state) => state.price)
  const event = useWizard(({ facts }) => facts.tour_date.event)
  const whose = useWhose()
  const registration = useWizard((state) => state.registration)
  const payments = useWizard(({ record }) => record.payments)
  const facts = useWizard((state) => state.facts)
  const { due } = settlementStatus(registration, price, payments, facts)
  // The balance of a completed registration includes ledger fees; its payment page shows it.
  const received = registration.completed ? [] : receivedLines(due, registration.credit?.from)
  const hasTeacherLine = price.free_teacher.value > 0
  const groups = useMemo<BillGroup[]>(
    () =>
      billSections(price.lines, event.vip_name_plural || 'Programs', categoryOf(registration.routines)).map(
        ({ key, label, entries }) => ({
          key,
          label,
          lines: entries.map((entry) => ({
            key: entry.key,
            label: entry.label,
            amount: entry.amount,
            quantity: entry.quantity,
            because: <Because entry={entry} />,
          })),
        }),
      ),
    [price.lines, event.vip_name_plural, registration.routines],
  )
  const next = nextFreeTeacherText(registration, event.free_teacher_rule, price.paying_dancers)
  return (
    <Bill
      title={`${whose.Your} bill`}
      yieldsHeight={yieldsHeight}
      groups={received.length === 0 ? groups : [...groups, { key: 'received', label: 'Received', lines: received }]}
      total={
        received.length === 0
          ? { label: 'Total', amount: totalAfterPromo(price) }
          : { label: 'Balance due', amount: due.shown }
      }
      empty="No one is registered yet. Prices appear here as you add people."
      note={
        <>
          <RateNote />
          {next !== null && !hasTeacherLine && price.paying_dancers > 0 && !event.is_intensive && (
            <p className={styles['hint']}>{next}.</p>
          )}
        </>
      }
    />
  )
}

/** From so many routines on, the bill groups them by category. */
const manyRoutines = 9

function categoryOf(routines: Registration['routines']) {
  if (routines.length < manyRoutines) return () => undefined
  const categories = new Map(routines.map((routine) => [routine.id ?? routine._temp_id, routine.routine_category.name]))
  return (routine: number | string | null) => (routine === null ? undefined : categories.get(routine))
}

const receivedLines = ({ credit, payments }: Record<'credit' | 'payments', Cents>, credit_from: string | undefined) =>
  [
    { key: 'credit', label: creditLabel(credit_from), amount: minus(zeroCents, credit) },
    { key: 'payments', label: 'Payments', amount: minus(zeroCents, payments) },
  ].filter(({ amount }) => amount !== 0)

function Because({ entry: { because, names } }: { entry: BillEntry }) {
  if (because.length + names.length === 0) return null
  return (
    <>
      {because.map((sentence) => (
        <p key={sentence} className={styles['reason']}>
          {sentence}
        </p>
      ))}
      {names.length > 0 && (
        <ul className={styles['names']}>
          {names.map(({ key, name, amount }) => (
            <li key={key}>
              <span>{name}</span> <span className="figures">{moneyText(amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
