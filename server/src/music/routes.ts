import { musicEndpoints } from '@callboard/contract/music/music.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { musicName } from '@callboard/domain/music/audio-kind.ts'
import { musicOpen } from '@callboard/domain/music/music-open.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { acceptUpload, insertFile, placeUpload, removeRefused } from '../platform/files/queries.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { audioDuration } from './audio-duration.ts'
import { mailMusicLink } from './mail-music-link.ts'
import { endingOf, isMusicKey, musicKey } from './music-key.ts'
import { musicRecord, type MusicRecord } from './music-record.ts'
import { findMusicCity } from './queries.ts'

// Lifetime of a signed track URL in seconds; long enough to play a track.
const placeSeconds = 3_600

const invalid = new Refused({ code: 'file.invalid', field: 'file' })

/** A routine's music that may be changed now, the registration locked. MUS-013, SEC-018. */
async function lockOpen(record: MusicRecord, routine_id: number, now: Instant) {
  const routineMusic = orNotFound(await record.lock(routine_id))
  orRefuse(musicOpen(routineMusic, now))
  return routineMusic
}

/** Returns a routine's music after a change. */
async function loadMusicState(record: MusicRecord, routine_id: number) {
  const { music, no_music } = orNotFound(await record.find(routine_id))
  return { id: music?.id ?? null, music, no_music }
}

export function musicRoutes(app: App) {
  serve(app, musicEndpoints.listMusic, async (tx, { params, user, shared, now }) => {
    const city = orNotFound(await findMusicCity(tx, { user, shared }, params.id))
    if (!city.completed) throw new Refused({ code: 'registration.not_completed' })
    const { city_name, state, music_upload: _, completed: __, ...publicFields } = city
    const open = musicOpen({ ...city, by_office: user.office_edit !== undefined }, now)
    const routines = await musicRecord(tx, { user, shared }, now).list(params.id)
    return {
      ...publicFields,
      city: [city_name, state].filter(Boolean).join(', '),
      closed: open.ok ? null : explain(open.refusal),
      // Only the owner may see the address a link was mailed to.
      routines: shared ? routines.map((routine) => ({ ...routine, upload_email: null })) : routines,
    }
  })

  serve(app, musicEndpoints.musicPlace, async (tx, { query, user, shared, now }) => {
    const routine_id = Number(/^(\d{1,9})(\/|$)/.exec(query.name)?.[1] ?? 0)
    const routineMusic = orNotFound(await musicRecord(tx, { user, shared }, now).find(routine_id))
    if (query.operation === 'get') {
      const { url, content_type } = orNotFound(routineMusic.music ?? undefined)
      return app.files.sign(url, content_type, 'get', now, placeSeconds)
    }
    orRefuse(musicOpen(routineMusic, now))
    const ending = endingOf(query.name)
    if (!ending) throw invalid
    const key = musicKey({ ...routineMusic, routine_id }, ending)
    const { registration_id } = routineMusic
    const upload = { key, type: query.type, size: query.size, user_id: shared ? null : user.id, registration_id }
    return orRefuse(await placeUpload(tx, app.files, upload, now))
  })

  servePhases(app, musicEndpoints.saveMusic, async (db, { body, user, shared, now }) => {
    const { registrationsRoutineId: routine_id, url, fileName } = body
    const place = await inTransaction(db, async (tx) => {
      const routineMusic = orNotFound(await musicRecord(tx, { user, shared }, now).find(routine_id))
      orRefuse(musicOpen(routineMusic, now))
      return { ...routineMusic, routine_id }
    })
    if (!isMusicKey(url, place)) throw invalid
    // Saved before: the answer of the first save was lost, or two were sent.
    if (place.music?.url === url) {
      return inTransaction(db, (tx) => loadMusicState(musicRecord(tx, { user, shared }, now), routine_id))
    }
    // The store may be another machine: it is asked before a connection and a lock are taken.
    const upload = orRefuse(await acceptUpload(app, url, now))
    const seconds = await audioDuration(app.files, url)
    if (seconds === null) {
      await removeRefused({ db, files: app.files }, url)
      throw invalid
    }
    return inTransaction(db, async (tx) => {
      const record = musicRecord(tx, { user, shared }, now)
      const before = await lockOpen(record, routine_id, now)
      if (before.music?.url === url) return loadMusicState(record, routine_id)
      const { content_type, size } = upload
      const owned = { owner_user_id: before.user_id, registration_id: before.registration_id, created: now }
      await insertFile(tx, { key: url, content_type, size, ...owned })
      await record.replace(before, {
        name: musicName(fileName, url.slice(url.lastIndexOf('.') + 1)),
        url,
        content_type,
        duration: Math.max(1, Math.round(seconds)),
        notes: before.music?.notes ?? null,
        date_added: now,
      })
      return loadMusicState(record, routine_id)
    })
  })

  serve(app, musicEndpoints.changeMusic, async (tx, { body: { music }, user, shared, now }) => {
    const record = musicRecord(tx, { user, shared }, now)
    const routine_id = music.id === undefined ? music.registrationsRoutineId : await record.routineOf(music.id)
    if (routine_id === undefined) throw new NotFound()
    const before = await lockOpen(record, routine_id, now)
    const { name, notes, no_music } = music
    const hasWords = Boolean(name?.trim()) || Boolean(notes?.trim())
    if (!before.music && hasWords) throw new Refused({ code: 'music.none' })
    if (before.music && (name !== undefined || notes !== undefined)) {
      const ending = endingOf(before.music.name) ?? 'mp3'
      await record.annotate(before, {
        name: name === undefined ? before.music.name : musicName(name, ending),
        notes: notes === undefined ? before.music.notes : notes?.trim() || null,
      })
    }
    if (no_music !== undefined) await record.setNoMusic(before, no_music)
    return loadMusicState(record, routine_id)
  })

  serve(app, musicEndpoints.removeMusic, async (tx, { query, user, shared, now }) => {
    const record = musicRecord(tx, { user, shared }, now)
    await record.remove(await lockOpen(record, query.registrationsRoutineId, now))
    return {}
  })

  serve(app, musicEndpoints.mailMusicLink, (tx, { body, user, now }) => mailMusicLink(tx, app.origin, body, user, now))
}
