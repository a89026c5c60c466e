import type { PromoLine } from './PromoCodeDialog.tsx'
import { promoWorth, type PromoStatus } from '@callboard/domain/payments/promo.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAct, useRead } from '../../api/use-call.ts'
import { useSession } from '../../shell/session.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { StatusFilter } from '../../ui/ListCells.tsx'
import { Day, DayRange } from '../../ui/Day.tsx'
import { Money } from '../../ui/Money.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from '../../ui/Office.module.css'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { useOfficeList } from '../../ui/use-search-params.ts'

const PromoCodeDialog = lazy(() => import('./PromoCodeDialog.tsx').then((file) => ({ default: file.PromoCodeDialog })))
const PromoUsesDialog = lazy(() => import('./PromoUsesDialog.tsx').then((file) => ({ default: file.PromoUsesDialog })))

type Sort = 'created' | 'code' | 'worth' | 'where' | 'days' | 'state' | 'uses' | 'taken_off'
type PromoDialogState = { kind: 'new' } | { kind: 'change' | 'uses'; promo: PromoLine } | null

const usesText = ({ uses, max_uses }: PromoLine) => (max_uses === null ? `${uses}` : `${uses} of ${max_uses}`)

const statusWords: Record<PromoStatus, { state: StatusTone; word: string }> = {
  on: { state: 'done', word: 'On' },
  not_yet: { state: 'standby', word: 'Not yet' },
  used_up: { state: 'stop', word: 'Used up' },
  ended: { state: 'stop', word: 'Ended' },
  off: { state: 'idle', word: 'Off' },
}

function PromoDays({ valid_from, valid_through }: Pick<PromoLine, 'valid_from' | 'valid_through'>) {
  if (valid_from && valid_through) return <DayRange from={valid_from} to={valid_through} />
  const day = valid_from ?? valid_through
  if (!day) return 'Any day'
  return (
    <span>
      {valid_from ? 'From' : 'Through'}{' '}
      <span style={{ whiteSpace: 'nowrap' }}>
        <Day date={day} />
      </span>
    </span>
  )
}

type Acts = {
  onOpen: (openDialog: PromoDialogState) => void
  onSwitch: (promo: PromoLine) => void
  may: boolean
  busy: boolean
}

function columnsOf({ onOpen, onSwitch, may, busy }: Acts): readonly Column<PromoLine>[] {
  const columns: Column<PromoLine>[] = [
    {
      key: 'code',
      header: 'Code',
      sort: ({ code }) => code,
      width: 'minmax(176px, 1.5fr)',
      cell: ({ code, note, active }) => (
        <span className={styles['line']} style={{ display: 'block' }}>
          <strong style={active ? {} : { textDecoration: 'line-through' }}>{code}</strong>
          {note && <span className={styles['second']}>{note}</span>}
        </span>
      ),
    },
    {
      key: 'worth',
      header: 'Takes off',
      sort: ({ value }) => value,
      width: 'minmax(0, 1.4fr)',
      cell: (promo) => (
        <span>
          {promoWorth(promo)}
          {promo.unique && <span className={styles['second']}>Replaces other codes</span>}
        </span>
      ),
    },
    {
      key: 'where',
      header: 'Valid for',
      sort: ({ event }) => event,
      width: 'minmax(0, 1.5fr)',
      cell: ({ event, season }) => (
        <span>
          {event ?? 'Every event'}
          <span className={styles['second']}>Season {season}</span>
        </span>
      ),
    },
    {
      key: 'days',
      header: 'Days',
      sort: ({ valid_through }) => valid_through,
      width: 'minmax(0, 1.5fr)',
      cell: (promo) => <PromoDays {...promo} />,
    },
    {
      key: 'state',
      header: 'Status',
      sort: ({ active }) => Number(active),
      width: '104px',
      cell: ({ status }) => <StatusBadge state={statusWords[status].state}>{statusWords[status].word}</StatusBadge>,
    },
    {
      key: 'uses',
      header: 'Used',
      sort: ({ uses }) => uses,
      align: 'end',
      width: '80px',
      cell: (promo) =>
        promo.applied === 0 ? (
          usesText(promo)
        ) : (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Who used ${promo.code}: ${usesText(promo)}`}
            onClick={() => onOpen({ kind: 'uses', promo })}
          >
            {usesText(promo)}
          </Button>
        ),
    },
    {
      key: 'taken_off',
      header: 'Taken off',
      sort: ({ taken_off }) => taken_off,
      align: 'end',
      width: '96px',
      cell: ({ taken_off }) => <Money cents={taken_off} />,
    },
  ]
  if (!may) return columns
  const acts: Column<PromoLine> = {
    key: 'acts',
    header: 'Change',
    quietHeader: true,
    align: 'end',
    width: '208px',
    cell: (promo) => (
      <span className={styles['pair']} style={{ justifyContent: 'end' }}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Change ${promo.code}`}
          onClick={() => onOpen({ kind: 'change', promo })}
        >
          Change
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={busy}
          aria-label={`Switch ${promo.code} ${promo.active ? 'off' : 'on'}`}
          onClick={() => onSwitch(promo)}
        >
          {promo.active ? 'Switch off' : 'Switch on'}
        </Button>
      </span>
    ),
  }
  return [...columns, acts]
}

type SearchParams = {
  q?: string | number
  status?: PromoStatus
  /** Of views saved before the filter had every status. */
  active?: 'yes' | 'no' | boolean
  page?: number
  sort?: Sort
  order?: 'asc' | 'desc'
}

/** The status that an address asks for, also an old one. */
const statusIn = ({ status, active }: SearchParams): PromoStatus | undefined =>
  status ?? (active === undefined ? undefined : active === true || active === 'yes' ? 'on' : 'off')

/** Promo codes: what each takes off, where it holds, how often it was used. OFF-022. */
export function PromoCodesPage() {
  const may = useSession()?.role === 'admin'
  const [open, setOpen] = useState<PromoDialogState>(null)
  const { list, params, show, query } = useOfficeList<SearchParams>({ sort: 'created', order: 'desc' })
  const status = statusIn(params)
  const answer = useRead(
    'GET /v1/office/promo-codes',
    { query: { ...query, ...(status && { status }) } },
    { keepsPage: true },
  )
  const { mutate, isPending } = useAct('PUT /v1/office/promo-codes/{id}', {
    refreshes: ['GET /v1/office/promo-codes'],
    onSuccess: ({ code, active: on }) => toast(`${code} is ${on ? 'on' : 'off'}`),
  })
  const columns = useMemo(
    () =>
      columnsOf({
        may,
        busy: isPending,
        onOpen: setOpen,
        onSwitch: ({ id, active: on }) => mutate({ params: { id }, body: { active: !on } }),
      }),
    [may, isPending, mutate],
  )
  return (
    <OfficeList
      title="Promo codes"
      about="Each account can use a code once per event and season. A use counts when the payment is made."
      nav={
        !may && (
          <p className={styles['notice']} style={{ margin: 0 }}>
            Only administrators can create and change promo codes. You can read them and see who used them.
          </p>
        )
      }
      actions={may && <Button onClick={() => setOpen({ kind: 'new' })}>New code</Button>}
      list={list}
      search="Part of a code"
      searchLength={40}
      isFiltered={status !== undefined}
      filters={
        <StatusFilter
          state={status}
          words={statusWords}
          onChange={(next) => show({ status: next, active: undefined })}
        />
      }
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ code }) => code}
      empty={{ title: 'No promo codes yet', text: 'A code takes an amount or a percentage off a registration.' }}
      noMatch={{ title: 'No promo codes found', text: 'Try fewer letters, or clear the filter.' }}
    >
      <Suspense fallback={null}>
        {(open?.kind === 'new' || open?.kind === 'change') && (
          <PromoCodeDialog promo={open.kind === 'change' ? open.promo : null} onClose={() => setOpen(null)} />
        )}
        {open?.kind === 'uses' && <PromoUsesDialog promo={open.promo} onClose={() => setOpen(null)} />}
      </Suspense>
    </OfficeList>
  )
}
