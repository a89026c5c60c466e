import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call } = stage
const season = await openSeason(stage)
const office = await addAccount(stage)
const studio = await season.studio({ dancers: 3 })
const path = '/v1/office/running-order'

const award = {
  ...{ name: 'Division', kind: 'placement', scope: { group_by: ['age_division_id', 'category_id'] } },
  ...{ places: [{ from: 1, places: 1 }], one_per_dancer: false, tie_break: [], minimum_points: 0 },
  ...{ best: 1, least_entries: 1, position: 1, active: true, every_city: false },
}

test('the last entry of a placement’s scope says that its ceremony can follow; awards before it are a soft warning', async () => {
  const tour_date_id = await season.city()
  await db.transaction().execute((tx) =>
    insertRegistration(tx, {
      ...{ tour_date_id, user_id: studio.user_id, studio_id: studio.studio_id, dancers: studio.dancers, teachers: [] },
      routines: ['Bluebird', 'Undertow', 'Lanterns'].map((name) => ({ name, cast: [0] })),
      ...{ at: instant('2024-09-20T18:00:00Z'), state: 'completed' },
    }),
  )
  const read = async () => (await call(office, 'GET', `${path}?tour_date_id=${tour_date_id}`)).json()
  const write = async (method: 'POST' | 'PUT', place: string, body: object) => {
    const reply = await call(office, method, `${path}${place}`, {
      ...{ tour_date_id, version: (await read()).version },
      ...body,
    })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const block = { stage: 1, kind: 'routines', name: 'Morning', local_start: '2024-11-02T09:00', minutes: 0 }
  const { blocks } = await write('POST', '/blocks', block)
  const awards = { ...block, kind: 'awards', name: 'Awards', local_start: '2024-11-02T10:00', minutes: 20 }
  const awardsBlock = (await write('POST', '/blocks', awards)).blocks.find(
    ({ name }: { name: string }) => name === 'Awards',
  )
  const addReply = await call(office, 'POST', '/v1/office/awards', { ...award, tour_date_id, block_id: awardsBlock.id })
  expect(addReply.statusCode, addReply.body).toBe(200)

  const hints = async () =>
    (await read()).entries
      .filter(({ ceremony }: { ceremony: string }) => ceremony)
      .map(({ name, ceremony }: { name: string; ceremony: string }) => `${name}: ${ceremony}`)
  const [first] = (await read()).entries
  await write('PUT', '', { moves: [{ kind: 'place', id: first.id, block_id: blocks[0].id, before_id: null }] })
  // Two of its routines are not in the order yet.
  expect(await hints()).toEqual([])
  const drafted = await write('POST', '/draft', {})
  expect(await hints()).toEqual([
    expect.stringMatching(/^\w+: After this, all of \w+ Solo has danced\. Its ceremony can stand here\.$/),
  ])
  expect(drafted.conflicts.filter(({ kind }: { kind: string }) => kind === 'awards_early')).toEqual([])

  const early = { ...awards, local_start: '2024-11-02T09:01' }
  const movedOrder = await write('PUT', `/blocks/${awardsBlock.id}`, early)
  const warning = movedOrder.conflicts.find(({ kind }: { kind: string }) => kind === 'awards_early')
  expect(warning).toMatchObject({ hard: false })
  expect(warning.text).toMatch(/^Awards announces \w+ Solo before its last entry has danced: 3 “\w+”\.$/)
})
