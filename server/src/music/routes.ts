import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import { musicEndpoints } from '@callboard/contract/music/music.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { musicName } from '@callboard/domain/music/audio-kind.ts'
import { musicOpen } from '@callboard/domain/music/music-open.ts'
import { explain } from '@callboard/domain/refusals.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { acceptUpload, insertFile, placeUpload, removeRefused } from '../platform/files/queries.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { clearRoutineMusic, setNoMusic, setRoutineMusic } from '../registrations/routines/queries.ts'
import { audioDuration } from './audio-duration.ts'
import { mailMusicLink } from './mail-music-link.ts'
import { endingOf, isMusicKey, musicKey } from './music-key.ts'
import { findMusicCity, findMusicOf, findRoutineOfMusic, listMusicOf, lockMusicOf } from './queries.ts'
import { dropMusic, insertMusic, setNameAndNotes } from '../registrations/routines/music-queries.ts'

// Lifetime of a signed track URL in seconds; long enough to play a track.
const placeSeconds = 3_600

const invalid = new Refused({ code: 'file.invalid', field: 'file' })

/** A routine's music that may be changed now, the registration locked. MUS-013, SEC-018. */
async function lockOpen(tx: Tx, caller: CallerIdentity, routine_id: number, now: Instant) {
  const routineMusic = orNotFound(await lockMusicOf(tx, caller, routine_id))
  orRefuse(musicOpen(routineMusic, now))
  return routineMusic
}

/** Returns a routine's music after a change. */
async function standing(tx: Tx, caller: CallerIdentity, routine_id: number) {
  const { music, no_music } = orNotFound(await findMusicOf(tx, caller, routine_id))
  return { id: music?.id ?? null, music, no_music }
}

export function musicRoutes(app: App) {
  serve(app, musicEndpoints.listMusic, async (tx, { params, user, shared, now }) => {
    const city = orNotFound(await findMusicCity(tx, { user, shared }, params.id))
    if (!city.completed) throw new Refused({ code: 'registration.not_completed' })
    const { city_name, state, music_upload: _, completed: __, ...publicFields } = city
    const open = musicOpen(city, now)
    const routines = await listMusicOf(tx, { user, shared }, params.id)
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
    const routineMusic = orNotFound(await findMusicOf(tx, { user, shared }, routine_id))
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
      const routineMusic = orNotFound(await findMusicOf(tx, { user, shared }, routine_id))
      orRefuse(musicOpen(routineMusic, now))
      return { ...routineMusic, routine_id }
    })
    if (!isMusicKey(url, place)) throw invalid
    // Saved before: the answer of the first save was lost, or two were sent.
    if (place.music?.url === url) return inTransaction(db, (tx) => standing(tx, { user, shared }, routine_id))
    // The store may be another machine: it is asked before a connection and a lock are taken.
    const upload = orRefuse(await acceptUpload(app, url, now))
    const seconds = await audioDuration(app.files, url)
    if (seconds === null) {
      await removeRefused({ db, files: app.files }, url)
      throw invalid
    }
    return inTransaction(db, async (tx) => {
      const before = await lockOpen(tx, { user, shared }, routine_id, now)
      if (before.music?.url === url) return standing(tx, { user, shared }, routine_id)
      const { content_type, size } = upload
      const owned = { owner_user_id: before.user_id, registration_id: before.registration_id, created: now }
      await insertFile(tx, { key: url, content_type, size, ...owned })
      const { id } = await insertMusic(tx, {
        registration_routine_id: routine_id,
        name: musicName(fileName, url.slice(url.lastIndexOf('.') + 1)),
        url,
        content_type,
        duration: Math.max(1, Math.round(seconds)),
        notes: before.music?.notes ?? null,
        date_added: now,
      })
      await setRoutineMusic(tx, routine_id, id)
      if (before.music) await dropMusic(tx, [before.music.id], now)
      return standing(tx, { user, shared }, routine_id)
    })
  })

  serve(app, musicEndpoints.changeMusic, async (tx, { body: { music }, user, shared, now }) => {
    const caller = { user, shared }
    const routine = music.id === undefined ? undefined : await findRoutineOfMusic(tx, caller, music.id)
    const routine_id = music.id === undefined ? music.registrationsRoutineId : routine?.id
    if (routine_id === undefined) throw new NotFound()
    const before = await lockOpen(tx, caller, routine_id, now)
    const { name, notes, no_music } = music
    if (before.music && (name !== undefined || notes !== undefined)) {
      const ending = endingOf(before.music.name) ?? 'mp3'
      await setNameAndNotes(tx, before.music.id, {
        name: name === undefined ? before.music.name : musicName(name, ending),
        notes: notes === undefined ? before.music.notes : notes?.trim() || null,
      })
    }
    if (no_music !== undefined) {
      await setNoMusic(tx, routine_id, no_music)
      if (no_music && before.music) await dropMusic(tx, [before.music.id], now)
    }
    return standing(tx, caller, routine_id)
  })

  serve(app, musicEndpoints.removeMusic, async (tx, { query, user, shared, now }) => {
    const { id, music } = await lockOpen(tx, { user, shared }, query.registrationsRoutineId, now)
    await clearRoutineMusic(tx, id)
    if (music) await dropMusic(tx, [music.id], now)
    return {}
  })

  serve(app, musicEndpoints.mailMusicLink, (tx, { body, user, now }) => mailMusicLink(tx, app.origin, body, user, now))
}
