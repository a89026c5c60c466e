import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.css'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { EmailText } from '../../ui/ListCells.tsx'
import { DataRows } from '../../ui/DataRows.tsx'
import { Day, momentText } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money, moneyText } from '../../ui/Money.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { lineName } from '../../registrations/office/registration-columns.tsx'
import styles from '../../ui/Office.module.css'
import { ListViews } from '../../shell/OfficeList.tsx'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { orderIn, useSearchParams } from '../../ui/use-search-params.ts'

type DueLine = Reply<'GET /v1/office/dues'>['rows'][number]
type Show = 'overdue' | 'soon' | 'all'
type Sort = 'due' | 'studio' | 'city' | 'how' | 'reminded' | 'balance'
type SearchParams = { page?: number; sort?: Sort; order?: 'asc' | 'desc' }
const pageSize = 50

const states: Record<DueLine['due_state'], { tone: StatusTone; word: string }> = {
  overdue: { tone: 'stop', word: 'Overdue' },
  today: { tone: 'standby', word: 'Due today' },
  soon: { tone: 'standby', word: 'Due soon' },
  later: { tone: 'idle', word: 'Not due yet' },
}

const columns: readonly Column<DueLine>[] = [
  {
    key: 'studio',
    header: 'Studio',
    sort: lineName,
    width: 'minmax(0, 2fr)',
    cell: (row) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <Link to={paths.officeAt(`registrations/${row.id}`)} className={styles['name']}>
          {lineName(row)}
        </Link>
        <span className={styles['second']}>
          #{row.id} · <EmailText email={row.email} />
        </span>
      </span>
    ),
  },
  {
    key: 'city',
    header: 'City',
    phone: 'below',
    sort: ({ city }) => city,
    width: 'minmax(0, 1.4fr)',
    cell: ({ city, event, start_date }) => (
      <span>
        {city}
        <span className={styles['second']}>
          {event}, <Day date={start_date} />
        </span>
      </span>
    ),
  },
  {
    key: 'due',
    header: 'Pay by',
    phone: 'below',
    sort: ({ due_date }) => due_date,
    width: 'minmax(0, 1.2fr)',
    cell: ({ due_date, due_state }) => (
      <span>
        <Day date={due_date} /> <StatusBadge state={states[due_state].tone}>{states[due_state].word}</StatusBadge>
      </span>
    ),
  },
  {
    key: 'how',
    header: 'How',
    phone: 'named',
    sort: ({ paying_by_check }) => (paying_by_check ? 'check' : 'online'),
    width: '112px',
    cell: ({ paying_by_check }) => (paying_by_check ? 'Check' : 'Online'),
  },
  {
    key: 'reminded',
    header: 'Reminded',
    sort: ({ reminded_at }) => reminded_at,
    phone: 'named',
    width: '168px',
    cell: ({ reminded_at, time_zone }) => (reminded_at ? momentText({ at: reminded_at, zone: time_zone }) : 'Not yet'),
  },
  {
    key: 'balance',
    header: 'Balance',
    phone: 'beside',
    sort: ({ balance }) => balance,
    align: 'end',
    width: '112px',
    cell: ({ balance }) => <Money cents={balance} />,
  },
]

const none: Record<Show, readonly [string, string]> = {
  overdue: ['No one is overdue', 'Registrations not paid by their due date appear here.'],
  soon: ['Nothing is due soon', 'Balances due soon appear here.'],
  all: ['Everyone has paid', 'Completed registrations with something left to pay appear here.'],
}

const tabs: readonly (readonly [Show, string])[] = [
  ['overdue', 'Overdue'],
  ['soon', 'Due soon'],
  ['all', 'All balances'],
]

/** Lists open balances by due date. */
export function DuesPage() {
  const [{ tab: tabParam, ...searchParams }, show] = useSearchParams<{ tab?: Show } & SearchParams>()
  const tab = tabs.find(([key]) => key === tabParam)?.[0] ?? 'overdue'
  // Another tab begins in its own order.
  const open = (next: Show) => show({ tab: next, sort: undefined, order: undefined })
  return (
    <div className={styles['stack']}>
      <PageHeader title="Money due">
        Balances by due date. Reminders are emailed before the due date and on it.
      </PageHeader>
      <search className={styles['filters']}>
        <ListViews />
      </search>
      <Tabs value={tab} keepMounted={false} onChange={(next) => next && open(next as Show)}>
        <Tabs.List mb="lg">
          {tabs.map(([key, label]) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(([key]) => (
          <Tabs.Panel key={key} value={key}>
            <Balances show={key} searchParams={searchParams} onShow={show} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}

type BalancesProps = { show: Show; searchParams: SearchParams; onShow: (searchParams: SearchParams) => void }

function Balances({ show, searchParams, onShow }: BalancesProps) {
  const { page = 1, sort = 'due', order = 'asc' } = searchParams
  const query = { show, page, sort, order, per_page: pageSize }
  const { data, error, refetch } = useRead('GET /v1/office/dues', { query }, { keepsPage: true })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} columns={6} />
  const [title, words] = none[show]
  return (
    <div className={styles['tight']}>
      {data.at_least > 0 && (
        <p>
          <strong>{moneyText(data.owed)}</strong> from{' '}
          {data.at_least === 1 ? 'one registration' : `${data.at_least.toLocaleString('en-US')} registrations`}
        </p>
      )}
      <DataRows
        label="Balances"
        rows={data.rows}
        rowKey={({ id }) => id}
        rowName={lineName}
        columns={columns}
        filter={false}
        order={orderIn({ sort, order }, onShow)}
        pages={{
          page,
          pageSize,
          total: data.at_least,
          more: data.total === null,
          onPage: (next) => onShow({ page: next }),
        }}
        empty={
          <Panel>
            <Empty level={2} title={title}>
              {words}
            </Empty>
          </Panel>
        }
      />
    </div>
  )
}
