import { expect, test } from 'vitest'
import { sampleRoutine } from '../attendees/sample-city.ts'
import { instant } from '../../kernel/instant.ts'
import { explain, type Refusal } from '../../refusals.ts'
import { revalidate } from '../revalidate.ts'
import { removeRoutine } from './acts.ts'
import { competingStudio, competitionFacts } from './sample-competition.ts'

test('FEE-018 COMP-077 a routine taken out in an edit before the deadline, submitted after it, costs its deposit', () => {
  const live = competingStudio(4, {
    completed: true,
    competition_deposit_routines: [9],
    routines: [sampleRoutine(9, [1])],
  })
  const elsewhere = { media_passes: [], passes_in_use: [], scholarships: [] }
  const at = (now: string) => ({ ...competitionFacts({ now: instant(now) }), live, elsewhere })
  const edit = removeRoutine(live, { id: 9, _temp_id: null }, at('2024-10-16T12:00:00Z'))
  if (!edit.ok) throw new Error(explain(edit.refusal satisfies Refusal))
  const inTime = revalidate(edit.value, at('2024-10-16T12:00:00Z'))
  expect([inTime.registration.removed_routines_post_deadline, inTime.notices]).toEqual([[], []])

  const late = revalidate(edit.value, at('2024-11-10T12:00:00Z'))
  expect(late.registration.removed_routines_post_deadline).toEqual([9])
  expect(late.notices.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/leaves after the deadline\. .*the deposit of \$50\.00 is kept as a fee\.$/),
  ])
  // Once is enough, and what was paid for in time stays as it was.
  expect(revalidate(late.registration, at('2024-11-10T12:00:00Z')).notices).toEqual([])
  const afterPayment = revalidate(edit.value, { ...at('2024-11-10T12:00:00Z'), is_paid: true })
  expect(afterPayment.registration.removed_routines_post_deadline).toEqual([])
})
