import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { EditedMusic, MusicState } from '@callboard/domain/registrations/routines/edited-music.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { addJob } from '../../platform/queue/queue.ts'
import { setOfficeEditMusic, type OfficeEdit } from '../revision-queries.ts'
import { dropMusic, insertEditedMusic, loadRoutineMusic, setNameAndNotes } from './music-queries.ts'
import { clearRoutineMusic, setNoMusic, setRoutineMusic } from './queries.ts'

/** Stores a routine's music in the office's edit, whose version moves on: what was previewed is no longer all. */
export async function setEditedMusic(
  tx: Tx,
  { registration_id, music, version }: OfficeEdit,
  { routine_id, state, now }: { routine_id: number; state: MusicState; now: Instant },
): Promise<void> {
  const url = music[routine_id]?.music?.url
  const record = JSON.stringify({ ...music, [routine_id]: state })
  await setOfficeEditMusic(tx, registration_id, { music: record, version: version + 1, updated: now })
  if (url === undefined || url === state.music?.url) return
  const live = (await loadRoutineMusic(tx, registration_id)).get(routine_id)
  // The live registration plays its own music until the edit is submitted.
  if (live?.music?.url !== url) await addJob(tx, 'delete_file', { key: url })
}

/** Makes the music of the submitted edit that of the registration, and deletes what it replaced. */
export async function storeEditedMusic(
  tx: Tx,
  registration_id: number,
  edited: EditedMusic,
  now: Instant,
): Promise<void> {
  if (Object.keys(edited).length === 0) return
  const live = await loadRoutineMusic(tx, registration_id)
  for (const [key, { no_music, music }] of Object.entries(edited)) {
    const routine_id = Number(key)
    const before = live.get(routine_id)
    if (!before) {
      // Its routine went in the same edit.
      if (music) await addJob(tx, 'delete_file', { key: music.url })
      continue
    }
    if (music && music.url === before.music?.url) {
      await setNameAndNotes(tx, before.music.id, music)
      continue
    }
    if (music) {
      if (!(await insertEditedMusic(tx, routine_id, music))) continue
      await setRoutineMusic(tx, routine_id, music.id)
    } else {
      await clearRoutineMusic(tx, routine_id)
      await setNoMusic(tx, routine_id, no_music)
    }
    if (before.music) await dropMusic(tx, [before.music.id], now)
  }
}
