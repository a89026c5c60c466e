import { dollars, type Cents } from '../kernel/money.ts'

/** The worth of a submitted survey: $50 for a studio account, $10 for any other. SURV-013, CONST-022. */
export const surveyReward = ({ studio_account }: { studio_account: boolean }): Cents =>
  dollars(studio_account ? 50 : 10)

/**
 * The promo code of a submitted survey: the event's name in capitals, SURVEY and the dollars. Characters that a promo code cannot
 * hold, such as a space, are left out; a long name is cut to the 40 characters of a code. SURV-014.
 */
export function surveyCode(event_name: string, amount: Cents): string {
  const end = `SURVEY${amount / 100}`
  const name = event_name.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return `${name.slice(0, 40 - end.length)}${end}`
}

type Surveyed = { event: string; event_id: number; season_id: number; studio_account: boolean }

/** The promo code that a submitted survey earns: off the total of the same event and season. SURV-021. */
export function rewardPromo({ event, event_id, season_id, studio_account }: Surveyed) {
  const amount = surveyReward({ studio_account })
  return { code: surveyCode(event, amount), amount, event_id, season_id, note: 'For a submitted survey' }
}
