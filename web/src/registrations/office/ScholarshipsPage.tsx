import type { ScholarshipLine } from './OfficeScholarshipDialog.tsx'
import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import styles from '../../ui/Office.module.css'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { useOfficeList } from '../../ui/use-search-params.ts'

const OfficeScholarshipDialog = lazy(() =>
  import('./OfficeScholarshipDialog.tsx').then((file) => ({ default: file.OfficeScholarshipDialog })),
)

type Sort = 'recorded' | 'name' | 'amount' | 'where' | 'note' | 'state'
type SearchParams = { q?: string | number; state?: 'open' | 'used'; page?: number; sort?: Sort; order?: 'asc' | 'desc' }

const columnsOf = (onChange: (scholarship: ScholarshipLine) => void): readonly Column<ScholarshipLine>[] => [
  {
    key: 'name',
    header: 'Holder',
    sort: ({ name }) => name,
    width: 'minmax(0, 2fr)',
    cell: ({ name, age, studios }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        {age === null ? name : `${name}, ${age}`}
        <span className={styles['second']}>{studios.join(', ')}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    sort: ({ amount }) => amount,
    align: 'end',
    phone: 'beside',
    width: '112px',
    cell: ({ amount }) => <Money cents={amount} />,
  },
  {
    key: 'where',
    header: 'Valid for',
    sort: ({ event }) => event,
    phone: 'below',
    width: 'minmax(0, 1.6fr)',
    cell: ({ event, season, vip_type }) => (
      <span>
        {event ?? 'Every event'}
        <span className={styles['second']}>{[season, vip_type].filter(Boolean).join(' · ')}</span>
      </span>
    ),
  },
  {
    key: 'note',
    header: 'Note',
    sort: ({ note }) => note,
    phone: 'below',
    width: 'minmax(0, 1.4fr)',
    cell: ({ note }) => <span style={{ overflowWrap: 'anywhere' }}>{note}</span>,
  },
  {
    key: 'state',
    header: 'Status',
    sort: ({ used }) => Number(used),
    phone: 'below',
    width: '168px',
    cell: ({ registration_id, used }) =>
      registration_id === null ? (
        <StatusBadge state="idle">Not used yet</StatusBadge>
      ) : (
        <Link to={paths.officeAt(`registrations/${registration_id}`)}>
          <StatusBadge state={used ? 'done' : 'standby'}>
            {used ? 'Used' : 'Chosen'} in #{registration_id}
          </StatusBadge>
        </Link>
      ),
  },
  {
    key: 'acts',
    header: 'Change',
    quietHeader: true,
    phone: 'below',
    align: 'end',
    width: '104px',
    cell: (scholarship) =>
      scholarship.registration_id === null && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Change the scholarship of ${scholarship.name}`}
          onClick={() => onChange(scholarship)}
        >
          Change
        </Button>
      ),
  },
]

/** Scholarships: holder, amount, where each is valid and where it is used. OFF-023, ATT-031. */
export function ScholarshipsPage() {
  const [dialogScholarship, setDialogScholarship] = useState<ScholarshipLine | 'new' | null>(null)
  const { list, params, show, query } = useOfficeList<SearchParams>({ sort: 'recorded', order: 'desc' })
  const { state = null } = params
  const answer = useRead(
    'GET /v1/office/scholarships',
    { query: { ...query, ...(state && { state }) } },
    { keepsPage: true },
  )
  const columns = useMemo(() => columnsOf(setDialogScholarship), [])
  return (
    <OfficeList
      title="Scholarships"
      about="The holder’s studio uses it once, in one registration. It never exceeds the workshop fee."
      actions={<Button onClick={() => setDialogScholarship('new')}>Record scholarship</Button>}
      list={list}
      search="Name of the holder"
      isFiltered={state !== null}
      filters={
        <SelectField
          label="Status"
          value={state}
          options={[
            { value: 'open', label: 'Not used yet' },
            { value: 'used', label: 'Used' },
          ]}
          any="All"
          error={undefined}
          onChange={(next) => show({ state: next ?? undefined })}
        />
      }

      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={{
        title: 'No scholarships yet',
        text: 'Record the winner and the amount. The fee drops when the studio uses it.',
      }}
      noMatch={{ title: 'No scholarship matches', text: 'Try fewer letters, or clear the filter.' }}
    >
      <Suspense fallback={null}>
        {dialogScholarship && (
          <OfficeScholarshipDialog
            scholarship={dialogScholarship === 'new' ? null : dialogScholarship}
            onClose={() => setDialogScholarship(null)}
          />
        )}
      </Suspense>
    </OfficeList>
  )
}
