import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle, useFocusScreen } from './page-title.ts'
import styles from './PageHeader.module.css'

type PageHeaderProps = {
  title: string
  /** Context of the screen: event, city and dates. */
  above?: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

/** The one h1 of a screen; it also names the browser's tab. */
export function PageHeader({ title, above, children, actions }: PageHeaderProps) {
  usePageTitle(title)
  useFocusScreen(title)
  return (
    <header className={styles['header']}>
      <div className={styles['words']}>
        {above && <div className={styles['above']}>{above}</div>}
        <Title order={1}>{title}</Title>
        {children && <div className={styles['below']}>{children}</div>}
      </div>
      {actions && <div className={`${styles['actions']} no-print`}>{actions}</div>}
    </header>
  )
}
