import { useChangedLines, type BillGroup, type BillLine } from './bill-changes.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { IconChevronUp } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import styles from './Bill.module.css'
import { usePhone, useShortScreen } from './clock.ts'
import { useGridKeys } from './grid-keys.ts'
import { moneyText } from './Money.tsx'

const BottomSheet = lazy(() => import('./BottomSheet.tsx').then((file) => ({ default: file.BottomSheet })))

type BillProps = {
  title?: string
  /** Subject of the bill: the city and its dates. */
  below?: ReactNode
  groups: readonly BillGroup[]
  /** The last line: 'Total', 'Due now'. */
  total: { label: string; amount: Cents }
  /** Under the total: deadlines, what a deposit would be. */
  note?: ReactNode
  empty?: string
  /** Something else needs the height beside the work: on a short screen the bill is its total, which opens the rest. */
  yieldsHeight?: boolean
}

/** The receipt that stands at the right of the screen; on a phone its total lies at the foot and opens the rest. */
export function Bill(props: BillProps) {
  const { title = 'Bill', total, yieldsHeight = false } = props
  const phone = usePhone()
  const short = useShortScreen()
  const [open, setOpen] = useState(false)
  const { changedKeys, spoken } = useChangedLines(props.groups, total)
  const announcement = (
    <output className={styles['said']} aria-live="polite">
      {spoken}
    </output>
  )

  if (!phone && !(yieldsHeight && short)) {
    return (
      <aside className={styles['bill']} aria-label={title}>
        <Receipt {...props} title={title} changedKeys={changedKeys} />
        {announcement}
      </aside>
    )
  }
  return (
    <aside className={styles[phone ? 'foot' : 'folded']} aria-label={title}>
      <button
        type="button"
        className={styles['open']}
        aria-expanded={open}
        data-changed={changedKeys.size > 0 || undefined}
        onClick={() => setOpen(true)}
      >
        <span>{phone ? total.label : title}</span> <span className={styles['sum']}>{moneyText(total.amount)}</span>
        <IconChevronUp className="icon" aria-hidden />
      </button>
      {announcement}
      {open && (
        <Suspense fallback={null}>
          <BottomSheet opened title={title} onClose={() => setOpen(false)}>
            <Receipt {...props} title={undefined} changedKeys={changedKeys} />
          </BottomSheet>
        </Suspense>
      )}
    </aside>
  )
}

type ReceiptProps = Omit<BillProps, 'title' | 'yieldsHeight'> & {
  title: string | undefined
  changedKeys: ReadonlySet<string>
}

function Receipt({ title, below, groups, total, note, empty = 'Nothing on it yet.', changedKeys }: ReceiptProps) {
  const lineList = useGridKeys<HTMLDivElement>('li')
  const filledGroups = groups.filter(({ lines }) => lines.length > 0)
  return (
    <div ref={lineList} className={styles['receipt']}>
      {title && <h2 className={styles['title']}>{title}</h2>}
      {below && <div className={styles['below']}>{below}</div>}
      {filledGroups.length === 0 && <p className={styles['empty']}>{empty}</p>}
      {filledGroups.map(({ key, label, lines }) => (
        <section key={key} className={styles['group']} aria-label={label}>
          <h3 className={styles['heading']}>{label}</h3>
          <ul className={styles['lines']}>
            {lines.map((line) => (
              <Line key={line.key} line={line} changed={changedKeys.has(`${key}/${line.key}`)} />
            ))}
          </ul>
        </section>
      ))}
      <div className={styles['total']} data-changed={changedKeys.has('total') || undefined}>
        <span>{total.label}</span> <span className={styles['sum']}>{moneyText(total.amount)}</span>
      </div>
      {note && <div className={styles['note']}>{note}</div>}
    </div>
  )
}

function Line({ line: { label, amount, quantity, because }, changed }: { line: BillLine; changed: boolean }) {
  const [open, setOpen] = useState(false)
  const reason = useId()
  const inside = (
    <>
      <span className={styles['label']}>
        {label}
        {quantity !== undefined && quantity > 1 && <span className={styles['quantity']}> × {quantity}</span>}
      </span>{' '}
      <span className={styles['leader']} aria-hidden />
      <span className={styles['amount']}>{moneyText(amount)}</span>
    </>
  )
  return (
    <li className={styles['item']} data-changed={changed || undefined} data-credit={amount < 0 || undefined}>
      {because ? (
        <button
          type="button"
          className={styles['line']}
          aria-expanded={open}
          aria-controls={reason}
          onClick={() => setOpen(!open)}
        >
          {inside}
        </button>
      ) : (
        <div className={styles['line']}>{inside}</div>
      )}
      {because && (
        <div id={reason} className={styles['because']} hidden={!open}>
          {because}
        </div>
      )}
    </li>
  )
}

/** Work at the left, the bill at the right; below 62em the bill goes under it, on a phone to the foot. */
export const WithBill = ({ bill, children }: { bill: ReactNode; children: ReactNode }) => (
  <div className={styles['with']}>
    <div className={styles['work']}>{children}</div>
    <div className={styles['beside']}>{bill}</div>
  </div>
)
