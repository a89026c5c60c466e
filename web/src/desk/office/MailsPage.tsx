import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Reply } from '../../api/call.ts'
import { useAct, usePendingIds, useRead } from '../../api/use-call.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { momentText } from '../../ui/Day.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from '../../ui/Office.module.css'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { useOfficeList } from '../../ui/use-search-params.ts'

type SearchParams = {
  state?: (typeof states)[number]['value']
  sort?: 'created' | 'to' | 'state'
  order?: 'asc' | 'desc'
  page?: number
}
type Mail = Reply<'GET /v1/office/mails'>['rows'][number]

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const states = [
  { value: 'failed', label: 'Failed' },
  { value: 'queued', label: 'On their way' },
  { value: 'sent', label: 'Sent' },
  { value: 'all', label: 'All' },
] as const
const words = {
  failed: { tone: 'stop', word: 'Failed' },
  queued: { tone: 'standby', word: 'On its way' },
  sent: { tone: 'done', word: 'Sent' },
} as const

/** Mails that did not arrive, why, and another try. */
export function MailsPage() {
  const { list, params, show, query } = useOfficeList<SearchParams>({ sort: 'created', order: 'desc' })
  const { state = 'failed' } = params
  const answer = useRead('GET /v1/office/mails', { query: { ...query, state } }, { keepsPage: true })
  const { mutate } = useAct('POST /v1/office/mails/{id}/retry', {
    refreshes: ['GET /v1/office/mails', 'GET /v1/office/today'],
    onSuccess: () => toast('On its way again'),
  })
  const pendingIds = usePendingIds('POST /v1/office/mails/{id}/retry')
  const columns = useMemo<readonly Column<Mail>[]>(
    () => [
      {
        key: 'to',
        header: 'To',
        sort: ({ to }) => to,
        width: 'minmax(0, 1.6fr)',
        cell: ({ to, subject }) => (
          <span>
            {to}
            <span className={styles['second']}>{subject}</span>
          </span>
        ),
      },
      {
        key: 'state',
        header: 'Status',
        sort: ({ state: at }) => at,
        width: 'minmax(0, 1.6fr)',
        cell: ({ state: at, last_error, tries }) => (
          <span>
            <StatusBadge state={words[at].tone}>{words[at].word}</StatusBadge>
            {last_error && (
              <span className={styles['second']}>
                {last_error} ({tries === 1 ? 'one try' : `${tries} tries`})
              </span>
            )}
          </span>
        ),
      },
      {
        key: 'created',
        header: 'Written',
        sort: ({ created }) => created,
        width: '220px',
        cell: ({ created }) => <time dateTime={created}>{momentText({ at: created, zone })}</time>,
      },
      {
        key: 'retry',
        header: 'Again',
        quietHeader: true,
        align: 'end',
        width: '120px',
        cell: ({ id, state: at, to }) =>
          at === 'failed' && (
            <Button
              variant="default"
              size="sm"
              loading={pendingIds.includes(id)}
              aria-label={`Send the email to ${to} again`}
              onClick={() => mutate({ params: { id } })}
            >
              Send again
            </Button>
          ),
      },
    ],
    [pendingIds, mutate],
  )
  return (
    <OfficeList
      title="Emails"
      about="Emails that Callboard sent. Failed emails are retried automatically."
      list={list}
      filters={
        <SelectField
          label="Show"
          value={state}
          options={states}
          error={undefined}
          onChange={(next) => show({ state: next ?? undefined })}
        />
      }
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ subject }) => subject}
      empty={{
        title: state === 'failed' ? 'Every email arrived' : 'No emails here',
        text: 'An email that cannot be delivered appears here with the reason.',
      }}
    />
  )
}
