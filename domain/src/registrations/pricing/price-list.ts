import type { Cents } from '../../kernel/money.ts'
import type { City, Intensive, WorkshopLevel } from '../../tours/city.ts'
import type { ProductSettings } from '../../tours/settings/registry.ts'

const priceSettings = [
  'awe_experience_fee',
  'college_discount_cap',
  'crew_showdown_video_fee',
  'extra_time_fee',
  'media_pass_fee',
  'photoshoot_fee',
  'vip_experience_fee',
] as const satisfies (keyof ProductSettings)[]

type ById<Price> = Readonly<Record<number, Price>>

/** The prices (cents) of a city at one moment, by the ids of its things. */
export type PriceList = {
  /** Basis points, as in the event. */
  attended_multiplier: number
  workshop_levels: ById<Pick<WorkshopLevel, 'prices'>>
  intensives: ById<Pick<Intensive, 'price' | 'group_price'>>
  routine_categories: ById<{ fee_per_dancer: Cents }>
  vip_types: ById<{ amount: Cents }>
  /** By the name of the setting; a fee that came later is not in an older list. */
  settings: Readonly<Record<string, Cents>>
}

type PricedCity = Pick<
  City,
  'tour_date' | 'workshop_levels' | 'intensives' | 'routine_categories' | 'vip_types' | 'settings'
>

/** The prices that a city has now. */
export const priceListOf = (city: PricedCity): PriceList => ({
  attended_multiplier: city.tour_date.event.attended_multiplier,
  workshop_levels: Object.fromEntries(city.workshop_levels.map(({ id, prices }) => [id, { prices }])),
  intensives: Object.fromEntries(city.intensives.map(({ id, price, group_price }) => [id, { price, group_price }])),
  routine_categories: Object.fromEntries(
    city.routine_categories.map(({ category_id, fee_per_dancer }) => [category_id, { fee_per_dancer }]),
  ),
  vip_types: Object.fromEntries(city.vip_types.map(({ id, amount }) => [id, { amount }])),
  settings: Object.fromEntries(priceSettings.map((name) => [name, city.settings[name]])),
})

/** The city with the prices of a list; a thing that came later has its own. FEE-025. */
export function withPriceList<Priced extends PricedCity>(city: Priced, list: PriceList): Priced {
  const { attended_multiplier } = list
  return {
    ...city,
    tour_date: { ...city.tour_date, event: { ...city.tour_date.event, attended_multiplier } },
    workshop_levels: city.workshop_levels.map((one) => ({ ...one, ...list.workshop_levels[one.id] })),
    intensives: city.intensives.map((one) => ({ ...one, ...list.intensives[one.id] })),
    routine_categories: city.routine_categories.map((one) => ({
      ...one,
      ...list.routine_categories[one.category_id],
    })),
    vip_types: city.vip_types.map((one) => ({ ...one, ...list.vip_types[one.id] })),
    settings: { ...city.settings, ...list.settings },
  }
}

type WithPriceList = { completed: boolean; price_list: PriceList | null }

/** The city with the prices that a registration was completed with, unless edits are to be priced anew. FEE-025, A30. */
export const withPromisedPrices = <Priced extends PricedCity>(city: Priced, { completed, price_list }: WithPriceList) =>
  completed && price_list && !city.settings.reprice_on_edit ? withPriceList(city, price_list) : city
