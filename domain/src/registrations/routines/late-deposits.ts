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
  const present = new Set([
    ...registration.routines.map(({ id }) => id),
    ...registration.removed_routines_post_deadline,
  ])
  const leaving = live && !is_paid ? live.routines.filter(({ id }) => !present.has(id)) : []
  const cost =
    live &&
    removalCost(
      live,
      leaving.map(({ id }) => id),
      facts,
    )
  if (!live || !cost?.after_deadline) return { registration, notices: [] }
  const ids = leaving.flatMap(({ id }) =>
    live.competition_deposit_routines.some((one) => one === id) ? (id ?? []) : [],
  )
  const names = listed(
    leaving.filter(({ id }) => ids.some((one) => one === id)).map(({ routine }) => `“${routine.name}”`),
  )
  const sentence = `${names} ${ids.length === 1 ? 'leaves' : 'leave'} after the deadline. ${removalSentence(cost, longDayText)}`
  return {
    registration: {
      ...registration,
      removed_routines_post_deadline: [...registration.removed_routines_post_deadline, ...ids],
    },
    notices:
      cost.kept > 0 ? [{ person_id: null, routine: null, fields: ['removed_routines_post_deadline'], sentence }] : [],
  }
}
