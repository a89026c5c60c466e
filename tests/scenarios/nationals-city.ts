import { insertEvents, plainEvent, thisSeason } from '@callboard/server/dev/build/season.ts'
import type { Stage } from '../kit.ts'
import { begin, peopleBody, type Studio } from './small-city.ts'

export const nationals = {
  ...plainEvent,
  id: 14,
  name: 'Meridian Nationals',
  subdomain: 'nationals',
  is_nationals: true,
}

/** Beside the season's first event: its nationals. */
export const openNationals = ({ db }: Stage) =>
  db.transaction().execute((tx) => insertEvents(tx, [nationals], [thisSeason.id]))

/** The twelve types of the Studio of the Year, studio awards and specialty awards. */
export const allTypes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 21, 22, 23, 24, 31, 32, 41, 51, 61]
export const sotyCity = { event_id: 14, city: 'Las Vegas', state: 'NV', starts: '2025-07-05', has_soty: true }

const group = (id: number) => ({
  age_division_level_id: id <= 6 ? 3 : 1,
  category_id: groupCategories[(id - 1) % 6] ?? 3,
})
const groupCategories = [3, 3, 4, 4, 5, 3]

/**
 * A studio in such a city with twelve routines, one that fits each type of the Studio of the Year in their order, and a
 * solo, the thirteenth. Divisions and categories are set: casting a line of sixteen twelve times says nothing here.
 */
export async function nationalsStudio(stage: Stage, studio: Studio, tour_date_id: number) {
  const { id } = await begin(studio, tour_date_id)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
  const casts = [...Array.from({ length: 12 }, () => studio.dancers.slice(0, 4)), studio.dancers.slice(0, 1)]
  const routines = casts.map((cast, place) => ({
    routine: { name: `Piece ${place + 1}`, choreographer: 'Mia Sol' },
    attendees: cast.map((person_id) => ({ person_id })),
    performance_division_id: 1,
  }))
  const entered = await studio.call('POST', `/v1/dance360/registrations/${id}/routines`, { routines })
  if (entered.statusCode !== 200) throw new Error(entered.body)
  const routine_ids: number[] = entered.json().routines.map((routine: { id: number }) => routine.id)
  for (const [place, routine_id] of routine_ids.slice(0, 12).entries()) {
    await stage.db
      .updateTable('registration_routines')
      .set(group(place + 1))
      .where('id', '=', routine_id)
      .execute()
  }
  return { id, routine_ids }
}
