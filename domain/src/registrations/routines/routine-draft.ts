import type { RegistrationRoutine, RoutineStatus } from '../registration.ts'
import { mapOptions, type RoutineOption } from './routine-options.ts'

/** The fields a person fills in for one routine. COMP-019. The others are derived from the cast and the city. */
export type RoutineDraft = Pick<
  RegistrationRoutine,
  'id' | '_temp_id' | 'attendees' | 'extra_time' | RoutineOption | 'copy_music' | 'old_music_id' | 'copied_from'
> & {
  name: string
  choreographer: string
  performance_division_id: number | null
  /** A new routine asks for the waiting list only where the city keeps one. A18. */
  status: RoutineStatus
}

/** A routine form before anything is filled in. COMP-019. */
export const emptyDraft: RoutineDraft = {
  id: null,
  _temp_id: null,
  name: '',
  choreographer: '',
  attendees: [],
  performance_division_id: null,
  extra_time: 0,
  ...mapOptions(() => false),
  copy_music: false,
  old_music_id: null,
  copied_from: null,
  status: 'registered',
}

/** The form of a routine that is already there. COMP-026. */
export const draftOf = (routine: RegistrationRoutine): RoutineDraft => ({
  id: routine.id,
  _temp_id: routine._temp_id,
  name: routine.routine.name,
  choreographer: routine.routine.choreographer,
  attendees: routine.attendees,
  performance_division_id: routine.performance_division_id,
  extra_time: routine.extra_time,
  ...mapOptions((option) => routine[option]),
  copy_music: routine.copy_music,
  old_music_id: routine.old_music_id,
  copied_from: routine.copied_from,
  status: routine.status,
})

type RoutineRef = Pick<RegistrationRoutine, 'id' | '_temp_id'>

/** Whether two say the same routine: by id once saved, by `_temp_id` before. COMP-022. */
export const isSameRoutine = (one: RoutineRef, other: RoutineRef): boolean =>
  one.id !== null || other.id !== null ? one.id === other.id : one._temp_id !== null && one._temp_id === other._temp_id
