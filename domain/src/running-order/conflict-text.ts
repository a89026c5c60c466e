import type { Instant } from '../kernel/instant.ts'
import { listed } from '../kernel/wording.ts'
import type { Conflict } from './conflicts.ts'
import { dayText } from './entry-request.ts'

/** Names for the ids of a conflict. */
export type ConflictNames = {
  dancer: (person_id: number) => string
  /** '12 Bluebird' */
  entry: (id: number) => string
  studio: (registration_id: number) => string
  block: (id: number) => string
  /** 'Saturday, November 2, not before 10:00 am' */
  wish: (entry_id: number) => string
  /** 'Saturday, November 2, 9:03 am' on the city's clocks. */
  moment: (at: Instant) => string
}

const count = (many: number, one: string) => `${many} ${one}${many === 1 ? '' : 's'}`

/** '2 min 5 s' */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = Math.round(seconds % 60)
  return [minutes > 0 && `${minutes} min`, (rest > 0 || minutes === 0) && `${rest} s`].filter(Boolean).join(' ')
}

const entriesText = (many: number) => (many === 1 ? '1 entry' : `${many} entries`)

/** A conflict with everybody whom it concerns: two entries have it once, however many dancers they share. */
type ConflictGroup = { conflict: Conflict; person_ids: readonly number[] }

/** Conflicts in their order, those of the same two entries together. */
export function groupConflicts(conflicts: readonly Conflict[]): ConflictGroup[] {
  const groups = new Map<string, { conflict: Conflict; person_ids: number[] }>()
  for (const [index, conflict] of conflicts.entries()) {
    const isOfDancer = 'person_id' in conflict
    const key = isOfDancer ? `${conflict.kind} ${conflict.first_id} ${conflict.second_id}` : String(index)
    const group = groups.get(key) ?? { conflict, person_ids: [] }
    if (isOfDancer) group.person_ids.push(conflict.person_id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** A conflict as a sentence that names who and what it concerns. */
export function conflictText({ conflict, person_ids }: ConflictGroup, names: ConflictNames): string {
  if (conflict.kind === 'block_overrun') {
    const over = count(Math.ceil(conflict.over_seconds / 60), 'minute')
    return `${names.block(conflict.block_id)} runs ${over} into ${names.block(conflict.next_block_id)}.`
  }
  if (conflict.kind === 'request_unmet') {
    const { registration_id, entry_id, starts_at } = conflict
    const wish = `${names.studio(registration_id)} asks for ${names.entry(entry_id)}: ${names.wish(entry_id)}`
    return `${wish}. It starts ${names.moment(starts_at)}.`
  }
  if (conflict.kind === 'studio_day') {
    const { registration_id, day, entry_ids } = conflict
    const entries = `${entriesText(entry_ids.length)} only: ${listed(entry_ids.map((id) => names.entry(id)))}`
    return `${names.studio(registration_id)} comes on ${dayText(day)} for ${entries}.`
  }
  if (conflict.kind === 'studio_run') {
    const { registration_id, first_id, last_id } = conflict
    const entries = `${names.entry(first_id)} to ${names.entry(last_id)}`
    return `${names.studio(registration_id)} has ${conflict.count} entries in a row: ${entries}.`
  }
  const { first_id, second_id, gap_seconds, entries_between } = conflict
  const dancers = listed(person_ids.map((id) => names.dancer(id)))
  const areMany = person_ids.length > 1
  const both = `${names.entry(first_id)} and ${names.entry(second_id)}`
  if (conflict.kind === 'two_at_once') return `${dancers} ${areMany ? 'are' : 'is'} in ${both} at the same time.`
  if (conflict.kind === 'back_to_back') return `${dancers} ${areMany ? 'dance' : 'dances'} ${both} back to back.`
  const between = entries_between === null ? '' : ` and ${entriesText(entries_between)}`
  return `${dancers} ${areMany ? 'have' : 'has'} ${durationText(gap_seconds)}${between} between ${both}.`
}
