import { explain } from '../refusals.ts'
import type { Cells } from '../roster/import/sheet.ts'
import { takesTime, type OrderEntryState } from '../running-order/entry-state.ts'
import { checkCriteria, parseMark, unusualMark, type ScoreScale } from './mark.ts'
import { pointsText, type Points } from './points.ts'
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
  /** By the names of the scale's parts; null: the mark is one number. */
  criteria: Readonly<Record<string, Points>> | null
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

type Columns = {
  label: number
  position: number
  /** Undefined: the sheet has parts alone. */
  mark: number | undefined
  /** The column of a part; undefined: the sheet has none. */
  part: (name: string, place: number) => number | undefined
  /** Columns that are read at all: others hold the office's own notes. */
  readColumns: readonly number[]
}

const plain = (text: string | undefined) => (text ?? '').replace(/^\uFEFF/, '').trim()
const isFormula = (text: string) => /^[=+\-@]/.test(text)
const columnName = (index: number) => String.fromCharCode(65 + Math.min(25, index))

/**
 * The place of each column: by headings where the first row names number, seat, and a mark or the parts of one; otherwise
 * number and seat, then the mark, or its parts in the order of the scale.
 */
function columnsOf(
  first: readonly string[] | undefined,
  panels: CityScores['panels'],
): { columns: Columns; hasHeadings: boolean } {
  const titles = (first ?? []).map((text) => plain(text).toLowerCase())
  const at = (column: Column) => titles.findIndex((text) => headings[column].test(text))
  const columnNamed = (name: string) => {
    const index = titles.indexOf(name.trim().toLowerCase())
    return index === -1 ? undefined : index
  }
  const [label, position, mark] = [at('label'), at('position'), at('mark')]
  const hasParts = panels.some(
    ({ scale: { criteria } }) => criteria.length > 0 && criteria.every(({ name }) => columnNamed(name) !== undefined),
  )
  const hasHeadings = label >= 0 && position >= 0 && (mark >= 0 || hasParts)
  const scales = panels.map(({ scale }) => scale.criteria)
  if (!hasHeadings) {
    const readColumns = Array.from(
      { length: 2 + Math.max(1, ...scales.map((criteria) => criteria.length)) },
      (_, index) => index,
    )
    return { columns: { label: 0, position: 1, mark: 2, part: (_, place) => 2 + place, readColumns }, hasHeadings }
  }
  const parts = scales.flatMap((criteria) => criteria.flatMap(({ name }) => columnNamed(name) ?? []))
  const readColumns = [label, position, ...(mark >= 0 ? [mark] : []), ...parts].toSorted((one, other) => one - other)
  return {
    columns: { label, position, mark: mark >= 0 ? mark : undefined, part: columnNamed, readColumns },
    hasHeadings,
  }
}

type MarkInCells = Pick<ImportedMark, 'points' | 'criteria'>
type WrongMark = { column: number; problem: string }

/** The mark of a row, or the cells that are wrong. With parts, a column of the whole mark may stand beside them: it has to be their sum. */
function markOfRow(
  row: readonly string[],
  columns: Columns,
  scale: ScoreScale,
  hasHeadings: boolean,
): MarkInCells | WrongMark[] {
  const last = columns.mark ?? columns.position
  if (scale.criteria.length === 0) {
    if (columns.mark === undefined) {
      return [{ column: last, problem: 'This panel gives one mark. Name its column Mark.' }]
    }
    const mark = parseMark(plain(row[columns.mark]), scale)
    return mark.ok ? { points: mark.value, criteria: null } : [{ column: columns.mark, problem: explain(mark.refusal) }]
  }
  const parts = scale.criteria.map(({ name, max_points }, place) => {
    const column = columns.part(name, place)
    return { name, column, mark: parseMark(plain(row[column ?? -1]), { max_points, step: scale.step }) }
  })
  const isWithoutParts = parts.some(({ column }) => column === undefined)
  // Without headings a row of one number is the whole mark, not its first part.
  const isOneNumber = !hasHeadings && row.slice(2).filter((text) => plain(text) !== '').length === 1
  if (isWithoutParts || (isOneNumber && parts.length > 1)) {
    const names = scale.criteria.map(({ name }) => name).join(', ')
    return [{ column: last, problem: `This panel gives marks in parts. Use one column for each: ${names}.` }]
  }
  const wrongParts = parts.flatMap(({ column = last, mark }) =>
    mark.ok ? [] : [{ column, problem: explain(mark.refusal) }],
  )
  if (wrongParts.length > 0) return wrongParts
  const values = parts.map(({ mark }) => (mark.ok ? mark.value : 0))
  const sum = checkCriteria(values, scale)
  if (!sum.ok) return [{ column: last, problem: explain(sum.refusal) }]
  const whole = hasHeadings && columns.mark !== undefined ? plain(row[columns.mark]) : ''
  if (whole !== '') {
    const mark = parseMark(whole, scale)
    if (!mark.ok || mark.value !== sum.value) {
      return [{ column: last, problem: `The parts add up to ${pointsText(sum.value)}.` }]
    }
  }
  return { points: sum.value, criteria: Object.fromEntries(parts.map(({ name }, place) => [name, values[place] ?? 0])) }
}

/**
 * Reads a sheet of marks: entry number, seat, and the mark or its parts. Every cell that is wrong is named, and so are both rows of a number
 * and seat that come twice. A seat that has marked an entry already is wrong too: an import never replaces a mark.
 */
export function planMarkImport(cells: Cells, { entries, panels }: CityScores) {
  const { columns, hasHeadings } = columnsOf(cells[0], panels)
  const entryOf = new Map(entries.map((entry) => [entry.label.toLowerCase(), entry]))
  const panelOf = new Map(panels.map((panel) => [panel.id, panel]))
  const marks: Omit<ImportedMark, 'unusual'>[] = []
  const wrongCells: WrongCell[] = []
  const lineOf = new Map<string, number>()

  for (const [index, row] of cells.entries()) {
    if ((hasHeadings && index === 0) || row.every((text) => plain(text) === '')) continue
    const line = index + 1
    const text = (column: 'label' | 'position') => plain(row[columns[column]])
    const wrongAt = (column: number, problem: string) => {
      wrongCells.push({ line, column: columnName(column), text: plain(row[column]), problem })
    }
    const wrong = (column: 'label' | 'position', problem: string) => wrongAt(columns[column], problem)
    const formula = columns.readColumns.find((column) => isFormula(plain(row[column])))
    if (formula !== undefined) {
      wrongAt(formula, 'This is a formula. Enter the value itself.')
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
      wrong('position', 'This entry’s panel has no such seat.')
      continue
    }
    const key = `${entry.id} ${seat.id}`
    const earlierLine = lineOf.get(key)
    if (earlierLine !== undefined) {
      wrong('label', `Row ${earlierLine} has the same number and seat.`)
      continue
    }
    lineOf.set(key, line)
    const problem = cellProblem(cell)
    if (problem) {
      wrong('position', problem)
      continue
    }
    const mark = markOfRow(row, columns, panel.scale, hasHeadings)
    if (Array.isArray(mark)) {
      for (const { column, problem: markProblem } of mark) wrongAt(column, markProblem)
      continue
    }
    marks.push({
      ...{ line, label: entry.label, position: seat.position, seat_id: seat.id },
      ...{ registration_routine_id: entry.id, ...mark },
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
  return state === 'missing' ? null : 'This seat has already marked this entry.'
}
