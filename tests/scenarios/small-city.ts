import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertCity, type CityInput } from '@callboard/server/dev/build-cities.ts'
import { insertAccount, insertStudio, inventDancers, inventTeachers } from '@callboard/server/dev/build-people.ts'
import {
  insertEvents,
  insertSeasons,
  plainEvent,
  thisSeason,
  type EventInput,
} from '@callboard/server/dev/build-season.ts'
import type { Stage } from '../kit.ts'

export const created = instant('2024-01-01')
/** Of each database, so that its first studio is the first whichever files ran before. */
const studioCounts = new WeakMap<object, number>()

/** An account of the office, or of another role. Answers its id. */
export const addAccount = async (
  { db }: Pick<Stage, 'db'>,
  email = 'desk@example.com',
  role: 'user' | 'office' | 'admin' = 'office',
): Promise<number> => {
  const person = { email, fname: 'Noor', lname: 'Haddad', role }
  return (await db.transaction().execute((tx) => insertAccount(tx, person, created))).user_id
}

/** A season with one event; cities and studios are added as a test needs them. */
export async function openSeason({ db, call }: Stage, event: Partial<EventInput> = {}) {
  await db.transaction().execute(async (tx) => {
    await insertSeasons(tx, [thisSeason])
    await insertEvents(tx, [{ ...plainEvent, ...event }], [thisSeason.id])
  })

  return {
    city: (cityValues: Partial<CityInput> = {}) => db.transaction().execute((tx) => insertCity(tx, cityValues)),

    /** A studio with so many dancers and teachers on its roster. */
    async studio({ dancers = 3, teachers = 1 } = {}) {
      const number = (studioCounts.get(db) ?? 0) + 1
      studioCounts.set(db, number)
      const roster = [...inventDancers(dancers), ...inventTeachers(teachers)]
      const studioRow = await db.transaction().execute((tx) =>
        insertStudio(tx, {
          email: `studio${number}@example.com`,
          name: `Studio ${number}`,
          owner: ['Grace', 'Oyelaran'],
          city: 'Portland',
          state_id: 38,
          roster,
          created,
        }),
      )
      const { user_id, person_ids } = studioRow
      return {
        ...studioRow,
        dancers: person_ids.slice(0, dancers),
        teachers: person_ids.slice(dancers),
        call: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
          call(user_id, method, url, body),
      }
    },
  }
}

export type Season = Awaited<ReturnType<typeof openSeason>>
export type Studio = Awaited<ReturnType<Season['studio']>>

/** Begins a registration, as the picker does, and answers its record. */
export async function begin(studio: Studio, tour_date_id: number) {
  const reply = await studio.call('POST', '/v1/mybtf/registration', { tour_date_id })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}

type People = { dancers?: readonly number[]; teachers?: readonly number[]; level?: number; teacherLevel?: number }

/** The body that sets a registration's people, all at their first level. */
export const peopleBody = (
  id: number,
  { dancers = [], teachers = [], level = 1, teacherLevel = 5 }: People,
  more: object = {},
) => ({
  id,
  attendees: [
    ...dancers.map((person_id) => ({ person_id, workshop_level_id: level })),
    ...teachers.map((person_id) => ({ person_id, workshop_level_id: teacherLevel })),
  ],
  ...more,
})

export const routineBody = (registration_id: number, people: readonly number[], more: object = {}) => ({
  registration_id,
  routine: { name: 'First Light', choreographer: 'Mia Sol' },
  attendees: people.map((person_id) => ({ person_id })),
  performance_division_id: 1,
  ...more,
})

/** A registration with people and routines, reviewed and holding its places. */
export async function reviewed(studio: Studio, tour_date_id: number, casts: readonly (readonly number[])[] = []) {
  const { id } = await begin(studio, tour_date_id)
  const expectOk = (reply: { statusCode: number; body: string }) => {
    if (reply.statusCode >= 300) throw new Error(reply.body)
  }
  expectOk(await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio)))
  for (const cast of casts) expectOk(await studio.call('POST', '/v1/dance360/routines', routineBody(id, cast)))
  const is_competing = casts.length > 0
  expectOk(
    await studio.call('PUT', `/v1/dance360/registrations/${id}`, {
      is_competing,
      waiver: true,
      competitionCodeWaiver: true,
    }),
  )
  return { id, review: () => studio.call('PUT', `/v1/dance360/registrations/${id}`, { reviewed: true }) }
}
