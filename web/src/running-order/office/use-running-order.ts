import type { OrderMove } from '@callboard/domain/running-order/moves.ts'
import { call, type Reply } from '../../api/call.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { useChanges } from '../../api/use-changes.ts'
import { askText } from '../../ui/dialogs.ts'

export type OfficeOrder = Reply<'GET /v1/office/running-order'>
export type OfficeEntry = OfficeOrder['entries'][number]
export type OfficeBlock = OfficeOrder['blocks'][number]

const route = 'GET /v1/office/running-order'

/** `yes` is the button of the question whether a hard conflict may be made. */
type MoveRequest = { version: number; moves: readonly OrderMove[]; reason: string; yes: string }

/** The order of a city, and its changes: each answers the whole order, which then stands on the screen. */
export function useRunningOrder(tour_date_id: number) {
  const input = { query: { tour_date_id } }
  const { data, error, refetch, pending, change } = useChanges(route, input)

  /** Moves entries, and asks for a reason where that makes a hard conflict. Null: the person would rather not. */
  async function sendMoves(request: MoveRequest): Promise<OfficeOrder | null> {
    const { version, moves, reason, yes } = request
    try {
      return await call('PUT /v1/office/running-order', { body: { tour_date_id, version, moves, reason } })
    } catch (failure) {
      if (!(failure instanceof ReplyError) || failure.code !== 'order.hard_conflict') throw failure
      let order: OfficeOrder | null = null
      await askText({
        title: 'Keep this conflict?',
        message: failure.message,
        label: 'Reason',
        yes,
        draft: ['order-conflict', tour_date_id],
        act: async (text) => {
          order = await sendMoves({ ...request, reason: text })
          return order !== null
        },
      })
      return order
    }
  }

  const move = async (moves: readonly OrderMove[], yes = 'Move anyway'): Promise<boolean> =>
    data !== undefined && change(() => sendMoves({ version: data.version, moves, reason: '', yes }))

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
