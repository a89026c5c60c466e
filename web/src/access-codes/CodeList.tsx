import { emailError } from '@callboard/domain/roster/contact.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, type Reply } from '../api/call.ts'
import type { Column } from '../ui/data-columns.ts'
import { DataRows } from '../ui/DataRows.tsx'
import { askText } from '../ui/dialogs.ts'
import { Empty } from '../ui/Empty.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './AccessCodes.module.css'

const route = 'GET /v1/mybtf/registration/{id}/access-codes'
type CodeRow = Reply<typeof route>['rows'][number]
const nameOf = ({ fname, lname }: CodeRow) => `${fname} ${lname}`

const codeColumns: readonly Column<CodeRow>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 'minmax(0, 1.6fr)',
    sort: ({ fname, lname }) => `${lname} ${fname}`,
    text: nameOf,
    cell: (row) => nameOf(row),
  },
  {
    key: 'level',
    header: 'Workshop level',
    width: 'minmax(0, 1.2fr)',
    sort: ({ workshop_level }) => workshop_level,
    cell: ({ workshop_level }) => workshop_level,
  },
  {
    key: 'code',
    header: 'Access code',
    width: 'minmax(0, 1.4fr)',
    sort: ({ access_code }) => access_code,
    cell: ({ access_code }) =>
      access_code ? (
        <code className={styles['code']}>{access_code}</code>
      ) : (
        <span className={styles['none']}>Not yet</span>
      ),
  },
]

const mailed = (onMail: (row: CodeRow) => void): Column<CodeRow> => ({
  key: 'acts',
  header: 'Email',
  quietHeader: true,
  align: 'end',
  width: '136px',
  cell: (row) =>
    row.access_code && (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Email the code of ${nameOf(row)}`}
        onClick={() => onMail(row)}
      >
        Email code
      </Button>
    ),
})

/** Lists the virtual participants with their codes; the owner may send each by mail. CODE-001, CODE-003. */
export function CodeList({ rows, mayMail }: { rows: readonly CodeRow[]; mayMail: boolean }) {
  const queries = useQueryClient()
  const columns = useMemo(() => {
    async function mail(row: CodeRow) {
      await askText({
        title: `Email the code of ${nameOf(row)}`,
        message: 'The email has the access code and the days of the event.',
        label: 'Email',
        start: row.reminder_email ?? '',
        yes: 'Send',
        check: (text) => emailError(text, true) ?? undefined,
        draft: ['code-reminder', row.attendee_id],
        act: async (reminder_email) => {
          await call('POST /v1/mybtf/access-codes/reminder', { body: { id: row.attendee_id, reminder_email } })
          toast('Email Sent')
        },
      })
      await queries.invalidateQueries({ queryKey: [route] })
    }
    return mayMail ? [...codeColumns, mailed((row) => void mail(row))] : codeColumns
  }, [mayMail, queries])
  return (
    <DataRows
      label="Access codes"
      rows={rows}
      rowKey={({ attendee_id }) => attendee_id}
      rowName={nameOf}
      columns={columns}
      filter={rows.length > 10}
      empty={
        <Panel>
          <Empty title="No virtual participants">
            Access codes are for people who join from home. Everyone in this registration attends in person.
          </Empty>
        </Panel>
      }
    />
  )
}
