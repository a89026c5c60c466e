import type { Facts, Registration } from '../registration.ts'
import { castOf } from './cast.ts'
import { withoutUnavailableOptions } from './options.ts'
import { whyNotCast } from './plan-routine.ts'
import type { RoutineRefusal } from './refusals.ts'
import { emptyDraft, type RoutineDraft } from './routine-draft.ts'

/** A routine of another city, as far as it can be copied. COPY-006. */
export type PreviousRoutine = {
  registrations_routine_id: number
  name: string
  choreographer: string
  music_id: number | null
  attendees: readonly { person_id: number; person: { fname: string; lname: string } }[]
  performance_division_id: number
  performance_division_level_id: number
}

export type LeftOut = { person_id: number; name: string; refusal: RoutineRefusal }

/** A form filled from a routine of another city, without those who cannot dance here, who are named. COPY-007, COPY-010, COPY-013, COPY-014. */
export function copyRoutine(
  previous: PreviousRoutine,
  copyMusic: boolean,
  registration: Registration,
  facts: Facts,
): { draft: RoutineDraft; left_out: readonly LeftOut[] } {
  const left_out: LeftOut[] = []
  const attendees: { person_id: number }[] = []
  for (const { person_id, person } of previous.attendees) {
    const refusal = whyNotCast(castOf([{ person_id }], registration, facts))
    if (refusal) left_out.push({ person_id, name: `${person.fname} ${person.lname}`, refusal })
    else attendees.push({ person_id })
  }
  const draft: RoutineDraft = {
    ...emptyDraft,
    _temp_id: `copy-${previous.registrations_routine_id}`,
    name: previous.name,
    choreographer: previous.choreographer,
    performance_division_id: divisionHere(previous, facts),
    attendees,
    copied_from: previous.registrations_routine_id,
    old_music_id: previous.music_id,
    copy_music: copyMusic && previous.music_id !== null,
  }
  return { draft: withoutUnavailableOptions(draft, registration, facts), left_out }
}

/** The same performance division where this city has it, else one of the same level. COPY-013. */
function divisionHere(previous: PreviousRoutine, { performance_divisions }: Pick<Facts, 'performance_divisions'>) {
  const here = performance_divisions.filter(
    ({ level, offered }) => offered && level === previous.performance_division_level_id,
  )
  const same = here.find(({ id }) => id === previous.performance_division_id)
  return (same ?? here[0])?.id ?? null
}
