import { expect, type APIRequestContext } from '@playwright/test'

/** A call that succeeds; answers its JSON. */
export async function send<Reply>(
  request: APIRequestContext,
  method: 'get' | 'post' | 'put',
  path: string,
  data?: object,
) {
  const reply = await request[method](path, data && { data })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  return (await reply.json()) as Reply
}

/** A new panel of the city that marks this block, dropping the lowest mark where it has three seats. Answers the ids of its seats. */
export async function seatPanel(
  request: APIRequestContext,
  { tour_date_id, block_id }: { tour_date_id: number; block_id: number },
  seats: 1 | 3,
) {
  const { scales } = await send<{ scales: { id: number }[] }>(request, 'get', '/v1/office/scales')
  const { panels } = await send<{ panels: { id: number; seats: { id: number }[] }[] }>(
    request,
    'post',
    '/v1/office/panels',
    {
      ...{ tour_date_id, name: 'Panel A', kind: 'competition', scale_id: scales[0]?.id },
      ...{ counted: seats, dropping: seats === 3 ? 'lowest' : 'none' },
      seats: Array.from({ length: seats }, (_, index) => ({ position: index + 1, judge_id: null })),
    },
  )
  const panel = panels.at(-1)
  await send(request, 'put', `/v1/office/blocks/${block_id}/panel`, { panel_id: panel?.id })
  return panel?.seats.map(({ id }) => id) ?? []
}

type Order = { version: number; blocks: { id: number }[]; entries: { id: number; entry_number: number | null }[] }

type CityRow = { id: number; tour_date_id: number; start_date: string; studio: string | null; email: string }

/** A city of the demonstration with a published order of at least three entries in one new block, of those that fit: each journey names its own. */
export async function publishedBlock(request: APIRequestContext, isFitting: (row: CityRow) => boolean) {
  const { rows } = await send<{ rows: CityRow[] }>(request, 'get', '/v1/office/registrations')
  for (const tour_date_id of new Set(rows.filter(isFitting).map((row) => row.tour_date_id))) {
    const path = '/v1/office/running-order'
    const before = await send<Order>(request, 'get', `${path}?tour_date_id=${tour_date_id}`)
    if (before.entries.length < 3 || before.blocks.length > 0) continue
    const block = { stage: 1, kind: 'routines', name: 'Morning', local_start: '2025-01-11T09:00', minutes: 0 }
    const { version } = await send<Order>(request, 'post', `${path}/blocks`, {
      ...{ tour_date_id, version: before.version, ...block },
    })
    const draft = await send<Order>(request, 'post', `${path}/draft`, { tour_date_id, version })
    await send(request, 'post', `${path}/publish`, { tour_date_id, version: draft.version })
    const registrations = rows.filter((row) => row.tour_date_id === tour_date_id)
    return { tour_date_id, block_id: draft.blocks[0]?.id ?? 0, count: draft.entries.length, registrations }
  }
  throw new Error('The demonstration has no city with three routines and no order')
}
