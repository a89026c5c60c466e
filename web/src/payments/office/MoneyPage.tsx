import { minus, plus } from '@callboard/domain/kernel/money.ts'
import { Button } from '@mantine/core'
import { address } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import type { Column } from '../../ui/data-columns.ts'
import { ListViews } from '../../shell/OfficeList.tsx'
import { DataRows } from '../../ui/DataRows.tsx'
import { DayRange } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { amountCell, MoneySums, strongAmountCell, type CityMoney } from './MoneySums.tsx'
import styles from '../../ui/Office.module.css'
import { ReadErrors } from '../../shell/ErrorPage.tsx'
import { useAddressOrder, useSearchParams } from '../../ui/use-search-params.ts'
import { useSeason } from '../../tours/office/use-season.tsx'

const columns: readonly Column<CityMoney>[] = [
  {
    key: 'city',
    header: 'City',
    sort: ({ city }) => city,
    text: ({ city, event }) => `${city} ${event}`,
    width: 'minmax(0, 1fr)',
    cell: ({ tour_date_id, city, event }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <Link to={paths.officeAt(`tour-dates/${tour_date_id}/money`)} className={styles['name']}>
          {city}
        </Link>
        <span className={styles['second']}>{event}</span>
      </span>
    ),
  },
  {
    key: 'start',
    header: 'Days',
    sort: ({ start_date }) => start_date,
    phone: 'below',
    width: '140px',
    cell: ({ start_date, end_date }) => <DayRange from={start_date} to={end_date} />,
  },
  {
    key: 'registrations',
    header: 'Completed',
    sort: ({ registrations }) => registrations,
    align: 'end',
    phone: 'named',
    width: '92px',
    cell: ({ registrations }) => registrations,
  },
  {
    key: 'charged',
    header: 'Charged',
    sort: ({ charged }) => charged,
    align: 'end',
    phone: 'named',
    width: '100px',
    cell: ({ charged }) => amountCell(charged),
  },
  {
    key: 'off',
    header: 'Codes, credit',
    sort: ({ promo, credit }) => plus(promo, credit),
    align: 'end',
    phone: 'named',
    width: '92px',
    cell: ({ promo, credit }) => amountCell(plus(promo, credit)),
  },
  {
    key: 'received',
    header: 'Received',
    sort: ({ received, given_back }) => minus(received, given_back),
    align: 'end',
    phone: 'named',
    width: '100px',
    cell: ({ received, given_back }) => amountCell(minus(received, given_back)),
  },
  {
    key: 'deposits',
    header: 'After deposit',
    sort: ({ deposits_owed }) => deposits_owed,
    align: 'end',
    phone: 'named',
    width: '92px',
    cell: ({ deposits, deposits_owed }) => owedCell(deposits, deposits_owed),
  },
  {
    key: 'checks',
    header: 'By check',
    sort: ({ checks_owed }) => checks_owed,
    align: 'end',
    phone: 'named',
    width: '92px',
    cell: ({ checks, checks_owed }) => owedCell(checks, checks_owed),
  },
  {
    key: 'owed',
    header: 'Still owed',
    sort: ({ owed }) => owed,
    align: 'end',
    phone: 'beside',
    width: '100px',
    cell: ({ owed }) => strongAmountCell(owed),
  },
]

function owedCell(count: number, cents: CityMoney['owed']) {
  if (count === 0) return amountCell(cents)
  return (
    <span>
      {amountCell(cents)}
      <span className={styles['second']}>{count === 1 ? '1 registration' : `${count} registrations`}</span>
    </span>
  )
}

/** Shows charges, payments and balance of each city in a season. OFF-043. */
export function MoneyPage() {
  // In the address, so that a saved view has it.
  const keptOrder = useAddressOrder({ key: 'start', descending: false })
  const [{ season = null }, show] = useSearchParams<{ season?: number }>()
  const { season_id, read: seasons, field } = useSeason([season, (id) => show({ season: id ?? undefined })])
  const query = { ...(season_id && { season_id }) }
  const money = useRead('GET /v1/office/money', { query }, { enabled: seasons.data !== undefined })
  const { data } = money
  return (
    <div className={styles['stack']}>
      <PageHeader
        title="Money by city"
        actions={
          <Button component="a" variant="default" download href={address('/v1/office/money/csv', { query })}>
            Download spreadsheet
          </Button>
        }
      >
        Charges, payments and balances of completed registrations, from the ledger.
      </PageHeader>
      <ReadErrors reads={[seasons, money]} />
      {!data && !seasons.error && !money.error && <RowsSkeleton rows={10} columns={8} />}
      {data && (
        <>
          <MoneySums of={data.rows} />
          <DataRows
            label="Cities"
            rows={data.rows}
            rowKey={({ tour_date_id }) => tour_date_id}
            rowName={({ city }) => city}
            columns={columns}
            keptOrder={keptOrder}
            tools={
              <>
                {field}
                <ListViews />
              </>
            }
            empty={
              <Panel>
                <Empty title="No city in this season">A city appears here once it is opened for registration.</Empty>
              </Panel>
            }
          />
        </>
      )}
    </div>
  )
}
