import { explain } from '../refusals.ts'
import type { Cells } from '../roster/import/sheet.ts'
import { takesTime, type OrderEntryState } from '../running-order/entry-state.ts'
import { parseMark, unusualMark, type ScoreScale } from './mark.ts'
import type { Points } from './points.ts'
import type { cellStates } from './sheet.ts'

type CityScores = {
  panels: readonly { id: number; scale: ScoreScale; seats: readonly { id: number; position: number }[] }[]
  entries: readonly {
    id: number
    label: string
    state: OrderEntryState
    panel_id: number | null
    cells: readonly {
      seat_id: number
      state: (typeof cellStates)[number]
      points: Points | null
      locked: boolean
    }[]
  }[]
}

/** One mark of an imported sheet. `line` is its row in the sheet, from 1. */
export type ImportedMark = {
  line: number
  label: string
  position: number
  registration_routine_id: number
  seat_id: number
  points: Points
  unusual: 'below_floor' | 'far_from_others' | null
}

/** A cell that cannot be read, by its row from 1 and its column as spreadsheets name it. */
export type WrongCell = { line: number; column: string; text: string; problem: string }

/** The most marks that one import takes: 600 entries of four judges. */
export const mostImportedMarks = 2_400

const headings = {
  label: /^(no\.?|nr\.?|#|number|entry|entry number)$/i,
  position: /^(seat|judge|position)$/i,
  mark: /^(mark|score|points)$/i,
} as const
type Column = keyof typeof headings

const plain = (text: string | undefined) => (text ?? '').replace(/^\uFEFF/, '').trim()
const isFormula = (text: string) => /^[=+\-@]/.test(text)
const columnName = (index: number) => String.fromCharCode(65 + Math.min(25, index))

/** The place of each column: by its heading where the first row has all three, otherwise number, seat, mark. */
function columnsOf(first: readonly string[] | undefined): { columns: Record<Column, number>; hasHeadings: boolean } {
  const at = (column: Column) => (first ?? []).findIndex((text) => headings[column].test(plain(text)))
  const columns = { label: at('label'), position: at('position'), mark: at('mark') }
  const hasHeadings = Object.values(columns).every((index) => index >= 0)
  return { columns: hasHeadings ? columns : { label: 0, position: 1, mark: 2 }, hasHeadings }
}

/**
 * Reads a sheet of marks: entry number, seat, mark. Every cell that is wrong is named, and so are both rows of a number
 * and seat that come twice. A seat that has marked an entry already is wrong too: an import never replaces a mark.
 */
export function planMarkImport(cells: Cells, { entries, panels }: CityScores) {
  const { columns, hasHeadings } = columnsOf(cells[0])
  const entryOf = new Map(entries.map((entry) => [entry.label.toLowerCase(), entry]))
  const panelOf = new Map(panels.map((panel) => [panel.id, panel]))
  const marks: Omit<ImportedMark, 'unusual'>[] = []
  const wrongCells: WrongCell[] = []
  const lineOf = new Map<string, number>()

  for (const [index, row] of cells.entries()) {
    if ((hasHeadings && index === 0) || row.every((text) => plain(text) === '')) continue
    const line = index + 1
    const text = (column: Column) => plain(row[columns[column]])
    const wrong = (column: Column, problem: string) => {
      wrongCells.push({ line, column: columnName(columns[column]), text: text(column), problem })
    }
    const formula = (['label', 'position', 'mark'] as const).find((column) => isFormula(text(column)))
    if (formula) {
      wrong(formula, 'This is a formula. Enter the value itself.')
      continue
    }
    const entry = entryOf.get(text('label').toLowerCase())
    if (!entry) {
      wrong('label', 'No entry has this number.')
      continue
    }
    const panel = entry.panel_id === null ? undefined : panelOf.get(entry.panel_id)
    if (!panel || !takesTime(entry.state)) {
      wrong('label', explain({ code: panel ? 'sheet.not_on_stage' : 'sheet.not_judged_here' }))
      continue
    }
    const seat = panel.seats.find(({ position }) => String(position) === text('position'))
    const cell = entry.cells.find(({ seat_id }) => seat_id === seat?.id)
    if (!seat || !cell) {
      wrong('position', 'The panel of this entry has no such seat.')
      continue
    }
    const key = `${entry.id} ${seat.id}`
    const earlierLine = lineOf.get(key)
    if (earlierLine !== undefined) {
      wrong('label', `Row ${earlierLine} has this number and seat too.`)
      continue
    }
    lineOf.set(key, line)
    const problem = cellProblem(cell)
    if (problem) {
      wrong('position', problem)
      continue
    }
    if (panel.scale.criteria.length > 0) {
      wrong('mark', 'This panel gives marks in parts. Type them one by one.')
      continue
    }
    const mark = parseMark(text('mark'), panel.scale)
    if (!mark.ok) {
      wrong('mark', explain(mark.refusal))
      continue
    }
    marks.push({
      ...{ line, label: entry.label, position: seat.position, seat_id: seat.id },
      ...{ registration_routine_id: entry.id, points: mark.value },
    })
  }

  const storedMarks = entries.flatMap(({ id, cells: ofEntry }) =>
    ofEntry.flatMap(({ points }) => (points === null ? [] : [{ registration_routine_id: id, points }])),
  )
  const scaleOf = (entry_id: number) => {
    const panel_id = entries.find(({ id }) => id === entry_id)?.panel_id
    return panel_id === null || panel_id === undefined ? undefined : panelOf.get(panel_id)?.scale
  }
  return {
    marks: marks.map((mark): ImportedMark => {
      const ofEntry = [...marks, ...storedMarks].filter(
        (other) => other !== mark && other.registration_routine_id === mark.registration_routine_id,
      )
      const scale = scaleOf(mark.registration_routine_id)
      const others = ofEntry.map(({ points }) => points)
      return { ...mark, unusual: scale ? unusualMark(mark.points, others, scale) : null }
    }),
    wrongCells,
  }
}

/** Why a seat takes no imported mark for an entry; null: it does. */
function cellProblem({ state, locked }: CityScores['entries'][number]['cells'][number]): string | null {
  if (state === 'recused') return explain({ code: 'sheet.recused' })
  if (locked) return explain({ code: 'sheet.locked' })
  return state === 'missing' ? null : 'This seat has marked this entry already.'
}
