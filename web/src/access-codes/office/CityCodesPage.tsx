import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import type { Column } from '../../ui/data-columns.ts'
import { ListViews } from '../../shell/OfficeList.tsx'
import { DataRows } from '../../ui/DataRows.tsx'
import { DayRange } from '../../ui/Day.tsx'
import { askText } from '../../ui/dialogs.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toasts.ts'
import { CityNav } from '../../tours/office/CityNav.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { orderIn, useSearchParams } from '../../ui/use-search-params.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const route = 'GET /v1/office/tour-dates/{id}/access-codes'
type CityCodeRow = Reply<typeof route>['rows'][number]
const pageSize = 50
type SearchParams = { sort?: 'registrant' | 'name' | 'code'; order?: 'asc' | 'desc'; page?: number }

const columnsOf = (onChange: (row: CityCodeRow) => void): readonly Column<CityCodeRow>[] => [
  {
    key: 'name',
    header: 'Name',
    sort: ({ name }) => name,
    width: 'minmax(0, 1.4fr)',
    cell: ({ name, workshop_level }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <strong style={{ fontWeight: 560 }}>{name}</strong>
        <span className={styles['second']}>{workshop_level}</span>
      </span>
    ),
  },
  {
    key: 'registrant',
    header: 'Registered by',
    sort: ({ registrant }) => registrant,
    width: 'minmax(0, 1.4fr)',
    cell: ({ registrant, registration_id }) => (
      <Link
        to={paths.officeAt(`registrations/${registration_id}`)}
        className={styles['name']}
        style={{ fontWeight: 400 }}
      >
        {registrant}
      </Link>
    ),
  },
  {
    key: 'code',
    header: 'Access code',
    sort: ({ access_code }) => access_code,
    width: 'minmax(0, 1.2fr)',
    cell: ({ access_code }) =>
      access_code ? <span className="figures">{access_code}</span> : <span className={styles['second']}>Not yet</span>,
  },
  {
    key: 'acts',
    header: 'Actions',
    quietHeader: true,
    align: 'end',
    width: '120px',
    cell: (row) => (
      <span className={styles['acts']}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${row.access_code ? 'Change' : 'Enter'} the code of ${row.name}`}
          onClick={() => onChange(row)}
        >
          {row.access_code ? 'Change' : 'Enter'}
        </Button>
      </span>
    ),
  },
]

/** The access codes of a city's virtual people. OFF-027. */
export function CityCodesPage() {
  const id = useIdInPath()
  const [{ sort = 'registrant', order = 'asc', page = 1 }, show] = useSearchParams<SearchParams>()
  const request = { params: { id }, query: { sort, order, page, per_page: pageSize } }
  const { data, error, refetch } = useRead(route, request, { keepsPage: true })
  const columns = useMemo(() => columnsOf((row) => void enter(id, row).then(() => refetch())), [id, refetch])
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} columns={4} />
  const left = data.total - data.issued
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={`Access codes for ${data.city}`}
        above={data.event}
        actions={left > 0 && <Issue id={id} left={left} />}
      >
        <DayRange from={data.start_date} to={data.end_date} />.{' '}
        {data.total === 0
          ? 'No virtual participants.'
          : `${data.issued.toLocaleString('en-US')} of ${data.total.toLocaleString('en-US')} have their code.`}
      </PageHeader>
      <CityNav id={id} />
      <search className={styles['filters']}>
        <ListViews />
      </search>
      <DataRows
        label="Access codes"
        rows={data.rows}
        rowKey={({ attendee_id }) => attendee_id}
        rowName={({ name }) => name}
        columns={columns}
        filter={false}
        order={orderIn({ sort, order }, show)}
        pages={{
          page,
          pageSize,
          total: data.total,
          onPage: (next) => show({ page: next }),
        }}
        empty={
          <Panel>
            <Empty level={2} title="No virtual participants">
              People who join this city from home appear here once their registration is completed.
            </Empty>
          </Panel>
        }
      />
    </div>
  )
}

/** Asks for a code by hand; empty takes it back. */
async function enter(id: number, { attendee_id, name, access_code }: CityCodeRow) {
  await askText({
    title: `Access code of ${name}`,
    message: 'The code from the streaming site. Leave it empty to remove the code.',
    label: 'Access code',
    start: access_code ?? '',
    yes: 'Save',
    check: (input) =>
      input.trim() === '' || /^[A-Za-z0-9-]{4,40}$/.test(input.trim())
        ? undefined
        : '4 to 40 letters, digits or dashes, without spaces',
    draft: 'one choice',
    act: async (code) => {
      const body = { codes: [{ attendee_id, access_code: code.trim() || null }] }
      await call('PUT /v1/office/tour-dates/{id}/access-codes', { params: { id }, body })
      toast(code.trim() ? 'Code saved' : 'Code removed')
    },
  })
}

function Issue({ id, left }: { id: number; left: number }) {
  const { mutate, isPending } = useAct('POST /v1/office/tour-dates/{id}/access-codes/issue', {
    refreshes: [route],
    onSuccess: ({ issued }) =>
      toast(issued === 1 ? '1 code created' : `${issued.toLocaleString('en-US')} codes created`),
  })
  return (
    <Button loading={isPending} onClick={() => mutate({ params: { id } })}>
      {left === 1 ? 'Create the missing code' : `Create ${left.toLocaleString('en-US')} missing codes`}
    </Button>
  )
}
