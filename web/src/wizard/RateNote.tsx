import { rateDeadline } from '@callboard/domain/tours/rate-deadline.ts'
import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { Deadline } from '../ui/Day.tsx'
import { useWizard } from './wizard-context.tsx'

const names = { discount: 'Early rate', full: 'Regular rate', late: 'Late rate' } as const

/** Which rate these prices are of, and the last minute at which it holds. */
export function RateNote() {
  const facts = useWizard((state) => state.facts)
  const completed = useWizard(({ registration }) => registration.completed)
  const { tour_date, settings, now } = facts
  if (completed || tour_date.event.settings.hide_early_rate_deadline) return null
  const { tier, last_minute } = rateDeadline(tour_date, facts.rates_as_of ?? now, settings)
  if (!last_minute) return <p>{names[tier]}</p>
  return (
    <p>
      <Deadline what={names[tier]} ends={minutesAfter(last_minute, 1)} zone={tour_date.time_zone} now={now} />
    </p>
  )
}
