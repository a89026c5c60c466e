import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import { hasAwards } from '@callboard/domain/registrations/nominations/nomination.ts'
import { dueOf, owingOf } from '@callboard/domain/payments/dues.ts'
import type { Facts } from '@callboard/domain/registrations/registration.ts'
import type { Revalidation } from '@callboard/domain/registrations/revalidate.ts'
import type { SettlementStatus } from '@callboard/domain/registrations/settlement/settlement-status.ts'
import { flowOf } from '@callboard/domain/registrations/steps.ts'
import { hasCompetition } from '@callboard/domain/registrations/routines/competition-open.ts'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { FormState } from '../../ui/form-state.ts'
import { Contact } from './Contact.tsx'
import { linesOf, peopleRows, routineRows, waitingRows, withFindings } from './review-lines.ts'
import styles from './Review.module.css'
import { ReviewChanges } from './ReviewChanges.tsx'
import { ReviewSection } from './ReviewSection.tsx'
import { Totals } from './Totals.tsx'
import type { ReviewForm } from './use-review.ts'

const NominationReview = lazy(() =>
  import('./NominationReview.tsx').then((file) => ({ default: file.NominationReview })),
)
const NoRoutines = lazy(() => import('./NoRoutines.tsx').then((file) => ({ default: file.NoRoutines })))

type ReviewProps = {
  /** As it was found valid, or not: everything that follows from its content is derived anew. */
  findings: Revalidation
  facts: Facts
  price: Quote
  settlement: SettlementStatus
  form: ReviewForm
  go: (tab: string) => void
  /** Until when the places are held. */
  hold?: ReactNode
  /** Best Dancers, where the event has them. */
  programs?: ReactNode
  /** Where the form of a donation is sent along. */
  donation?: ReactNode
  /** Where media passes are bought. A101. */
  mediaPasses?: ReactNode
}

/** Everything that is registered, what each of it costs and why. REV-001. */
export function Review(props: ReviewProps) {
  const { findings, facts, price, settlement, form, go, hold, programs, donation, mediaPasses } = props
  const { registration } = findings
  const { event } = facts.tour_date
  const people = useMemo(
    () => withFindings(peopleRows(registration, price, facts), findings),
    [registration, price, facts, findings],
  )
  const routines = useMemo(
    () => withFindings(routineRows(registration, price, facts), findings),
    [registration, price, facts, findings],
  )
  const waiting = useMemo(
    () => withFindings(waitingRows(registration, facts), findings),
    [registration, facts, findings],
  )
  const discounts = linesOf(price, 'discount')
  const media = linesOf(price, 'media')
  const competes = registration.is_competing === true

  return (
    <FormState value={{ hasTriedSubmit: form.hasTriedSubmit, serverError: undefined }}>
      <div className={styles['parts']} data-review>
        {hold}
        <ReviewChanges findings={findings} go={go} />
        <ReviewSection
          title={flowOf(event) === 'intensive' ? 'Attendees' : 'Workshop attendees'}
          noun="attendees"
          rows={people}
          total={price.fees.workshop}
          empty="No one is registered yet."
          onChange={() => go('dancers')}
          go={go}
        />
        {programs}
        {(hasCompetition(facts) || routines.length > 0) && (
          <ReviewSection
            title={event.is_nationals ? 'Finals routines' : 'Competition routines'}
            noun="routines"
            rows={routines}
            total={price.fees.competition}
            empty={competes ? 'Sorry, you did not have any routines for this city.' : 'Not entering competition.'}
            onChange={() => go('competition')}
            go={go}
          />
        )}
        {waiting.length > 0 && (
          <ReviewSection
            title="Waiting list"
            noun="routines"
            rows={waiting}
            empty={null}
            onChange={() => go('competition')}
            go={go}
          />
        )}
        {hasAwards(event) && (
          <Suspense fallback={null}>
            <NominationReview registration={registration} facts={facts} go={go} />
          </Suspense>
        )}
        {mediaPasses}
        {media.length > 0 && (
          <ReviewSection title="Media season passes" noun="passes" rows={media} total={price.fees.media} empty={null} />
        )}
        {discounts.length > 0 && <ReviewSection title="Promo codes" noun="codes" rows={discounts} empty={null} />}
        {donation}
        <Totals
          price={price}
          settlement={settlement}
          vip_name={event.vip_name_plural}
          due={dueOf(facts.tour_date, owingOf(registration), facts.now, facts.settings)}
        />
        <Contact
          formDraft={form.formDraft}
          review_email={form.review_email}
          onEmail={form.setEmail}
          person={form.person}
          onPerson={form.changePerson}
        />
      </div>
      {form.asking && (
        <Suspense fallback={null}>
          <NoRoutines onAnswer={form.asking} />
        </Suspense>
      )}
    </FormState>
  )
}
