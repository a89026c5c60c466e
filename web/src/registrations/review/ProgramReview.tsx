import { zeroCents, plus } from '@callboard/domain/kernel/money.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import { missingOnReview } from '@callboard/domain/registrations/best-dancers/complete.ts'
import { hasBestDancers, participants, typeOf } from '@callboard/domain/registrations/best-dancers/program.ts'
import type { Attendee, Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import type { ReviewRow } from './review-lines.ts'
import { ReviewSection } from './ReviewSection.tsx'

type ProgramReviewProps = { registration: Registration; facts: Facts; price: Quote; go: (tab: string) => void }

/** Shows participants and costs of the finals program, and the input that may follow later. REV-001, PROG-007. */
export function ProgramReview({ registration, facts, price, go }: ProgramReviewProps) {
  if (!hasBestDancers(facts)) return null
  const { event } = facts.tour_date
  const rows = participants(registration, facts).map((attendee): ReviewRow => {
    const { person_id, person } = attendee
    const lines = price.lines.filter((line) => line.group === 'bestdancer' && line.person_id === person_id)
    return {
      key: `program:${person_id}`,
      name: `${person.fname} ${person.lname}`,
      details: detailsOf(attendee, facts),
      amount: plus(zeroCents, ...lines.map(({ amount }) => amount)),
      lines,
    }
  })
  return (
    <ReviewSection
      // The bill beside it has a part of the program's bare name.
      title={`Your ${event.vip_name_plural}`}
      noun={event.vip_name_plural}
      rows={rows}
      total={price.fees.bestdancer}
      empty="No one takes part."
      onChange={() => go(event.vip_route)}
    />
  )
}

function detailsOf(attendee: Attendee, facts: Facts): string[] {
  const { routine, jacket_name, jacket_size_id } = attendee
  const division = facts.performance_divisions.find(({ id }) => id === routine?.performance_division_id)?.name
  const size = facts.jacket_sizes.find(({ id }) => id === jacket_size_id)?.name
  const missing = missingOnReview(attendee, facts)
  return [
    typeOf(attendee, facts)?.name,
    routine &&
      [routine.name, routine.choreographer && `by ${routine.choreographer}`, division].filter(Boolean).join(', '),
    size && (jacket_name ? `${size}, “${jacket_name}”` : size),
    missing.length > 0 && `Still to come: ${missing.join(', ')}`,
  ].filter((detail): detail is string => Boolean(detail))
}
