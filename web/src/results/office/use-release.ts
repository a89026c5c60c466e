import type { ReleasePart } from '@callboard/domain/results/release.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { showFailure } from '../../api/failure.ts'
import { callQuery, useRead } from '../../api/use-call.ts'

const route = 'GET /v1/office/results/{part}'
export type OfficeRelease = Reply<typeof route>
/** Until when a confirmed release waits; both null: not at all. */
type Embargo = { embargo_until: OfficeRelease['now'] | null; embargo_block_id: number | null }

/** A part of a city's results with its acts: each answers the part as it then is. */
export function useRelease(tour_date_id: number, part: ReleasePart) {
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const input = { params: { part }, query: { tour_date_id } }
  const { data, error, refetch } = useRead(route, input)

  /**
   * A refusal is said in a dialog, and the part is read again. Returns whether it was done. The key makes a call that is
   * sent again after a lost answer the same call.
   */
  async function act(perform: (options: { key: string }) => Promise<OfficeRelease>): Promise<boolean> {
    setPending(true)
    try {
      queries.setQueryData(callQuery(route, input).queryKey, await perform({ key: crypto.randomUUID() }))
      return true
    } catch (failure) {
      await showFailure(failure, () => {})
      await refetch()
      return false
    } finally {
      setPending(false)
    }
  }

  const params = { part }
  const body = { tour_date_id }
  return {
    ...{ data, error, refetch, pending },
    propose: (accepted: readonly string[], reason: string) =>
      act((options) =>
        call(
          'POST /v1/office/results/{part}/propose',
          { params, body: { ...body, input_hash: data?.input_hash ?? '', accepted, reason } },
          options,
        ),
      ),
    takeBack: () => act((options) => call('POST /v1/office/results/{part}/take-back', { params, body }, options)),
    confirm: (proposal_id: number, embargo: Embargo) =>
      act((options) =>
        call('POST /v1/office/results/{part}/confirm', { params, body: { ...body, proposal_id, ...embargo } }, options),
      ),
    releaseNow: () => act((options) => call('POST /v1/office/results/{part}/open', { params, body }, options)),
    /** Shows what waits for the awards of this block, of every part. */
    finishAwards: (id: number) =>
      act(async () => {
        await call('POST /v1/office/blocks/{id}/awards-done', { params: { id }, body })
        return call(route, input)
      }),
    withdraw: (reason: string) =>
      act((options) => call('POST /v1/office/results/{part}/withdraw', { params, body: { ...body, reason } }, options)),
  }
}

export type Release = ReturnType<typeof useRelease>
