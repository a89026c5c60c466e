import type { saveRegistration } from '@callboard/contract/registrations/registrations.ts'
import { zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { accept, refuse, type Result } from '@callboard/domain/kernel/result.ts'
import { checkMethod, paymentMethodIds } from '@callboard/domain/payments/methods.ts'
import { emailError } from '@callboard/domain/roster/contact.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { agree, review, unreview } from '@callboard/domain/registrations/review.ts'
import { revalidate } from '@callboard/domain/registrations/revalidate.ts'
import type { Elsewhere, RevalidationNotice } from '@callboard/domain/registrations/revalidation.ts'
import { leaveStep, stepsFor } from '@callboard/domain/registrations/steps.ts'
import { checkSubmit } from '@callboard/domain/registrations/submit-checks.ts'
import { enterCompetition, skipCompetition } from '@callboard/domain/registrations/routines/acts.ts'
import { depositRoutines } from '@callboard/domain/registrations/routines/counts.ts'
import type { z } from 'zod'
import type { RegistrationContext } from './facts.ts'
import { applyInOrder, type RegistrationAct } from './act.ts'
import { revalidationFacts } from './revalidation.ts'

type Body = z.output<typeof saveRegistration.body>

/** Results of the revalidation, for the reply. */
type Reviewing = { elsewhere: Elsewhere; notices: RevalidationNotice[] }

/** Applies an owner's save of the registration fields as actions, in the order of the wizard. API-004. */
export function changeRoot(
  context: RegistrationContext,
  body: Body,
  reviewing: Reviewing,
): Result<Registration, Refusal> {
  const { registration } = context
  if (body.review_email !== undefined && emailError(body.review_email, true)) {
    return refuse({ code: 'registration.review_email', field: 'review_email', tab: 'review' })
  }
  return applyInOrder(registration, actsOf(body, context, reviewing))
}

function actsOf(body: Body, context: RegistrationContext, reviewing: Reviewing): RegistrationAct[] {
  const { facts, row, revision } = context
  const acts: RegistrationAct[] = []
  const { info_acknowledged, independent, is_competing, paying_by_check, left_off, waiver, competitionCodeWaiver } =
    body
  if (info_acknowledged !== undefined) acts.push((it) => accept({ ...it, info_acknowledged }))
  const { rates_told } = body
  if (rates_told !== undefined) acts.push((it) => accept({ ...it, rates_told }))
  // Only an account without a studio answers this question. A27.
  if (independent !== undefined) acts.push((it) => accept({ ...it, independent: independent && it.ancillary }))
  if (is_competing !== undefined) acts.push((it) => (is_competing ? enterCompetition(it, facts) : skipCompetition(it)))
  if (left_off !== undefined) {
    const step = stepsFor(facts).find(({ name, path }) => left_off === name || left_off === path)
    if (step) acts.push((it) => accept(leaveStep(it, step.name, facts)))
  }
  if (body.competition_deposit_routines !== undefined) {
    // The server decides which routines need a deposit; the call only reports that the step was entered. COMP-057.
    acts.push((it) => accept({ ...it, competition_deposit_routines: depositRoutines(it) }))
  }
  if (paying_by_check !== undefined) {
    // The payments of a completed registration were for what it was before its edit.
    const paidSum = revision ? zeroCents : row.paid
    acts.push((it) => payByCheck(it, paying_by_check, { facts, paid: paidSum }))
  }
  if (waiver !== undefined || competitionCodeWaiver !== undefined) {
    const answers = {
      ...(waiver !== undefined && { waiver }),
      ...(competitionCodeWaiver !== undefined && { competitionCodeWaiver }),
    }
    acts.push((it) => accept(agree(it, answers)))
  }
  if (body.reviewed === true) acts.push((it) => submitReview(it, context, reviewing))
  if (body.reviewed === false) acts.push((it) => accept(unreview(it)))
  return acts
}

function payByCheck(
  registration: Registration,
  paying_by_check: boolean,
  { facts, paid }: Pick<RegistrationContext, 'facts'> & { paid: Cents },
) {
  if (paying_by_check === registration.paying_by_check) return accept(registration)
  if (!paying_by_check) return accept({ ...registration, paying_by_check })
  const methodCheck = checkMethod(paymentMethodIds.check, { ...registration, paid }, facts, true, 'full')
  return methodCheck.ok ? accept({ ...registration, paying_by_check }) : methodCheck
}

/**
 * Submits the review page: recalculates, runs all checks in order, then marks the registration as reviewed. REV-007,
 * REV-014, REV-023.
 */
function submitReview(
  before: Registration,
  context: RegistrationContext,
  { elsewhere, notices }: Reviewing,
): Result<Registration, Refusal> {
  const facts = revalidationFacts(context, elsewhere)
  const { registration, notices: derived } = revalidate(before, facts)
  const result = checkSubmit(registration, facts)
  if (!result.ok) return result
  if (registration.ancillary && !context.row.ancillary_person)
    return refuse({ code: 'registration.ancillary_person', field: 'ancillary_person', tab: 'review' })
  notices.push(...derived)
  return accept(review(registration, facts.now))
}
