import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Db, Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { insertStudio, inventTeachers, type PersonInput } from './build-people.ts'
import { insertRegistration, type Inserted } from './build-registrations.ts'
import { insertSeason, joined, type SeasonInput, type ScenarioSeason } from './scenario-empty-season.ts'

export type ScenarioStudio = Awaited<ReturnType<typeof insertStudio>>
type SmallCityScenario = ScenarioSeason & {
  /** Grace's studio: person_ids are six dancers, then two teachers. */
  grace: ScenarioStudio
  /** Its unfinished registration: five of the dancers, a teacher, a small group and a solo. */
  registration: Inserted
  /** A second studio without registrations. */
  marlowe: ScenarioStudio
}

const dancers: readonly PersonInput[] = [
  { fname: 'Ana', lname: 'Ruiz', birthdate: calendarDate('2012-03-01'), gender_id: 1 },
  { fname: 'Bea', lname: 'Lindqvist', birthdate: calendarDate('2013-07-19'), gender_id: 1 },
  { fname: 'Cleo', lname: 'Park', birthdate: calendarDate('2011-11-30'), gender_id: 1 },
  { fname: 'Dev', lname: 'Okafor', birthdate: calendarDate('2009-05-12'), gender_id: 2 },
  { fname: 'Ella', lname: 'Marsh', birthdate: calendarDate('2014-01-08'), gender_id: 1 },
  { fname: 'Finn', lname: 'Delgado', birthdate: calendarDate('2012-09-23'), gender_id: 2 },
]

export async function insertTwoStudios(tx: Tx) {
  const grace = await insertStudio(tx, {
    email: 'grace@example.com',
    name: 'Larkspur Dance Conservatory',
    owner: ['Grace', 'Oyelaran'],
    city: 'Portland',
    state_id: 38,
    roster: [...dancers, ...inventTeachers(2)],
    created: joined,
  })
  const marlowe = await insertStudio(tx, {
    email: 'marlowe@example.com',
    name: 'Marlowe Street Studio',
    owner: ['Desmond', 'Marlowe'],
    city: 'Spokane',
    state_id: 49,
    roster: [{ fname: 'Uma', lname: 'Reyes', birthdate: calendarDate('2010-04-04'), gender_id: 1 }],
    created: joined,
  })
  return { grace, marlowe }
}

/** Two studios and one city; one studio has started a registration. Default scenario of tests and demonstrations. */
export const smallCity = (db: Db, input: SeasonInput = {}): Promise<SmallCityScenario> =>
  inTransaction(db, async (tx) => {
    const season = await insertSeason(tx, input)
    const { grace, marlowe } = await insertTwoStudios(tx)
    const registration = await insertRegistration(tx, {
      tour_date_id: season.tour_date_id,
      user_id: grace.user_id,
      studio_id: grace.studio_id,
      dancers: grace.person_ids.slice(0, 5),
      teachers: grace.person_ids.slice(6, 7),
      routines: [
        { name: 'Paper Lanterns', cast: [0, 1, 2, 3] },
        { name: 'Undertow', cast: [3], performance_division_id: 3 },
      ],
      at: season.now,
      left_off: 'teachers',
    })
    return { ...season, grace, marlowe, registration }
  })

/** Registration is switched off for the city. */
export const soldOut = (db: Db, input: SeasonInput = {}): Promise<SmallCityScenario> =>
  smallCity(db, { ...input, city: { regenabled: false, ...input.city } })

/** The city takes one routine; Grace’s unfinished registration has two. */
export const lastPlace = (db: Db, input: SeasonInput = {}): Promise<SmallCityScenario> =>
  smallCity(db, { ...input, city: { total_routine_limit: 1, waiting_list: true, ...input.city } })

/** The late rate applies. */
export const lateRates = (db: Db, input: SeasonInput = {}): Promise<SmallCityScenario> =>
  smallCity(db, { now: '2024-11-05T18:00:00Z', ...input })

/** Ten minutes before the early rate ends. */
export const justBeforeDeadline = (db: Db, input: SeasonInput = {}): Promise<SmallCityScenario> =>
  smallCity(db, { now: '2024-10-04T06:50:00Z', ...input })
