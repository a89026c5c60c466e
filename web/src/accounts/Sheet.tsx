import type { ReactNode } from 'react'
import { PageHeader } from '../ui/PageHeader.tsx'
import styles from './Sheet.module.css'

type SheetProps = {
  title: string
  /** Purpose of the page, shown under its title. */
  lead?: ReactNode
  /** Other ways on: links. */
  aside?: ReactNode
  flush?: boolean
  children: ReactNode
}

/** One form on a sheet, with its words beside it where there is room. */
export const Sheet = ({ title, lead, aside, flush = false, children }: SheetProps) => (
  <div className={styles['shell']}>
    <div>
      <PageHeader title={title}>{lead}</PageHeader>
      {aside && <div className={styles['aside']}>{aside}</div>}
    </div>
    <div className={flush ? `${styles['sheet']} ${styles['flush']}` : styles['sheet']}>{children}</div>
  </div>
)
