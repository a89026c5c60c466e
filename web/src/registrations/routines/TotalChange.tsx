import type { Cents } from '@callboard/domain/kernel/money.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './Several.module.css'

type TotalChangeProps = { before: Cents; after: Cents }

/** Shows the effect of a change on the registration's total. */
export const TotalChange = ({ before, after }: TotalChangeProps) => (
  <output className={styles['total']} aria-label="Registration total">
    <span className={styles['quiet']}>Registration total</span>{' '}
    {before === after ? (
      <>
        <strong>
          <Money cents={after} />
        </strong>{' '}
        <span className={styles['quiet']}>stays the same</span>
      </>
    ) : (
      <>
        <Money cents={before} /> <span aria-label="becomes">→</span>{' '}
        <strong>
          <Money cents={after} />
        </strong>
      </>
    )}
  </output>
)
