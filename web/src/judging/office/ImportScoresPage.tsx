import {
  mostImportedMarks,
  planMarkImport,
  type ImportedMark,
  type WrongCell,
} from '@callboard/domain/judging/mark-import.ts'
import { pointsText } from '@callboard/domain/judging/points.ts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import type { Sheet } from '../../roster/read-sheet.ts'
import { SheetActions, SheetSource } from '../../roster/SheetSource.tsx'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { Empty } from '../../ui/Empty.tsx'
import { RestoredNotice } from '../../ui/RestoredNotice.tsx'
import { Link } from '../../ui/Link.tsx'
import officeStyles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from './Scores.module.css'
import { useScores, type ScoreGrid, type Scores } from './use-scores.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type SheetChoice = { sheet: Sheet; pasted?: string | undefined }

/** Scores from a sheet: looked through first, stored all or none, and confirmed by another person. OFF-030. */
export function ImportScoresPage() {
  const id = useIdInPath()
  const scores = useScores(id)
  const formDraft = useDraft('score-sheet', id)
  const [read, setRead] = useDraftState<SheetChoice | null>(formDraft, 'read', null)
  const [rows, setRows] = useDraftState(formDraft, 'rows', '')
  const { data, error, refetch } = scores
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={6} />
  return (
    <div className={officeStyles['stack']}>
      <PageHeader
        title={`Import scores in ${data.city}`}
        above={data.event}
        actions={
          read && (
            <SheetActions
              hasUndo={read.pasted !== undefined}
              onUndo={() => setRead(null)}
              onChooseAnother={formDraft.discard}
            />
          )
        }
      >
        One mark a row: entry number, seat, mark, or one column for each part of the mark. Nothing is saved until you
        confirm. <Link to={paths.officeAt(`tour-dates/${id}/scores`)}>Scores</Link>
      </PageHeader>
      <RestoredNotice draft={formDraft} />
      {read ? (
        <Preview sheet={read.sheet} data={data} scores={scores} onStored={formDraft.clear} />
      ) : (
        <SheetSource
          help={`Up to ${mostImportedMarks.toLocaleString('en-US')} rows and 5 MB.`}
          rows={rows}
          onRows={setRows}
          onRead={([sheet], pasted) => sheet && setRead({ sheet, pasted })}
        />
      )}
    </div>
  )
}

type PreviewProps = { sheet: Sheet; data: ScoreGrid; scores: Scores; onStored: () => void }

function Preview({ sheet, data, scores, onStored }: PreviewProps) {
  const [, navigate] = useLocation()
  // As the scores were when the sheet was read: its own marks must not turn into ones that are there already.
  const [before] = useState(data)
  const { marks, wrongCells } = useMemo(() => planMarkImport(sheet.cells, before), [sheet, before])
  const [clientIds] = useState(() => new Map(marks.map(({ line }) => [line, crypto.randomUUID()])))
  const [isSure, setSure] = useState(false)
  const unusual = marks.filter((mark) => mark.unusual !== null)
  const isTooMany = marks.length > mostImportedMarks
  const isReady = marks.length > 0 && wrongCells.length === 0 && !isTooMany && (unusual.length === 0 || isSure)

  async function store() {
    const body = {
      tour_date_id: data.tour_date_id,
      accept_unusual: isSure,
      marks: marks.map(({ line, registration_routine_id, seat_id, points, criteria }) => ({
        ...{ registration_routine_id, seat_id, points, criteria },
        client_id: clientIds.get(line) ?? crypto.randomUUID(),
      })),
    }
    const isDone = await scores.change(() => call('POST /v1/office/scores/import', { body }))
    if (!isDone) return
    onStored()
    navigate(paths.officeAt(`tour-dates/${data.tour_date_id}/scores`))
  }

  if (marks.length + wrongCells.length === 0) {
    return <Empty title="No marks found">No row in this sheet has a number, a seat and a mark.</Empty>
  }
  return (
    <>
      {wrongCells.length > 0 && <WrongCells wrongCells={wrongCells} />}
      {isTooMany && (
        <Empty level={2} title="Too many marks">
          At most {mostImportedMarks.toLocaleString('en-US')} at once. Please split the sheet.
        </Empty>
      )}
      {marks.length > 0 && (
        <Panel
          title={`${marks.length} ${marks.length === 1 ? 'mark' : 'marks'} found`}
          actions={
            <Button disabled={!isReady} loading={scores.pending} onClick={() => void store()}>
              Store {marks.length} {marks.length === 1 ? 'mark' : 'marks'}
            </Button>
          }
        >
          {unusual.length > 0 && (
            <Checkbox
              label={`${unusual.length} unusual ${unusual.length === 1 ? 'mark is' : 'marks are'} right`}
              checked={isSure}
              onChange={(event) => setSure(event.currentTarget.checked)}
            />
          )}
          <MarkTable marks={marks} />
        </Panel>
      )}
    </>
  )
}

function WrongCells({ wrongCells }: { wrongCells: readonly WrongCell[] }) {
  return (
    <Panel title={`${wrongCells.length} ${wrongCells.length === 1 ? 'cell' : 'cells'} to fix`}>
      <p className={styles['second']}>Fix the sheet and choose it again. Nothing is saved while a cell is wrong.</p>
      <ul className={styles['seats']} aria-label="Cells to fix">
        {wrongCells.map(({ line, column, text, problem }) => (
          <li key={`${line} ${column}`} className={styles['seat']}>
            <span>
              <b>
                Row {line}, column {column}
              </b>
              {text && `: ${text}`}
            </span>
            <span>{problem}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const unusualWords = { below_floor: 'Unusually low', far_from_others: 'Far from the other judges' } as const

const MarkTable = ({ marks }: { marks: readonly ImportedMark[] }) => (
  <ScrollBox label="Marks of the sheet, by row">
    <table className={styles['grid']} aria-label="Marks of the sheet">
      <thead>
        <tr>
          {['Row', 'Entry', 'Judge', 'Mark'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {marks.map(({ line, label, position, points, criteria, unusual }) => (
          <tr key={line}>
            <td>{line}</td>
            <th scope="row">{label}</th>
            <td>{position}</td>
            <td>
              {pointsText(points)}
              {criteria && (
                <span className={styles['second']}>
                  {Object.entries(criteria)
                    .map(([name, part]) => `${name} ${pointsText(part)}`)
                    .join(', ')}
                </span>
              )}
              {unusual && <span className={styles['second']}>{unusualWords[unusual]}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)
