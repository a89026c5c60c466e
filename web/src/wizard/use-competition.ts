import { setMediaPass } from '@callboard/domain/registrations/attendees/set-options.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useEffect, useMemo } from 'react'
import { call } from '../api/call.ts'
import { paths } from '../shell/paths.ts'
import type { CompetitionActs, CompetitionWay } from '../registrations/routines/competition.ts'
import type { RegistrationStore } from './registration-store.ts'
import { adjacentSteps } from './step-list.ts'
import type { Perform } from '../registrations/attendees/perform.ts'
import { usePerform } from './use-perform.ts'
import { useStore } from './wizard-context.tsx'

/** Not needed before a routine is saved or taken out: loaded while the list is read. */
const loadRoutineActs = () => import('./routine-acts.ts')

/** Actions of the competition step on the open registration. `lineChanged`: something joined the waiting list. */
function competitionActs(store: RegistrationStore, perform: Perform, lineChanged: () => void): CompetitionActs {
  const { id } = store
  const routines = async () => (await loadRoutineActs()).routineActs(store, lineChanged)
  return {
    addRoutines: async (drafts) => (await routines()).addRoutines(drafts),
    replaceDancer: async (replacement) => (await routines()).replaceDancer(replacement),
    changeRoutines: async (ids, change) => (await routines()).changeRoutines(ids, change),
    removeRoutines: async (ids) => (await routines()).removeRoutines(ids),
    saveRoutine: async (draft) => (await routines()).saveRoutine(draft),
    removeRoutine: async (routine) => (await routines()).removeRoutine(routine),
    waitInstead: async (routine) => (await routines()).waitInstead(routine),
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
  useEffect(() => void loadRoutineActs().catch(() => undefined), [])
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
