import type { ExampleRegistration, ExampleWorld } from '@callboard/contract/example-world.ts'
import type { Stage } from '../kit.ts'

type OrderReply = { version: number; blocks: { id: number }[] }

/** An order with two blocks of routines and this routine in the first; answers its version and blocks. */
async function makeOrder({ call }: Stage, office: number, tour_date_id: number, routine_id: number) {
  const write = async (method: 'POST' | 'PUT', path: string, body: object): Promise<OrderReply> => {
    const reply = await call(office, method, path, body)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json()
  }
  const path = '/v1/office/running-order'
  const block = { stage: 1, kind: 'routines', minutes: 0, tour_date_id }
  const first = { ...block, version: 0, name: 'Morning', local_start: '2024-11-02T09:00' }
  const one = await write('POST', `${path}/blocks`, first)
  const second = { ...block, version: one.version, name: 'Afternoon', local_start: '2024-11-02T14:00' }
  const two = await write('POST', `${path}/blocks`, second)
  const [block_id = 0, empty_block_id = 0] = two.blocks.map(({ id }) => id)
  const moves = [{ kind: 'place', id: routine_id, block_id, before_id: null }]
  const { version } = await write('PUT', path, { tour_date_id, version: two.version, moves })
  return { tour_date_id, version, block_id, empty_block_id, routine_id }
}

/** The order of `completed`'s city, unpublished, with a request of its owner for the routine. */
export async function makeRunningOrder(
  stage: Stage,
  office: number,
  owner: number,
  { id: registration_id, tour_date_id, routine_id }: ExampleRegistration,
): Promise<ExampleWorld['running_order']> {
  const request = { registration_id, text: 'We come by bus.', day: null, not_before: '10:00', not_after: null }
  const reply = await stage.call(owner, 'PUT', `/v1/running-order/requests/${routine_id}`, request)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return makeOrder(stage, office, tour_date_id, routine_id)
}

/** The published order of `confirmed`'s city, and a link to its schedule. */
export async function makePublishedOrder(
  stage: Stage,
  office: number,
  owner: number,
  { id, tour_date_id, routine_id }: ExampleRegistration,
): Promise<ExampleWorld['published_order']> {
  const { version } = await makeOrder(stage, office, tour_date_id, routine_id)
  const body = { tour_date_id, version }
  const published = await stage.call(office, 'POST', '/v1/office/running-order/publish', body)
  if (published.statusCode !== 200) throw new Error(published.body)
  const link = await stage.call(owner, 'POST', '/v1/dance360/share-links', { path: 'schedule', registration_id: id })
  if (link.statusCode !== 200) throw new Error(link.body)
  const { token: share_token }: { token: string } = link.json()
  const { order }: { order: { version: number } } = published.json()
  const readers = { tour_date_id, version: order.version, is_public: true, shows_dancers: false }
  const readersReply = await stage.call(office, 'PUT', '/v1/office/running-order/readers', readers)
  if (readersReply.statusCode !== 200) throw new Error(readersReply.body)
  const openOrder: { version: number; readers: { url: string } } = readersReply.json()
  const screen = { tour_date_id, label: 'Lobby', stage: null, shows_studios: true }
  const display = await stage.call(office, 'POST', '/v1/office/displays', screen)
  if (display.statusCode !== 200) throw new Error(display.body)
  const { token: display_token, displays }: { token: string; displays: { id: number }[] } = display.json()
  return {
    ...{ tour_date_id, version: openOrder.version, registration_id: id, routine_id, share_token },
    ...{ display_id: displays[0]?.id ?? 0, display_token, public_token: openOrder.readers.url.split('/').at(-1) ?? '' },
  }
}
