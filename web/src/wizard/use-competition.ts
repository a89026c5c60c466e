import { removeRoutine } from '@callboard/domain/registrations/routines/acts.ts'
import { setMediaPass } from '@callboard/domain/registrations/attendees/set-options.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { paths } from '../shell/paths.ts'
import type { CompetitionActs, CompetitionWay } from '../registrations/routines/competition.ts'
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
import { adjacentSteps } from './step-list.ts'
import type { Perform } from '../registrations/attendees/perform.ts'
import { usePerform } from './use-perform.ts'
import { useStore } from './wizard-context.tsx'

/** Actions of the competition step on the open registration. `lineChanged`: something joined the waiting list. */
function competitionActs(store: RegistrationStore, perform: Perform, lineChanged: () => void): CompetitionActs {
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
    compete: (is_competing) => store.saveRoot({ is_competing }),
    setMediaPass: (person_id, media_pass) =>
      perform((registration, facts) => setMediaPass(registration, { person_id, media_pass }, facts)),
    async enterStep(competition_deposit_routines) {
      if (!store.get().registration.completed) await store.saveRoot({ competition_deposit_routines })
    },
    deleteRegistration: () => call('DELETE /v1/mybtf/delete-registration/{id}', { params: { id } }),
  }
}

export function useCompetition(): { acts: CompetitionActs; go: (to: CompetitionWay) => void } {
  const store = useStore()
  const perform = usePerform()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  return useMemo(() => {
    const go = (to: CompetitionWay) => {
      const after = adjacentSteps('competition', store.get().facts).after?.path ?? 'review'
      const path = to === 'account' ? paths.account : paths.step(store.id, to === 'next' ? after : to)
      navigate(path)
    }
    const lineChanged = () => void queries.invalidateQueries({ queryKey: ['GET /v1/waiting-list'] })
    return { acts: competitionActs(store, perform, lineChanged), go }
  }, [store, perform, navigate, queries])
}
