import { instant } from '@callboard/domain/kernel/instant.ts'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { findFaults, placeFaults } from '@callboard/server/capacity/verify.ts'
import { openStage } from '../kit.ts'
import { openSeason, reviewed } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z', connections: 10 })
const season = await openSeason(stage)
const rivals = 8

const countOf = async (tour_date_id: number, key: string) =>
  (
    await stage.db
      .selectFrom('capacity')
      .select(['taken', 'places'])
      .where('tour_date_id', '=', tour_date_id)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
  ).taken

/** Studios that are all ready to take the places they need at the same moment. */
async function readyRivals(city: number, casts: (dancers: readonly number[]) => number[][], many = rivals) {
  const ready = []
  for (let i = 0; i < many; i += 1) {
    const studio = await season.studio({ dancers: 2, teachers: 0 })
    ready.push(await reviewed(studio, city, casts(studio.dancers)))
  }
  return ready
}

const solo = (dancers: readonly number[]) => [dancers.slice(0, 1)]

/** Everything that must be true of places: the sweep that every race ends with. */
const sweep = () => placeFaults(stage.db)

const kinds: [string, object, string][] = [
  ['routines of the city', { total_routine_limit: 3 }, 'routines'],
  ['routines of a category', { categories: [{ category_id: 1, max_routines: 3 }] }, 'category:1'],
  ['solos of small registrations', { solo_groups: 3 }, 'small_solos'],
  ['people of a level', { levels: [{ level_id: 1, max_people: 6 }] }, 'level:1'],
]

test.each(kinds)(
  'COMP-083 %s: rivals at the same moment never take more than there are',
  async (_, cityValues, key) => {
    const city = await season.city(cityValues)
    const ready = await readyRivals(city, solo)
    const replies = await Promise.all(ready.map(({ review }) => review()))
    const counts = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    expect(counts).toEqual([200, 200, 200, 422, 422, 422, 422, 422])
    const refusal = replies.find(({ statusCode }) => statusCode === 422)?.json()
    expect(refusal.message).toMatch(/[Pp]lease (remove|take)/)
    expect(await countOf(city, key)).toBe(key === 'level:1' ? 6 : 3)
    expect(await sweep()).toEqual([])
  },
)

test('COMP-084 an expired hold frees its places without a job, and its owner sees it', async () => {
  const city = await season.city({ total_routine_limit: 1 })
  const [first, second] = await readyRivals(city, solo, 2)
  expect((await first?.review())?.statusCode).toBe(200)
  expect((await second?.review())?.statusCode).toBe(422)
  try {
    stage.clock.time = instant('2024-10-01T16:15:01Z')
    expect((await second?.review())?.statusCode).toBe(200)
    expect((await first?.review())?.json().code).toMatch(/submit.no_room|places.gone/)
    expect(await countOf(city, 'routines')).toBe(1)
    expect(await sweep()).toEqual([])
  } finally {
    stage.clock.time = instant('2024-10-01T16:00:00Z')
  }
})

test('opposite orders of need end in no deadlock that anyone sees', async () => {
  const city = await season.city({
    total_routine_limit: 100,
    categories: [
      { category_id: 1, max_routines: 50 },
      { category_id: 2, max_routines: 50 },
    ],
  })
  const ready = await readyRivals(city, (dancers) => [dancers.slice(0, 1), [...dancers]])
  const replies = await Promise.all([...ready, ...ready].map(({ review }) => review()))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(rivals * 2).fill(200))
  expect(await sweep()).toEqual([])
})

// The control: with an update that asks for no room, the same race oversells. It proves that the race can be seen.
test('without the condition on the count, the same rivals oversell', async () => {
  const city = await season.city({ total_routine_limit: 3 })
  const ready = await readyRivals(city, solo)
  const { rows } = await sql<{ body: string }>`
    select pg_get_functiondef('take_places'::regproc) as body`.execute(stage.db)
  const conditional = rows[0]?.body ?? ''
  const unconditional = conditional.replace(/and \(counts\[i\] <= 0 or [^;]*;/, ';')
  expect(unconditional).not.toBe(conditional)
  try {
    await sql.raw(unconditional).execute(stage.db)
    // The check before the claim reads a count that all of them still find free.
    const replies = await Promise.all(ready.map(({ review }) => review()))
    expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(3)
    expect(await countOf(city, 'routines')).toBeGreaterThan(3)
    expect((await sweep()).map(({ tour_date_id }) => tour_date_id)).toContain(city)
    await stage.db.deleteFrom('place_claims').where('tour_date_id', '=', city).execute()
    await stage.db.updateTable('capacity').set({ taken: 0 }).where('tour_date_id', '=', city).execute()
  } finally {
    await sql.raw(conditional).execute(stage.db)
  }
})

/** The database's function with a part of it changed, for as long as the work takes. */
async function without(part: RegExp, put: string, work: () => Promise<void>) {
  const { rows } = await sql<{ body: string }>`
    select pg_get_functiondef('take_places'::regproc) as body`.execute(stage.db)
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

/** A hold that has run out, and a studio that now asks for its place. */
async function afterALapse() {
  const city = await season.city({ total_routine_limit: 1 })
  const [first, second] = await readyRivals(city, solo, 2)
  expect((await first?.review())?.statusCode).toBe(200)
  stage.clock.time = instant('2024-10-01T16:15:01Z')
  return { city, second }
}

// Controls of the release: without it a place stays taken forever; released without its row it is sold twice.
test('COMP-084 without the release of holds that ran out, their places never come back', async () => {
  try {
    await without(/held_until < at/, 'false', async () => {
      const { second } = await afterALapse()
      expect((await second?.review())?.statusCode).toBe(422)
    })
  } finally {
    stage.clock.time = instant('2024-10-01T16:00:00Z')
  }
})

test('COMP-084 the sweep finds a hold that is released without its row', async () => {
  try {
    // Released from the count, but the row remains: its holder would still find it.
    await without(
      /delete from place_claims c using lapsed l\s+where ([^;]*?) returning c\.n/,
      'select c.n from place_claims c join lapsed l on $1',
      async () => {
        const { city, second } = await afterALapse()
        expect((await second?.review())?.statusCode).toBe(200)
        expect((await sweep()).map(({ tour_date_id }) => tour_date_id)).toContain(city)
        await stage.db.deleteFrom('place_claims').where('tour_date_id', '=', city).execute()
        await stage.db.updateTable('capacity').set({ taken: 0 }).where('tour_date_id', '=', city).execute()
      },
    )
  } finally {
    stage.clock.time = instant('2024-10-01T16:00:00Z')
  }
  expect(await sweep()).toEqual([])
})

type Injected = [what: string, whose: 'completed' | 'paid', fault: (id: number) => RawBuilder<unknown>, said: string]

const losing = (key: string) => (id: number) =>
  sql`
  with gone as (delete from place_claims where registration_id = ${id} and key = ${key} returning tour_date_id, key, n)
  update capacity c set taken = c.taken - g.n from gone g where c.tour_date_id = g.tour_date_id and c.key = g.key`

const injected: Injected[] = [
  [
    'a completed solo without its place',
    'completed',
    losing('small_solos'),
    'small_solos: completed with 0 places of 1',
  ],
  ['a completed routine without its place', 'completed', losing('routines'), 'routines: completed with 0 places of 1'],
  ['a paid registration without its places', 'paid', losing('routines'), 'routines: paid with 0 places of 1'],
  ['a paid solo without its place', 'paid', losing('small_solos'), 'small_solos: paid with 0 places of 1'],
  [
    'a count that is not the sum of its claims',
    'paid',
    () => sql`update capacity set taken = taken + 1 where key = 'routines'`,
    'routines: 2 counted, 1 in rows',
  ],
  [
    'more given than there is',
    'completed',
    () => sql`update capacity set places = 0 where key = 'routines'`,
    'routines: 1 given of 0',
  ],
  [
    'a place for good of nobody who has paid',
    'paid',
    (id) => sql`with _ as (update place_claims set held_until = null where registration_id = ${id})
      update registrations set paid = 0 where id = ${id}`,
    'routines: a place for good, but not completed',
  ],
  [
    'a place without anybody in it',
    'completed',
    (id) => sql`update registration_routines set status = 'waiting' where registration_id = ${id}`,
    'routines: a place for nobody',
  ],
]

test.each(injected)('COMP-083 the sweep names %s', async (_, whose, fault, message) => {
  const city = await season.city({ total_routine_limit: 9, solo_groups: 9 })
  const [ready] = await readyRivals(city, solo, 1)
  expect((await ready?.review())?.statusCode).toBe(200)
  const id = ready?.id ?? 0
  const rest = stage.db.updateTable('registrations').where('id', '=', id)
  if (whose === 'paid') await rest.set(({ ref }) => ({ paid: ref('total') })).execute()
  else {
    await rest.set({ completed: true, hold_began: null, hold_ends: null }).execute()
    await stage.db.updateTable('place_claims').set({ held_until: null }).where('registration_id', '=', id).execute()
  }
  expect(await sweep()).toEqual([])
  const undo = 'the fault was only for this'
  const rolledBack = stage.db.transaction().execute(async (tx) => {
    await fault(id).execute(tx)
    const faults = (await findFaults(tx)).filter(({ tour_date_id }) => tour_date_id === city)
    throw new Error(undo, { cause: faults.map(({ what }) => what) })
  })
  await expect(rolledBack).rejects.toMatchObject({ message: undo, cause: expect.arrayContaining([message]) })
})
