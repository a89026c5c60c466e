import { officeMusicEndpoints } from '@callboard/contract/office-music.ts'
import { musicName } from '@callboard/domain/music/music-name.ts'
import { orNotFound } from '../http/errors.ts'
import { serve, type App } from '../http/serve.ts'
import { endingOf } from './music-key.ts'
import { findCity, findOfficeMusic, listCityMusic, listPurges } from './queries.ts'

// As long as a track is played through.
const placeSeconds = 3_600

/** What the office hears and misses of a city's music. OFF-043. */
export function officeMusicRoutes(app: App) {
  serve(app, officeMusicEndpoints.officeCityMusic, async (tx, { params }) => {
    const { city_name, state, ...city } = orNotFound(await findCity(tx, params.id))
    return {
      ...city,
      city: [city_name, state].filter(Boolean).join(', '),
      rows: await listCityMusic(tx, params.id),
      purged: await listPurges(tx, params.id),
    }
  })

  serve(app, officeMusicEndpoints.officeMusicPlace, async (tx, { params, now }) => {
    const { url, content_type, name, date_routine_id, routine_name } = orNotFound(await findOfficeMusic(tx, params.id))
    const number = date_routine_id === null ? '' : `${String(date_routine_id).padStart(3, '0')} `
    // Files sort by number wherever they are saved.
    const saved = musicName(`${number}${routine_name}.x`, endingOf(name) ?? 'mp3')
    return app.files.sign(url, content_type, 'get', now, placeSeconds, saved)
  })
}
