import { roleWords } from '@callboard/domain/accounts/role.ts'
import type { AccountLine } from './RoleDialog.tsx'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { useSession } from '../../shell/session.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { Day, dayText } from '../../ui/Day.tsx'
import styles from '../../ui/Office.module.css'
import { OfficeFrame, OfficeList } from '../../shell/OfficeList.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { EmailText, RowAct, TwoLines } from '../../ui/ListCells.tsx'
import { useOfficeList } from '../../ui/use-search-params.ts'

const ResetDialog = lazy(() =>
  import('./SecondFactorResetDialog.tsx').then((file) => ({ default: file.SecondFactorResetDialog })),
)
const EndDialog = lazy(() => import('./EndAccountDialog.tsx').then((file) => ({ default: file.EndAccountDialog })))
const InviteDialog = lazy(() => import('./InviteDialog.tsx').then((file) => ({ default: file.InviteDialog })))
const Invitations = lazy(() => import('./InvitationsList.tsx').then((file) => ({ default: file.InvitationsList })))
const RoleDialog = lazy(() => import('./RoleDialog.tsx').then((file) => ({ default: file.RoleDialog })))

type Sort = 'created' | 'name' | 'email' | 'last_sign_in' | 'second_step'
type Who = 'all' | 'staff' | 'ended' | 'invited'
type SearchParams = { q?: string | number; who?: Who; sort?: Sort; order?: 'asc' | 'desc'; page?: number }

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const whose = [
  { value: 'all', label: 'All' },
  { value: 'staff', label: 'Office' },
  { value: 'invited', label: 'Invited' },
  { value: 'ended', label: 'Ended' },
] as const satisfies readonly { value: Who; label: string }[]
const emptyTexts = {
  all: { title: 'No accounts found', text: 'Try the first letters of a name or of the email address.' },
  staff: { title: 'No one in the office found', text: 'Invite someone, or try fewer letters.' },
  ended: { title: 'No account has ended', text: 'Accounts that an administrator ends are listed here.' },
} as const

/** An open dialog: for one account, or to invite. */
type Open = { dialog: 'reset' | 'role' | 'end'; account: AccountLine } | { dialog: 'invite' }

const columnsOf = (ownId: number | undefined, open: (next: Open) => void): readonly Column<AccountLine>[] => [
  {
    key: 'name',
    header: 'Name',
    sort: ({ name }) => name,
    width: 'minmax(0, 1.4fr)',
    cell: ({ id, name, studio, role }) => (
      <TwoLines second={[`#${id}`, studio, role !== 'user' && roleWords[role].name].filter(Boolean).join(' · ')}>
        {name}
      </TwoLines>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    sort: ({ email }) => email,
    phone: 'below',
    width: 'minmax(0, 1.6fr)',
    cell: ({ email, confirmed }) => (
      <TwoLines second={!confirmed && 'Not confirmed yet'}>
        <EmailText email={email} />
      </TwoLines>
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
    key: 'last_sign_in',
    header: 'Last sign-in',
    sort: ({ last_sign_in }) => last_sign_in ?? '',
    width: '136px',
    phone: 'named',
    cell: ({ last_sign_in }) => (last_sign_in ? <Day date={dayIn(zone, last_sign_in)} /> : 'Never'),
  },
  {
    key: 'second_step',
    header: 'Second step',
    sort: ({ second_step_since }) => second_step_since,
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
    width: '232px',
    cell: (account) => {
      const { id, name, role, ended_at, second_step_since } = account
      if (ended_at) return <StatusBadge state="idle">{`Ended ${dayText(dayIn(zone, ended_at))}`}</StatusBadge>
      if (id === ownId) return null
      return (
        <span className={styles['acts']}>
          {second_step_since && (
            <RowAct
              label="Reset second step"
              name={`Reset second step of ${name}`}
              onClick={() => open({ dialog: 'reset', account })}
            />
          )}
          <RowAct
            label="Change role"
            name={`Change role of ${name}`}
            onClick={() => open({ dialog: 'role', account })}
          />
          {role !== 'user' && (
            <RowAct
              label="End account"
              name={`End account of ${name}`}
              onClick={() => open({ dialog: 'end', account })}
            />
          )}
        </span>
      )
    },
  },
]

/** Accounts, for administrators: found by name, studio or email, invited, helped back in, and ended. */
export function AccountsPage() {
  const own = useSession()
  const [shownDialog, open] = useState<Open | null>(null)
  const { list, params, show, query } = useOfficeList<SearchParams>({ sort: 'created', order: 'asc' })
  const { who = 'all' } = params
  const isAdmin = own?.role === 'admin'
  const showsAccounts = isAdmin && who !== 'invited'
  const answer = useRead(
    'GET /v1/office/users',
    { query: { ...query, show: who === 'invited' ? 'all' : who } },
    { keepsPage: true, enabled: showsAccounts },
  )
  const columns = useMemo(() => columnsOf(own?.id, open), [own?.id])
  const head = {
    title: 'Accounts',
    about:
      'Everyone who can sign in. Invite the people who work in the office; roles decide what they can do. If someone loses their phone and recovery codes, reset their second step.',
  }
  if (!isAdmin) {
    return (
      <OfficeFrame {...head} answer={{ ...answer, data: null }} skeleton={{ columns: 5 }}>
        {() => (
          <Panel>
            <Empty level={2} title="Administrators manage accounts">
              Please ask one of them.
            </Empty>
          </Panel>
        )}
      </OfficeFrame>
    )
  }
  const close = () => open(null)
  const frame = {
    ...head,
    actions: <Button onClick={() => open({ dialog: 'invite' })}>Invite</Button>,
    filters: (
      <SegmentedControl
        size="sm"
        aria-label="Which accounts"
        value={who}
        // The lists have orders of their own.
        onChange={(next) =>
          show({
            who: whose.find(({ value }) => value === next && value !== 'all')?.value,
            sort: undefined,
            order: undefined,
          })
        }
        data={[...whose]}
      />
    ),
  }
  const dialogs = (
    <Suspense fallback={null}>
      {shownDialog?.dialog === 'reset' && <ResetDialog account={shownDialog.account} onClose={close} />}
      {shownDialog?.dialog === 'role' && <RoleDialog account={shownDialog.account} onClose={close} />}
      {shownDialog?.dialog === 'end' && <EndDialog account={shownDialog.account} onClose={close} />}
      {shownDialog?.dialog === 'invite' && <InviteDialog onClose={close} />}
    </Suspense>
  )
  if (who === 'invited') {
    return (
      <Suspense fallback={<RowsSkeleton rows={8} columns={5} />}>
        <Invitations {...frame}>{dialogs}</Invitations>
      </Suspense>
    )
  }
  return (
    <OfficeList
      {...frame}
      list={list}
      search="Name, studio, email or number"
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ email }) => email}
      empty={emptyTexts[who]}
      pageWords={{ before: 'Previous', after: 'Next' }}
    >
      {dialogs}
    </OfficeList>
  )
}
