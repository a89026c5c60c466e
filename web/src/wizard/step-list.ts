import { missingAttendees, missingAttendeesWording } from '@callboard/domain/registrations/attendees/may-continue.ts'
import { worded } from '@callboard/domain/kernel/wording.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import {
  firstUnfinished,
  flowOf,
  stepsFor,
  stepStates,
  type WizardStep,
  type StepFacts,
  type StepName,
} from '@callboard/domain/registrations/steps.ts'
import { paths } from '../shell/paths.ts'
import type { StepItem as ShownStep } from '../ui/Steps.tsx'

/** The step whose address this is; alternative addresses have been redirected before. */
export const stepAt = (path: string, facts: Pick<Facts, 'tour_date' | 'by_office'>): WizardStep | undefined =>
  stepsFor(facts).find((step) => step.path === path)

/** The call sheet; a step that is not open says what comes first. WIZ-019. */
export function stepList(
  current: StepName,
  registration: Registration,
  facts: Facts,
  stepFacts: StepFacts,
): ShownStep[] {
  const missing = firstUnfinished(registration, facts, stepFacts)
  return stepStates(current, registration, facts, stepFacts).map(({ name, label, path, state }) => ({
    key: name,
    name: label,
    to: paths.step(registration.id, path),
    state,
    ...(state === 'disabled' && { blockedBy: reasonOf(missing) }),
  }))
}

const reasons: Partial<Record<StepName, string>> = {
  roster: 'Add someone to the roster first.',
  review: 'Review the registration first.',
  payment: 'Payment comes first.',
}

const reasonOf = ({ name, label }: WizardStep): string => reasons[name] ?? `Finish ${label} first.`

/** Returns the reason why the user cannot leave the step forwards, or null. The last step that can mend it asks. ATT-013 to ATT-015. */
export function blockedReason(name: StepName, registration: Registration, facts: Facts): string | null {
  const asks = flowOf(facts.tour_date.event) === 'intensive' ? 'dancers' : 'teachers'
  if (name !== asks) return null
  const missing = missingAttendees(registration, facts)
  return missing && worded(missingAttendeesWording, missing)
}

/** The steps before and after one. */
export function adjacentSteps(
  name: StepName,
  facts: Pick<Facts, 'tour_date' | 'by_office'>,
): { before: WizardStep | null; after: WizardStep | null } {
  const steps = stepsFor(facts)
  const place = steps.findIndex((step) => step.name === name)
  return { before: steps[place - 1] ?? null, after: steps[place + 1] ?? null }
}
