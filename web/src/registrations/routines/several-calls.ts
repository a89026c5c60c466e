import type { Facts, Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { unreview } from '@callboard/domain/registrations/review.ts'
import {
  removeRoutines,
  type Replacement,
  type RoutineChange,
} from '@callboard/domain/registrations/routines/replace-dancer.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { call } from '../../api/call.ts'
import { routineBodyOf } from './routine-calls.ts'

/** Every routine of the registration, waiting ones included, as several at once made them. */
type AllSaved = { version: number; routines: readonly RegistrationRoutine[] }

const of = (id: number) => ({ params: { id } })

/** Enters several routines: all of them, or none. */
export const sendRoutines = (id: number, version: number, drafts: readonly RoutineDraft[]): Promise<AllSaved> =>
  call('POST /v1/dance360/registrations/{id}/routines', {
    ...of(id),
    body: { version, routines: drafts.map(routineBodyOf) },
  })

/** Puts one dancer in the place of another. */
export const sendReplacement = (id: number, version: number, replacement: Replacement): Promise<AllSaved> =>
  call('POST /v1/dance360/registrations/{id}/replacements', {
    ...of(id),
    body: { ...replacement, routine_ids: [...replacement.routine_ids], version },
  })

/** Changes the same options of several routines. */
export function sendChange(
  id: number,
  version: number,
  ids: readonly number[],
  change: RoutineChange,
): Promise<AllSaved> {
  const { performance_division_id, ...options } = change
  return call('PUT /v1/dance360/registrations/{id}/routines', {
    ...of(id),
    body: {
      version,
      routine_ids: [...ids],
      change: { ...options, ...(typeof performance_division_id === 'number' && { performance_division_id }) },
    },
  })
}

/** Takes several routines out. */
export const sendRemovals = (id: number, version: number, ids: readonly number[]): Promise<AllSaved> =>
  call('POST /v1/dance360/registrations/{id}/routine-removals', { ...of(id), body: { version, routine_ids: [...ids] } })

const isWaiting = ({ status }: RegistrationRoutine) => status === 'waiting'

/** The registration with its routines as the server has them now; a change takes a review back. WIZ-048. */
export const withRoutines = (registration: Registration, { version, routines }: AllSaved): Registration => ({
  ...unreview({
    ...registration,
    is_competing: true,
    routines: routines.filter((routine) => !isWaiting(routine)),
    waiting_list_routines: routines.filter(isWaiting),
  }),
  version,
})

/** The same without routines taken out; what a late removal costs is remembered. COMP-077. */
export function withoutRoutines(
  registration: Registration,
  ids: readonly number[],
  saved: AllSaved,
  facts: Facts,
): Registration {
  const removed = removeRoutines(registration, ids, facts)
  const { is_competing } = registration
  return { ...withRoutines(removed.ok ? removed.value : registration, saved), is_competing }
}
