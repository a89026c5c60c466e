import {
  previousRoutine,
  previousRoutines,
  previousRoutinesChosen,
  routineLimits,
  soloLimit,
} from '@callboard/contract/registrations/routines.ts'
import { categoryKey } from '@callboard/domain/registrations/places/place-key.ts'
import { soloLimit as soloLimitOf } from '@callboard/domain/registrations/routines/counts.ts'
import { mayCopyFrom } from '@callboard/domain/registrations/routines/copying.ts'
import { orNotFound } from '../../platform/http/errors.ts'
import { serve, type App } from '../../platform/http/serve.ts'
import { findTourDate, loadCity } from '../../tours/queries.ts'
import { loadPrevious, loadPreviousRoutines } from './previous.ts'

const numbers = (text: string) => text.split(',').map(Number)

export function routineReadRoutes(app: App) {
  serve(app, previousRoutines, async (tx, { query, user }) => {
    const { mybtf_user_id, event_ids, season_id, tour_date_id } = query
    if (mybtf_user_id !== undefined && mybtf_user_id !== user.id) orNotFound(undefined)
    const entries = await loadPrevious(tx, user.id, { event_ids: event_ids ? numbers(event_ids) : null, season_id })
    if (tour_date_id === undefined) return entries
    const tour_date = orNotFound(await findTourDate(tx, tour_date_id))
    return entries.filter((entry) => mayCopyFrom(entry, { tour_date }))
  })

  serve(app, previousRoutine, async (tx, { query, user }) => {
    const [routine] = await loadPreviousRoutines(tx, user.id, [query.registrations_routine_id])
    return orNotFound(routine)
  })

  serve(app, previousRoutinesChosen, (tx, { query, user }) =>
    loadPreviousRoutines(tx, user.id, numbers(query.registrations_routine_ids)),
  )

  serve(app, soloLimit, async (tx, { query, now }) => {
    orNotFound(await findTourDate(tx, query.tour_date_id))
    return soloLimitOf(await loadCity(tx, query.tour_date_id, now))
  })

  serve(app, routineLimits, async (tx, { query, now }) => {
    orNotFound(await findTourDate(tx, query.tour_date_id))
    const { tour_date, places, routine_categories } = await loadCity(tx, query.tour_date_id, now)
    return {
      total_limit: places.routines?.places ?? tour_date.total_routine_limit,
      registered: places.routines?.taken ?? 0,
      categories: routine_categories.map(({ category_id, limit, enabled }) => ({
        category_id,
        limit: places[categoryKey(category_id)]?.places ?? limit,
        used: places[categoryKey(category_id)]?.taken ?? 0,
        disabled: !enabled,
      })),
    }
  })
}
