import type { Conflict } from './conflicts.ts'

/** Names for the ids of a conflict. */
export type ConflictNames = {
  dancer: (person_id: number) => string
  /** '12 Bluebird' */
  entry: (id: number) => string
  studio: (registration_id: number) => string
  block: (id: number) => string
}

const count = (many: number, one: string) => `${many} ${one}${many === 1 ? '' : 's'}`

/** '2 min 5 s' */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = Math.round(seconds % 60)
  return [minutes > 0 && `${minutes} min`, (rest > 0 || minutes === 0) && `${rest} s`].filter(Boolean).join(' ')
}

const entriesBetween = (many: number) => (many === 1 ? '1 entry' : `${many} entries`)

/** A conflict as a sentence that names who and what it concerns. */
export function conflictText(conflict: Conflict, names: ConflictNames): string {
  if (conflict.kind === 'block_overrun') {
    const over = count(Math.ceil(conflict.over_seconds / 60), 'minute')
    return `${names.block(conflict.block_id)} runs ${over} into ${names.block(conflict.next_block_id)}.`
  }
  if (conflict.kind === 'studio_run') {
    const { registration_id, first_id, last_id } = conflict
    const entries = `${names.entry(first_id)} to ${names.entry(last_id)}`
    return `${names.studio(registration_id)} has ${conflict.count} entries in a row: ${entries}.`
  }
  const { person_id, first_id, second_id, gap_seconds, entries_between } = conflict
  const dancer = names.dancer(person_id)
  const both = `${names.entry(first_id)} and ${names.entry(second_id)}`
  if (conflict.kind === 'two_at_once') return `${dancer} is in ${both} at the same time.`
  if (conflict.kind === 'back_to_back') return `${dancer} dances ${both} back to back.`
  const between = entries_between === null ? '' : `, ${entriesBetween(entries_between)}`
  return `${dancer} has ${durationText(gap_seconds)}${between} between ${both}.`
}
