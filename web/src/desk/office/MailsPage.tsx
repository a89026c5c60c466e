import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { momentText } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toasts.ts'
import { More } from '../../ui/More.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/LoadError.tsx'
import { orderIn, useSearchParams } from '../../ui/use-search-params.ts'

type SearchParams = {
  state?: (typeof states)[number]['value']
  sort?: 'created' | 'to'
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
  const [{ state = 'failed', sort = 'created', order = 'desc', page = 1 }, show] = useSearchParams<SearchParams>()
  const { data, error, refetch } = useRead(
    'GET /v1/office/mails',
    { query: { state, sort, order, page } },
    { keepsPage: true },
  )
  const { mutate, isPending } = useAct('POST /v1/office/mails/{id}/retry', {
    refreshes: ['GET /v1/office/mails', 'GET /v1/office/today'],
    onSuccess: () => toast('On its way again'),
  })
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
              disabled={isPending}
              aria-label={`Send the mail to ${to} again`}
              onClick={() => mutate({ params: { id } })}
            >
              Send again
            </Button>
          ),
      },
    ],
    [isPending, mutate],
  )
  return (
    <div className={styles['stack']}>
      <PageHeader title="Mails">
        What Callboard wrote to people. A mail that fails is tried again by itself, too.
      </PageHeader>
      <div style={{ maxWidth: 240 }}>
        <SelectField
          label="Show"
          value={state}
          options={states}
          error={undefined}
          onChange={(next) => show({ state: next ?? undefined })}
        />
      </div>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={8} columns={4} />}
      {data && (
        <>
          <DataRows
            label="Mails"
            rows={data.rows}
            rowKey={({ id }) => id}
            rowName={({ subject }) => subject}
            columns={columns}
            filter={false}
            order={orderIn({ sort, order }, show)}
            empty={
              <Panel>
                <Empty title={state === 'failed' ? 'Every mail arrived' : 'No mail here'}>
                  A mail that cannot be delivered appears here with the reason.
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
