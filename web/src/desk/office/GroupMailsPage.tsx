import { Button } from '@mantine/core'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { paths } from '../../shell/paths.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DateTime } from '../../ui/Day.tsx'
import { Link } from '../../ui/Link.tsx'
import { StatusFilter, TwoLines } from '../../ui/ListCells.tsx'
import styles from '../../ui/Office.module.css'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useOfficeList } from '../../ui/use-search-params.ts'
import { groupMailStates, kindWords, type GroupMailState } from './group-mail-words.ts'

type Line = Reply<'GET /v1/office/group-mails'>['rows'][number]
type SearchParams = {
  q?: string | number
  state?: GroupMailState
  sort?: 'created' | 'subject' | 'state' | 'send_at' | 'recipients'
  order?: 'asc' | 'desc'
  page?: number
}

const columns: readonly Column<Line>[] = [
  {
    key: 'subject',
    header: 'Subject',
    sort: ({ subject }) => subject,
    width: 'minmax(0, 2fr)',
    cell: ({ id, subject, event, kind }) => (
      <TwoLines second={`${event} · ${kindWords[kind].name}`}>
        <Link to={paths.officeAt(`group-mails/${id}`)} className={styles['name']}>
          {subject}
        </Link>
      </TwoLines>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    sort: ({ state }) => state,
    width: '144px',
    phone: 'named',
    cell: ({ state }) => <StatusBadge state={groupMailStates[state].tone}>{groupMailStates[state].word}</StatusBadge>,
  },
  {
    key: 'send_at',
    header: 'Goes out',
    sort: ({ send_at }) => send_at ?? '',
    width: '224px',
    phone: 'named',
    cell: ({ send_at, time_zone }) => (send_at ? <DateTime at={send_at} zone={time_zone} /> : '–'),
  },
  {
    key: 'recipients',
    header: 'Recipients',
    sort: ({ recipients }) => recipients,
    width: '120px',
    phone: 'named',
    cell: ({ recipients, failed, state }) => (
      <span>
        {state === 'draft' || state === 'scheduled' ? '–' : recipients}
        {failed > 0 && <span className={styles['second']}>{failed} failed</span>}
      </span>
    ),
  },
  {
    key: 'created',
    header: 'Written by',
    sort: ({ created }) => created,
    width: 'minmax(0, 1fr)',
    phone: 'named',
    cell: ({ created_by }) => created_by ?? '–',
  },
]

/** Mails of the office to groups of accounts. */
export function GroupMailsPage() {
  const { list, params, show, query } = useOfficeList<SearchParams>({ sort: 'created', order: 'desc' })
  const { state } = params
  const answer = useRead(
    'GET /v1/office/group-mails',
    { query: { ...query, ...(state && { state }) } },
    { keepsPage: true },
  )
  return (
    <OfficeList
      title="Group emails"
      about="One email to many accounts, chosen by city, balance, missing waivers or music."
      actions={
        <Button component={Link} to={paths.officeAt('group-mails/new')}>
          Write an email
        </Button>
      }
      list={list}
      search="Subject"
      isFiltered={state !== undefined}
      filters={<StatusFilter state={state} words={groupMailStates} onChange={(next) => show({ state: next })} />}
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ subject }) => subject}
      empty={{ title: 'No email yet', text: 'Write to the studios of a city, or to everyone who owes a balance.' }}
      noMatch={{ title: 'No email matches', text: 'Try fewer letters, or another status.' }}
    />
  )
}
