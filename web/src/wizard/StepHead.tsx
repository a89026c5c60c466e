import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './StepLayout.module.css'

type StepHeadProps = {
  title: string
  /** One sentence: what this step is for. */
  intro?: ReactNode
  /** A sentence about this registration. A paragraph of its own: the one above it may be there long before. */
  note?: ReactNode
  /** Beside the title. */
  children?: ReactNode
}

/** The name of a step and its purpose. */
export function StepHead({ title, intro, note, children }: StepHeadProps) {
  return (
    <header className={styles['head']}>
      <div className={styles['title']}>
        <Title order={1}>{title}</Title>
        {children}
      </div>
      {(intro || note) && (
        <div className={styles['words']}>
          {intro && <p className="no-print">{intro}</p>}
          {note && <p>{note}</p>}
        </div>
      )}
    </header>
  )
}
