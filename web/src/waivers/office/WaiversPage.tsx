import type { WaiverType } from './WaiverTypeDialog.tsx'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAct, useRead } from '../../api/use-call.ts'
import { useSession } from '../../shell/session.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { dayText } from '../../ui/Day.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from '../../ui/Office.module.css'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { useWholeList, wholeListPage } from '../../shell/use-whole-list.ts'

const WaiverTypeDialog = lazy(() =>
  import('./WaiverTypeDialog.tsx').then((file) => ({ default: file.WaiverTypeDialog })),
)
const WaiverTextsDialog = lazy(() =>
  import('./WaiverTextsDialog.tsx').then((file) => ({ default: file.WaiverTextsDialog })),
)

type SearchParams = { q?: string | number; sort?: string; order?: 'asc' | 'desc'; page?: number }
type WaiverDialogState = { kind: 'new' } | { kind: 'change' | 'texts'; type: WaiverType } | null

type Acts = {
  may: boolean
  busy: boolean
  onOpen: (openDialog: WaiverDialogState) => void
  onSwitch: (type: WaiverType) => void
}

const columnsOf = ({ may, busy, onOpen, onSwitch }: Acts): readonly Column<WaiverType>[] => [
  {
    key: 'name',
    header: 'Waiver',
    sort: ({ name }) => name,
    width: 'minmax(0, 1.6fr)',
    cell: ({ name, version, since }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <strong style={{ fontWeight: 560 }}>{name}</strong>
        <span className={styles['second']}>
          Version {version}, since {dayText(since.slice(0, 10) as CalendarDate)}
        </span>
      </span>
    ),
  },
  {
    key: 'where',
    header: 'Needed for',
    // Texts for all events come first.
    sort: ({ event, season }) => `${event ?? ''} ${season ?? ''}`.trim(),
    width: 'minmax(0, 1.2fr)',
    cell: ({ event, season }) => (
      <span>
        {event ?? 'Every event'}
        <span className={styles['second']}>{season ? `Season ${season}` : 'Every season'}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    sort: ({ active }) => (active ? 'Needed' : 'Off'),
    width: '112px',
    cell: ({ active }) => <StatusBadge state={active ? 'done' : 'idle'}>{active ? 'Needed' : 'Off'}</StatusBadge>,
  },
  {
    key: 'signed',
    header: 'Signed',
    sort: ({ signed }) => signed,
    align: 'end',
    width: '88px',
    cell: ({ signed }) => signed.toLocaleString('en-US'),
  },
  {
    key: 'acts',
    header: 'Actions',
    quietHeader: true,
    align: 'end',
    width: may ? '256px' : '96px',
    cell: (type) => (
      <span className={styles['acts']}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Text of ${type.name}`}
          onClick={() => onOpen({ kind: 'texts', type })}
        >
          Words
        </Button>
        {may && (
          <>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Change ${type.name}`}
              onClick={() => onOpen({ kind: 'change', type })}
            >
              Change
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              disabled={busy}
              aria-label={`Switch ${type.name} ${type.active ? 'off' : 'on'}`}
              onClick={() => onSwitch(type)}
            >
              {type.active ? 'Switch off' : 'Switch on'}
            </Button>
          </>
        )}
      </span>
    ),
  },
]

/** The kinds of waivers, whom each is for, and every version of their words. OFF-035. */
export function WaiversPage() {
  const may = useSession()?.role === 'admin'
  const [open, setOpen] = useState<WaiverDialogState>(null)
  const answer = useRead('GET /v1/office/waiver-types', {})
  const { mutate, isPending } = useAct('PUT /v1/office/waiver-types/{id}', {
    refreshes: ['GET /v1/office/waiver-types'],
    onSuccess: ({ name, active }) => toast(active ? `${name} is needed` : `${name} is no longer needed`),
  })
  const columns = useMemo(
    () =>
      columnsOf({
        may,
        busy: isPending,
        onOpen: setOpen,
        onSwitch: ({ id, active }) => mutate({ params: { id }, body: { active: !active } }),
      }),
    [may, isPending, mutate],
  )
  const { list, data } = useWholeList<SearchParams, WaiverType>(answer.data?.rows, columns, {
    sort: 'where',
    order: 'asc',
  })
  return (
    <OfficeList
      title="Waivers"
      about="Dancers and teachers sign these. Changing a text creates a new version; signed waivers keep theirs. Each city shows who has signed."
      actions={may && <Button onClick={() => setOpen({ kind: 'new' })}>New waiver</Button>}
      list={list}
      search="Waiver, event or season"
      answer={{ ...answer, data }}
      pageSize={wholeListPage}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={{ title: 'No waiver yet', text: 'No one has to sign anything until there is one.' }}
      noMatch={{ title: 'No waiver matches', text: 'Try fewer letters.' }}
    >
      <Suspense fallback={null}>
        {(open?.kind === 'new' || open?.kind === 'change') && (
          <WaiverTypeDialog type={open.kind === 'change' ? open.type : null} onClose={() => setOpen(null)} />
        )}
        {open?.kind === 'texts' && <WaiverTextsDialog type={open.type} onClose={() => setOpen(null)} />}
      </Suspense>
    </OfficeList>
  )
}
