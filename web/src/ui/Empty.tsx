import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle, useFocusScreen } from './page-title.ts'
import styles from './Empty.module.css'

type EmptyProps = { title: string; children: ReactNode; action?: ReactNode; level?: 1 | 2 | 3 }

/** An empty state: its purpose and one next action. */
export function Empty({ title, children, action, level = 2 }: EmptyProps) {
  usePageTitle(level === 1 ? title : null)
  useFocusScreen(level === 1 ? title : null)
  return (
    <div className={styles['empty']} data-level={level} data-empty>
      <Title order={level} size={level === 1 ? 'h1' : 'h3'}>
        {title}
      </Title>
      <p className={styles['words']}>{children}</p>
      {action}
    </div>
  )
}
