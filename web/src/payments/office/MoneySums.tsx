import { minus, sumOf } from '@callboard/domain/kernel/money.ts'
import type { Reply } from '../../api/call.ts'
import { Money, moneyText } from '../../ui/Money.tsx'
import styles from './MoneySums.module.css'

export type CityMoney = Reply<'GET /v1/office/money'>['rows'][number]

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

/** The cell of an amount in a long list; zero is a dash, so that the rest stands out. */
export const amountCell = (cents: CityMoney['owed']) => (cents === 0 ? '–' : <Money cents={cents} />)

export const strongAmountCell = (cents: CityMoney['owed']) =>
  cents === 0 ? (
    amountCell(cents)
  ) : (
    <strong>
      <Money cents={cents} />
    </strong>
  )

/** Totals of several cities in four figures: charges, payments, balances. */
export function MoneySums({ of }: { of: readonly CityMoney[] }) {
  const sum = (pick: (city: CityMoney) => CityMoney['owed']) => moneyText(sumOf(of, pick))
  const count = (pick: (city: CityMoney) => number) => of.reduce((total, city) => total + pick(city), 0)
  const figures = [
    [
      'Charged',
      sum(({ charged }) => charged),
      many(
        count((city) => city.registrations),
        'registration',
        'registrations',
      ),
    ],
    [
      'Received',
      sum(({ received, given_back }) => minus(received, given_back)),
      of.some(({ unfinished_received }) => unfinished_received > 0) &&
        `${sum(({ unfinished_received }) => unfinished_received)} more on registrations not completed`,
    ],
    [
      'Owed after a deposit',
      sum(({ deposits_owed }) => deposits_owed),
      `${many(
        count((city) => city.deposits),
        'registration',
        'registrations',
      )}, ${sum((city) => city.deposits_received)} received`,
    ],
    [
      'Owed by check',
      sum(({ checks_owed }) => checks_owed),
      many(
        count((city) => city.checks),
        'check awaited',
        'checks awaited',
      ),
    ],
  ] as const
  return (
    <dl className={styles['sums']}>
      {figures.map(([label, amount, note]) => (
        <div key={label} className={styles['sum']}>
          <dt>{label}</dt>
          <dd>
            <span className={styles['amount']}>{amount}</span>
            {note && <span className={styles['note']}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
