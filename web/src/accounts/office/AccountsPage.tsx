import type { AccountLine } from './RoleDialog.tsx'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { useSession } from '../../shell/session.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { Day } from '../../ui/Day.tsx'
import styles from '../../ui/Office.module.css'
import { OfficeFrame, OfficeList } from '../../shell/OfficeList.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useOfficeList } from '../../ui/use-search-params.ts'

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
    header: 'Email',
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

/** Accounts, for administrators: found by name, studio or email, and helped back in. */
export function AccountsPage() {
  const own = useSession()
  const [resetting, setResetting] = useState<AccountLine | null>(null)
  const [changing, setChanging] = useState<AccountLine | null>(null)
  const { list, params, show, query } = useOfficeList<SearchParams>({ sort: 'created', order: 'asc' })
  const { who = 'all' } = params
  const may = own?.role === 'admin'
  const answer = useRead('GET /v1/office/users', { query: { ...query, show: who } }, { keepsPage: true, enabled: may })
  const columns = useMemo(() => columnsOf(own?.id, setResetting, setChanging), [own?.id])
  const head = {
    title: 'Accounts',
    about:
      'Everyone who can sign in. If someone loses their phone and recovery codes, reset their second factor. Roles decide who works in the office.',
  }
  if (!may) {
    return (
      <OfficeFrame {...head} answer={{ ...answer, data: null }} skeleton={{ columns: 5 }}>
        {() => (
          <Panel>
            <Empty level={2} title="Administrators look after accounts">
              Please ask one of them.
            </Empty>
          </Panel>
        )}
      </OfficeFrame>
    )
  }
  return (
    <OfficeList
      {...head}
      list={list}
      search="Name, studio, email or number"
      filters={
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
      }
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ email }) => email}
      empty={{
        title: 'No accounts found',
        text: 'Try the first letters of a name or of the email address.',
      }}
      pageWords={{ before: 'Previous', after: 'Next' }}
    >
      <Suspense fallback={null}>
        {resetting && <ResetDialog account={resetting} onClose={() => setResetting(null)} />}
        {changing && <RoleDialog account={changing} onClose={() => setChanging(null)} />}
      </Suspense>
    </OfficeList>
  )
}
