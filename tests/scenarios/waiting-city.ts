import { offerPlaces } from '@callboard/server/waiting-list/offer.ts'
import type { CityInput } from '@callboard/server/dev/build-cities.ts'
import type { Stage } from '../kit.ts'
import { begin, peopleBody, reviewed, routineBody, type Season, type Studio } from './small-city.ts'

const ok = <Reply extends { statusCode: number; body: string }>(reply: Reply): Reply => {
  if (reply.statusCode >= 300) throw new Error(reply.body)
  return reply
}

/** A city with a waiting list whose routines are all taken by one other studio. */
export async function fullCity(
  season: Season,
  { places = 1, ...cityValues }: Partial<CityInput> & { places?: number } = {},
) {
  const tour_date_id = await season.city({ waiting_list: true, total_routine_limit: places, ...cityValues })
  const holder = await season.studio({ dancers: places, teachers: 0 })
  const reviewedRegistration = await reviewed(
    holder,
    tour_date_id,
    holder.dancers.map((person) => [person]),
  )
  ok(await reviewedRegistration.review())
  return {
    tour_date_id,
    holder,
    /** The other studio gives its places back. */
    release: async () => ok(await holder.call('DELETE', `/v1/dance360/registrations/${reviewedRegistration.id}/hold`)),
    held: reviewedRegistration,
  }
}

/** A studio's registration with people and no routine. */
export async function ready(studio: Studio, tour_date_id: number, dancers = studio.dancers) {
  const { id } = await begin(studio, tour_date_id)
  ok(await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, { ...studio, dancers })))
  return id as number
}

type Join = { names?: string[]; casts: readonly (readonly number[])[]; takes_part?: boolean }

/** Joins the waiting list; returns the response as it is. */
export const join = (studio: Studio, registration_id: number, { names = [], casts, takes_part = false }: Join) =>
  studio.call('POST', '/v1/waiting-list', {
    registration_id,
    takes_part,
    routines: casts.map((cast, at) => {
      const { registration_id: _, ...routine } = routineBody(registration_id, cast)
      return { ...routine, routine: { name: names[at] ?? `Waiting ${at + 1}`, choreographer: 'Mia Sol' } }
    }),
  })

export const joined = async (studio: Studio, registration_id: number, body: Join) =>
  ok(await join(studio, registration_id, body)).json()

/** The balance of a registration by its ledger, in cents. */
export async function receivableOf({ db }: Stage, registration_id: number): Promise<number> {
  const { sum } = await db
    .selectFrom('ledger')
    .where('registration_id', '=', registration_id)
    .where('account', '=', 'receivable')
    .select((of) => of.fn.sum<number>('amount').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/** Current waiting list entries of a registration. */
export const lineOf = async (studio: Studio, registration_id: number) =>
  ok(await studio.call('GET', `/v1/waiting-list?registration_id=${registration_id}`)).json().entries

export const completeRegistration = ({ app }: Stage, tour_date_id: number) => offerPlaces(app, tour_date_id)

/** The level that `fullLevel` fills, and another with room. */
export const level = 1
export const other = 2

/** Fixtures for tests of a level's waiting list. */
export function levelLine(stage: Stage, season: Season) {
  /** A city whose level another studio holds whole. */
  async function fullLevel(people = 1, waiting_list = true) {
    const tour_date_id = await season.city({ waiting_list, levels: [{ level_id: level, max_people: people }] })
    const holder = await season.studio({ dancers: people, teachers: 0 })
    const reviewedRegistration = await reviewed(holder, tour_date_id)
    ok(await reviewedRegistration.review())
    const release = async () => {
      ok(await holder.call('DELETE', `/v1/dance360/registrations/${reviewedRegistration.id}/hold`))
      await stage.runJobs()
    }
    return { tour_date_id, release }
  }

  /** A studio with its eldest dancer at the other level; three more, old enough for either, are not registered. */
  async function guest(tour_date_id: number) {
    const studio = await season.studio({ dancers: 4, teachers: 0 })
    const dancers: readonly number[] = studio.dancers.toReversed()
    const { id } = await begin(studio, tour_date_id)
    const body = peopleBody(id, { dancers: dancers.slice(0, 1), level: other })
    ok(await studio.call('PUT', '/v1/dance360/workshop/attendees', body))
    return { studio, id: id as number, dancers }
  }

  const count = (tour_date_id: number, key = `level:${level}`) =>
    stage.db
      .selectFrom('capacity')
      .select(['taken', 'waiting'])
      .where('tour_date_id', '=', tour_date_id)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()

  return { fullLevel, guest, count }
}
export type Guest = Awaited<ReturnType<ReturnType<typeof levelLine>['guest']>>

/** A registration as its owner reads it. */
export const record = async ({ studio, id }: Guest) =>
  ok(await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
