import type { Instant } from '../kernel/instant.ts'
import type { CityDays } from './shift-days.ts'
import { isPassed } from './registration-window.ts'
import { checkDays } from './tour-date-days.ts'

/** Facts of a draft city that decide whether it can be published. */
export type DraftFacts = CityDays & {
  event_is_published: boolean
  is_intensive: boolean
  /** Whether studios enter routines: the event has a competition and so has the city. */
  has_competition: boolean
  /** Dancers' levels with a price, not taken out of this city's offer. */
  priced_levels: number
  /** Categories with a fee, not taken out of this city's offer. */
  priced_categories: number
  offered_intensives: number
}

const sentences = {
  event: 'Publish the event first.',
  days: 'Correct the days and deadlines.',
  passed: 'Choose days in the future.',
  levels: 'Set the prices of at least one dancers’ level for this season, on the event’s page.',
  categories: 'Set the fee of at least one category for this season, on the event’s page.',
  intensives: 'Offer at least one intensive.',
} as const

/** The parts a draft city lacks before studios may see it, in the order in which the office sets them. OFF-003. */
export function missingToPublish(facts: DraftFacts, now: Instant): string[] {
  const lacks: readonly (readonly [keyof typeof sentences, boolean])[] = [
    ['event', !facts.event_is_published],
    ['days', !checkDays(facts).ok],
    ['passed', isPassed(facts, now)],
    ['levels', facts.priced_levels === 0],
    ['categories', facts.has_competition && facts.priced_categories === 0],
    ['intensives', facts.is_intensive && facts.offered_intensives === 0],
  ]
  return lacks.flatMap(([part, isMissing]) => (isMissing ? [sentences[part]] : []))
}
