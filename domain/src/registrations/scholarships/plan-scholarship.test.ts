import { expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { planScholarship, type ScholarshipDraft, type ScholarshipReferences } from './plan-scholarship.ts'

const draft: ScholarshipDraft = {
  person_id: 1,
  season_id: 41,
  event_id: 7,
  vip_type_id: 2,
  amount: cents(25_000),
  note: ' Runner-up ',
}
const all: ScholarshipReferences = { person: true, season: true, event: true, vip_type: true }

test.each<[string, Partial<ScholarshipDraft>, Partial<ScholarshipReferences>, string]>([
  ['a complete draft', {}, {}, 'accepted'],
  ['every event, no VIP type', { event_id: null, vip_type_id: null }, { event: false, vip_type: false }, 'accepted'],
  ['an unknown dancer', {}, { person: false }, 'scholarship.unknown_person'],
  ['an unknown season', {}, { season: false }, 'scholarship.unknown_season'],
  ['an unknown event', {}, { event: false }, 'scholarship.unknown_event'],
  ['an unknown VIP type', {}, { vip_type: false }, 'scholarship.unknown_vip_type'],
  ['no amount', { amount: cents(0) }, {}, 'scholarship.amount'],
  ['an amount of $100,000.01', { amount: cents(10_000_001) }, {}, 'scholarship.amount'],
])('OFF-023 a scholarship with %s', (_, change, missing, outcome) => {
  const plan = planScholarship({ ...draft, ...change }, { ...all, ...missing })
  expect(plan.ok ? 'accepted' : plan.refusal.code).toBe(outcome)
})

test('OFF-023 the note of a scholarship is trimmed', () => {
  expect(planScholarship(draft, all)).toMatchObject({ ok: true, value: { note: 'Runner-up' } })
})
