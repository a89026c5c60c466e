import { useRead } from '../../api/use-call.ts'
import { ListViews } from '../../shell/OfficeList.tsx'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import type { Reply } from '../../api/call.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import styles from '../../ui/Office.module.css'
import { useAddressOrder, useSearchParams, useSearchText } from '../../ui/use-search-params.ts'

type PersonLine = Reply<'GET /v1/office/people'>['rows'][number]

/** The server finds nobody by a single letter. */
const lettersAtLeast = 2

const columns: readonly Column<PersonLine>[] = [
  {
    key: 'name',
    header: 'Name',
    sort: ({ name }) => name,
    width: 'minmax(0, 1.4fr)',
    cell: ({ person_id, name }) => (
      <Link to={paths.officeAt(`people/${person_id}`)} className={styles['name']}>
        {name}
      </Link>
    ),
  },
  {
    key: 'age',
    header: 'Age',
    sort: ({ age }) => age,
    width: '96px',
    phone: 'beside',
    cell: ({ age }) => age ?? '–',
  },
  {
    key: 'rosters',
    header: 'On the roster of',
    sort: ({ studios }) => studios.join(', '),
    width: 'minmax(0, 2fr)',
    phone: 'below',
    cell: ({ studios }) => studios.join(', '),
  },
]

/** Finds a person of any roster by name. */
export function PeoplePage() {
  const [{ q }, show] = useSearchParams<{ q?: string | number }>()
  const [searchText, setSearchText] = useSearchText(q, show)
  const keptOrder = useAddressOrder()
  const name = String(q ?? '').trim()
  const isSearched = name.length >= lettersAtLeast
  const { data, error, refetch } = useRead(
    'GET /v1/office/people',
    { query: { q: name } },
    { enabled: isSearched, keepsPage: true },
  )
  return (
    <div className={styles['stack']}>
      <PageHeader title="People">Find a dancer or teacher on any roster, for example to correct a name.</PageHeader>
      <search className={styles['filters']}>
        <SearchField value={searchText} placeholder="First or last name" maxLength={80} onChange={setSearchText} />
        <ListViews />
      </search>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {isSearched && !data && !error && <RowsSkeleton rows={6} columns={3} />}
      {(!isSearched || data) && (
        <DataRows
          label="People"
          rows={isSearched && data ? data.rows : []}
          rowKey={({ person_id }) => person_id}
          rowName={(line) => line.name}
          columns={columns}
          keptOrder={keptOrder}
          filter={false}
          empty={
            <Panel>
              <Empty level={2} title={isSearched ? 'No one matches' : 'Search for a name'}>
                {isSearched ? 'Try fewer letters.' : 'Type at least two letters of the first or last name.'}
              </Empty>
            </Panel>
          }
        />
      )}
    </div>
  )
}
