import { Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import styles from './Panel.module.css'

type PanelProps = {
  title?: string
  /** 2 under the screen's h1, 3 within a part of it. */
  level?: 2 | 3
  actions?: ReactNode
  /** Nothing between the edge and what is inside: for lists and tables. */
  flush?: boolean
  children: ReactNode
}

/** A sheet on the board: white, with a hairline. */
export function Panel({ title, level = 2, actions, flush = false, children }: PanelProps) {
  const heading = useId()
  return (
    <section className={styles['panel']} {...(title && { 'aria-labelledby': heading })}>
      {(title || actions) && (
        <div className={styles['head']}>
          {title && (
            <Title order={level} size="h3" id={heading}>
              {title}
            </Title>
          )}
          {actions && <div className={styles['actions']}>{actions}</div>}
        </div>
      )}
      <div className={styles['body']} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  )
}
