import { Readable } from 'node:stream'
import { officeMusicEndpoints, officeMusicZip } from '@callboard/contract/music/office-music.ts'
import { musicName } from '@callboard/domain/music/audio-kind.ts'
import { findCityHead } from '../tours/city-queries.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { NotFound, orNotFound } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { readExisting, savedAs } from '../platform/files/store.ts'
import { namedApart, storedZip } from '../platform/files/stored-zip.ts'
import { endingOf } from './music-key.ts'
import { findOfficeMusic, listCityMusic, listMusicFiles, listPurges } from './queries.ts'

// Lifetime of a signed track URL in seconds; long enough to play a track.
const placeSeconds = 3_600

/** Lists a city's uploaded and missing music for the office. OFF-043. */
export function officeMusicRoutes(app: App) {
  serve(app, officeMusicEndpoints.officeCityMusic, async (tx, { params }) => {
    const { event: event_name, time_zone: _, ...city } = orNotFound(await findCityHead(tx, params.id))
    return {
      ...city,
      event_name,
      rows: await listCityMusic(tx, params.id),
      purged: await listPurges(tx, params.id),
    }
  })

  serve(app, officeMusicEndpoints.officeMusicPlace, async (tx, { params, now }) => {
    const music = orNotFound(await findOfficeMusic(tx, params.id))
    return app.files.sign(music.url, music.content_type, 'get', now, placeSeconds, {
      name: savedName(music),
    })
  })

  // In phases: no connection waits while hours of music are read.
  servePhases(app, officeMusicZip, async (db, { params, reply }) => {
    const { city, tracks } = await inTransaction(db, async (tx) => ({
      ...orNotFound(await findCityHead(tx, params.id)),
      tracks: await listMusicFiles(tx, params.id),
    }))
    if (tracks.length === 0) throw new NotFound()
    const name = savedAs(`Music ${city}.zip`)
    void reply.type('application/zip').header('content-disposition', name).header('cache-control', 'private, no-store')
    const files = tracks.map((track) => ({ name: savedName(track), read: () => readExisting(app.files, track.url) }))
    return Readable.from(storedZip(namedApart(files)))
  })
}

type Track = {
  url: string
  name: string
  date_routine_id: number | null
  routine_name: string
  /** Of the city's running order; null: it is not published. */
  published_version: number | null
  entry: string | null
}

/**
 * Names start with a number, so that saved files sort by it: the one in the city, or the entry's once the order is
 * published. A routine that is not in that order then has none, since numbers of both kinds would mix.
 */
function savedName({ name, date_routine_id, routine_name, published_version, entry }: Track): string {
  const number = (published_version === null ? date_routine_id?.toString() : entry) ?? ''
  const padded = number.replace(/^\d+/, (digits) => digits.padStart(3, '0'))
  return musicName(`${padded} ${routine_name}.x`.trimStart(), endingOf(name) ?? 'mp3')
}
