import type { Candidate, RosterPerson } from '@callboard/contract/roster/roster.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { birthdateFrom } from '@callboard/domain/roster/birthdate.ts'
import { duplicateOf, type Duplicate } from '@callboard/domain/roster/duplicate.ts'
import { storedDetails } from '@callboard/domain/roster/person-fields.ts'
import type { RosterDraft } from '@callboard/domain/roster/roster-entry.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '../api/call.ts'
import { showFailure } from '../api/failure.ts'
import { ReplyError } from '../api/reply-error.ts'
import { useRead } from '../api/use-call.ts'
import { useSession } from '../shell/session.ts'
import { useNow } from '../ui/clock.ts'
import { confirm, notice } from '../ui/dialogs.ts'
import { toast } from '../ui/toasts.ts'

const rosterRoute = 'GET /v1/mybtf/roster'

/** Today, as birthdates are judged by. */
export const useToday = () => dayIn('America/Los_Angeles', useNow())

/** The roster, and the lists its forms offer. Undefined: still on its way. */
export function useRoster() {
  const user = useSession()
  const reading = useRead(rosterRoute, { query: { mybtf_user_id: user?.id } }, { enabled: Boolean(user) })
  const lists = useRead('GET /v1/mybtf/people-lists', {}, { staleTime: 3_600_000 })
  return {
    people: reading.data,
    lists: lists.data,
    error: reading.error ?? lists.error,
    retry: () => {
      if (reading.error) void reading.refetch()
      if (lists.error) void lists.refetch()
    },
  }
}

/** Every screen that shows the roster reads a change to it at once. ROST-037. */
function useRosterChanged() {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: [rosterRoute] }), [queries])
}

/** Asks each duplicate question in its turn; false as soon as one is declined. ROST-016 to ROST-019, ROST-034. */
async function mayAdd(roster: readonly RosterPerson[], person: Parameters<typeof duplicateOf>[1]): Promise<boolean> {
  const answeredKinds: Duplicate['kind'][] = []
  for (;;) {
    const duplicate = duplicateOf(roster, person, answeredKinds)
    if (!duplicate) return true
    const yes = await confirm({
      title: 'Similar person found',
      message: duplicate.question,
      yes: 'Yes, add',
      no: 'No, cancel',
      consequence: 'none',
    })
    if (!yes) return false
    answeredKinds.push(duplicate.kind)
  }
}

export type FuzzyQuestion = { draft: RosterDraft; candidates: readonly Candidate[] }

/** Adding a person: the questions of the roster itself first, then those of the server. */
export function useAddPerson(roster: readonly RosterPerson[]) {
  const user = useSession()
  const today = useToday()
  const refreshRoster = useRosterChanged()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ReplyError | null>(null)
  const [fuzzy, setFuzzy] = useState<FuzzyQuestion | null>(null)

  /** True once the person is on the roster. */
  async function post(draft: RosterDraft, { id, skipFuzzy }: { id?: number; skipFuzzy: boolean }): Promise<boolean> {
    setPending(true)
    setError(null)
    try {
      const reply = await call('POST /v1/mybtf/roster', {
        body: {
          person: {
            ...(id !== undefined && { id }),
            fname: draft.fname.trim(),
            lname: draft.lname.trim(),
            gender_id: draft.gender_id,
            birthdate: birthdateFrom(draft.birthdate, today),
            ...storedDetails(draft),
          },
          ...(user && { mybtf_user_id: user.id }),
          studio_id: user?.studio_id ?? null,
          previous_studio_id: user?.previous_studio_id ?? null,
          skipFuzzy,
        },
      })
      if (reply.fuzzy) {
        setFuzzy({ draft, candidates: reply.fuzzy })
        return false
      }
      setFuzzy(null)
      await refreshRoster()
      toast('Roster Updated!')
      return true
    } catch (failure) {
      if (!(failure instanceof ReplyError) || !failure.field) await showFailure(failure, () => {})
      else setError(failure)
      return false
    } finally {
      setPending(false)
    }
  }

  return {
    pending,
    error,
    fuzzy,
    add: async (draft: RosterDraft) => {
      const person = { fname: draft.fname, lname: draft.lname, birthdate: birthdateFrom(draft.birthdate, today) }
      return (await mayAdd(roster, person)) && post(draft, { skipFuzzy: false })
    },
    /** One of those offered is meant. ROST-021, ROST-022. */
    link: async (candidate: Candidate) => {
      if (!fuzzy) return false
      if (roster.some(({ id }) => id === candidate.id)) {
        await notice({ title: 'Already there', message: 'It looks like you already have this person in your roster!' })
        return false
      }
      return post(fuzzy.draft, { id: candidate.id, skipFuzzy: false })
    },
    addAnyway: async () => (fuzzy ? post(fuzzy.draft, { skipFuzzy: true }) : false),
    dropFuzzy: () => setFuzzy(null),
  }
}
