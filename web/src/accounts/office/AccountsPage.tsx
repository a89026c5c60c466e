import type { AccountLine } from './RoleDialog.tsx'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { useSession } from '../../shell/session.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { Day } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { More } from '../../ui/More.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/LoadError.tsx'
import { orderIn, useSearchParams, useSearchText } from '../../ui/use-search-params.ts'

const ResetDialog = lazy(() =>
  import('./SecondFactorResetDialog.tsx').then((file) => ({ default: file.SecondFactorResetDialog })),
)
const RoleDialog = lazy(() => import('./RoleDialog.tsx').then((file) => ({ default: file.RoleDialog })))

type Sort = 'created' | 'name' | 'email'
type Who = 'all' | 'staff'
type SearchParams = { q?: string | number; who?: Who; sort?: Sort; order?: 'asc' | 'desc'; page?: number }

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const roleWords = { user: '', office: 'Works in the office', admin: 'Administrator' } as const

const columnsOf = (
  ownId: number | undefined,
  onReset: (account: AccountLine) => void,
  onRole: (account: AccountLine) => void,
): readonly Column<AccountLine>[] => [
  {
    key: 'name',
    header: 'Name',
    sort: ({ name }) => name,
    width: 'minmax(0, 1.4fr)',
    cell: ({ id, name, studio, role }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        {name}
        <span className={styles['second']}>{[`#${id}`, studio, roleWords[role]].filter(Boolean).join(' · ')}</span>
      </span>
    ),
  },
  {
    key: 'email',
    header: 'E-mail',
    sort: ({ email }) => email,
    phone: 'below',
    width: 'minmax(0, 1.6fr)',
    cell: ({ email, confirmed }) => (
      <span className={styles['line']} style={{ display: 'block', overflowWrap: 'anywhere' }}>
        {email}
        {!confirmed && <span className={styles['second']}>Not confirmed yet</span>}
      </span>
    ),
  },
  {
    key: 'created',
    header: 'Since',
    sort: ({ created }) => created,
    width: '136px',
    phone: 'named',
    cell: ({ created }) => <Day date={dayIn(zone, created)} />,
  },
  {
    key: 'second',
    header: 'Second step',
    phone: 'named',
    width: '112px',
    cell: ({ second_step_since }) =>
      second_step_since ? <StatusBadge state="done">On</StatusBadge> : <StatusBadge state="idle">Off</StatusBadge>,
  },
  {
    key: 'acts',
    header: 'Change',
    quietHeader: true,
    phone: 'below',
    align: 'end',
    width: '296px',
    cell: (account) =>
      account.id !== ownId && (
        <span className={styles['acts']}>
          {account.second_step_since && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Reset second factor of ${account.name}`}
              onClick={() => onReset(account)}
            >
              Reset second factor
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Change role of ${account.name}`}
            onClick={() => onRole(account)}
          >
            Change role
          </Button>
        </span>
      ),
  },
]

/** Accounts, for administrators: found by name, studio or e-mail, and helped back in. */
export function AccountsPage() {
  const own = useSession()
  const [resetting, setResetting] = useState<AccountLine | null>(null)
  const [changing, setChanging] = useState<AccountLine | null>(null)
  const [{ q, who = 'all', sort = 'created', order = 'asc', page = 1 }, show] = useSearchParams<SearchParams>()
  const [searchText, setSearchText] = useSearchText(q, show)
  const may = own?.role === 'admin'
  const { data, error, refetch } = useRead(
    'GET /v1/office/users',
    { query: { page, sort, order, show: who, ...(q && { q: String(q) }) } },
    { keepsPage: true, enabled: may },
  )
  const columns = useMemo(() => columnsOf(own?.id, setResetting, setChanging), [own?.id])
  return (
    <div className={styles['stack']}>
      <PageHeader title="Accounts">
        Who signs in here. For somebody who lost their phone and their recovery codes, reset the second factor. Roles
        say who works in the office.
      </PageHeader>
      {!may && (
        <Panel>
          <Empty level={2} title="Administrators look after accounts">
            Please ask one of them.
          </Empty>
        </Panel>
      )}
      {may && (
        <search className={styles['filters']}>
          <SearchField value={searchText} placeholder="Name, studio, e-mail or number" onChange={setSearchText} />
          <SegmentedControl
            size="sm"
            aria-label="Which accounts"
            value={who}
            onChange={(next) => show({ who: next === 'staff' ? 'staff' : undefined })}
            data={[
              { value: 'all', label: 'All' },
              { value: 'staff', label: 'Office' },
            ]}
          />
        </search>
      )}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {may && !data && !error && <RowsSkeleton rows={8} columns={5} />}
      {data && (
        <>
          <DataRows
            label="Accounts"
            rows={data.rows}
            rowKey={({ id }) => id}
            rowName={({ email }) => email}
            columns={columns}
            filter={false}
            order={orderIn({ sort, order }, show)}
            empty={
              <Panel>
                <Empty level={2} title="No account is like that">
                  Try the first letters of a name or of the e-mail address.
                </Empty>
              </Panel>
            }
          />
          <More
            page={page}
            more={data.next !== null}
            onPage={(next) => show({ page: next })}
            words={{ before: 'Previous', after: 'Next' }}
          />
        </>
      )}
      <Suspense fallback={null}>
        {resetting && <ResetDialog account={resetting} onClose={() => setResetting(null)} />}
        {changing && <RoleDialog account={changing} onClose={() => setChanging(null)} />}
      </Suspense>
    </div>
  )
}
