import { roleWords } from '@callboard/domain/accounts/role.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { useMemo, type ReactNode } from 'react'
import type { Reply } from '../../api/call.ts'
import { useAct, usePendingIds, useRead } from '../../api/use-call.ts'
import { OfficeList } from '../../shell/OfficeList.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { Day } from '../../ui/Day.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmailText, RowAct, TwoLines } from '../../ui/ListCells.tsx'
import styles from '../../ui/Office.module.css'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toasts.ts'
import { useOfficeList } from '../../ui/use-search-params.ts'

type Invitation = Reply<'GET /v1/office/invitations'>['rows'][number]
type Sort = 'mailed' | 'name' | 'email'
type SearchParams = { q?: string | number; sort?: Sort; order?: 'asc' | 'desc'; page?: number }
type Acts = {
  onResend: (invitation: Invitation) => void
  onWithdraw: (invitation: Invitation) => void
  /** Of the invitations that are on their way. */
  resendingIds: ReturnType<typeof usePendingIds>
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const nameOf = ({ fname, lname }: Invitation) => `${fname} ${lname}`

const columnsOf = ({ onResend, onWithdraw, resendingIds }: Acts): readonly Column<Invitation>[] => [
  {
    key: 'name',
    header: 'Name',
    sort: nameOf,
    width: 'minmax(0, 1.3fr)',
    cell: (invitation) => (
      <TwoLines
        second={[roleWords[invitation.role].name, invitation.invited_by && `by ${invitation.invited_by}`]
          .filter(Boolean)
          .join(' · ')}
      >
        {nameOf(invitation)}
      </TwoLines>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    sort: ({ email }) => email,
    phone: 'below',
    width: 'minmax(0, 1.5fr)',
    cell: ({ email }) => <EmailText email={email} />,
  },
  {
    key: 'mailed',
    header: 'Emailed',
    sort: ({ mailed_at }) => mailed_at,
    phone: 'named',
    width: '136px',
    cell: ({ mailed_at }) => <Day date={dayIn(zone, mailed_at)} />,
  },
  {
    key: 'until',
    header: 'Works until',
    sort: ({ expires_at }) => expires_at,
    phone: 'named',
    width: '136px',
    cell: ({ expired, expires_at }) =>
      expired ? <StatusBadge state="standby">Expired</StatusBadge> : <Day date={dayIn(zone, expires_at)} />,
  },
  {
    key: 'acts',
    header: 'Change',
    quietHeader: true,
    phone: 'below',
    align: 'end',
    width: '232px',
    cell: (invitation) => (
      <span className={styles['acts']}>
        <RowAct
          label="Send again"
          name={`Send the invitation of ${nameOf(invitation)} again`}
          loading={resendingIds.includes(invitation.id)}
          onClick={() => onResend(invitation)}
        />
        <RowAct
          label="Withdraw"
          name={`Withdraw the invitation of ${nameOf(invitation)}`}
          onClick={() => onWithdraw(invitation)}
        />
      </span>
    ),
  },
]

type InvitationsListProps = {
  title: string
  about: ReactNode
  actions: ReactNode
  filters: ReactNode
  children: ReactNode
}

/** Invitations to the office that wait for an answer. */
export function InvitationsList({ children, ...head }: InvitationsListProps) {
  const { list, query } = useOfficeList<SearchParams>({ sort: 'mailed', order: 'desc' })
  const answer = useRead('GET /v1/office/invitations', { query }, { keepsPage: true })
  const refreshes = ['GET /v1/office/invitations', 'GET /v1/office/audit'] as const
  const { mutate: resend } = useAct('POST /v1/office/invitations/{id}/resend', {
    refreshes,
    onSuccess: () => toast('Invitation sent again. The earlier link no longer works.'),
  })
  const { mutateAsync: withdraw } = useAct('DELETE /v1/office/invitations/{id}', { refreshes })
  const resendingIds = usePendingIds('POST /v1/office/invitations/{id}/resend')
  const columns = useMemo(
    () =>
      columnsOf({
        resendingIds,
        onResend: ({ id }) => resend({ params: { id } }),
        onWithdraw: (invitation) =>
          void confirm({
            title: `Withdraw the invitation of ${nameOf(invitation)}?`,
            message: `The link that we emailed to ${invitation.email} stops working.`,
            yes: 'Withdraw',
            no: 'Keep it',
            consequence: 'loss',
            act: () => withdraw({ params: { id: invitation.id } }),
          }),
      }),
    [resend, resendingIds, withdraw],
  )
  return (
    <OfficeList
      {...head}
      list={list}
      search="Name or email"
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ email }) => email}
      empty={{ title: 'No open invitations', text: 'Invite someone by email: they choose their own password.' }}
      noMatch={{ title: 'No invitation matches', text: 'Try fewer letters.' }}
    >
      {children}
    </OfficeList>
  )
}
