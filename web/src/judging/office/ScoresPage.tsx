import { countOpenCells, openCells } from '@callboard/domain/judging/sheet.ts'
import { pointsText } from '@callboard/domain/judging/points.ts'
import { isOut, stateLabels, takesTime } from '@callboard/domain/running-order/entry-state.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { askText } from '../../ui/dialogs.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import officeStyles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { EntryDialog } from './EntryDialog.tsx'
import { JudgeNominations } from './JudgeNominations.tsx'
import { MarkCell } from './MarkCell.tsx'
import { PartsDialog } from './PartsDialog.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import styles from './Scores.module.css'
import { SeatHeading } from './SeatHeading.tsx'
import {
  useScores,
  type ScoreCell,
  type ScoreEntry,
  type ScoreGrid,
  type ScorePanel,
  type Scores,
} from './use-scores.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

/** Tablets send marks at any time, so the scores are read again every few seconds. */
const refreshMilliseconds = 10_000

/** The tabulator's page: every entry with the mark of every seat. OFF-030. */
export function ScoresPage() {
  const id = useIdInPath()
  const scores = useScores(id)
  const { data, error, refetch, pending } = scores
  useEffect(() => {
    const timer = setInterval(() => {
      if (!pending) void refetch()
    }, refreshMilliseconds)
    return () => clearInterval(timer)
  }, [refetch, pending])
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} />
  return <ScoreBoard id={id} scores={scores} data={data} />
}

const isOpen = (entry: ScoreEntry) => (entry.panel_id === null ? takesTime(entry.state) : openCells(entry).length > 0)

function ScoreBoard({ id, scores, data }: { id: number; scores: Scores; data: ScoreGrid }) {
  const [onlyMissing, setOnlyMissing] = useState(false)
  const [openId, setOpenId] = useState<number | null>(null)
  const [parts, setParts] = useState<OpenParts | null>(null)
  const cells = data.entries.flatMap((entry) => entry.cells)
  const toConfirm = cells.flatMap(({ state, is_own, sheet }) =>
    state === 'to_confirm' && !is_own && sheet ? [sheet.client_id] : [],
  )
  const openCount = countOpenCells(data.entries)
  const openEntry = data.entries.find((entry) => entry.id === openId)
  return (
    <div className={officeStyles['stack']}>
      <PageHeader
        title={`Scores in ${data.city}`}
        above={data.event}
        actions={
          toConfirm.length > 0 && (
            <Button
              loading={scores.pending}
              onClick={() =>
                void scores.change(() =>
                  call('POST /v1/office/scores/decide', { body: { client_ids: toConfirm, decision: 'confirm' } }),
                )
              }
            >
              Confirm {toConfirm.length} {toConfirm.length === 1 ? 'score' : 'scores'}
            </Button>
          )
        }
      >
        {openCount.missing} missing, {openCount.to_confirm} to confirm, {openCount.contested} contested. Scores typed
        from paper count once another person has confirmed them.{' '}
        <span className="no-print">
          <Link to={paths.officeAt(`tour-dates/${id}/judging`)}>Panels and devices</Link>,{' '}
          <Link to={paths.officeAt(`tour-dates/${id}/scores/import`)}>Import scores</Link>,{' '}
          <Link to={paths.officeAt(`tour-dates/${id}/scores/receive`)}>Receive marks</Link>,{' '}
          {/* A document of its own, below the scope of the service worker. */}
          <a href={`/judge/awards/${id}`}>Awards without a network</a>
        </span>
      </PageHeader>
      <CityNav id={id} />
      <div className="no-print">
        <Switch
          label="Missing only"
          checked={onlyMissing}
          onChange={(event) => setOnlyMissing(event.currentTarget.checked)}
        />
      </div>
      {data.entries.length === 0 && (
        <Panel>
          <Empty level={2} title="No published entries">
            Publish the running order first, then give each block its panel.
          </Empty>
        </Panel>
      )}
      {data.blocks.map((block) => {
        const entries = data.entries.filter((entry) => entry.block_id === block.id && (!onlyMissing || isOpen(entry)))
        if (entries.length === 0) return null
        return (
          <BlockScores key={block.id} {...{ block, entries, data, scores }} onOpen={setOpenId} onParts={setParts} />
        )
      })}
      <JudgeNominations tour_date_id={id} />
      {openEntry && <EntryDialog entry={openEntry} data={data} scores={scores} onClose={() => setOpenId(null)} />}
      {parts && <PartsDialog {...parts} scores={scores} onClose={() => setParts(null)} />}
    </div>
  )
}

type OpenParts = { entry: ScoreEntry; cell: ScoreCell; scale: ScorePanel['scale']; label: string }

type BlockScoresProps = {
  block: ScoreGrid['blocks'][number]
  entries: readonly ScoreEntry[]
  data: ScoreGrid
  scores: Scores
  onOpen: (id: number) => void
  onParts: (parts: OpenParts) => void
}

/** A mark that the total leaves out: dropped by the panel, or of a judge who was recused afterwards. */
const isExcluded = ({ dropped, state, points }: ScoreCell) => dropped || (state === 'recused' && points !== null)

/** How many marks of a seat in a block its judge has read through, once there are any. */
function readThrough(entries: readonly ScoreEntry[], seat_id: number): string {
  const sheets = entries
    .flatMap(({ cells }) => cells)
    .flatMap(({ seat_id: of, state, sheet }) => (of === seat_id && state === 'marked' && sheet ? [sheet] : []))
  const count = sheets.filter(({ verified_at }) => verified_at !== null).length
  return count === 0 ? '' : count === sheets.length ? 'All read through' : `${count} of ${sheets.length} read through`
}

function BlockScores({ block, entries, data, scores, onOpen, onParts }: BlockScoresProps) {
  const panel = data.panels.find(({ id }) => id === block.panel_id)
  if (!panel) {
    return (
      <Panel title={block.name}>
        <Empty level={3} title="This block has no panel">
          <Link to={paths.officeAt(`tour-dates/${data.tour_date_id}/judging`)}>Choose its panel</Link>
        </Empty>
      </Panel>
    )
  }
  const isLocked = block.locked_at !== null
  async function toggleLock() {
    const change = (reason: string) =>
      scores.change(() =>
        call('PUT /v1/office/blocks/{id}/lock', { params: { id: block.id }, body: { locked: !isLocked, reason } }),
      )
    if (!isLocked) return void (await change(''))
    await askText({
      title: `Unlock ${block.name}?`,
      message: 'Judges and the office can change every score of the block.',
      label: 'Reason',
      yes: 'Unlock',
      draft: ['unlock-block', block.id],
      act: change,
    })
  }
  return (
    <Panel
      title={`${block.name}: ${panel.name}`}
      flush
      actions={
        <Button variant="default" loading={scores.pending} onClick={() => void toggleLock()}>
          {isLocked ? 'Unlock' : 'Lock the block'}
        </Button>
      }
    >
      <ScrollBox label={`Scores of ${block.name}, by judge`}>
        <table className={styles['grid']} aria-label={`Scores of ${block.name}`}>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              {panel.seats.map((seat) => (
                <SeatHeading key={seat.id} seat={seat}>
                  <span className={styles['second']}>{readThrough(entries, seat.id)}</span>
                </SeatHeading>
              ))}
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <th scope="row">
                  <button type="button" className={styles['entry']} onClick={() => onOpen(entry.id)}>
                    <b>{entry.label}</b> {entry.name}
                    <span className={styles['second']}>{entry.studio}</span>
                  </button>
                  {isOut(entry.state) && <StatusBadge state="stop">{stateLabels[entry.state]}</StatusBadge>}
                </th>
                {entry.cells.map((cell, index) => {
                  const label = `${entry.label}, judge ${panel.seats[index]?.position ?? index + 1}`
                  return (
                    <td key={cell.seat_id} data-state={cell.state} data-excluded={isExcluded(cell) || undefined}>
                      <MarkCell
                        // A new revision is a new field: it begins with the mark that is stored.
                        key={cell.next_revision}
                        // An entry that does not dance gets no mark.
                        cell={{ ...cell, locked: cell.locked || !takesTime(entry.state) }}
                        scale={panel.scale}
                        label={label}
                        onEnter={(points) => scores.enter(entry, cell, { points })}
                        onParts={() => onParts({ entry, cell, scale: panel.scale, label })}
                      />
                    </td>
                  )
                })}
                <td className={styles['total']}>{entry.total === null ? '' : pointsText(entry.total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Panel>
  )
}
