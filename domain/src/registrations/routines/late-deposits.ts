import { longDayText } from '../../kernel/moment-text.ts'
import { listed } from '../../kernel/wording.ts'
import type { Derivation } from '../revalidation.ts'
import { removalCost, removalSentence } from './removed-routines.ts'

/**
 * The registration of an edit that takes routines out: the deadline counts on the day of its review or submission, not on
 * the day of the press, since until then the routines keep their places. FEE-018, COMP-077.
 */
export const keepLateDeposits: Derivation = (registration, facts) => {
  const { live, is_paid } = facts
  const late = registration.removed_routines_post_deadline
  const present: ReadonlySet<number | null> = new Set([...registration.routines.map(({ id }) => id), ...late])
  const deposits: ReadonlySet<number | null> = new Set(live?.competition_deposit_routines)
  const leaving = live?.routines.filter(({ id }) => deposits.has(id) && !present.has(id)) ?? []
  const ids = leaving.flatMap(({ id }) => id ?? [])
  const cost = live && !is_paid ? removalCost(live, ids, facts) : null
  if (!cost?.after_deadline) return { registration, notices: [] }
  const names = listed(leaving.map(({ routine }) => `“${routine.name}”`))
  const sentence = `${names} ${ids.length === 1 ? 'leaves' : 'leave'} after the deadline. ${removalSentence(cost, longDayText)}`
  const notice = { person_id: null, routine: null, fields: ['removed_routines_post_deadline'], sentence }
  return {
    registration: { ...registration, removed_routines_post_deadline: [...late, ...ids] },
    notices: cost.kept > 0 ? [notice] : [],
  }
}
