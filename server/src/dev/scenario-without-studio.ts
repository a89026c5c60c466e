import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { insertIndependent } from './build-people.ts'
import { insertSeason, joined, type SeasonInput, type ScenarioSeason } from './scenario-empty-season.ts'
import { insertTwoStudios, type ScenarioStudio } from './scenario-small-city.ts'

export type Independent = ScenarioSeason & { iris: Awaited<ReturnType<typeof insertIndependent>> }
export type Intensive = ScenarioSeason & { grace: ScenarioStudio; marlowe: ScenarioStudio; iris: Independent['iris'] }

const iris = {
  email: 'iris@example.com',
  fname: 'Iris',
  lname: 'Vandermeer',
  birthdate: calendarDate('2006-05-21'),
  person_type_id: 1,
}

/** A dancer who comes alone, to a city where she may compete with three routines. */
export const independent = (db: Db, input: SeasonInput = {}): Promise<Independent> =>
  inTransaction(db, async (tx) => {
    const rules = { independents_compete: true, independent_max_routines: 3 }
    const season = await insertSeason(tx, { ...input, city: { ...rules, ...input.city } })
    return { ...season, iris: await insertIndependent(tx, iris, joined) }
  })

/** A week with three tracks to choose from, one of them without a group price. */
export const intensive = (db: Db, input: SeasonInput = {}): Promise<Intensive> =>
  inTransaction(db, async (tx) => {
    const season = await insertSeason(tx, {
      ...input,
      event: { id: 28, name: 'Deep Water Intensive', subdomain: 'deep-water', is_intensive: true, ...input.event },
      city: {
        city: 'Chicago',
        state: 'IL',
        starts: '2025-06-16',
        nights: 5,
        add_ons: ['media_pass', 'vip_experience', 'photoshoot', 'awe_experience'],
        intensives: [
          ['Contemporary track', 695, 625],
          ['Commercial track', 695, 625],
          ['Choreography lab', 895, null],
        ],
        ...input.city,
      },
    })
    const { grace, marlowe } = await insertTwoStudios(tx)
    return { ...season, grace, marlowe, iris: await insertIndependent(tx, iris, joined) }
  })
