import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { OfficeList } from '../../shell/OfficeList.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DateTime } from '../../ui/Day.tsx'
import { confirm } from '../../ui/dialogs.ts'
import styles from '../../ui/Office.module.css'
import { useOfficeList } from '../../ui/use-search-params.ts'
import { exportListNames, scheduleText } from './export-words.ts'

type SavedExport = Reply<'GET /v1/office/saved-exports'>['rows'][number]
type SearchParams = {
  q?: string | number
  sort?: 'name' | 'schedule' | 'next_at'
  order?: 'asc' | 'desc'
  page?: number
}

const columnsOf = (onDelete: (savedExport: SavedExport) => void): readonly Column<SavedExport>[] => [
  {
    key: 'name',
    header: 'Name',
    sort: ({ name }) => name,
    width: 'minmax(0, 1.5fr)',
    cell: ({ name, list }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        {name}
        <span className={styles['second']}>{exportListNames[list]}</span>
      </span>
    ),
  },
  {
    key: 'schedule',
    header: 'Emailed',
    sort: ({ schedule }) => schedule,
    width: 'minmax(0, 1.3fr)',
    phone: 'named',
    cell: (savedExport) => scheduleText(savedExport),
  },
  {
    key: 'next_at',
    header: 'Next',
    sort: ({ next_at }) => next_at ?? '',
    width: 'minmax(0, 1.3fr)',
    phone: 'named',
    cell: ({ next_at, time_zone }) => (next_at ? <DateTime at={next_at} zone={time_zone} /> : '–'),
  },
  {
    key: 'acts',
    header: 'Change',
    quietHeader: true,
    align: 'end',
    width: '208px',
    phone: 'below',
    cell: (savedExport) => (
      <span className={styles['acts']}>
        <Button
          component="a"
          href={`/v1/office/saved-exports/${savedExport.id}/file`}
          variant="default"
          size="compact-sm"
          aria-label={`Download ${savedExport.name}`}
        >
          Download
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Delete ${savedExport.name}`}
          onClick={() => onDelete(savedExport)}
        >
          Delete
        </Button>
      </span>
    ),
  },
]

/** One's own exports by name, downloaded as the list is now. */
export function ExportsPage() {
  const { list, query } = useOfficeList<SearchParams>({ sort: 'name', order: 'asc' })
  const answer = useRead('GET /v1/office/saved-exports', { query }, { keepsPage: true })
  const { mutateAsync: remove } = useAct('DELETE /v1/office/saved-exports/{id}', {
    refreshes: ['GET /v1/office/saved-exports'],
  })
  const columns = useMemo(
    () =>
      columnsOf(
        ({ id, name }) =>
          void confirm({
            title: `Delete the export ${name}?`,
            message: 'You will get no more emails for it.',
            yes: 'Delete',
            no: 'Keep it',
            consequence: 'loss',
            act: () => remove({ params: { id } }),
          }),
      ),
    [remove],
  )
  return (
    <OfficeList
      title="Exports"
      about="Lists you saved for download. A scheduled export emails you a link that asks you to sign in."
      list={list}
      search="Name"
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={{
        title: 'No exports yet',
        text: 'Open Entries or Registrations, choose filters, and press “Save export”.',
      }}
      noMatch={{ title: 'No export matches', text: 'Try fewer letters.' }}
    />
  )
}
