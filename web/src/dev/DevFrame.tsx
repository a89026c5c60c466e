import type { ReactNode } from 'react'
import { paths } from '../shell/paths.ts'
import { Link } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import styles from './Dev.module.css'

const places = [
  ['/dev', 'Worlds'],
  [paths.dev('sign-in'), 'Sign in as'],
  [paths.dev('clock'), 'Clock'],
  [paths.dev('mailbox'), 'Mailbox'],
] as const

export const DevFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <PageHeader title={title} above="For development only">
      <nav className={styles['places']} aria-label="Backstage">
        {places.map(([to, label]) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </nav>
    </PageHeader>
    {children}
  </>
)
