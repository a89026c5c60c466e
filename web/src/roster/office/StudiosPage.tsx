import { Button } from '@mantine/core'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { More } from '../../ui/More.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/LoadError.tsx'
import { orderIn, useSearchParams, useSearchText } from '../../ui/use-search-params.ts'

type Sort = 'created' | 'name' | 'city' | 'claimed'
type SearchParams = { q?: string | number; claimed?: 'yes' | 'no'; sort?: Sort; order?: 'asc' | 'desc'; page?: number }
type StudioLine = Reply<'GET /v1/office/studios'>['rows'][number]

const columns: readonly Column<StudioLine>[] = [
  {
    key: 'name',
    header: 'Studio',
    sort: ({ name }) => name,
    width: 'minmax(0, 1.6fr)',
    cell: ({ id, name }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <Link to={paths.officeAt(`studios/${id}`)} className={styles['name']}>
          {name}
        </Link>
        <span className={styles['second']}>#{id}</span>
      </span>
    ),
  },
  {
    key: 'city',
    header: 'City',
    sort: ({ city }) => city,
    phone: 'below',
    width: 'minmax(0, 1fr)',
    cell: ({ city, state }) => [city, state].filter(Boolean).join(', ') || '—',
  },
  {
    key: 'email',
    header: 'E-mail',
    phone: 'below',
    width: 'minmax(0, 1.6fr)',
    cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email ?? '—'}</span>,
  },
  {
    key: 'claimed',
    header: 'Account',
    sort: ({ claimed }) => Number(claimed),
    phone: 'beside',
    width: '136px',
    cell: ({ claimed }) =>
      claimed ? <StatusBadge state="done">Claimed</StatusBadge> : <StatusBadge state="idle">Not claimed</StatusBadge>,
  },
]

/** Studios, with an account and without, and the way to enter one that has none. OFF-039. */
export function StudiosPage() {
  const [{ q, claimed = null, sort = 'created', order = 'desc', page = 1 }, show] = useSearchParams<SearchParams>()
  const [searchText, setSearchText] = useSearchText(q, show)
  const { data, error, refetch } = useRead(
    'GET /v1/office/studios',
    { query: { page, sort, order, ...(q && { q: String(q) }), ...(claimed && { claimed }) } },
    { keepsPage: true },
  )
  return (
    <div className={styles['stack']}>
      <PageHeader
        title="Studios"
        actions={
          <Button component={Link} to={paths.officeAt('studios/new')}>
            New studio
          </Button>
        }
      >
        A studio without an account is claimed by whoever reads its mailbox.
      </PageHeader>
      <search className={styles['filters']}>
        <SearchField value={searchText} placeholder="Name, e-mail or number" onChange={setSearchText} />
        <SelectField
          label="Account"
          value={claimed}
          options={[
            { value: 'yes', label: 'Claimed' },
            { value: 'no', label: 'Not claimed' },
          ]}
          error={undefined}
          any="Any"
          onChange={(next) => show({ claimed: next ?? undefined })}
        />
      </search>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={8} columns={4} />}
      {data && (
        <>
          <DataRows
            label="Studios"
            rows={data.rows}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            columns={columns}
            filter={false}
            order={orderIn({ sort, order }, show)}
            empty={
              <Panel>
                <Empty level={2} title="No studio is like that">
                  Try the first letters of a word of its name, or of its e-mail address.
                </Empty>
              </Panel>
            }
          />
          <More page={page} more={data.next !== null} onPage={(next) => show({ page: next })} />
        </>
      )}
    </div>
  )
}
