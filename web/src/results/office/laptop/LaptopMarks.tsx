import { pointsText } from '@callboard/domain/judging/points.ts'
import { explain } from '@callboard/domain/refusals.ts'
import type { LocalMark } from '@callboard/domain/results/local-marks.ts'
import { takesTime } from '@callboard/domain/running-order/entry-state.ts'
import { useState } from 'react'
import { MarkCell } from '../../../judging/office/MarkCell.tsx'
import { PartsDialog } from '../../../judging/office/PartsDialog.tsx'
import scoreStyles from '../../../judging/office/Scores.module.css'
import { SeatHeading } from '../../../judging/office/SeatHeading.tsx'
import type { ScoreCell, ScoreEntry, ScorePanel } from '../../../judging/office/use-scores.ts'
import { Switch } from '../../../ui/Checkbox.tsx'
import { confirm } from '../../../ui/dialogs.ts'
import { Empty } from '../../../ui/Empty.tsx'
import officeStyles from '../../../ui/Office.module.css'
import { Panel } from '../../../ui/Panel.tsx'
import { ScrollBox } from '../../../ui/ScrollBox.tsx'
import { laptopCell, questionOf, type computeResults } from './city-results.ts'
import type { CityCopy } from './laptop-store.ts'
import type { Laptop } from './use-laptop.ts'

type LaptopMarksProps = Pick<ReturnType<typeof computeResults>, 'totals' | 'levels'> & {
  laptop: Laptop
  copy: CityCopy
  localMarks: readonly LocalMark[]
}

type OpenParts = { entry: ScoreEntry; cell: ScoreCell; scale: ScorePanel['scale']; label: string }
type NewMark = { points: number | null; criteria?: Record<string, number> }

const isOut = ({ state }: ScoreEntry) => !takesTime(state)

const closedWords: Partial<Record<ScoreCell['state'], string>> = {
  recused: 'Recused',
  contested: 'Contested',
  abstained: 'Abstains',
}

/** A mark that is not typed here: the server has it, or a tablet's code. */
const SettledMark = ({
  cell: { points, state },
  note = closedWords[state],
}: {
  cell: ScoreCell
  note: string | undefined
}) => (
  <span className={scoreStyles['cell']}>
    {points !== null && pointsText(points)}
    {note && <span className={scoreStyles['word']}>{note}</span>}
  </span>
)

/** Every mark of the city; the open ones can be typed here, and count here at once. */
export function LaptopMarks({ laptop, copy, localMarks, totals, levels }: LaptopMarksProps) {
  const [onlyMissing, setOnlyMissing] = useState(false)
  const [parts, setParts] = useState<OpenParts | null>(null)
  const { grid, tour_date_id } = copy
  const isMissing = (entry: ScoreEntry) => !isOut(entry) && (totals.get(entry.id) ?? null) === null

  async function enter(entry: ScoreEntry, { seat_id, next_revision }: ScoreCell, mark: NewMark): Promise<boolean> {
    const scale = grid.panels.find(({ id }) => id === entry.panel_id)?.scale
    const why =
      scale &&
      mark.points !== null &&
      questionOf(
        mark.points,
        seat_id,
        entry.cells.map((own) => laptopCell(entry, own, laptop.marks, localMarks).cell),
        scale,
      )
    if (why && mark.points !== null) {
      const message = explain({ code: 'mark.unusual', points: mark.points, why })
      const answers = { yes: 'Yes, keep it', no: 'Change it', consequence: 'none' } as const
      if (!(await confirm({ title: 'Is this mark right?', message, ...answers }))) return false
    }
    return laptop.addMark({
      ...{ client_id: crypto.randomUUID(), tour_date_id, entry_id: entry.id, seat_id, revision: next_revision },
      ...{ points: mark.points, criteria: mark.criteria ?? null, is_sent: false, message: '' },
    })
  }

  return (
    <div className={officeStyles['stack']}>
      <Switch
        label="Missing only"
        checked={onlyMissing}
        onChange={(event) => setOnlyMissing(event.currentTarget.checked)}
      />
      {grid.entries.length === 0 && (
        <Panel>
          <Empty level={2} title="No published entries">
            Publish the running order first.
          </Empty>
        </Panel>
      )}
      {grid.blocks.map((block) => {
        const panel = grid.panels.find(({ id }) => id === block.panel_id)
        const entries = grid.entries.filter(
          (entry) => entry.block_id === block.id && (!onlyMissing || isMissing(entry)),
        )
        if (!panel || entries.length === 0) return null
        return (
          <Panel key={block.id} title={`${block.name}: ${panel.name}`} flush>
            <ScrollBox label={`Marks of ${block.name}, by judge`}>
              <table className={scoreStyles['grid']} aria-label={`Marks of ${block.name}`}>
                <thead>
                  <tr>
                    <th scope="col">Entry</th>
                    {panel.seats.map((seat) => (
                      <SeatHeading key={seat.id} seat={seat} />
                    ))}
                    <th scope="col">Total</th>
                    <th scope="col">Level</th>
                  </tr>
                </thead>
                <tbody>
                  {entries.map((entry) => {
                    const total = totals.get(entry.id) ?? null
                    return (
                      <tr key={entry.id}>
                        <th scope="row">
                          <b>{entry.label}</b> {entry.name}
                          <span className={scoreStyles['second']}>{entry.studio}</span>
                        </th>
                        {entry.cells.map((own, index) => {
                          const { cell, note } = laptopCell(entry, own, laptop.marks, localMarks)
                          const label = `${entry.label}, judge ${panel.seats[index]?.position ?? index + 1}`
                          return (
                            <td key={cell.seat_id} data-state={cell.state}>
                              {cell.locked ? (
                                <SettledMark cell={cell} note={note} />
                              ) : (
                                <MarkCell
                                  key={`${cell.next_revision} ${cell.points}`}
                                  cell={cell}
                                  scale={panel.scale}
                                  label={label}
                                  onEnter={(points) => enter(entry, cell, { points })}
                                  onParts={() => setParts({ entry, cell, scale: panel.scale, label })}
                                  {...(note !== undefined && { note })}
                                />
                              )}
                            </td>
                          )
                        })}
                        <td className={scoreStyles['total']}>{total === null ? '' : pointsText(total)}</td>
                        <td>{levels.get(entry.id) ?? ''}</td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            </ScrollBox>
          </Panel>
        )
      })}
      {parts && <PartsDialog {...parts} scores={{ enter, pending: false }} onClose={() => setParts(null)} />}
    </div>
  )
}
