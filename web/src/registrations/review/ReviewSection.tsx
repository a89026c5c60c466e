import { Button } from '@mantine/core'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useId, useState, type ReactNode } from 'react'
import type { LineRefusal } from '@callboard/domain/registrations/line-refusals.ts'
import { usePrinting } from '../../ui/clock.ts'
import { ExpandButton } from '../../ui/ExpandButton.tsx'
import { useGridKeys } from '../../ui/grid-keys.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { ReviewRow } from './review-lines.ts'
import styles from './Review.module.css'

type ReviewSectionProps = {
  title: string
  /** Of its rows: 'routines'. */
  noun: string
  rows: readonly ReviewRow[]
  /** The last line of the section, in cents. */
  total?: Cents
  empty: ReactNode
  /** The way to where this is changed. */
  onChange?: () => void
  /** To the step that mends a row. */
  go?: (tab: string) => void
  children?: ReactNode
}

/** Longer groups are collapsed to their first rows. */
const mostRows = 20
const firstRows = 8

const hasFindings = ({ refusal, notices = [] }: ReviewRow) => refusal !== undefined || notices.length > 0

/** A part of the review: every row opens the reasons of its amount. REV-001. */
export function ReviewSection({ title, noun, rows, total, empty, onChange, go, children }: ReviewSectionProps) {
  const [isExpanded, setExpanded] = useState(false)
  const list = useGridKeys<HTMLUListElement>('li')
  const isPrinting = usePrinting()
  const isShort = rows.length <= mostRows || isExpanded || isPrinting
  // A row with a problem is never hidden.
  const visibleRows = isShort ? rows : rows.filter((row, place) => place < firstRows || hasFindings(row))
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
        <ul ref={list} className={styles['rows']} aria-label={title}>
          {visibleRows.map((row) => (
            <Row key={row.key} row={row} go={go} />
          ))}
        </ul>
      )}
      {rows.length > mostRows && (
        <ExpandButton
          variant="subtle"
          size="sm"
          m={8}
          isExpanded={isExpanded}
          all={`${rows.length} ${noun}`}
          onChange={setExpanded}
        />
      )}
      {total !== undefined && rows.length > 0 && (
        <div className={styles['sum']}>
          <span>{title} total</span> <Money cents={total} />
        </div>
      )}
    </Panel>
  )
}

type RowProps = { row: ReviewRow; go: ReviewSectionProps['go'] }

const Row = memo(function Row({ row, go }: RowProps) {
  const { name, details, amount, lines } = row
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
        <Findings row={row} go={go} />
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
        <IconChevronDown className="icon no-print" aria-hidden />
      </button>
      <Findings row={row} go={go} />
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

/** Under its row: why it cannot be submitted as it is, with the way to mend it, and what was derived anew. */
function Findings({ row: { refusal, notices = [] }, go }: RowProps) {
  if (!refusal && notices.length === 0) return null
  return (
    <div className={styles['findings']}>
      {refusal && <RefusedLine refusal={refusal} go={go} />}
      {notices.map((sentence) => (
        <StatusBadge key={sentence} state="standby">
          {sentence}
        </StatusBadge>
      ))}
    </div>
  )
}

const tabNames: Record<LineRefusal['tab'], string> = {
  roster: 'Roster',
  dancers: 'Dancers',
  teachers: 'Teachers',
  observers: 'Observers',
  competition: 'Competition',
}

/** A sentence and the link to the step that mends it. WIZ-047. */
export function RefusedLine({ refusal: { sentence, tab }, go }: { refusal: LineRefusal; go: RowProps['go'] }) {
  return (
    <span className={styles['refused']}>
      <StatusBadge state="stop">{sentence}</StatusBadge>
      {go && (
        <button type="button" className={styles['read']} onClick={() => go(tab)}>
          Go to {tabNames[tab]}
        </button>
      )}
    </span>
  )
}
