import { takesTime, type OrderEntryState } from '../running-order/entry-state.ts'
import type { Points } from './points.ts'

export const sheetSources = ['tablet', 'paper', 'import', 'substitute'] as const
/** How a sheet came in. `substitute`: the tabulator's mean of the other marks. */
export type SheetSource = (typeof sheetSources)[number]

/** A stored sheet of one seat for one entry that was not withdrawn. */
export type StoredSheet = {
  client_id: string
  revision: number
  points: Points | null
  contested: boolean
  source: SheetSource
  confirmed_by: number | null
}

/** Whether a sheet that a person typed or imported still waits for a second one. */
export const isToConfirm = ({ source, confirmed_by }: Pick<StoredSheet, 'source' | 'confirmed_by'>): boolean =>
  (source === 'paper' || source === 'import') && confirmed_by === null

export const cellStates = ['missing', 'recused', 'to_confirm', 'contested', 'abstained', 'marked'] as const
/** The state of one seat for one entry, as the tabulator sees it. */
type CellState = (typeof cellStates)[number]

/**
 * The state of a seat for an entry, with the sheet it speaks of: the latest revision decides. A mark from before a recusal
 * is kept, counts nowhere, and waits for no decision.
 */
export function cellOf<Own extends StoredSheet>(
  sheets: readonly Own[],
  isRecused: boolean,
): { state: CellState; sheet: Own | null } {
  const [latest] = sheets.toSorted((one, other) => other.revision - one.revision)
  if (isRecused) return { state: 'recused', sheet: latest ?? null }
  if (!latest) return { state: 'missing', sheet: null }
  if (latest.contested) return { state: 'contested', sheet: latest }
  if (isToConfirm(latest)) return { state: 'to_confirm', sheet: latest }
  return { state: latest.points === null ? 'abstained' : 'marked', sheet: latest }
}

type EntryCells = { state: OrderEntryState; cells: readonly { state: CellState }[] }

const openStates = ['missing', 'to_confirm', 'contested'] as const
type OpenCellState = (typeof openStates)[number]

/**
 * The cells of an entry with which the tabulator is not done. An entry that was scratched or did not show up can have no
 * mark, so none of it is missing.
 */
export const openCells = ({ state: entryState, cells }: EntryCells): OpenCellState[] =>
  cells.flatMap(({ state }) =>
    openStates.filter((open) => open === state && (open !== 'missing' || takesTime(entryState))),
  )

/** How many cells of these entries are open, by the reason. */
export function countOpenCells(entries: readonly EntryCells[]): Record<OpenCellState, number> {
  const states = entries.flatMap(openCells)
  const count = (state: OpenCellState) => states.filter((one) => one === state).length
  return { missing: count('missing'), to_confirm: count('to_confirm'), contested: count('contested') }
}

/** The mark of a seat for an entry that counts now; null: there is none. */
export function markOf(sheets: readonly StoredSheet[]): Points | null {
  const { state, sheet } = cellOf(sheets, false)
  return state === 'marked' && sheet ? sheet.points : null
}

/** The sheet whose critique stays when the office types another mark: the latest that is not contested. */
export const critiquedSheet = <Own extends Pick<StoredSheet, 'revision' | 'contested'>>(
  sheets: readonly Own[],
): Own | undefined =>
  sheets.filter(({ contested }) => !contested).toSorted((one, other) => other.revision - one.revision)[0]

/** The number that the next revision of these sheets has. */
export const nextRevision = (sheets: readonly Pick<StoredSheet, 'revision'>[]): number =>
  Math.max(0, ...sheets.map(({ revision }) => revision)) + 1

/** A sheet as the rule of contested marks reads it: one of the same seat and entry. */
export type RevisedSheet = {
  client_id: string
  revision: number
  /** Sent by a device that another one had replaced. */
  late: boolean
}

/**
 * The ids of the contested sheets of one seat for one entry: those whose revision two devices sent, and late ones. A
 * seat has one author, so nothing is merged, and the order in which sheets arrive makes no difference.
 */
export function contestedSheets(sheets: readonly RevisedSheet[]): Set<string> {
  const authors = new Map<number, Set<string>>()
  for (const { client_id, revision } of sheets) {
    authors.set(revision, (authors.get(revision) ?? new Set()).add(client_id))
  }
  return new Set(
    sheets
      .filter(({ revision, late }) => late || (authors.get(revision)?.size ?? 0) > 1)
      .map(({ client_id }) => client_id),
  )
}
