import type { PriceKind, TourDate, WorkshopLevel } from './city.ts'

/** Whether a level has a price of this kind in any tier. ATT-016. */
export const isOfferedAs = (level: Pick<WorkshopLevel, 'prices'>, kind: PriceKind): boolean =>
  Object.values(level.prices).some((prices) => prices[kind] !== null)

/** Whether a level has any price. */
export const isOffered = (level: Pick<WorkshopLevel, 'prices'>): boolean =>
  (['full', 'one_day', 'virtual'] as const).some((kind) => isOfferedAs(level, kind))

type VirtualFacts = { tour_date: Pick<TourDate, 'virtual_only' | 'settings'> }

/** Whether a level may be taken virtually in this city. ATT-022, VAR-008. */
export function offersVirtual(level: Pick<WorkshopLevel, 'prices'>, { tour_date }: VirtualFacts): boolean {
  const isAllowed = tour_date.virtual_only || (tour_date.settings.virtual && !tour_date.settings.no_virtual)
  return isAllowed && isOfferedAs(level, 'virtual')
}

/**
 * The prices of a level that can be paid in this city; null where the level is not offered that way. Observers of a virtual
 * city are priced by number, so they keep their price.
 */
export function offeredPrices(
  level: Pick<WorkshopLevel, 'prices' | 'kind'>,
  facts: VirtualFacts,
): WorkshopLevel['prices'] {
  const isVirtual = offersVirtual(level, facts)
  const isAway = facts.tour_date.virtual_only
  const payableOf = ({ full, one_day, virtual }: WorkshopLevel['prices']['full']) => ({
    full: isAway && level.kind !== 'observer' ? null : full,
    one_day: isAway ? null : one_day,
    virtual: isVirtual ? virtual : null,
  })
  const { discount, full, late } = level.prices
  return { discount: payableOf(discount), full: payableOf(full), late: payableOf(late) }
}
