import { Fragment, type ReactNode } from 'react'
import styles from './AccountPage.module.css'

/** Labels and what stands behind them; what is missing is a dash. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={styles['facts']}>
    {facts.map(([label, value]) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>{value || '—'}</dd>
      </Fragment>
    ))}
  </dl>
)
