import { useAddressOrder } from '../../ui/use-search-params.ts'
import { ratingLabels } from '@callboard/domain/survey/availability.ts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { OfficeFrame } from '../../shell/OfficeList.tsx'
import { paths } from '../../shell/paths.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { LabelsDialog, type EventLabels } from './LabelsDialog.tsx'
import { VersionDialog } from './VersionDialog.tsx'

const route = 'GET /v1/office/survey-versions'
type VersionRow = Reply<typeof route>['rows'][number]

const stateBadges = {
  draft: <StatusBadge state="idle">Draft</StatusBadge>,
  open: <StatusBadge state="done">Open</StatusBadge>,
  closed: <StatusBadge state="standby">Closed</StatusBadge>,
} as const

const nameOf = ({ version, season, event }: VersionRow) => `Survey ${version}: ${event ?? 'every event'}, ${season}`

type SetState = (version: number, state: 'open' | 'closed') => void

const columnsOf = (onMove: SetState, onCopy: (row: VersionRow) => void): readonly Column<VersionRow>[] => [
  {
    key: 'version',
    header: 'Survey',
    sort: ({ version }) => version,
    width: 'minmax(0, 2fr)',
    cell: (row) => (
      <Link to={paths.officeAt(`survey/${row.version}`)} className={styles['name']}>
        {nameOf(row)}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'State',
    sort: ({ state }) => state,
    phone: 'beside',
    width: '112px',
    cell: ({ state }) => stateBadges[state],
  },
  {
    key: 'questions',
    header: 'Questions',
    sort: ({ questions }) => questions,
    phone: 'named',
    align: 'end',
    width: '96px',
    cell: ({ questions }) => questions,
  },
  {
    key: 'submitted',
    header: 'Submitted',
    sort: ({ submitted }) => submitted,
    phone: 'named',
    align: 'end',
    width: '120px',
    cell: ({ submitted, registrations }) => `${submitted} of ${registrations}`,
  },
  {
    key: 'acts',
    header: 'Change',
    quietHeader: true,
    phone: 'below',
    align: 'end',
    width: '272px',
    cell: (row) => (
      <span className={styles['acts']}>
        <Button
          component={Link}
          size="compact-sm"
          variant="subtle"
          aria-label={`Results: ${nameOf(row)}`}
          to={paths.officeAt(`survey/${row.version}/results`)}
        >
          Results
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${row.state === 'open' ? 'Close' : 'Open'}: ${nameOf(row)}`}
          onClick={() => onMove(row.version, row.state === 'open' ? 'closed' : 'open')}
        >
          {row.state === 'open' ? 'Close' : 'Open'}
        </Button>
        <Button size="compact-sm" variant="subtle" aria-label={`Copy: ${nameOf(row)}`} onClick={() => onCopy(row)}>
          Copy
        </Button>
      </span>
    ),
  },
]

/** The versions of the survey, and the rating labels of each event. OFF-034. */
export function SurveyVersionsPage() {
  const answer = useRead(route, {})
  const { mutate: move } = useAct('PUT /v1/office/survey-versions/{version}', { refreshes: [route] })
  const [source, setSource] = useState<VersionRow | 'new' | null>(null)
  const [labels, setLabels] = useState<EventLabels | null>(null)
  const keptOrder = useAddressOrder()
  const columns = useMemo(
    () => columnsOf((version, state) => move({ params: { version }, body: { state } }), setSource),
    [move],
  )
  return (
    <>
      <OfficeFrame
        title="Survey"
        about="Registrations of a season answer its open survey from the last day of their city on. An event’s own survey comes before the season’s."
        actions={<Button onClick={() => setSource('new')}>New survey</Button>}
        answer={answer}
        skeleton={{ columns: columns.length }}
      >
        {({ rows, events }) => (
          <div className={styles['stack']}>
            <DataRows
              label="Surveys"
              rows={rows}
              rowKey={({ version }) => version}
              rowName={nameOf}
              columns={columns}
              keptOrder={keptOrder}
              filter={false}
              empty={
                <Panel>
                  <Empty level={2} title="No survey yet">
                    Create one for a season, add questions, then open it.
                  </Empty>
                </Panel>
              }
            />
            <Panel title="Rating labels" flush>
              <ul className={styles['rows']}>
                {events.map((event) => (
                  <li key={event.event_id}>
                    <div>
                      <strong>{event.event}</strong>
                      <span className={styles['second']}>
                        {ratingLabels(event.labels).join(', ') || 'Numbers 1 to 5'}
                        {event.labels === null && ' (usual)'}
                      </span>
                    </div>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Change the labels of ${event.event}`}
                      onClick={() => setLabels(event)}
                    >
                      Change
                    </Button>
                  </li>
                ))}
              </ul>
            </Panel>
          </div>
        )}
      </OfficeFrame>
      {source && <VersionDialog source={source === 'new' ? null : source} onClose={() => setSource(null)} />}
      {labels && <LabelsDialog event={labels} onClose={() => setLabels(null)} />}
    </>
  )
}
