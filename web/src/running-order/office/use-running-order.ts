import type { OrderMove } from '@callboard/domain/running-order/moves.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { showFailure } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { callQuery, useRead } from '../../api/use-call.ts'
import { askText } from '../../ui/dialogs.ts'

export type OfficeOrder = Reply<'GET /v1/office/running-order'>
export type OfficeEntry = OfficeOrder['entries'][number]
export type OfficeBlock = OfficeOrder['blocks'][number]

const route = 'GET /v1/office/running-order'

/** The order of a city, and its changes: each answers the whole order, which then stands on the screen. */
export function useRunningOrder(tour_date_id: number) {
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const input = { query: { tour_date_id } }
  const { data, error, refetch } = useRead(route, input)
  const show = (order: OfficeOrder) => queries.setQueryData(callQuery(route, input).queryKey, order)

  /** Makes one change; a refusal is said in a dialog, and the order is read again. Returns whether it was done. */
  async function change(act: () => Promise<OfficeOrder>): Promise<boolean> {
    setPending(true)
    try {
      show(await act())
      return true
    } catch (failure) {
      await showFailure(failure, () => {})
      await refetch()
      return false
    } finally {
      setPending(false)
    }
  }

  /** Moves entries; a hard conflict asks for a reason first. */
  async function move(moves: readonly OrderMove[], reason = ''): Promise<boolean> {
    if (!data) return false
    const body = { tour_date_id, version: data.version, moves, reason }
    try {
      setPending(true)
      show(await call('PUT /v1/office/running-order', { body }))
      return true
    } catch (failure) {
      if (failure instanceof ReplyError && failure.code === 'order.hard_conflict') {
        const answer = await askText({
          title: 'Keep this conflict?',
          message: failure.message,
          label: 'Reason',
          yes: 'Move anyway',
        })
        return answer === undefined ? false : await move(moves, answer)
      }
      await showFailure(failure, () => {})
      await refetch()
      return false
    } finally {
      setPending(false)
    }
  }

  const body = { tour_date_id, version: data?.version ?? 0 }
  return {
    ...{ data, error, refetch, pending, move, change },
    draft: () => change(() => call('POST /v1/office/running-order/draft', { body })),
    publish: () => change(async () => (await call('POST /v1/office/running-order/publish', { body })).order),
    removeBlock: (id: number) =>
      change(() => call('DELETE /v1/office/running-order/blocks/{id}', { params: { id }, query: body })),
    scratch: (id: number, state: 'scratched' | 'planned') =>
      change(async () => {
        await call('PUT /v1/office/stage', { body: { ...body, changes: [{ id, state }] } })
        return call(route, input)
      }),
  }
}

export type RunningOrder = ReturnType<typeof useRunningOrder>
