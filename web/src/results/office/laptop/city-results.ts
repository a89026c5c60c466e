import { unusualMark } from '@callboard/domain/judging/mark.ts'
import { marksOfCodes, withLocalMarks, type LocalMark } from '@callboard/domain/results/local-marks.ts'
import { releaseOf } from '@callboard/domain/results/release.ts'
import { warningText } from '@callboard/domain/results/release-warnings.ts'
import { resultNames, spokenNames } from '@callboard/domain/results/result-names.ts'
import { announcementScript } from '@callboard/domain/results/script.ts'
import type { ScoreCell, ScoreEntry, ScoreGrid, ScorePanel } from '../../../judging/office/use-scores.ts'
import type { AwardsPack, CityCopy, TypedMark } from './laptop-store.ts'

/** The results of a city with the marks that only this laptop has, computed as the server computes them. */
export function computeResults({ pack }: CityCopy, marks: readonly LocalMark[]) {
  const { tabulation, picks, awards, award_blocks } = pack
  const entries = withLocalMarks(tabulation.entries, tabulation.panels, marks)
  const { body, warnings } = releaseOf('results', {
    ...{ picks, holders: [], sheets: [] },
    tabulation: { ...tabulation, entries },
  })
  const names = resultNames({ ...pack.names, awards })
  const isUrgent = ({ kind }: (typeof warnings)[number]) => kind !== 'open_block' && kind !== 'single_entry'
  return {
    totals: new Map(body.entries.map(({ id, total }) => [id, total])),
    levels: new Map(body.entries.map(({ id, award_id }) => [id, award_id === null ? '' : names.level(award_id)])),
    script: announcementScript(body, awards, award_blocks, spokenNames(names)),
    warnings: warnings.filter(isUrgent).map((warning) => warningText(warning, names)),
  }
}

/** The marks that only this laptop has, typed and scanned. */
export const localMarksOf = (
  marks: readonly TypedMark[],
  codes: readonly string[],
  { devices }: AwardsPack,
): LocalMark[] => [...marks, ...marksOfCodes(codes, devices)]

/** Typed marks that need no place here any more: the server counts them, or somebody rejected them there. */
export function settledMarks(marks: readonly TypedMark[], { entries }: ScoreGrid): TypedMark[] {
  return marks.filter(({ is_sent, entry_id, seat_id, client_id }) => {
    const cell = entries.find(({ id }) => id === entry_id)?.cells.find((one) => one.seat_id === seat_id)
    return is_sent && !(cell?.state === 'to_confirm' && cell.sheet?.client_id === client_id)
  })
}

type GridCell = { cell: ScoreCell; note: string | undefined }

/** A cell as the laptop shows it: closed where the server has the word, with its own mark where it has one. */
export function laptopCell(
  { id }: Pick<ScoreEntry, 'id'>,
  cell: ScoreCell,
  marks: readonly TypedMark[],
  scannedMarks: readonly LocalMark[],
): GridCell {
  const isOwn = ({ entry_id, seat_id }: LocalMark) => entry_id === id && seat_id === cell.seat_id
  const typedMark = marks.find(isOwn)
  if (typedMark) {
    const note = typedMark.message || (typedMark.is_sent ? 'Sent, to confirm' : 'Only here')
    const { points } = typedMark
    return { cell: { ...cell, state: 'missing', points, sheet: null, locked: typedMark.is_sent }, note }
  }
  const scanned = scannedMarks.find((mark) => isOwn(mark) && mark.revision >= cell.next_revision)
  if (scanned) {
    const { points } = scanned
    return { cell: { ...cell, state: points === null ? 'abstained' : 'marked', points, locked: true }, note: 'Scanned' }
  }
  const isOpen = cell.state === 'missing' || cell.state === 'to_confirm'
  return { cell: { ...cell, locked: !isOpen }, note: undefined }
}

/** Whether a typed mark is to be asked about once, as the server asks. `cells`: of its entry, as the laptop shows them. */
export const questionOf = (
  points: number,
  seat_id: number,
  cells: readonly ScoreCell[],
  scale: Pick<ScorePanel['scale'], 'soft_floor'>,
) =>
  unusualMark(
    points,
    cells.flatMap((cell) => (cell.seat_id !== seat_id && cell.points !== null ? [cell.points] : [])),
    scale,
  )
