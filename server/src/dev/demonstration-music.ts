import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Db, Tx } from '../platform/db/connect.ts'
import { insertFile } from '../platform/files/queries.ts'
import { insertMusic } from '../registrations/routines/music-queries.ts'
import type { FileStore } from '../platform/files/store.ts'
import { setNoMusic, setRoutineMusic } from '../registrations/routines/queries.ts'
import { rate, wavOf } from './silent-audio.ts'

// Steps of a scale, in half tones above the first note.
const scale = [0, 2, 4, 7, 9, 12, 9, 7] as const

/** A few plucked notes, so that there is something to hear; each routine has its own key and tempo. */
function tune(seconds: number, n: number): Buffer {
  const beat = rate * (0.28 + (n % 4) * 0.06)
  const samples = Buffer.alloc(seconds * rate)
  for (let at = 0; at < samples.length; at += 1) {
    const note = Math.floor(at / beat)
    const step = scale[(note * (1 + (n % 3))) % scale.length] ?? 0
    const pitch = 196 * 2 ** ((step + (n % 5)) / 12)
    const fade = Math.exp((-4 * (at % beat)) / beat)
    samples[at] = 128 + Math.round(90 * fade * Math.sin((2 * Math.PI * pitch * at) / rate))
  }
  return wavOf(samples)
}

type MusicInput = {
  registration_id: number
  tour_date_id: number
  owner_user_id: number
  uploaded: number
  at: Instant
}

/** Music as a studio has it in the middle of uploading: some there, one routine without, the rest missing. The files come later: `putDemonstrationMusic`. */
export async function insertDemonstrationMusic(tx: Tx, input: MusicInput): Promise<void> {
  const { registration_id, tour_date_id, owner_user_id, uploaded, at } = input
  const routines = await tx
    .selectFrom('registration_routines as q')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .where('q.registration_id', '=', registration_id)
    .select(['q.id', 'd.name'])
    .orderBy('q.id')
    .limit(uploaded + 1)
    .execute()
  for (const [n, { id, name }] of routines.entries()) {
    if (n === uploaded) {
      await setNoMusic(tx, id, true)
      continue
    }
    const url = `music/${tour_date_id}/${registration_id}/${id}/demonstrated.wav`
    const duration = 14 + n * 5
    const size = 44 + duration * rate
    await insertFile(tx, { key: url, content_type: 'audio/wav', size, owner_user_id, registration_id, created: at })
    const music = await insertMusic(tx, {
      registration_routine_id: id,
      name: `${name}.wav`,
      url,
      content_type: 'audio/wav',
      duration,
      notes: n === 0 ? 'Start when the lights are up.' : null,
      date_added: at,
    })
    await setRoutineMusic(tx, id, music.id)
  }
}

/** Plays in the music of the demonstration that is not in the store; does nothing once it is. */
export async function putDemonstrationMusic(db: Db, files: FileStore): Promise<void> {
  const tracks = await db
    .selectFrom('music')
    .where('url', 'like', 'music/%/demonstrated.wav')
    .where('deleted_at', 'is', null)
    .select(['id', 'url', 'duration'])
    .orderBy('id')
    .execute()
  for (const { id, url, duration } of tracks) {
    if (!(await files.head(url, 1))) await files.put(url, tune(duration, id), 'audio/wav')
  }
}
