import { isLargeDeduction } from '@callboard/domain/judging/deduction.ts'
import { parseMark } from '@callboard/domain/judging/mark.ts'
import { pointsText } from '@callboard/domain/judging/points.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { call, type Reply } from '../../api/call.ts'
import { useChanges } from '../../api/use-changes.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { confirm } from '../../ui/dialogs.ts'

const route = 'GET /v1/office/scores'
export type ScoreGrid = Reply<typeof route>
export type ScoreEntry = ScoreGrid['entries'][number]
export type ScoreCell = ScoreEntry['cells'][number]
export type ScorePanel = ScoreGrid['panels'][number]

type NewMark = { points: number | null; abstained?: string; criteria?: Record<string, number> }

/**
 * Enters a mark, and asks once where it is unusual: `enter` is called again with the answer. Returns null where the
 * person would rather change it.
 */
export async function askIfUnusual<Answer>(
  enter: (accept_unusual: boolean) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await enter(false)
  } catch (failure) {
    if (!(failure instanceof ReplyError) || failure.code !== 'mark.unusual') throw failure
    const { message } = failure
    const answers = { yes: 'Yes, keep it', no: 'Change it', consequence: 'none' } as const
    const isRight = await confirm({ title: 'Is this mark right?', message, ...answers })
    return isRight ? enter(true) : null
  }
}

/** Asks once where many points are deducted: a slip of one digit would cost the entry its place. */
export async function askIfLarge(entry: ScoreEntry, points: number): Promise<boolean> {
  if (!isLargeDeduction(points)) return true
  return confirm({
    title: `Deduct ${pointsText(points)} points from entry ${entry.label}?`,
    message: `They come off the total of ${entry.name}.`,
    yes: 'Yes, deduct them',
    no: 'No, change them',
    consequence: 'loss',
  })
}

/** The scores of a city and their changes: each answers all of them, which then stand on the screen. */
export function useScores(tour_date_id: number) {
  const { change, ...scores } = useChanges(route, { query: { tour_date_id } })

  /** Types a mark from paper; an unusual one asks once. The id stays the same, so that a lost answer does no harm. */
  async function enter(entry: ScoreEntry, cell: ScoreCell, mark: NewMark): Promise<boolean> {
    const { seat_id, next_revision: revision } = cell
    const body = { registration_routine_id: entry.id, seat_id, revision, client_id: crypto.randomUUID(), ...mark }
    return change(() =>
      askIfUnusual((accept_unusual) => call('POST /v1/office/scores', { body: { ...body, accept_unusual } })),
    )
  }

  return { ...scores, change, enter }
}

export type Scores = ReturnType<typeof useScores>

/** The points of a typed mark, or why it is none. */
export function readMark(text: string, scale: ScorePanel['scale']): { points: number } | { error: string } {
  const mark = parseMark(text, scale)
  return mark.ok ? { points: mark.value } : { error: explain(mark.refusal) }
}
