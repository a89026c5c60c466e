import type { ReleasePart } from '@callboard/domain/results/release.ts'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { useChanges } from '../../api/use-changes.ts'

const route = 'GET /v1/office/results/{part}'
export type OfficeRelease = Reply<typeof route>
/** Until when a confirmed release waits; both null: not at all. */
type Embargo = { embargo_until: OfficeRelease['now'] | null; embargo_block_id: number | null }

/** An act of the page; its own button turns while it runs. */
type ReleaseAct = 'propose' | 'take back' | 'confirm' | 'release now' | 'finish awards' | 'withdraw'

/** A part of a city's results with its acts: each answers the part as it then is. */
export function useRelease(tour_date_id: number, part: ReleasePart) {
  const input = { params: { part }, query: { tour_date_id } }
  const { data, error, refetch, pending, change } = useChanges(route, input)

  const [latestAct, setLatestAct] = useState<ReleaseAct>()

  /** Makes one change. The key makes a call that is sent again after a lost answer the same call. */
  const act = (name: ReleaseAct, perform: (options: { key: string }) => Promise<OfficeRelease>) => {
    setLatestAct(name)
    return change(() => perform({ key: crypto.randomUUID() }))
  }

  const params = { part }
  const body = { tour_date_id }
  return {
    ...{ data, error, refetch, pending },
    runningAct: pending ? latestAct : undefined,
    propose: (accepted: readonly string[], reason: string) =>
      act('propose', (options) =>
        call(
          'POST /v1/office/results/{part}/propose',
          { params, body: { ...body, input_hash: data?.input_hash ?? '', accepted, reason } },
          options,
        ),
      ),
    takeBack: () =>
      act('take back', (options) => call('POST /v1/office/results/{part}/take-back', { params, body }, options)),
    confirm: (proposal_id: number, embargo: Embargo) =>
      act('confirm', (options) =>
        call('POST /v1/office/results/{part}/confirm', { params, body: { ...body, proposal_id, ...embargo } }, options),
      ),
    releaseNow: () =>
      act('release now', (options) => call('POST /v1/office/results/{part}/open', { params, body }, options)),
    /** Shows what waits for the awards of this block, of every part. */
    finishAwards: (id: number) =>
      act('finish awards', async () => {
        await call('POST /v1/office/blocks/{id}/awards-done', { params: { id }, body })
        return call(route, input)
      }),
    withdraw: (reason: string) =>
      act('withdraw', (options) =>
        call('POST /v1/office/results/{part}/withdraw', { params, body: { ...body, reason } }, options),
      ),
  }
}

export type Release = ReturnType<typeof useRelease>
