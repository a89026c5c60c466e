import { Button } from '@mantine/core'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import { EmailText } from '../../ui/ListCells.tsx'
import styles from '../../ui/Office.module.css'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { useOfficeList } from '../../ui/use-search-params.ts'

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
    cell: ({ city, state }) => [city, state].filter(Boolean).join(', ') || '–',
  },
  {
    key: 'email',
    // No order: it is of an account or else a contact, which no index holds together; the search finds it.
    header: 'Email',
    phone: 'below',
    width: 'minmax(0, 1.6fr)',
    cell: ({ email }) => (email ? <EmailText email={email} /> : '–'),
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
  const { list, params, show, query } = useOfficeList<SearchParams>({ sort: 'created', order: 'desc' })
  const { claimed = null } = params
  const answer = useRead(
    'GET /v1/office/studios',
    { query: { ...query, ...(claimed && { claimed }) } },
    { keepsPage: true },
  )
  return (
    <OfficeList
      title="Studios"
      about="A studio without an account can be claimed through its email address."
      actions={
        <Button component={Link} to={paths.officeAt('studios/new')}>
          New studio
        </Button>
      }
      list={list}
      search="Name, email or number"
      filters={
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
      }
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={{
        title: 'No studios match',
        text: 'Try the first letters of its name or its email address.',
      }}
    />
  )
}
