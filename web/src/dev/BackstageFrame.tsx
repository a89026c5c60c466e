import type { ReactNode } from 'react'
import { paths } from '../shell/paths.ts'
import { Go } from '../ui/Go.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import styles from './Backstage.module.css'

const places = [
  ['/dev', 'Worlds'],
  [paths.dev('sign-in'), 'Sign in as'],
  [paths.dev('clock'), 'Clock'],
  [paths.dev('mailbox'), 'Mailbox'],
] as const

export const BackstageFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <PageHeader title={title} above="For development only">
      <nav className={styles['places']} aria-label="Backstage">
        {places.map(([to, label]) => (
          <Go key={to} to={to}>
            {label}
          </Go>
        ))}
      </nav>
    </PageHeader>
    {children}
  </>
)
