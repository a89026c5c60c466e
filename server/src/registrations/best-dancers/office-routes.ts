import { Readable } from 'node:stream'
import { officeProgramEndpoints, officeProgramPhotos } from '@callboard/contract/registrations/office-best-dancers.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { csvText } from '@callboard/domain/kernel/csv.ts'
import { missingOf } from '@callboard/domain/registrations/best-dancers/complete.ts'
import { hasBestDancers, hasCast, programOf, typeOf } from '@callboard/domain/registrations/best-dancers/program.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { NotFound, orNotFound } from '../../platform/http/errors.ts'
import { serve, servePhases, type App } from '../../platform/http/serve.ts'
import { readExisting, savedAs } from '../../platform/files/store.ts'
import { namedApart, storedZip } from '../../platform/files/stored-zip.ts'
import { findTourDateOrDraft, loadCity } from '../../tours/queries.ts'
import { headshotUrl, shownSeconds } from './present.ts'
import { findPhoto, listCityDancers } from './queries.ts'

/** A city's program as the office reads it, without its pictures. */
async function cityProgram(tx: Tx, id: number, now: Instant) {
  orNotFound(await findTourDateOrDraft(tx, id))
  const city = await loadCity(tx, id, now)
  const { tour_date, performance_divisions, jacket_sizes } = city
  const { garment, asks_name } = programOf(city)
  const dancers = await listCityDancers(tx, id, !hasCast(city))
  const rows = dancers.map((dancer) => {
    const { attendee_id, registration_id, registrant, fname, lname, routine, jacket_name, best_dancer_photo } = dancer
    return {
      attendee_id,
      registration_id,
      registrant,
      fname,
      lname,
      type: typeOf(dancer, city)?.name ?? tour_date.event.vip_name,
      size: jacket_sizes.find((one) => one.id === dancer.jacket_size_id)?.name ?? null,
      jacket_name,
      routine: routine?.name || null,
      choreographer: routine?.choreographer || null,
      performance_division:
        performance_divisions.find((one) => one.id === routine?.performance_division_id)?.name ?? null,
      best_dancer_photo,
      missing: missingOf(dancer, city),
    }
  })
  const { event, event_city, start_date, end_date } = tour_date
  return {
    event_name: event.name,
    city: [event_city.name, event_city.state].filter(Boolean).join(', '),
    start_date,
    end_date,
    program: { plural: event.vip_name_plural, garment, asks_name },
    rows,
  }
}

const header = [
  'Registered by',
  'First name',
  'Last name',
  'Type',
  'Size',
  'Name on the jacket',
  'Routine',
  'Choreographer',
  'Performance division',
  'Photo',
  'Missing',
]

/** Office lists of a city's program: photos, sizes, names. OFF-013, OFF-014. */
export function officeProgramRoutes(app: App) {
  serve(app, officeProgramEndpoints.officeCityParts, async (tx, { params }) => {
    const tour_date = orNotFound(await findTourDateOrDraft(tx, params.id))
    return { program: hasBestDancers({ tour_date }) || hasCast({ tour_date }) }
  })

  serve(app, officeProgramEndpoints.officeCityProgram, async (tx, { params, now }) => {
    const { rows, ...city } = await cityProgram(tx, params.id, now)
    return {
      ...city,
      rows: await Promise.all(rows.map(async (row) => ({ ...row, photo: await headshotUrl(app.files, row, now) }))),
    }
  })

  serve(app, officeProgramEndpoints.officeProgramSheet, async (tx, { params, now, reply }) => {
    const { rows } = await cityProgram(tx, params.id, now)
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="program-${params.id}.csv"`)
    return csvText([
      header,
      ...rows.map((row) => [
        row.registrant,
        row.fname,
        row.lname,
        row.type,
        row.size ?? '',
        row.jacket_name ?? '',
        row.routine ?? '',
        row.choreographer ?? '',
        row.performance_division ?? '',
        row.best_dancer_photo === null ? 'no' : 'yes',
        row.missing.join(', '),
      ]),
    ])
  })

  serve(app, officeProgramEndpoints.officeDancerPhoto, async (tx, { params, now }) => {
    const { photo, fname, lname, registrant } = orNotFound(await findPhoto(tx, params.id))
    const name = photoName({ registrant, fname, lname }, photo)
    const { signedRequest } = await app.files.sign(photo, 'image/jpeg', 'get', now, shownSeconds, { name })
    return { signedRequest }
  })

  // In phases: no connection waits while a city's photos are read.
  servePhases(app, officeProgramPhotos, async (db, { params, now, reply }) => {
    const { city, rows } = await inTransaction(db, (tx) => cityProgram(tx, params.id, now))
    const photos = rows.flatMap(({ best_dancer_photo: photo, ...dancer }) =>
      photo === null ? [] : [{ name: photoName(dancer, photo), read: () => readExisting(app.files, photo) }],
    )
    if (photos.length === 0) throw new NotFound()
    const name = savedAs(`Photos ${city}.zip`)
    void reply.type('application/zip').header('content-disposition', name).header('cache-control', 'private, no-store')
    return Readable.from(storedZip(namedApart(photos)))
  })
}

type Pictured = { registrant: string; fname: string; lname: string }

/** Names start with the studio and the dancer, so that saved photos sort by them. */
const photoName = ({ registrant, fname, lname }: Pictured, photo: string) =>
  `${registrant} - ${lname}, ${fname}${photo.slice(photo.lastIndexOf('.'))}`
