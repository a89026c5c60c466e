import type { CityInput } from '@callboard/server/dev/build-cities.ts'
import { expireOffers } from '@callboard/server/waiting-list/jobs.ts'
import { offerPlaces } from '@callboard/server/waiting-list/offer.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import {
  anotherProcess,
  broken,
  concurrentUsers,
  over,
  readyInCity,
  review,
  takenOf,
  tally,
  type Ready,
} from '../scenarios/crowd.ts'
import { openSeason } from '../scenarios/small-city.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'

// The product in two processes on one database, and studios that all want the same over real connections.
const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const [one, two] = await Promise.all([anotherProcess(stage), anotherProcess(stage)])
const clients = await concurrentUsers(stage, 200, 'Rival')

const at = (place: number) => (place % 2 ? one : two)
const many = (ready: readonly Ready[]) => Promise.all(ready.map((client, place) => review(at(place), client)))
const takenPlaces = (tour_date_id: number, key: string) => takenOf(stage, tour_date_id, key)

const kinds: [string, Partial<CityInput>, string][] = [
  ['the city', { total_routine_limit: 1 }, 'routines'],
  ['a category', { categories: [{ category_id: 1, max_routines: 1 }] }, 'category:1'],
  ['the solos of small registrations', { solo_groups: 1 }, 'small_solos'],
  ['a workshop level', { levels: [{ level_id: 1, max_people: 1 }] }, 'level:1'],
]

test.each(kinds)(
  'COMP-083 COMP-084 the last place of %s goes to one of 200 at once, in two processes',
  async (_, cityValues, key) => {
    const city = await season.city(cityValues)
    const replies = await many(await readyInCity(stage, season, city, clients))
    // No request ends in a deadlock or a lost race: each gets a place or a reason.
    expect(tally(replies)).toEqual({ 200: 1, 422: 199 })
    expect(await takenPlaces(city, key)).toBe(1)
    const refusal = replies.find(({ status }) => status === 422)
    expect(refusal?.body['message']).toMatch(/[Pp]lease (remove|take)/)
    expect(await broken(stage)).toEqual([])
  },
)

/** The function of the database with a part of it changed, for a control. */
async function without(part: RegExp, put: string, work: () => Promise<void>) {
  const { rows } = await sql<{ body: string }>`select pg_get_functiondef('take_places'::regproc) as body`.execute(
    stage.db,
  )
  const whole = rows[0]?.body ?? ''
  const mutatedSource = whole.replace(part, put)
  expect(mutatedSource).not.toBe(whole)
  try {
    await sql.raw(mutatedSource).execute(stage.db)
    await work()
  } finally {
    await sql.raw(whole).execute(stage.db)
  }
}

// The controls: each mechanism taken away, the same race goes wrong. Oversold rows are removed again.
test.each(kinds)(
  'without the condition on the count, the last place of %s is sold more than once',
  async (_, cityValues, key) => {
    await without(/and \(counts\[i\] <= 0 or [^;]*;/, ';', async () => {
      const city = await season.city(cityValues)
      const replies = await many(await readyInCity(stage, season, city, clients.slice(0, 24)))
      expect(tally(replies)[200]).toBeGreaterThan(1)
      expect(await takenPlaces(city, key)).toBeGreaterThan(1)
      await forget(city)
    })
  },
)

const forget = async (city: number) => {
  await stage.db.deleteFrom('place_claims').where('tour_date_id', '=', city).execute()
  await stage.db.updateTable('capacity').set({ taken: 0 }).where('tour_date_id', '=', city).execute()
}

/** A city whose one place is held, some who wait for it, and others who are ready to take it. */
async function cityWithLine(waiting: number) {
  const tour_date_id = await season.city({ waiting_list: true, total_routine_limit: 100 })
  const [holder, ...ready] = await readyInCity(stage, season, tour_date_id, clients.slice(0, waiting + 61))
  if (!holder) throw new Error('Nobody came')
  const waiters = ready.slice(0, waiting)
  await stage.db
    .updateTable('capacity')
    .set({ places: 1 })
    .where('tour_date_id', '=', tour_date_id)
    .where('key', '=', 'routines')
    .execute()
  expect((await review(one, holder)).status).toBe(200)
  // Those who wait: their one routine waits instead of being registered.
  const routines = await stage.db
    .updateTable('registration_routines')
    .set({ status: 'waiting' })
    .where(
      'registration_id',
      'in',
      waiters.map(({ id }) => id),
    )
    .returning(['id', 'registration_id'])
    .execute()
  for (const client of waiters) {
    const routine_ids = routines.filter(({ registration_id }) => registration_id === client.id).map(({ id }) => id)
    const reply = await over(one, client, 'POST', '/v1/waiting-list', { registration_id: client.id, routine_ids })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }
  return {
    tour_date_id,
    waiters,
    newcomers: ready.slice(waiting),
    release: () => over(two, holder, 'DELETE', `/v1/dance360/registrations/${holder.id}/hold`),
  }
}

const entriesOf = async (client: Ready) =>
  (await over(two, client, 'GET', `/v1/waiting-list?registration_id=${client.id}`)).body['entries'] as {
    state: string
  }[]

test('A18 OFF-024 a freed place, ten who wait and sixty who come at once: the first in line has it, no newcomer', async () => {
  const { tour_date_id, release, waiters, newcomers } = await cityWithLine(10)
  const rush = many(newcomers)
  await release()
  // Several rounds at once offer one place once.
  await Promise.all([...Array.from({ length: 4 }, () => offerPlaces(stage.app, tour_date_id)), rush])
  expect(tally(await rush)).toEqual({ 422: 60 })
  const states = await Promise.all(waiters.map(async (client) => (await entriesOf(client))[0]?.state))
  expect(states).toEqual(['offered', ...Array<string>(9).fill('waiting')])
  expect(await broken(stage)).toEqual([])
})

test('A18 without the line’s say in the count, a newcomer jumps it', async () => {
  await without(/ and \(waiting = 0 or is_offer\)/, '', async () => {
    const { tour_date_id, release, waiters, newcomers } = await cityWithLine(2)
    await release()
    // The check before the claim also looks at the line; a client that asked before it formed is past that check.
    const [first] = newcomers
    if (!first) throw new Error('Nobody came')
    const { rows } = await sql<{ full_key: string | null }>`
      select take_places(${first.id}, ${tour_date_id}, array['routines'], array[1], now()) as full_key`.execute(
      stage.db,
    )
    expect(rows[0]?.full_key).toBeNull()
    await offerPlaces(stage.app, tour_date_id)
    expect(await Promise.all(waiters.map(async (client) => (await entriesOf(client))[0]?.state))).toEqual([
      'waiting',
      'waiting',
    ])
    await forget(tour_date_id)
  })
})

test('A18 an offer accepted in both processes at once, and ended by time at the same moment, is one or the other', async () => {
  const { tour_date_id, release, waiters } = await cityWithLine(3)
  await release()
  await offerPlaces(stage.app, tour_date_id)
  const [first] = waiters
  if (!first) throw new Error('Nobody waits')
  const [entry] = (await entriesOf(first)) as unknown as { id: number }[]
  const accept = (process: typeof one) =>
    over(process, first, 'PUT', `/v1/waiting-list/${entry?.id}`, { answer: 'accept' })
  stage.clock.time = instant('2024-10-02T16:00:01Z')
  try {
    const [yes, again] = await Promise.all([accept(one), accept(two), expireOffers(stage.app), expireOffers(stage.app)])
    const accepted = [yes.status, again.status].filter((status) => status === 200).length
    expect(accepted).toBeLessThanOrEqual(1)
    expect([yes, again].every(({ status }) => status === 200 || status === 422)).toBe(true)
    await expireOffers(stage.app)
    await offerPlaces(stage.app, tour_date_id)
    expect(await takenPlaces(tour_date_id, 'routines')).toBe(1)
    expect(await broken(stage)).toEqual([])
  } finally {
    stage.clock.time = instant('2024-10-01T16:00:00Z')
  }
})
