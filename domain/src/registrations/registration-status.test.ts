import { expect, test } from 'vitest'
import { instant } from '../kernel/instant.ts'
import { zeroCents } from '../kernel/money.ts'
import type { Result } from '../kernel/result.ts'
import { sampleFacts, sampleRegistration } from './attendees/sample-city.ts'
import { setConfirmed, beginEdit, checkDelete, complete } from './lifecycle.ts'
import { rebaseOnNews } from './edit.ts'
import type { Registration } from './registration.ts'
import {
  allowsMove,
  statusOf,
  transitions,
  type RegistrationMove,
  type RegistrationStatus,
} from './registration-status.ts'
import { review, unreview } from './review.ts'

const now = instant('2024-09-02T00:00:00Z')
const facts = { ...sampleFacts({}), now }
const nothingDue = { raw: zeroCents, subtotal: zeroCents, promo: zeroCents, credit: zeroCents, payments: zeroCents }

const flagsOf: Record<Exclude<RegistrationStatus, 'deleted'>, Partial<Registration>> = {
  in_progress: {},
  reviewed: { reviewed: true },
  completed: { reviewed: true, completed: true },
  confirmed: { reviewed: true, completed: true, confirmed: true },
  editing: { completed: true, editing: true },
  edit_reviewed: { completed: true, editing: true, reviewed: true },
}
const statuses = Object.keys(flagsOf) as (keyof typeof flagsOf)[]
const inStatus = (status: keyof typeof flagsOf): Registration => ({ ...sampleRegistration([]), ...flagsOf[status] })

/** Every act of the domain that moves a registration in its life cycle. */
const acts: Partial<Record<RegistrationMove, (it: Registration) => Result<Registration, unknown>>> = {
  review: (it) => ({ ok: true, value: review(it, now) }),
  unreview: (it) => ({ ok: true, value: unreview(it) }),
  complete: (it) => complete(it, nothingDue as never, zeroCents, now),
  confirm: (it) => setConfirmed(it, true, false, now),
  unconfirm: (it) => setConfirmed(it, false, false, now),
  edit: (it) => beginEdit(it, facts),
}

const everyAct = statuses.flatMap((from) =>
  (Object.keys(acts) as RegistrationMove[]).map((move) => [from, move] as const),
)

test.each(statuses)('the flags of %s derive it, and deleted comes before every other', (status) => {
  expect(statusOf(inStatus(status))).toBe(status)
  expect(statusOf({ ...inStatus(status), deleted: true })).toBe('deleted')
})

test.each(everyAct)('from %s, %s makes only a move of the table', (from, move) => {
  const result = acts[move]?.(inStatus(from))
  const targets = transitions.filter(([was, by]) => was === from && by === move).map(([, , to]) => to as string)
  if (result?.ok && targets.length > 0) expect(targets).toContain(statusOf(result.value))
  // An act outside the table is refused or leaves the status as it is.
  else if (result?.ok) expect(statusOf(result.value)).toBe(from)
  else expect(targets).toEqual([])
})

test('an owner deletes what is not completed; the office restores any status but an edit', () => {
  for (const status of statuses) {
    expect(checkDelete(inStatus(status)).ok).toBe(status === 'in_progress' || status === 'reviewed')
    expect(allowsMove(status, 'delete')).toBe(status !== 'editing' && status !== 'edit_reviewed')
    expect(allowsMove(status, 'restore')).toBe(false)
  }
  expect(allowsMove('deleted', 'restore')).toBe(true)
  expect(setConfirmed(inStatus('completed'), true, true, now)).toMatchObject({ ok: false })
})

test('EDIT-003 an edit rebased on news has to be reviewed again', () => {
  const [live, mine] = [inStatus('confirmed'), inStatus('edit_reviewed')]
  expect(statusOf(rebaseOnNews(live, mine, live))).toBe('editing')
})

test('every status is reachable from the beginning, and every move starts from one', () => {
  const reachable = new Set<string>(['in_progress'])
  for (let round = 0; round < transitions.length; round += 1) {
    for (const [from, , to] of transitions) if (reachable.has(from)) reachable.add(to)
  }
  expect([...reachable].toSorted()).toEqual([...statuses, 'deleted'].toSorted())
})
