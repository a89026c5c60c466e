import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { insertStudio, inventDancers, inventTeachers } from './build-people.ts'
import { insertRegistration, type Inserted } from './build-registrations.ts'
import { insertSeason, joined, type SeasonInput, type ScenarioSeason } from './scenario-empty-season.ts'
import type { ScenarioStudio } from './scenario-small-city.ts'

type BigStudio = ScenarioSeason & { grace: ScenarioStudio; registration: Inserted }

/** A studio with 300 dancers and 20 teachers, 100 of them in an unfinished registration with 60 routines. */
export const bigStudio = (db: Db, input: SeasonInput = {}): Promise<BigStudio> =>
  inTransaction(db, async (tx) => {
    const season = await insertSeason(tx, input)
    const grace = await insertStudio(tx, {
      email: 'grace@example.com',
      name: 'The Greater Willamette Valley Conservatory of Dance and Movement Arts',
      owner: ['Grace', 'Oyelaran'],
      city: 'Portland',
      state_id: 38,
      roster: [...inventDancers(300), ...inventTeachers(20)],
      created: joined,
    })
    const registration = await insertRegistration(tx, {
      tour_date_id: season.tour_date_id,
      user_id: grace.user_id,
      studio_id: grace.studio_id,
      dancers: grace.person_ids.slice(0, 100),
      teachers: grace.person_ids.slice(300, 310),
      routines: Array.from({ length: 60 }, (_, i) => ({
        name: `Study no. ${i + 1}`,
        cast: Array.from({ length: 1 + ((i * 3) % 16) }, (_, seat) => (i * 7 + seat) % 100),
        performance_division_id: 1 + (i % 7),
      })),
      at: season.now,
      left_off: 'competition',
    })
    return { ...season, grace, registration }
  })
