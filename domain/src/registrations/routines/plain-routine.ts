import { mapOptions } from './routine-options.ts'

/** A routine without anything that is chosen for one: not stored yet, no options, no music. COMP-019. */
export const plainRoutine = {
  routine_id: null,
  date_routine_id: null,
  extra_time: 0,
  ...mapOptions(() => false),
  regional_award_id: null,
  copy_music: false,
  old_music_id: null,
  copied_from: null,
  music_id: null,
  no_music: false,
  upload_email: null,
} as const
