import { dayIn } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import type { TourDate } from '../tours/city.ts'

/** 'unavailable': never here; 'waiting': not yet; 'open': may be answered; 'submitted': shows the thank-you screen. */
type SurveyStatus = 'unavailable' | 'waiting' | 'open' | 'submitted'

type SurveyedCity = {
  event: Pick<TourDate['event'], 'is_nationals' | 'is_aftermath'> & { settings: { surveys_on: boolean } }
  season: Pick<TourDate['season'], 'current'>
} & Pick<TourDate, 'time_zone' | 'end_date'>

type SurveyFacts = { tour_date: SurveyedCity; submitted: boolean; has_questions: boolean; now: Instant }

/**
 * Whether a registration may answer the survey: in the current season, where its event has surveys on, from the city's
 * last day on. Nationals and aftermath have none. A submitted one stays. SURV-011, SURV-012, SURV-020, SURV-023.
 */
export function surveyStatus({ tour_date, submitted, has_questions, now }: SurveyFacts): SurveyStatus {
  const { event, season, time_zone, end_date } = tour_date
  if (event.is_nationals || event.is_aftermath) return 'unavailable'
  if (submitted) return 'submitted'
  if (!season.current || !event.settings.surveys_on) return 'unavailable'
  return has_questions && dayIn(time_zone, now) >= end_date ? 'open' : 'waiting'
}

/** The text in place of questions. M146, M147. */
export const surveyMessages = {
  unavailable: 'Sorry, surveys are not available for this event.',
  waiting: 'Surveys will be available within a few days after the event!',
} as const

/** The labels of the ratings 1 to 5 where an event has none of its own. SURV-010. */
export const awardLabels: readonly string[] = ['Bronze', 'Silver', 'Gold', 'High-Gold', 'Platinum']

/**
 * The labels of the ratings at an event: its own, the product's with the event's name for the top award, or none: then
 * the numbers stand alone. `labels` null: the event has nothing of its own. SURV-010, VAR-017.
 */
export const ratingLabels = (labels: readonly string[] | null): readonly string[] => labels ?? awardLabels
