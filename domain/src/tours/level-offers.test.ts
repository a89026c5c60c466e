import { expect, test } from 'vitest'
import { sampleLevels, sampleTourDate } from '../registrations/attendees/sample-city.ts'
import type { TourDate, WorkshopLevel } from './city.ts'
import { isOffered, offeredPrices } from './level-offers.ts'

const [mini, , , , , observer] = sampleLevels
const inCity = (level: WorkshopLevel | undefined, city: Partial<TourDate>) =>
  level && offeredPrices(level, { tour_date: { ...sampleTourDate, ...city } })
const { settings } = sampleTourDate

test('ATT-016 ATT-022 a virtual price is offered where the city takes virtual dancers, and alone where it is virtual', () => {
  const { full, one_day, virtual } = mini?.prices.discount ?? {}
  expect([full, one_day, virtual]).not.toContain(null)
  const earlyPrices = (city: Partial<TourDate>) => inCity(mini, city)?.discount
  expect(earlyPrices({ settings: { ...settings, virtual: false } })).toEqual({ full, one_day, virtual: null })
  expect(earlyPrices({ settings: { ...settings, virtual: true } })).toEqual({ full, one_day, virtual })
  expect(earlyPrices({ settings: { ...settings, virtual: true, no_virtual: true } })?.virtual).toBeNull()
  expect(earlyPrices({ virtual_only: true })).toEqual({ full: null, one_day: null, virtual })
})

test('observers of a virtual city keep their price, and a level without any price is not offered', () => {
  expect(inCity(observer, { virtual_only: true })?.full.full).toBe(observer?.prices.full.full)
  const none = { full: null, one_day: null, virtual: null }
  expect(isOffered({ prices: { discount: none, full: none, late: none } })).toBe(false)
  expect(sampleLevels.every(isOffered)).toBe(true)
})
