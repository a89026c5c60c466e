import { expect, test } from 'vitest'
import { cents, dollars } from '../kernel/money.ts'
import { checkPriceRule, nextFees, nextPrice, type PriceRule } from './price-rule.ts'

const percent = (value: number, round_to: PriceRule['round_to'] = 1): PriceRule => ({
  kind: 'percent',
  value,
  round_to,
})
const amount = (value: number, round_to: PriceRule['round_to'] = 1): PriceRule => ({ kind: 'amount', value, round_to })

test.each<[string, number, PriceRule, number]>([
  ['4% to the cent', 26_550, percent(400), 27_612],
  ['4% to the dollar', 26_550, percent(400, 100), 27_600],
  ['4% to five dollars', 26_550, percent(400, 500), 27_500],
  ['half a step up', 25_250, percent(0, 500), 25_500],
  ['3.5%', 10_000, percent(350), 10_350],
  ['minus 10%', 10_000, percent(-1_000), 9_000],
  ['$10', 26_550, amount(1_000), 27_550],
  ['$10 to five dollars', 26_600, amount(1_000, 500), 27_500],
  ['minus more than it costs, one step at least', 900, amount(-2_000, 100), 100],
  ['4%, for what is free', 0, percent(400, 500), 0],
  ['$10, for what is free', 0, amount(1_000), 0],
])('OFF-010 a price raised by %s', (_, price, rule, next) => {
  expect(nextPrice(cents(price), rule)).toBe(next)
})

test.each([
  [percent(10_000), true],
  [percent(10_001), false],
  [percent(-9_000), true],
  [percent(-9_001), false],
  [amount(dollars(1_000)), true],
  [amount(dollars(1_001)), false],
  [amount(-dollars(1_001)), false],
])('OFF-010 a price rule %j is accepted: %s', (rule, ok) => expect(checkPriceRule(rule).ok).toBe(ok))

test('OFF-010 fees among settings follow the rule; deposits, limits and what is no amount stay', () => {
  const settings = [
    { name: 'vip_experience_fee', value: 5_000 },
    { name: 'deposit_per_routine', value: 5_000 },
    { name: 'returned_check_fee', value: 3_500 },
    { name: 'reminder_days', value: 7 },
    { name: 'gone_since', value: 1 },
  ]
  expect(nextFees(settings, percent(1_000))).toEqual([
    { name: 'vip_experience_fee', label: 'VIP experience', old_price: 5_000, price: 5_500 },
  ])
})
