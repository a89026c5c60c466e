import type { Registration } from '../registration.ts'
import type { RateTier } from '../../tours/city.ts'
import { deadlineText } from '../../kernel/moment-text.ts'
import { rateDeadline } from '../../tours/rate-deadline.ts'
import type { LineReason } from './reason.ts'
import type { Pricing } from './workshop-fee.ts'

const rateNames: Record<RateTier, string> = { discount: 'Early rate', full: 'Regular rate', late: 'Late rate' }

/** The rate of a quote as a reason of a line. */
export const rateReason = (registration: Registration, pricing: Pricing): LineReason => [
  `rate_${pricing.tier}`,
  rateSentence(registration, pricing),
]

/** Why this rate and until when, in the city's zone; made once per quote, for every line that has a rate. A16, FEE-025. */
function rateSentence(registration: Registration, { facts, tier }: Pricing): string {
  const name = rateNames[tier]
  if (registration.completed && !facts.settings.reprice_on_edit) return `${name}, kept since registration was completed`
  if (facts.tour_date.event.settings.hide_early_rate_deadline) return name

  const { last_minute } = rateDeadline(facts.tour_date, facts.rates_as_of ?? facts.now, facts.settings)
  return last_minute ? `${name}, held through ${deadlineText(last_minute, facts.tour_date.time_zone)}` : name
}

/** '1 dancer', '2 dancers'. */
export const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`
