import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { insertEvents, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import type { Stage } from '../kit.ts'
import { begin, peopleBody, type Studio } from './small-city.ts'

export const nationalsCity = {
  ...plainEvent,
  id: 14,
  name: 'Meridian Nationals',
  subdomain: 'nationals',
  is_nationals: true,
}

/** Small groups of four, large groups of five, lines of six: a studio of twelve can enter them all. */
const leastDancers = [
  [4, 5],
  [5, 6],
  [6, 7],
] as const

/** Beside the season's first event: its nationals, whose groups are small. */
export const openNationals = ({ db }: Stage) =>
  db.transaction().execute(async (tx) => {
    for (const [category_id, min_dancers] of leastDancers) {
      await tx.updateTable('routine_categories').set({ min_dancers }).where('category_id', '=', category_id).execute()
    }
    await insertEvents(tx, [nationalsCity], [thisSeason.id])
  })

/** The twelve types of the Studio of the Year, studio awards and specialty awards. */
export const allTypes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 21, 22, 23, 24, 31, 32, 41, 51, 61]
export const sotyCity = { event_id: 14, city: 'Las Vegas', state: 'NV', starts: '2025-07-05', has_soty: true }

const castSizes = [4, 4, 5, 5, 6, 4]

/** Half of the studio in their teens, half of it minis. */
async function setAges({ db }: Stage, { dancers }: Studio) {
  const halves = [
    { people: dancers.slice(0, 6), birthdate: calendarDate('2010-06-15') },
    { people: dancers.slice(6), birthdate: calendarDate('2016-06-15') },
  ]
  for (const { people, birthdate } of halves) {
    await db.updateTable('persons').set({ birthdate }).where('id', 'in', people).execute()
  }
}

/**
 * A studio of twelve dancers in such a city with twelve routines, one that fits each type of the Studio of the Year in
 * their order, and a solo, the thirteenth.
 */
export async function nationalsStudio(stage: Stage, studio: Studio, tour_date_id: number) {
  await setAges(stage, studio)
  const { id } = await begin(studio, tour_date_id)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
  const [teens, minis] = [studio.dancers.slice(0, 6), studio.dancers.slice(6)]
  const casts = [
    ...[teens, minis].flatMap((half) => castSizes.map((size) => half.slice(0, size))),
    studio.dancers.slice(0, 1),
  ]
  const routines = casts.map((cast, place) => ({
    routine: { name: `Piece ${place + 1}`, choreographer: 'Mia Sol' },
    attendees: cast.map((person_id) => ({ person_id })),
    performance_division_id: 1,
  }))
  const reply = await studio.call('POST', `/v1/dance360/registrations/${id}/routines`, { routines })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const routine_ids: number[] = reply.json().routines.map((routine: { id: number }) => routine.id)
  return { id, routine_ids }
}
