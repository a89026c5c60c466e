import { parseMark } from '@callboard/domain/judging/mark.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { call, type Reply } from '../../api/call.ts'
import { askIfUnusual, useChanges } from './use-changes.ts'

const route = 'GET /v1/office/sheets'
export type ScoreGrid = Reply<typeof route>
export type ScoreEntry = ScoreGrid['entries'][number]
export type ScoreCell = ScoreEntry['cells'][number]
export type ScorePanel = ScoreGrid['panels'][number]

type NewMark = { points: number | null; abstained?: string; criteria?: Record<string, number> }

/** The scores of a city and their changes: each answers all of them, which then stand on the screen. */
export function useScores(tour_date_id: number) {
  const input = { query: { tour_date_id } }
  const { change, ...scores } = useChanges(route, input)

  /** Types a mark from paper; an unusual one asks once. The id stays the same, so that a lost answer does no harm. */
  async function enter(entry: ScoreEntry, cell: ScoreCell, mark: NewMark): Promise<boolean> {
    const { seat_id, next_revision: revision } = cell
    const body = { registration_routine_id: entry.id, seat_id, revision, client_id: crypto.randomUUID(), ...mark }
    let isKept = true
    const isDone = await change(async () => {
      const answer = await askIfUnusual((accept_unusual) =>
        call('POST /v1/office/sheets', { body: { ...body, accept_unusual } }),
      )
      isKept = answer !== null
      return answer ?? call(route, input)
    })
    return isDone && isKept
  }

  return { ...scores, change, enter }
}

export type Scores = ReturnType<typeof useScores>

/** The points of a typed mark, or why it is none. */
export function readMark(text: string, scale: ScorePanel['scale']): { points: number } | { error: string } {
  const mark = parseMark(text, scale)
  return mark.ok ? { points: mark.value } : { error: explain(mark.refusal) }
}
