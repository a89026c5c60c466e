import { Popover } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import styles from './Why.module.css'

type WhyProps = {
  /** What is explained, for a screen reader: 'Why Junior for Rain'. */
  label: string
  /** Asked for only once it is opened: a list has hundreds of these. */
  because: () => readonly string[]
  children: ReactNode
}

/** A value that opens its reasons. */
export function Why({ label, because, children }: WhyProps) {
  const [open, setOpen] = useState(false)
  const button = (
    <button
      type="button"
      className={styles['why']}
      aria-label={label}
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      {children}
    </button>
  )
  if (!open) return button
  return (
    <Popover opened onChange={setOpen} width={300} shadow="md" withArrow trapFocus={false} withinPortal>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <ul className={styles['reasons']}>
          {because().map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
