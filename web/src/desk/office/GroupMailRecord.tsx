import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Reply } from '../../api/call.ts'
import { useAct, usePendingIds, useRead } from '../../api/use-call.ts'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { paths } from '../../shell/paths.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DateTime, momentText } from '../../ui/Day.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { Link } from '../../ui/Link.tsx'
import { EmailText, RowAct, StatusFilter, TwoLines } from '../../ui/ListCells.tsx'
import styles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toasts.ts'
import { useOfficeList } from '../../ui/use-search-params.ts'
import {
  audienceStateWords,
  conditions,
  groupMailStates,
  kindWords,
  recipientStates,
  type GroupMail,
} from './group-mail-words.ts'
import mailStyles from './GroupMail.module.css'

type Recipient = Reply<'GET /v1/office/group-mails/{id}/recipients'>['rows'][number]
type RecipientState = Recipient['state']
type SearchParams = {
  q?: string | number
  state?: RecipientState
  sort?: 'name' | 'email' | 'state'
  order?: 'asc' | 'desc'
  page?: number
}

/** A mail that is scheduled, being sent or sent: what it says, how far it is, and who got it. */
export function GroupMailRecord({ mail }: { mail: GroupMail }) {
  const { id, state, subject, send_at, time_zone, progress } = mail
  const { word, tone } = groupMailStates[state]
  const { mutateAsync: cancel } = useAct('POST /v1/office/group-mails/{id}/cancel', {
    refreshes: ['GET /v1/office/group-mails', 'GET /v1/office/group-mails/{id}'],
    onSuccess: (next) => toast(next.state === 'draft' ? 'It is a draft again' : 'Sending stopped'),
  })
  const ask = () =>
    void confirm({
      title: state === 'scheduled' ? 'Cancel this email?' : 'Stop sending?',
      message:
        state === 'scheduled'
          ? 'It becomes a draft again.'
          : `${progress.waiting} accounts have not been emailed and will not be. Emails on their way still arrive.`,
      yes: state === 'scheduled' ? 'Cancel email' : 'Stop',
      no: state === 'scheduled' ? 'Keep it' : 'Keep sending',
      consequence: 'loss',
      act: () => cancel({ params: { id } }),
    })
  const narrowed = conditions.filter(([name]) => mail.audience[name]).map(([, label]) => label)
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={subject}
        above={<Link to={paths.officeAt('group-mails')}>Group emails</Link>}
        actions={
          (state === 'scheduled' || state === 'sending') && (
            <Button variant="default" onClick={ask}>
              {state === 'scheduled' ? 'Cancel email' : 'Stop sending'}
            </Button>
          )
        }
      >
        <StatusBadge state={tone}>{word}</StatusBadge>
      </PageHeader>
      <Panel title="Email">
        <div className={styles['stack']}>
          <dl className={styles['facts']}>
            <dt>Brand</dt>
            <dd>{mail.event}</dd>
            <dt>Cities</dt>
            <dd>{mail.cities.join('; ')}</dd>
            <dt>Who</dt>
            <dd>{[audienceStateWords[mail.audience.state], ...narrowed].join(', ')}</dd>
            <dt>Kind</dt>
            <dd>{kindWords[mail.kind].name}</dd>
            {send_at && (
              <>
                <dt>{state === 'scheduled' ? 'Goes out' : 'Began'}</dt>
                <dd>
                  <DateTime at={send_at} zone={time_zone} />
                </dd>
              </>
            )}
            {mail.created_by && (
              <>
                <dt>Written by</dt>
                <dd>{mail.created_by}</dd>
              </>
            )}
          </dl>
          <div className={mailStyles['text']}>{mail.text}</div>
        </div>
      </Panel>
      {state === 'scheduled' ? (
        <p style={{ margin: 0 }}>Everyone who matches when it goes out gets it.</p>
      ) : (
        <Recipients mail={mail} />
      )}
    </div>
  )
}

function Recipients({ mail: { id, state: mailState, progress, time_zone } }: { mail: GroupMail }) {
  const { list, params, show, query } = useOfficeList<SearchParams>({ sort: 'name', order: 'asc' })
  const { state } = params
  const answer = useRead(
    'GET /v1/office/group-mails/{id}/recipients',
    { params: { id }, query: { ...query, ...(state && { state }) } },
    { keepsPage: true },
  )
  const { mutate } = useAct('POST /v1/office/mails/{id}/retry', {
    refreshes: ['GET /v1/office/group-mails/{id}/recipients', 'GET /v1/office/group-mails/{id}'],
    onSuccess: () => toast('On its way again'),
  })
  const pendingIds = usePendingIds('POST /v1/office/mails/{id}/retry')
  const columns = useMemo<readonly Column<Recipient>[]>(
    () => [
      {
        key: 'name',
        header: 'Account',
        sort: ({ name }) => name,
        width: 'minmax(0, 1.3fr)',
        cell: ({ name, studio }) => <TwoLines second={studio}>{name}</TwoLines>,
      },
      {
        key: 'email',
        header: 'Email',
        sort: ({ email }) => email,
        width: 'minmax(0, 1.5fr)',
        phone: 'below',
        cell: ({ email }) => <EmailText email={email} />,
      },
      {
        key: 'state',
        header: 'Status',
        sort: ({ state: at }) => at,
        width: 'minmax(0, 1.4fr)',
        phone: 'named',
        cell: ({ state: at, last_error, sent_at }) => (
          <span>
            <StatusBadge state={recipientStates[at].tone}>{recipientStates[at].word}</StatusBadge>
            {at === 'failed' && last_error && <span className={styles['second']}>{last_error}</span>}
            {at === 'sent' && sent_at && (
              <span className={styles['second']}>{momentText({ at: sent_at, zone: time_zone })}</span>
            )}
          </span>
        ),
      },
      {
        key: 'retry',
        header: 'Again',
        quietHeader: true,
        align: 'end',
        width: '120px',
        phone: 'below',
        cell: ({ state: at, mail_id, email }) =>
          at === 'failed' &&
          mail_id !== null && (
            <RowAct
              label="Send again"
              name={`Send the email to ${email} again`}
              loading={pendingIds.includes(mail_id)}
              onClick={() => mutate({ params: { id: mail_id } })}
            />
          ),
      },
    ],
    [pendingIds, mutate, time_zone],
  )
  const { waiting, queued, sent, failed, unsubscribed, ended } = progress
  const total = waiting + queued + sent + failed
  return (
    <>
      <Panel title="Progress">
        <div className={styles['tight']}>
          <progress aria-label="Emails sent" value={sent} max={Math.max(1, total)} style={{ width: '100%' }} />
          <output>
            {`${sent} of ${total} sent`}
            {queued > 0 && `, ${queued} on their way`}
            {failed > 0 && `, ${failed} failed`}
            {waiting > 0 && `, ${waiting} ${mailState === 'canceled' ? 'never sent' : 'still to be sent'}`}
            {unsubscribed > 0 && `. ${unsubscribed} unsubscribed and got none.`}
            {ended > 0 && `. ${ended} got none because the account ended.`}
          </output>
        </div>
      </Panel>
      <OfficeList
        title="Recipients"
        isPart
        about="Each account gets it once."
        list={list}
        search="Name, studio or email"
        isFiltered={state !== undefined}
        filters={<StatusFilter state={state} words={recipientStates} onChange={(next) => show({ state: next })} />}
        answer={answer}
        columns={columns}
        rowKey={({ user_id }) => user_id}
        rowName={({ name }) => name}
        empty={{ title: 'No recipients yet', text: 'They appear within a minute after sending begins.' }}
        noMatch={{ title: 'No recipient matches', text: 'Try fewer letters, or another status.' }}
      />
    </>
  )
}
