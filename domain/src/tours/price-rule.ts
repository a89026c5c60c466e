import { cents, type Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { OfficeRefusal } from './office-refusals.ts'
import { settingDefinitions } from './settings/registry.ts'

/** How the prices of a season follow from those of another. */
export type PriceRule = {
  kind: 'percent' | 'amount'
  /** Basis points of the old price to add, or cents to add; negative lowers. */
  value: number
  /** Cents: to the nearest cent, dollar or five dollars, half up. */
  round_to: 1 | 100 | 500
}

const limits = { percent: 10_000, amount: 100_000 } as const
const words = { percent: 'Enter −90% to 100%.', amount: 'Enter an amount up to $1,000.00.' } as const

/** Refuses a rule that is most likely a slip of the hand. */
export function checkPriceRule(rule: PriceRule): Result<PriceRule, OfficeRefusal> {
  const tooLow = rule.kind === 'percent' && rule.value < -9_000
  if (Math.abs(rule.value) > limits[rule.kind] || tooLow) {
    return refuse({ code: 'office.price_rule', field: 'price_rule.value', why: words[rule.kind] })
  }
  return accept(rule)
}

/** The price of the next season. Free stays free, and a price never falls below one step of the rounding. */
export function nextPrice(price: Cents, { kind, value, round_to }: PriceRule): Cents {
  if (price === 0) return price
  const exact = kind === 'percent' ? (price * (10_000 + value)) / 10_000 : price + value
  return cents(Math.max(round_to, Math.floor(exact / round_to + 0.5) * round_to))
}

/** A setting as it is stored at one scope. */
type StoredSetting = { name: string; value: unknown }

/** The fees among settings with their prices in the next season; other settings are left out. */
export function nextFees(settings: readonly StoredSetting[], rule: PriceRule) {
  const definitions: Readonly<Record<string, { label: string; is_price?: true }>> = settingDefinitions
  return settings.flatMap(({ name, value }) => {
    const definition = definitions[name]
    if (!definition?.is_price || typeof value !== 'number') return []
    const old_price = cents(value)
    return [{ name, label: definition.label, old_price, price: nextPrice(old_price, rule) }]
  })
}
