import { removeRoutine } from '@callboard/domain/registrations/routines/acts.ts'
import { call } from '../api/call.ts'
import type { CompetitionActs } from '../registrations/routines/competition.ts'
import {
  joinsLine,
  sendRemoval,
  sendRoutine,
  sendToLine,
  withRoutine,
} from '../registrations/routines/routine-calls.ts'
import {
  sendChange,
  sendRemovals,
  sendReplacement,
  sendRoutines,
  withoutRoutines,
  withRoutines,
} from '../registrations/routines/several-calls.ts'
import type { RegistrationStore } from './registration-store.ts'

type RoutineActs = Pick<
  CompetitionActs,
  | 'addRoutines'
  | 'replaceDancer'
  | 'changeRoutines'
  | 'removeRoutines'
  | 'saveRoutine'
  | 'removeRoutine'
  | 'waitInstead'
>

/** Actions on the routines of the open registration. `lineChanged`: something joined the waiting list. */
export function routineActs(store: RegistrationStore, lineChanged: () => void): RoutineActs {
  const { id } = store
  // A review taken back gives the held places back too: only the whole record knows of them.
  const reloadIf = (reviewed: boolean) => (reviewed ? store.reload() : undefined)
  async function several(ask: (version: number) => ReturnType<typeof sendRoutines>, take: typeof withRoutines) {
    const { reviewed } = store.get().registration
    await store.exchange(ask, take)
    await reloadIf(reviewed)
  }
  return {
    addRoutines: (drafts) => several((version) => sendRoutines(id, version, drafts), withRoutines),
    replaceDancer: (replacement) => several((version) => sendReplacement(id, version, replacement), withRoutines),
    changeRoutines: (ids, change) => several((version) => sendChange(id, version, ids, change), withRoutines),
    removeRoutines: (ids) =>
      several(
        (version) => sendRemovals(id, version, ids),
        (registration, saved) => withoutRoutines(registration, ids, saved, store.get().facts),
      ),
    async saveRoutine(draft) {
      const { reviewed, completed } = store.get().registration
      if (completed && joinsLine(draft)) {
        // The line is beside the edit: what joins is part of the registration itself.
        await store.flush()
        await sendToLine(id, draft)
        await store.reload()
        lineChanged()
        return
      }
      await store.exchange((version) => sendRoutine(id, version, draft), withRoutine)
      if (joinsLine(draft)) lineChanged()
      await reloadIf(reviewed)
    },
    async removeRoutine(routine) {
      const { reviewed } = store.get().registration
      const number = routine.id
      if (number === null) return
      await store.exchange(
        () => sendRemoval(id, number),
        (registration) => {
          const removed = removeRoutine(registration, routine, store.get().facts)
          // One change, one version; should another window have been faster, the next save finds out.
          return removed.ok ? { ...removed.value, version: registration.version + 1 } : registration
        },
      )
      await reloadIf(reviewed)
    },
    async waitInstead(routine) {
      const number = routine.id
      if (number === null) return
      await store.flush()
      const { version } = store.get().registration
      await call('POST /v1/waiting-list', { body: { registration_id: id, version, move_routine_ids: [number] } })
      await store.reload()
      lineChanged()
    },
  }
}
