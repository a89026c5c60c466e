import { Button } from '@mantine/core'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useId, useState, type ReactNode } from 'react'
import { Money } from '../ui/Money.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { ReviewRow } from './review-lines.ts'
import styles from './Review.module.css'

type ReviewSectionProps = {
  title: string
  rows: readonly ReviewRow[]
  /** The last line of the section, in cents. */
  total?: Cents
  empty: ReactNode
  /** The way to where this is changed. */
  onChange?: () => void
  children?: ReactNode
}

/** A part of the review: every row opens the reasons of its amount. REV-001. */
export function ReviewSection({ title, rows, total, empty, onChange, children }: ReviewSectionProps) {
  return (
    <Panel
      title={title}
      flush
      actions={
        onChange && (
          <Button variant="subtle" size="sm" aria-label={`Change ${title.toLowerCase()}`} onClick={onChange}>
            Change
          </Button>
        )
      }
    >
      {children}
      {rows.length === 0 ? (
        <p className={styles['empty']}>{empty}</p>
      ) : (
        <ul className={styles['rows']} aria-label={title}>
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </ul>
      )}
      {total !== undefined && rows.length > 0 && (
        <div className={styles['sum']}>
          <span>{title} total</span> <Money cents={total} />
        </div>
      )}
    </Panel>
  )
}

const Row = memo(function Row({ row: { name, details, amount, lines } }: { row: ReviewRow }) {
  const [open, setOpen] = useState(false)
  const reasons = useId()
  const inside = (
    <>
      <span className={styles['name']}>{name}</span>
      <span className={styles['details']}>
        {details.map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
      </span>
      <span className={styles['amount']}>{amount === null ? 'Not charged yet' : <Money cents={amount} />}</span>
    </>
  )
  if (lines.length === 0) {
    return (
      <li className={styles['item']}>
        <div className={styles['row']}>{inside}</div>
      </li>
    )
  }
  return (
    <li className={styles['item']}>
      <button
        type="button"
        className={styles['row']}
        aria-expanded={open}
        aria-controls={reasons}
        onClick={() => setOpen(!open)}
      >
        {inside}
        <IconChevronDown className="icon" aria-hidden />
      </button>
      <div id={reasons} hidden={!open}>
        {open && (
          <ul className={styles['reasons']}>
            {lines.map((line) => (
              <li key={line.key}>
                <div className={styles['reason']}>
                  <span>{line.label}</span> <Money cents={line.amount} />
                </div>
                {line.because.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
})
