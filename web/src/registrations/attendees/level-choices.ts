import { isOfferedAs, offersVirtual } from '@callboard/domain/tours/level-offers.ts'
import { usd } from '@callboard/domain/kernel/money.ts'
import { flagsFor, tierOf } from '@callboard/domain/tours/rate-tier.ts'
import type { Attendee, Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import type { LevelKind, RateTier, WorkshopLevel } from '@callboard/domain/tours/city.ts'

export type LevelChoice = { value: string; workshop_level_id: number; virtual: boolean; label: string; short: string }

/** The value of a choice: the level's id, with the suffix the lists use for its virtual variant. */
export const valueOf = ({ workshop_level_id, virtual }: Pick<Attendee, 'workshop_level_id' | 'virtual'>): string =>
  virtual ? `${workshop_level_id}_v` : String(workshop_level_id)

/** The levels one may choose among: plural name, range and price; closed ones say so. ATT-016, ATT-022, ATT-061. */
export function levelChoices(
  kind: LevelKind,
  facts: Facts,
  registration: Pick<Registration, 'completed' | 'editing' | 'full_rates' | 'late_rates'>,
): LevelChoice[] {
  const tier = tierOf(flagsFor(registration, facts))
  const levels = facts.workshop_levels.filter((level) => level.kind === kind)
  const inPerson = facts.tour_date.virtual_only ? [] : levels.map((level) => choice(level, false, tier, facts))
  const virtual = levels.filter((level) => offersVirtual(level, facts)).map((level) => choice(level, true, tier, facts))
  return [...inPerson, ...virtual]
}

const states = { open: '', sold_out: ' · sold out', not_available: ' · not available' } as const

function choice(level: WorkshopLevel, virtual: boolean, tier: RateTier, facts: Facts): LevelChoice {
  const price = level.prices[tier][virtual ? 'virtual' : 'full']
  // At an intensive the price is that of what is chosen there.
  const priced = price === null || facts.tour_date.event.is_intensive ? '' : ` · ${usd(price)}`
  const range = level.range ? ` (${level.range})` : ''
  return {
    value: valueOf({ workshop_level_id: level.id, virtual }),
    workshop_level_id: level.id,
    virtual,
    short: `${level.plural_name}${virtual ? ', virtual' : ''}`,
    label: `${level.plural_name}${virtual ? ', virtual' : ''}${range}${priced}${states[level.status]}`,
  }
}

/** Whether somebody at this level may come for one day. */
export const offersOneDay = (level: WorkshopLevel | null, { virtual }: Attendee): boolean =>
  level !== null && !virtual && isOfferedAs(level, 'one_day')
