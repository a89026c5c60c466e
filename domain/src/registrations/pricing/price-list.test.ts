import { describe, expect, test } from 'vitest'
import { dollars } from '../../kernel/money.ts'
import { sampleAttendee, sampleFacts, sampleLevels, sampleRegistration } from '../attendees/sample-city.ts'
import { defaultSettings } from '../../tours/settings/registry.ts'
import { priceListOf, withPriceList, withPromisedPrices } from './price-list.ts'
import { quote } from './quote.ts'

const intensive = { id: 1, name: 'Heels', price: dollars(300), group_price: null, offered: true }
const category = {
  category_id: 3,
  name: 'Solo',
  abbreviation: 'S',
  min_dancers: 1,
  fee_per_dancer: dollars(150),
  is_solo: true,
  enabled: true,
  limit: null,
}
const things = { intensives: [intensive], routine_categories: [category] }
const city = sampleFacts(things)

/** The city after its office changed every price, and closed a level. */
const dearer = sampleFacts({
  intensives: [{ ...intensive, price: dollars(350), group_price: dollars(340) }],
  routine_categories: [{ ...category, fee_per_dancer: dollars(170), limit: 9 }],
  workshop_levels: sampleLevels.map((level) => ({
    ...level,
    status: 'sold_out' as const,
    prices: { ...level.prices, discount: level.prices.late },
  })),
  vip_types: city.vip_types.map((type) => ({ ...type, amount: dollars(1) })),
  settings: { ...defaultSettings, media_pass_fee: dollars(90), extra_time_fee: dollars(9), group_size: 2 },
  brand: { attended_multiplier: 5_000 },
})

describe('FEE-025 the prices that a registration was completed with', () => {
  test('stand beside all else that the city has now', () => {
    const priced = withPriceList(dearer, priceListOf(city))
    expect(priceListOf(priced)).toEqual(priceListOf(city))
    expect(priced.workshop_levels[0]).toEqual({ ...sampleLevels[0], status: 'sold_out' })
    expect(priced.routine_categories[0]).toEqual({ ...category, limit: 9 })
    expect(priced.settings.group_size).toBe(2)
  })

  test('leave its own price to a thing that came later', () => {
    const without = sampleFacts({ ...things, workshop_levels: sampleLevels.slice(1) })
    const priced = withPriceList(dearer, priceListOf(without))
    expect(priced.workshop_levels[0]?.prices).toEqual(dearer.workshop_levels[0]?.prices)
    expect(priced.workshop_levels[1]?.prices).toEqual(city.workshop_levels[1]?.prices)
  })

  const people = [sampleAttendee(1, 2), sampleAttendee(2, 2, { attended_reg: true }), sampleAttendee(3, 4)]
  test.each([
    ['a completed one', { completed: true, editing: true }, {}, quote(sampleRegistration(people), city).fees.total],
    ['an open one', {}, {}, quote(sampleRegistration(people), dearer).fees.total],
    [
      'a completed one where edits are priced anew',
      { completed: true, editing: true },
      { reprice_on_edit: true },
      quote(sampleRegistration(people), dearer).fees.total,
    ],
  ])('%s', (_, changes, settings, total) => {
    const registration = sampleRegistration(people, changes)
    const facts = { ...dearer, settings: { ...dearer.settings, ...settings } }
    const priced = withPromisedPrices(facts, { completed: registration.completed, price_list: priceListOf(city) })
    expect(quote(registration, priced).fees.total).toBe(total)
    expect(total).toBeGreaterThan(0)
  })
})
