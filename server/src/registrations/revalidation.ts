import { identityKey } from '@callboard/domain/registrations/attendees/set-options.ts'
import { minus } from '@callboard/domain/kernel/money.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import { totalAfterPromo } from '@callboard/domain/registrations/pricing/fees.ts'
import { revalidate, type Revalidation } from '@callboard/domain/registrations/revalidate.ts'
import type { Elsewhere, RevalidationFacts } from '@callboard/domain/registrations/revalidation.ts'
import { attendeesOf, type Attendee, type Registration } from '@callboard/domain/registrations/registration.ts'
import { checkSubmit } from '@callboard/domain/registrations/submit-checks.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orRefuse, Refused } from '../platform/http/errors.ts'
import { loadScholarships } from './attendees/queries.ts'
import { listPassesInUse, loadMediaPasses } from './queries.ts'
import type { RegistrationContext } from './facts.ts'

/** Which of these people have a media pass of the season that another registration pays. ATT-051, ATT-065, ATT-066. */
export async function mediaPassesElsewhere(
  tx: Tx,
  people: readonly Attendee[],
  { registration, facts }: RegistrationContext,
): Promise<number[]> {
  const keys = people.map(({ person }) => identityKey(person))
  const ids = people.map(({ person_id }) => person_id)
  const passes = await loadMediaPasses(tx, facts.tour_date.season_id, keys, ids)
  const others = passes.filter(({ registration_id }) => registration_id !== registration.id)
  const [byKey, byId] = [
    new Set(others.map(({ identity_key }) => identity_key)),
    new Set(others.map(({ person_id }) => person_id)),
  ]
  return people
    .filter(({ person, person_id }) => byId.has(person_id) || byKey.has(identityKey(person)))
    .map(({ person_id }) => person_id)
}

/**
 * Loads the data a revalidation needs besides the city. Each query runs only when the registration uses its kind of
 * data.
 */
export async function loadElsewhere(tx: Tx, context: RegistrationContext): Promise<Elsewhere> {
  const { registration, facts } = context
  const { event_id, season_id } = facts.tour_date
  const people = attendeesOf(registration)
  const wanting = people.filter(({ media_pass }) => media_pass)
  const live = context.revision?.live
  const withoutPass = live
    ? people.filter(({ person_id, media_pass }) => !media_pass && live.attendees[person_id]?.media_pass)
    : []
  const isScholar = people.some(({ scholarship_id }) => scholarship_id !== null)
  const [media_passes, passes_in_use, scholarships] = await Promise.all([
    wanting.length === 0 ? [] : mediaPassesElsewhere(tx, wanting, context),
    withoutPass.length === 0
      ? []
      : listPassesInUse(
          tx,
          registration.id,
          season_id,
          withoutPass.map(({ person_id }) => person_id),
        ),
    isScholar ? loadScholarships(tx, registration.id, event_id, season_id) : [],
  ])
  return { media_passes, passes_in_use, scholarships }
}

/** The facts by which a registration, or an edit of one, is judged as a whole. */
export const revalidationFacts = (
  { facts, revision }: RegistrationContext,
  elsewhere: Elsewhere,
  is_paid = false,
): RevalidationFacts => ({ ...facts, elsewhere, live: revision?.live, is_paid })

/** Returns the price of an open registration after revalidation, as a review would show it. FEE-023. */
export function currentPrice(context: RegistrationContext, elsewhere: Elsewhere): Quote {
  const { registration } = revalidate(context.registration, revalidationFacts(context, elsewhere))
  return quote(registration, context.facts)
}

type Revalidated = Omit<Revalidation, 'refusals'> & { registration: Registration }

/**
 * Revalidates a reviewed registration before payment or completion. Fails when a line is no longer valid, or when the
 * total rose since the review, because the owner has to see it first; a lower total is accepted.
 */
export async function revalidateForPayment(
  tx: Tx,
  context: RegistrationContext,
  { is_paid, exact = false }: { is_paid: boolean; /** Any other total is refused. */ exact?: boolean },
): Promise<Revalidated> {
  const facts = revalidationFacts(context, await loadElsewhere(tx, context), is_paid)
  const { registration, notices } = revalidate(context.registration, facts)
  if (registration !== context.registration && !is_paid) {
    const [before, after] = [context.registration, registration].map((one) => totalAfterPromo(quote(one, facts)))
    const rise = before === undefined || after === undefined ? 0 : minus(after, before)
    if (rise > 0 || (exact && rise !== 0)) throw new Refused({ code: 'registration.review_again', tab: 'review' })
  }
  orRefuse(checkSubmit(registration, facts))
  return { registration, notices }
}
