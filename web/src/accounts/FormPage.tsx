import type { ReactNode } from 'react'
import { PageHeader } from '../ui/PageHeader.tsx'
import styles from './FormPage.module.css'

type FormPageProps = {
  title: string
  /** Purpose of the page, shown under its title. */
  lead?: ReactNode
  /** Other ways on: links. */
  aside?: ReactNode
  flush?: boolean
  children: ReactNode
}

/** One form on a sheet, with its words beside it where there is room. */
export const FormPage = ({ title, lead, aside, flush = false, children }: FormPageProps) => (
  <div className={styles['shell']}>
    <div>
      <PageHeader title={title}>{lead}</PageHeader>
      {aside && <div className={styles['aside']}>{aside}</div>}
    </div>
    <div className={flush ? `${styles['sheet']} ${styles['flush']}` : styles['sheet']}>{children}</div>
  </div>
)
