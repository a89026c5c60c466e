import type { AttendanceLine } from './AttendanceDialog.tsx'
import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAct, useRead } from '../../api/use-call.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { confirm } from '../../ui/dialogs.ts'
import { toast } from '../../ui/toasts.ts'
import styles from '../../ui/Office.module.css'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { useOfficeList } from '../../ui/use-search-params.ts'

const AttendanceDialog = lazy(() =>
  import('./AttendanceDialog.tsx').then((file) => ({ default: file.AttendanceDialog })),
)

type Sort = 'recorded' | 'name' | 'attended' | 'season' | 'note'
type SearchParams = { q?: string | number; page?: number; sort?: Sort; order?: 'asc' | 'desc' }
type Actions = { onChange: (line: AttendanceLine) => void; onRemove: (line: AttendanceLine) => void }

const columnsOf = ({ onChange, onRemove }: Actions): readonly Column<AttendanceLine>[] => [
  {
    key: 'name',
    header: 'Dancer',
    sort: ({ name }) => name,
    width: 'minmax(0, 2fr)',
    cell: ({ name, age, studios }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        {age === null ? name : `${name}, ${age}`}
        <span className={styles['second']}>{studios.join(', ')}</span>
      </span>
    ),
  },
  {
    key: 'attended',
    header: 'On record',
    sort: ({ attended }) => (attended ? 1 : 0),
    width: '168px',
    phone: 'beside',
    cell: ({ attended }) =>
      attended ? (
        <StatusBadge state="done">Attended</StatusBadge>
      ) : (
        <StatusBadge state="stop">Did not attend</StatusBadge>
      ),
  },
  {
    key: 'season',
    header: 'Season',
    sort: ({ season }) => season,
    phone: 'named',
    width: '120px',
    cell: ({ season }) => season,
  },
  {
    key: 'note',
    header: 'Note',
    sort: ({ note }) => note,
    phone: 'below',
    width: 'minmax(0, 1.6fr)',
    cell: ({ note }) => <span style={{ overflowWrap: 'anywhere' }}>{note}</span>,
  },
  {
    key: 'acts',
    header: 'Change',
    quietHeader: true,
    phone: 'below',
    align: 'end',
    width: '192px',
    cell: (line) => (
      <span className={styles['pair']} style={{ justifyContent: 'end' }}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Change the attendance of ${line.name}`}
          onClick={() => onChange(line)}
        >
          Change
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Remove the attendance of ${line.name}`}
          onClick={() => onRemove(line)}
        >
          Remove
        </Button>
      </span>
    ),
  },
]

/** Earlier attendance that the office has confirmed or denied; everyone else declares it. OFF-023, A52. */
export function AttendancePage() {
  const [dialogLine, setDialogLine] = useState<AttendanceLine | 'new' | null>(null)
  const { list, query } = useOfficeList<SearchParams>({ sort: 'recorded', order: 'desc' })
  const answer = useRead('GET /v1/office/attended', { query }, { keepsPage: true })
  const { mutateAsync } = useAct('DELETE /v1/office/attended/{season_id}/{person_id}', {
    refreshes: ['GET /v1/office/attended'],
    onSuccess: () => toast('Record removed'),
  })
  const columns = useMemo(
    () =>
      columnsOf({
        onChange: setDialogLine,
        onRemove: ({ person_id, season_id, name }) =>
          void confirm({
            title: `Remove the record of ${name}?`,
            message: 'What the studio declares counts again.',
            yes: 'Remove',
            no: 'Keep it',
            consequence: 'loss',
            act: () => mutateAsync({ params: { person_id, season_id } }),
          }),
      }),
    [mutateAsync],
  )
  return (
    <OfficeList
      title="Attended before"
      about="Studios declare who attended before. Confirm a dancer to grant the discount; deny it to refuse the discount."
      actions={<Button onClick={() => setDialogLine('new')}>Record attendance</Button>}
      list={list}
      search="Name of the dancer"
      answer={answer}
      columns={columns}
      rowKey={({ person_id, season_id }) => `${season_id}-${person_id}`}
      rowName={({ name }) => name}
      empty={{ title: 'Nothing on record yet', text: 'What studios declare counts until you confirm or deny it.' }}
      noMatch={{ title: 'No matches', text: 'Try fewer letters.' }}
    >
      <Suspense fallback={null}>
        {dialogLine && (
          <AttendanceDialog line={dialogLine === 'new' ? null : dialogLine} onClose={() => setDialogLine(null)} />
        )}
      </Suspense>
    </OfficeList>
  )
}
