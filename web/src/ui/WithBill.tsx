import type { ReactNode } from 'react'
import styles from './WithBill.module.css'

/** Work at the left, the bill at the right; below 62em the bill goes under it, on a phone to the foot. */
export const WithBill = ({ bill, children }: { bill: ReactNode; children: ReactNode }) => (
  <div className={styles['with']}>
    <div className={styles['work']}>{children}</div>
    <div className={styles['bill']}>{bill}</div>
  </div>
)
