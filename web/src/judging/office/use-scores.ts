import { parseMark } from '@callboard/domain/judging/mark.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { showFailure } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { callQuery, useRead } from '../../api/use-call.ts'
import { confirm } from '../../ui/dialogs.ts'

const route = 'GET /v1/office/sheets'
export type ScoreGrid = Reply<typeof route>
export type ScoreEntry = ScoreGrid['entries'][number]
export type ScoreCell = ScoreEntry['cells'][number]
export type ScorePanel = ScoreGrid['panels'][number]

type NewMark = { points: number | null; abstained?: string; criteria?: Record<string, number> }

/** The scores of a city and their changes: each answers all of them, which then stand on the screen. */
export function useScores(tour_date_id: number) {
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const input = { query: { tour_date_id } }
  const { data, error, refetch } = useRead(route, input)

  /** Makes one change; a refusal is said in a dialog, and the scores are read again. Returns whether it was done. */
  async function change(act: () => Promise<ScoreGrid>): Promise<boolean> {
    setPending(true)
    try {
      queries.setQueryData(callQuery(route, input).queryKey, await act())
      return true
    } catch (failure) {
      await showFailure(failure, () => {})
      await refetch()
      return false
    } finally {
      setPending(false)
    }
  }

  /** Types a mark from paper; an unusual one asks once. The id stays the same, so that a lost answer does no harm. */
  async function enter(entry: ScoreEntry, cell: ScoreCell, mark: NewMark): Promise<boolean> {
    const { seat_id, next_revision: revision } = cell
    const body = { registration_routine_id: entry.id, seat_id, revision, client_id: crypto.randomUUID(), ...mark }
    return change(async () => {
      try {
        return await call('POST /v1/office/sheets', { body })
      } catch (failure) {
        if (!(failure instanceof ReplyError) || failure.code !== 'mark.unusual') throw failure
        const { message } = failure
        const isRight = await confirm({ title: 'Is this mark right?', message, yes: 'Yes, keep it', no: 'Change it' })
        if (!isRight) return call(route, input)
        return call('POST /v1/office/sheets', { body: { ...body, accept_unusual: true } })
      }
    })
  }

  return { data, error, refetch, pending, change, enter }
}

export type Scores = ReturnType<typeof useScores>

/** The points of a typed mark, or why it is none. */
export function readMark(text: string, scale: ScorePanel['scale']): { points: number } | { error: string } {
  const mark = parseMark(text, scale)
  return mark.ok ? { points: mark.value } : { error: explain(mark.refusal) }
}
