import type { Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { OfficeRefusal } from './office-refusals.ts'

/** An intensive as the office edits it; without an id it is new. Prices in cents. */
export type IntensiveDraft = {
  id: number | null
  name: string
  price: Cents
  group_price: Cents | null
  offered: boolean
}

const priceAtMost = 10_000_000
const isPrice = (price: number) => price > 0 && price <= priceAtMost

/**
 * Returns the intensives of a city with trimmed names, or the first field that does not hold, as `intensives.2.price`.
 * Names differ without regard to case, because registrants choose by name. VAR-009, OFF-047.
 */
export function planIntensives(drafts: readonly IntensiveDraft[]): Result<readonly IntensiveDraft[], OfficeRefusal> {
  const intensives = drafts.map((draft) => ({ ...draft, name: draft.name.trim() }))
  const names = intensives.map(({ name }) => name.toLowerCase())
  for (const [at, { name, price, group_price }] of intensives.entries()) {
    const isRepeated = names.indexOf(name.toLowerCase()) < at
    if (name === '' || isRepeated) return refuse({ code: 'office.intensive_name', field: `intensives.${at}.name` })
    if (!isPrice(price)) return refuse({ code: 'office.intensive_price', field: `intensives.${at}.price` })
    if (group_price !== null && !isPrice(group_price)) {
      return refuse({ code: 'office.intensive_price', field: `intensives.${at}.group_price` })
    }
  }
  return accept(intensives)
}
