import { addDays, calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { migrate } from '@callboard/server/platform/db/migrate.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { insertCities, type CityInput } from '@callboard/server/dev/build-cities.ts'
import { insertStaff, insertStudio, inventDancers, inventTeachers } from '@callboard/server/dev/build-people.ts'
import { insertEvents, insertSeasons, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { hashOf, newToken } from '@callboard/server/platform/http/sessions.ts'
import { migrateJobs } from '@callboard/server/worker.ts'
import type { Spread } from './limit/bare.ts'
import type { Postgres } from './postgres.ts'

export type Studio = {
  id: number
  user_id: number
  token: string
  person_ids: readonly number[]
  /** The first so many of its people dance; the others teach. */
  dancers: number
  /** How many it enters. */
  routines: number
}
export type Turn = { studio: Studio; tour_date_id: number }
export type World = Awaited<ReturnType<typeof openWorld>>

const today = calendarDate(new Date().toISOString().slice(0, 10))
const now = instant(new Date().toISOString())
const spreadOver = 50
const hotCities = 120

/** Half a year ahead, so that every rate is early and registration is open. */
const city = (name: string, more: Partial<CityInput> = {}): CityInput => ({
  city: name,
  state: 'OR',
  starts: addDays(today, 180),
  early: addDays(today, 120),
  late: addDays(today, 150),
  ...more,
})

/** Every twentieth invented dancer has no birthdate yet, and could not dance. */
const datedDancers = (many: number) =>
  inventDancers(many + Math.ceil(many / 19))
    .filter(({ birthdate }) => birthdate !== null)
    .slice(0, many)

/** A season in a database of its own: studios with a roster of twenty, cities with room, and someone in the office. */
export async function openWorld(
  postgres: Postgres,
  name: string,
  { studios = 400, dancers = 17, teachers = 3, routines = 10 } = {},
) {
  const url = await postgres.database(name)
  const db = connect(url)
  await migrate(db)
  await migrateJobs(url)
  const { cities, staff } = await inTransaction(db, async (tx) => {
    await insertSeasons(tx, [thisSeason])
    await insertEvents(tx, [plainEvent], [thisSeason.id])
    const names = Array.from({ length: spreadOver + hotCities }, (_, i) => city(`City ${i + 1}`))
    return { cities: await insertCities(tx, names), staff: await insertStaff(tx, now) }
  })

  const session = async (user_id: number) => {
    const token = newToken()
    const row = { token_hash: hashOf(token), user_id, created: now, expires_at: instant('2099-01-01') }
    await db.insertInto('sessions').values(row).execute()
    return token
  }
  const all: Studio[] = []
  for (let i = 0; i < studios; i += 1) {
    const studio = await inTransaction(db, (tx) =>
      insertStudio(tx, {
        email: `studio${i}@bench.example`,
        name: `Studio ${i}`,
        owner: ['Grace', `Oyelaran${i}`],
        city: 'Portland',
        state_id: 38,
        roster: [...datedDancers(dancers), ...inventTeachers(teachers)],
        created: now,
      }),
    )
    const { studio_id, user_id, person_ids } = studio
    all.push({ id: studio_id, user_id, person_ids, token: await session(user_id), dancers, routines })
  }
  const studioAt = (n: number): Studio => {
    const studio = all[n % all.length]
    if (!studio) throw new Error('There are no studios')
    return studio
  }

  let spreadTurns = 0
  let hotUsed = 0
  return {
    url,
    db,
    studios: all,
    officeToken: await session(staff.office.user_id),
    adminToken: await session(staff.admin.user_id),
    /** Cities that many share between them; the journeys of a hot run have one to themselves. */
    spreadCities: cities.slice(0, spreadOver),
    addCity: (more: Partial<CityInput>) =>
      inTransaction(db, async (tx) => (await insertCities(tx, [city('Last Places', more)]))[0] ?? 0),
    /** Assigns the next studio and city; no studio registers twice for one city. */
    turns(spread: Spread): () => Turn {
      const hot = cities[spreadOver + hotUsed] ?? 0
      if (spread === 'hot') hotUsed += 1
      let n = 0
      return () => {
        if (spread === 'hot') return { studio: studioAt((n += 1)), tour_date_id: hot }
        const place = spreadTurns % spreadOver
        const lap = Math.floor(spreadTurns / spreadOver)
        spreadTurns += 1
        return { studio: studioAt(place * 11 + lap), tour_date_id: cities[place] ?? 0 }
      }
    },
    close: () => db.destroy(),
  }
}
