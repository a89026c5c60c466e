import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { EditedMusic, MusicState } from '@callboard/domain/registrations/routines/edited-music.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { deleteFilesLater } from '../../platform/files/queries.ts'
import { setOfficeEditMusic, type OfficeEdit } from '../revision-queries.ts'
import { dropMusic, insertEditedMusic, loadRoutineMusic, setNamesAndNotes } from './music-queries.ts'
import { setMusicStates } from './queries.ts'

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
  if (live?.music?.url !== url) await deleteFilesLater(tx, [url])
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
  const entries = Object.entries(edited).map(([id, state]) => ({ routine_id: Number(id), ...state }))
  const remaining = entries.flatMap(({ routine_id, ...after }) => {
    const before = live.get(routine_id)
    return before ? [{ routine_id, before, ...after }] : []
  })
  const isAnnotated = ({ music, before }: (typeof remaining)[number]) =>
    music !== null && music.url === before.music?.url
  const annotated = remaining.filter(isAnnotated)
  const replaced = remaining.filter((entry) => !isAnnotated(entry))
  const newMusic = replaced.flatMap(({ routine_id, music }) =>
    music ? [{ ...music, registration_routine_id: routine_id }] : [],
  )
  const insertedIds = await insertEditedMusic(tx, newMusic)
  // A music that is not new has a note of the edit alone, and its owner has replaced it meanwhile.
  const settled = replaced.filter(({ music }) => !music || insertedIds.has(music.id))
  await setMusicStates(
    tx,
    settled.map(({ routine_id, music, no_music }) => ({ id: routine_id, music_id: music?.id ?? null, no_music })),
  )
  await setNamesAndNotes(
    tx,
    annotated.flatMap(({ music }) => music ?? []),
  )
  await dropMusic(
    tx,
    settled.flatMap(({ before }) => before.music?.id ?? []),
    now,
  )
  // Routines that went in the same edit.
  await deleteFilesLater(
    tx,
    entries.flatMap(({ routine_id, music }) => (music && !live.has(routine_id) ? [music.url] : [])),
  )
}
