import { minus, plus } from '@callboard/domain/kernel/money.ts'
import { Button } from '@mantine/core'
import { address, type Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { EmailText } from '../../ui/ListCells.tsx'
import { ListViews } from '../../shell/OfficeList.tsx'
import { DataRows } from '../../ui/DataRows.tsx'
import { Day, DayRange } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { amountCell, MoneySums, strongAmountCell } from './MoneySums.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { orderIn, useSearchParams } from '../../ui/use-search-params.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

type Balances = Reply<'GET /v1/office/tour-dates/{id}/balances'>
type CityMoneyLine = Balances['rows'][number]
type CityPaymentStatus = CityMoneyLine['stands']
type Sort = 'studio' | 'stands' | 'due' | 'charged' | 'off' | 'extra' | 'received' | 'balance'
type SearchParams = { show?: CityPaymentStatus; sort?: Sort; order?: 'asc' | 'desc'; page?: number }
const pageSize = 50

const states: Readonly<Record<CityPaymentStatus, { tone: StatusTone; word: string }>> = {
  paid: { tone: 'done', word: 'Paid' },
  deposit: { tone: 'standby', word: 'Deposit' },
  pending_check: { tone: 'standby', word: 'Awaiting a check' },
}

const lineName = ({ studio, owner }: CityMoneyLine) => studio ?? owner

const columns: readonly Column<CityMoneyLine>[] = [
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
    key: 'stands',
    header: 'Status',
    sort: ({ stands }) => stands,
    phone: 'below',
    width: '140px',
    cell: ({ stands, balance, due_state, received, given_back }) => {
      // A bank or card reversed the payment, so no deposit is left.
      const isReversed = stands === 'deposit' && received <= given_back
      const { tone, word } = isReversed ? { tone: 'stop' as const, word: 'Nothing paid' } : states[stands]
      return <StatusBadge state={due_state === 'overdue' && balance > 0 ? 'stop' : tone}>{word}</StatusBadge>
    },
  },
  {
    key: 'due',
    header: 'Pay by',
    sort: ({ due_date }) => due_date,
    phone: 'named',
    width: '128px',
    cell: ({ balance, due_date }) => (balance > 0 ? <Day date={due_date} /> : '–'),
  },
  {
    key: 'charged',
    header: 'Charged',
    sort: ({ charged }) => charged,
    align: 'end',
    phone: 'named',
    width: '96px',
    cell: ({ charged }) => amountCell(charged),
  },
  {
    key: 'off',
    header: 'Codes, credit',
    sort: ({ promo, credit }) => plus(promo, credit),
    align: 'end',
    phone: 'named',
    width: '88px',
    cell: ({ promo, credit }) => amountCell(plus(promo, credit)),
  },
  {
    key: 'extra',
    header: 'Fees, adjusted',
    sort: ({ fees, adjustments }) => plus(fees, adjustments),
    align: 'end',
    phone: 'named',
    width: '92px',
    cell: ({ fees, adjustments }) => amountCell(plus(fees, adjustments)),
  },
  {
    key: 'received',
    header: 'Received',
    sort: ({ received, given_back }) => minus(received, given_back),
    align: 'end',
    phone: 'named',
    width: '96px',
    cell: ({ received, given_back }) => amountCell(minus(received, given_back)),
  },
  {
    key: 'balance',
    header: 'Balance',
    sort: ({ balance }) => balance,
    align: 'end',
    phone: 'beside',
    width: '100px',
    cell: ({ balance }) => strongAmountCell(balance),
  },
]

/** The balances of a city: what each registration was charged, has paid and still owes. OFF-043. */
export function CityMoneyPage() {
  const id = useIdInPath()
  const [{ show, sort = 'studio', order = 'asc', page = 1 }, put] = useSearchParams<SearchParams>()
  const listQuery = { sort, order, ...(show && { show }) }
  const { data, error, refetch } = useRead(
    'GET /v1/office/tour-dates/{id}/balances',
    { params: { id }, query: { ...listQuery, page, per_page: pageSize } },
    { keepsPage: true },
  )
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={10} columns={6} />
  const { city } = data
  const file = address('/v1/office/tour-dates/{id}/balances/csv', { params: { id }, query: listQuery })
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={`Money for ${city.city}`}
        above={city.event}
        actions={
          <Button component="a" variant="default" download href={file}>
            Download spreadsheet
          </Button>
        }
      >
        <DayRange from={city.start_date} to={city.end_date} />
      </PageHeader>
      <CityNav id={id} />
      <MoneySums of={[city]} />
      <search className={styles['filters']}>
        <SelectField
          label="Status"
          value={show ?? null}
          options={Object.entries(states).map(([value, { word }]) => ({
            value: value as CityPaymentStatus,
            label: word,
          }))}
          any="Any"
          error={undefined}
          onChange={(next) => put({ show: next ?? undefined })}
        />
        <ListViews />
      </search>
      <DataRows
        label="Balances"
        rows={data.rows}
        rowKey={(row) => row.id}
        rowName={lineName}
        columns={columns}
        filter={false}
        order={orderIn({ sort, order }, put)}
        pages={{ page, pageSize, total: data.total, more: false, onPage: (next) => put({ page: next }) }}
        empty={
          <Empty title={show ? 'No registrations found' : 'No completed registrations yet'}>
            {show
              ? 'Choose another status to see the others.'
              : 'Completed registrations appear here with what they were charged and have paid.'}
          </Empty>
        }
      />
    </div>
  )
}
