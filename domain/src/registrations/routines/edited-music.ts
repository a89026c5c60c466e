import type { Instant } from '../../kernel/instant.ts'

export type Music = {
  id: number
  name: string
  url: string
  content_type: string
  /** Whole seconds. */
  duration: number
  notes: string | null
  date_added: Instant
}

/** `no_music`: the routine is danced without. */
export type MusicState = { no_music: boolean; music: Music | null }

/** The music of routines as the office's edit makes it, by routine id; routines without an entry keep theirs. */
export type EditedMusic = Readonly<Record<string, MusicState>>

const noMusic: MusicState = { no_music: false, music: null }

function changeOf(name: string, before: MusicState, after: MusicState): string | null {
  if (after.music && after.music.url !== before.music?.url) {
    return `Music of “${name}” ${before.music ? 'replaced' : 'added'}`
  }
  if (after.no_music !== before.no_music) {
    return after.no_music ? `No Music set for “${name}”` : `No Music taken off “${name}”`
  }
  if (before.music && !after.music) return `Music of “${name}” removed`
  if (before.music?.name !== after.music?.name) return `Music of “${name}” renamed`
  return before.music?.notes === after.music?.notes ? null : `Note on the music of “${name}” changed`
}

type NamedRoutine = { id: number | null; routine: { name: string } }

/** The changes of an edit to the music of these routines, in words for the office and the studio. OFF-020. */
export const musicChanges = (
  routines: readonly NamedRoutine[],
  live: ReadonlyMap<number, MusicState>,
  edited: EditedMusic,
): string[] =>
  routines.flatMap(({ id, routine }) => {
    const after = id === null ? undefined : edited[id]
    return id === null || !after ? [] : (changeOf(routine.name, live.get(id) ?? noMusic, after) ?? [])
  })
