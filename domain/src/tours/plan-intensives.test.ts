import { expect, test } from 'vitest'
import { dollars } from '../kernel/money.ts'
import { planIntensives, type IntensiveDraft } from './plan-intensives.ts'

const draft = (change: Partial<IntensiveDraft> = {}): IntensiveDraft => ({
  id: null,
  name: 'Ballet track',
  price: dollars(500),
  group_price: null,
  offered: true,
  ...change,
})
const outcome = (...drafts: IntensiveDraft[]) => {
  const planResult = planIntensives(drafts)
  return planResult.ok
    ? 'accepted'
    : [planResult.refusal.code, 'field' in planResult.refusal && planResult.refusal.field]
}

test.each<[string, IntensiveDraft[], unknown]>([
  ['with a price', [draft()], 'accepted'],
  ['with a group price', [draft({ group_price: dollars(450) })], 'accepted'],
  ['without a name', [draft({ name: '  ' })], ['office.intensive_name', 'intensives.0.name']],
  ['named twice', [draft(), draft({ name: 'BALLET TRACK ' })], ['office.intensive_name', 'intensives.1.name']],
  ['without a price', [draft({ price: dollars(0) })], ['office.intensive_price', 'intensives.0.price']],
  [
    'with a group price of $0.00',
    [draft({ group_price: dollars(0) })],
    ['office.intensive_price', 'intensives.0.group_price'],
  ],
])('VAR-009 OFF-047 an intensive %s', (_, drafts, names) => expect(outcome(...drafts)).toEqual(names))

test('VAR-009 the name of an intensive is trimmed', () => {
  expect(planIntensives([draft({ name: ' Jazz ' })])).toMatchObject({ ok: true, value: [{ name: 'Jazz' }] })
})
