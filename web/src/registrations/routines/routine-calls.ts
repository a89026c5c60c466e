import type { Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { unreview } from '@callboard/domain/registrations/review.ts'
import { isSameRoutine, type RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { call } from '../../api/call.ts'

type SavedRoutine = { version: number; routine: RegistrationRoutine }

/** A form as it is sent: what the server decides is left out. */
export function routineBodyOf({ id: _id, name, choreographer, status: _status, attendees, ...draft }: RoutineDraft) {
  return {
    ...draft,
    attendees: attendees.map(({ person_id }) => ({ person_id })),
    routine: { name: name.trim(), choreographer: choreographer.trim() },
  }
}

/** A new routine for the waiting list, with those of its dancers who are not registered; `version`: of what it joins. A18. */
export async function sendToLine(
  registration_id: number,
  draft: RoutineDraft,
  version?: number,
): Promise<SavedRoutine> {
  const people = draft.attendees.flatMap(({ person_id, workshop_level_id }) =>
    workshop_level_id === undefined ? [] : [{ person_id, workshop_level_id }],
  )
  const body = { registration_id, routines: [routineBodyOf(draft)], people, ...(version !== undefined && { version }) }
  const joined = await call('POST /v1/waiting-list', { body })
  const [routine] = joined.routines
  if (!routine) throw new Error('A routine that joined the waiting list was not answered')
  return { version: joined.version, routine }
}

/** Whether saving a form joins the waiting list. */
export const joinsLine = ({ id, status }: RoutineDraft): boolean => id === null && status === 'waiting'

/** Saves a routine, new or known, into the competition or on the waiting list. COMP-065, A18. */
export const sendRoutine = (registration_id: number, version: number, draft: RoutineDraft): Promise<SavedRoutine> =>
  joinsLine(draft)
    ? sendToLine(registration_id, draft, version)
    : draft.id === null
      ? call('POST /v1/dance360/routines', { body: { ...routineBodyOf(draft), registration_id, version } })
      : call('PUT /v1/dance360/routines/{id}', {
          params: { id: draft.id },
          body: { ...routineBodyOf(draft), registration_id, version },
        })

/** The registration with what the server made of a routine; a change takes a review back. WIZ-048, REV-027. */
export function withRoutine(registration: Registration, { version, routine }: SavedRoutine): Registration {
  const list = routine.status === 'waiting' ? 'waiting_list_routines' : 'routines'
  const isListed = registration[list].some((other) => isSameRoutine(other, routine))
  const routines = isListed
    ? registration[list].map((other) => (isSameRoutine(other, routine) ? routine : other))
    : [...registration[list], routine]
  const nextRegistration = { ...registration, is_competing: true, [list]: routines }
  return { ...(list === 'routines' ? unreview(nextRegistration) : nextRegistration), version }
}

/** Takes a routine out. COMP-065. */
export const sendRemoval = (registration_id: number, id: number) =>
  call('DELETE /v1/dance360/routines/{id}', { params: { id }, query: { registration_id } })
