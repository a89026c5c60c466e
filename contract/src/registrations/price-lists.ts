import { z } from 'zod'
import { centsField } from '../fields.ts'
import { levelPrices } from '../tours/tour-dates.ts'

const byKey = <Shape extends z.ZodType>(shape: Shape) => z.record(z.string(), shape)

/** The prices of a city as of the completion of a registration, by the ids of its things. */
export const priceListShape = z.object({
  /** Basis points. */
  attended_multiplier: z.int(),
  workshop_levels: byKey(z.object({ prices: levelPrices })),
  intensives: byKey(z.object({ price: centsField, group_price: centsField.nullable() })),
  routine_categories: byKey(z.object({ fee_per_dancer: centsField })),
  vip_types: byKey(z.object({ amount: centsField })),
  /** By the name of the setting. */
  settings: byKey(centsField),
})
