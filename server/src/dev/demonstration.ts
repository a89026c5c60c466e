import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import type { Db, Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { insertCities } from './build-cities.ts'
import { setClock, opening } from './clock.ts'
import {
  insertAccount,
  insertIndependent,
  insertStaff,
  insertStudio,
  insertUnclaimedStudio,
  inventDancers,
  inventTeachers,
  unusualDancers,
} from './build-people.ts'
import { insertEvents, insertSeasons, lastSeason, thisSeason } from './build-season.ts'
import { insertDemonstrationFinals } from './demonstration-finals.ts'
import { insertDemonstrationRegistrations } from './demonstration-registrations.ts'
import { insertDemonstrationScholarships } from './demonstration-scholarships.ts'
import { insertSurveyedRegistrations } from './demonstration-survey.ts'
import { crewShowdownEvents, demonstrationEvents, lastYear, thisYear } from './season-41.ts'

/** Loads the demonstration season. Does nothing when the database has users. OFF-046. */
export async function loadDemonstration(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
    const tours = await insertTours(tx)
    const { main, second, alone, parent } = await insertPeople(tx)
    await insertDemonstrationScholarships(tx, main)
    await insertDemonstrationRegistrations(tx, { ...tours, main, second })
    await insertDemonstrationFinals(tx, { ...tours, main, second, alone })
    await insertSurveyedRegistrations(tx, tours.current, { second, alone, parent })
    await setClock(tx, opening)
  })
}

async function insertTours(tx: Tx) {
  await insertSeasons(tx, [lastSeason, thisSeason])
  await insertEvents(tx, demonstrationEvents, [lastSeason.id, thisSeason.id])
  const nationals = demonstrationEvents.filter(({ is_nationals }) => is_nationals)
  await tx
    .insertInto('settings')
    .values([
      ...nationals.map(({ id }) => ({ event_id: id, name: 'comp_room_students', value: '79' })),
      ...crewShowdownEvents.map((event_id) => ({ event_id, name: 'crew_showdown_offered', value: 'true' })),
      {
        name: 'check_address',
        value: JSON.stringify('Callboard Tours\nRegistration office\n400 Alder Street\nPortland, OR 97205'),
      },
    ])
    .execute()
  const asOfficeEnters = (cities: typeof thisYear) => cities.map((city) => ({ ...city, ends_at_local_midnight: true }))
  return {
    past: await insertCities(tx, asOfficeEnters(lastYear)),
    current: await insertCities(tx, asOfficeEnters(thisYear)),
  }
}

const joined = instant('2022-08-14T18:00:00Z')

async function insertPeople(tx: Tx) {
  const staff = await insertStaff(tx, joined)
  const main = await insertStudio(tx, {
    email: 'grace@example.com',
    name: 'Larkspur Dance Conservatory',
    owner: ['Grace', 'Oyelaran'],
    city: 'Portland',
    state_id: 38,
    roster: [...unusualDancers, ...inventDancers(60 - unusualDancers.length), ...inventTeachers(8)],
    created: joined,
  })
  const second = await insertStudio(tx, {
    email: 'marlowe@example.com',
    name: 'Marlowe Street Studio',
    owner: ['Desmond', 'Marlowe'],
    city: 'Spokane',
    state_id: 49,
    roster: [...inventDancers(75).slice(60), ...inventTeachers(10).slice(8)],
    created: joined,
  })
  const alone = await insertIndependent(
    tx,
    {
      email: 'iris@example.com',
      fname: 'Iris',
      lname: 'Vandermeer',
      birthdate: calendarDate('2006-05-21'),
      person_type_id: 1,
    },
    joined,
  )
  const parent = await insertIndependent(
    tx,
    {
      email: 'parent@example.com',
      fname: 'Rosa',
      lname: 'Castellanos',
      birthdate: calendarDate('1981-02-02'),
      person_type_id: 3,
      roster: [{ fname: 'Nico', lname: 'Castellanos', birthdate: calendarDate('2013-06-17'), gender_id: 2 }],
    },
    joined,
  )
  await insertAccount(
    tx,
    { email: 'unconfirmed@example.com', fname: 'Uma', lname: 'Feldt', confirmed: false, person_type_id: 1 },
    joined,
  )
  await insertUnclaimedStudio(tx, {
    email: 'front.desk@example.com',
    name: 'Hollow Creek School of Dance',
    city: 'Eugene',
    state_id: 38,
    created: joined,
  })
  return { ...staff, main, second, alone, parent }
}
