import { zeroCents, times } from '../../kernel/money.ts'
import type { Registration } from '../registration.ts'
import type { WorkshopLevel } from '../../tours/city.ts'
import type { QuoteLine } from './line.ts'
import { reasonFields, type LineReason } from './reason.ts'
import { count } from './sentences.ts'
import type { Pricing } from './workshop-fee.ts'

/** The observers without a name, by days (cents); complimentary ones stand as a line of nothing. ATT-038, ATT-039, A53. */
export function observerLines({ additional_observers }: Registration, pricing: Pricing, rate: LineReason): QuoteLine[] {
  const { one, two, complimentary } = additional_observers
  const lines: QuoteLine[] = []
  const add = (kind: 'observer_one' | 'observer_two', days: 1 | 2, number: number) => {
    if (number === 0) return
    const level = observerLevel(pricing.facts.workshop_levels, days)
    const price = level?.prices[pricing.tier].full ?? zeroCents
    const label = count(number, days === 1 ? 'one-day observer' : 'two-day observer')
    lines.push({
      ...blank,
      key: `observers:${days}`,
      kind,
      label,
      amount: times(price, number),
      ...reasonFields([rate]),
    })
  }
  add('observer_one', 1, one)
  add('observer_two', 2, two)
  if (complimentary > 0) {
    const label = count(complimentary, 'complimentary observer')
    const reasons = reasonFields([['complimentary', 'Complimentary, from the office']])
    lines.push({ ...blank, key: 'observers:complimentary', kind: 'observer_two', label, amount: zeroCents, ...reasons })
  }
  return lines
}

const blank = { group: 'workshop', person_id: null, routine: null } as const

/** The level that prices observers who stay so many days. ATT-039. */
export const observerLevel = (levels: readonly WorkshopLevel[], days: 1 | 2): WorkshopLevel | undefined =>
  levels.find(({ kind, observer_days }) => kind === 'observer' && (observer_days ?? 1) === days)
