import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Music, MusicState } from '@callboard/domain/registrations/routines/edited-music.ts'
import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import type { SessionUser } from '../platform/user.ts'
import { loadOfficeEdit } from '../registrations/office-edit.ts'
import { setEditedMusic } from '../registrations/routines/edited-music.ts'
import {
  dropMusic,
  insertMusic,
  loadRoutineMusic,
  setNamesAndNotes,
  takeMusicId,
} from '../registrations/routines/music-queries.ts'
import { clearRoutineMusic, setNoMusic, setRoutineMusic } from '../registrations/routines/queries.ts'
import { findMusicOf, findRoutineOfMusic, listMusicOf, loadEntries, lockMusicOf } from './queries.ts'

type RoutineMusic = NonNullable<Awaited<ReturnType<typeof findMusicOf>>> & {
  /** The office sets it: the city's deadlines do not bind. */
  by_office?: boolean
}

/** Where the changes of a caller go: the live registration, or the office's edit of it. */
export type MusicRecord = {
  find: (routine_id: number) => Promise<RoutineMusic | undefined>
  /** Same, with the registration locked. */
  lock: (routine_id: number) => Promise<RoutineMusic | undefined>
  routineOf: (music_id: number) => Promise<number | undefined>
  list: (registration_id: number) => ReturnType<typeof listMusicOf>
  replace: (before: RoutineMusic, music: Omit<Music, 'id'>) => Promise<unknown>
  annotate: (before: RoutineMusic, change: Pick<Music, 'name' | 'notes'>) => Promise<unknown>
  remove: (before: RoutineMusic) => Promise<unknown>
  setNoMusic: (before: RoutineMusic, no_music: boolean) => Promise<unknown>
}

type MusicCaller = CallerIdentity & { user: Pick<SessionUser, 'id' | 'office_edit'> }

export const musicRecord = (tx: Tx, caller: MusicCaller, now: Instant): MusicRecord => {
  const { office_edit } = caller.user
  return office_edit ? recordOfEdit(tx, { id: caller.user.id, office_edit }, now) : liveRecord(tx, caller, now)
}

const liveRecord = (tx: Tx, caller: CallerIdentity, now: Instant): MusicRecord => {
  const dropOld = ({ music }: RoutineMusic) => dropMusic(tx, music ? [music.id] : [], now)
  return {
    find: (routine_id) => findMusicOf(tx, caller, routine_id),
    lock: (routine_id) => lockMusicOf(tx, caller, routine_id),
    routineOf: async (music_id) => (await findRoutineOfMusic(tx, caller, music_id))?.id,
    list: (registration_id) => listMusicOf(tx, caller, registration_id),
    async replace(before, music) {
      const { id } = await insertMusic(tx, { registration_routine_id: before.id, ...music })
      await setRoutineMusic(tx, before.id, id)
      await dropOld(before)
    },
    annotate: async ({ music }, change) => music && setNamesAndNotes(tx, [{ id: music.id, ...change }]),
    async remove(before) {
      await clearRoutineMusic(tx, before.id)
      await dropOld(before)
    },
    async setNoMusic(before, no_music) {
      await setNoMusic(tx, before.id, no_music)
      if (no_music) await dropOld(before)
    },
  }
}

/** The live registration plays its own music until the edit is submitted. OFF-020. */
function recordOfEdit(tx: Tx, user: Parameters<typeof loadOfficeEdit>[1], now: Instant): MusicRecord {
  const { registration_id } = user.office_edit
  async function load(lock: boolean) {
    const loadedEdit = await loadOfficeEdit(tx, user, now, lock)
    const live = await loadRoutineMusic(tx, registration_id)
    const musicOf = (id: number): MusicState =>
      loadedEdit.edit.music[id] ?? live.get(id) ?? { no_music: false, music: null }
    return { ...loadedEdit, musicOf }
  }
  async function find(routine_id: number, lock = false): Promise<RoutineMusic | undefined> {
    const { registration, facts, musicOf } = await load(lock)
    const routine = registration.routines.find(({ id }) => id === routine_id)
    if (!routine) return undefined
    const { tour_date_id, mybtf_user_id: user_id } = registration
    const { end_date, time_zone, settings } = facts.tour_date
    return {
      ...{ id: routine_id, registration_id, routine_name: routine.routine.name, tour_date_id, user_id },
      ...{ music_upload: settings.music_upload, end_date, time_zone, by_office: true },
      ...musicOf(routine_id),
    }
  }
  async function set({ id: routine_id }: RoutineMusic, state: MusicState) {
    const { edit } = await loadOfficeEdit(tx, user, now, true)
    await setEditedMusic(tx, edit, { routine_id, state, now })
  }
  return {
    find: (routine_id) => find(routine_id),
    lock: (routine_id) => find(routine_id, true),
    async routineOf(music_id) {
      const { registration, musicOf } = await load(false)
      const routineIds = registration.routines.flatMap(({ id }) => id ?? [])
      return routineIds.find((id) => musicOf(id).music?.id === music_id)
    },
    async list(id) {
      const { registration, facts, musicOf } = await load(false)
      orNotFound(id === registration_id || undefined)
      const entries = await loadEntries(tx, registration_id)
      const divisions = new Map(facts.performance_divisions.map((division) => [division.id, division.name]))
      return registration.routines.flatMap(({ id: routine_id, routine, ...entry }) => {
        if (routine_id === null) return []
        const { date_routine_id, routine_category, extra_time, virtual, upload_email, age_division } = entry
        return {
          ...{ registrations_routine_id: routine_id, date_routine_id, ...routine, extra_time, virtual, upload_email },
          category: routine_category.name,
          performance_division: divisions.get(entry.performance_division_id) ?? '',
          age_division: age_division.name,
          entry: entries.get(routine_id) ?? null,
          ...musicOf(routine_id),
        }
      })
    },
    replace: async (before, music) => set(before, { no_music: false, music: { id: await takeMusicId(tx), ...music } }),
    annotate: async (before, change) =>
      before.music && set(before, { no_music: before.no_music, music: { ...before.music, ...change } }),
    remove: (before) => set(before, { no_music: before.no_music, music: null }),
    setNoMusic: (before, no_music) => set(before, { no_music, music: no_music ? null : before.music }),
  }
}
