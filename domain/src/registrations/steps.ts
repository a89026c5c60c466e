import type { Event } from '../tours/city.ts'
import { whyNotNominated } from './nominations/check-nominations.ts'
import { hasAwards } from './nominations/nomination.ts'
import { hasBestDancers } from './best-dancers/program.ts'
import { hasCompetition } from './routines/competition-open.ts'
import type { WizardFlow, LevelKind, NominationStep } from '../tours/city.ts'
import type { Facts, LeftOff, Registration } from './registration.ts'
import { isSubmitted } from './registration-status.ts'

export type StepName =
  | 'roster'
  | 'dancers'
  | 'vip'
  | 'teachers'
  | 'observers'
  | 'competition'
  | 'soty'
  | 'studio-awards'
  | 'specialty-awards'
  | 'review'
  | 'payment'
  | 'success'

export type WizardStep = { name: StepName; label: string; path: string; number: number }
type StepState = 'disabled' | 'active' | 'success' | 'next'

/** Facts the steps need beside the registration: from the roster, the programs and the payments. A24. */
export type StepFacts = { roster_people: number; vip_done: boolean; covered: boolean }

/** Which flow an event's registrations take. A10. */
export const flowOf = ({ is_nationals, is_intensive }: Pick<Event, 'is_nationals' | 'is_intensive'>): WizardFlow =>
  is_nationals ? 'nationals' : is_intensive ? 'intensive' : 'workshop'

const always = () => true
const isWorkshop = (event: Event) => flowOf(event) !== 'intensive'

type StepDefinition = {
  name: StepName
  label: string
  shown: (event: Event, facts: Pick<Facts, 'tour_date'>) => boolean
}

/** The wizard's pages in their order; each says which registrations have it. WIZ-004 to WIZ-016, A21. */
const definitions: readonly StepDefinition[] = [
  { name: 'roster', label: 'Roster', shown: always },
  { name: 'dancers', label: 'Dancers', shown: always },
  { name: 'vip', label: '', shown: (_, facts) => hasBestDancers(facts) },
  { name: 'teachers', label: 'Teachers', shown: isWorkshop },
  { name: 'observers', label: 'Observers', shown: isWorkshop },
  { name: 'competition', label: 'Competition', shown: (event) => isWorkshop(event) && !event.is_workshop_only },
  { name: 'soty', label: 'Studio of the Year', shown: hasAwards },
  { name: 'studio-awards', label: 'Studio awards', shown: hasAwards },
  { name: 'specialty-awards', label: 'Specialty', shown: hasAwards },
  { name: 'review', label: 'Review', shown: always },
  { name: 'payment', label: 'Payment', shown: always },
  { name: 'success', label: 'Success', shown: always },
]

/** The steps that the office does not edit for an owner: money has pages of its own at the desk. */
const ownersSteps: readonly StepName[] = ['payment', 'success']

/** The steps of a city's registrations, numbered as shown. WIZ-016, A21. */
export function stepsFor(facts: Pick<Facts, 'tour_date' | 'by_office'>): WizardStep[] {
  const { event } = facts.tour_date
  return definitions
    .filter(({ name, shown }) => shown(event, facts) && !(facts.by_office && ownersSteps.includes(name)))
    .map(({ name, label }, place) => ({ name, number: place + 1, ...namesOf(name, label, event) }))
}

function namesOf(name: StepName, label: string, event: Event): { label: string; path: string } {
  if (name === 'vip') return { label: event.vip_name_plural, path: event.vip_route }
  if (name === 'dancers' && event.is_intensive) return { label: 'Attendees', path: name }
  return { label, path: name }
}

/** The step in which people of a kind are registered; at an intensive all are in one. */
export const stepOf = (kind: LevelKind, event: Event) =>
  kind === 'dancer' || !isWorkshop(event) ? 'dancers' : (`${kind}s` as const)

/** Whether the step bar is drawn small: from ten steps on. WIZ-022. */
export const isCompact = (steps: readonly unknown[]): boolean => steps.length >= 10

type StepCheck = (registration: Registration, facts: Facts, stepFacts: StepFacts) => boolean

// A completed registration counts as visited everywhere, so that an edit may begin at any step.
const visited =
  (name: StepName): StepCheck =>
  ({ visited_steps, completed }) =>
    completed || visited_steps.includes(name)

// A nomination that a routine no longer fits reopens its step, except on a completed registration.
const nominated =
  (name: StepName, step: NominationStep): StepCheck =>
  (registration, facts, stepFacts) =>
    visited(name)(registration, facts, stepFacts) &&
    (registration.completed || whyNotNominated(step, registration, facts) === null)

/** When each step is done. A24, WIZ-061. */
const stepChecks: Record<StepName, StepCheck> = {
  roster: (_, __, { roster_people }) => roster_people > 0,
  dancers: (registration, facts, stepFacts) => {
    const levels = new Set(facts.workshop_levels.map(({ id }) => id))
    const people = Object.values(registration.attendees)
    return (
      visited('dancers')(registration, facts, stepFacts) &&
      people.every((person) => levels.has(person.workshop_level_id))
    )
  },
  vip: (registration, facts, stepFacts) => visited('vip')(registration, facts, stepFacts) && stepFacts.vip_done,
  teachers: visited('teachers'),
  observers: visited('observers'),
  competition: (registration, facts, stepFacts) =>
    registration.is_competing === false ||
    (visited('competition')(registration, facts, stepFacts) &&
      (registration.is_competing === true || !hasCompetition(facts))),
  soty: nominated('soty', 'soty'),
  'studio-awards': nominated('studio-awards', 'studio-awards'),
  'specialty-awards': nominated('specialty-awards', 'specialty'),
  review: ({ reviewed }) => reviewed,
  payment: ({ reviewed }, _, { covered }) => reviewed && covered,
  success: (registration) => isSubmitted(registration),
}

/** Whether a step is done. WIZ-061. */
export const isDone = (name: StepName, registration: Registration, facts: Facts, stepFacts: StepFacts): boolean =>
  stepChecks[name](registration, facts, stepFacts)

/** The first step that is not done; the last when all are. WIZ-018. */
export function firstUnfinished(registration: Registration, facts: Facts, stepFacts: StepFacts): WizardStep {
  const steps = stepsFor(facts)
  const last = steps.at(-1)
  const step = steps.find(({ name }) => !stepChecks[name](registration, facts, stepFacts)) ?? last
  // The wizard always has its roster, review, payment and success.
  if (!step) throw new Error('A wizard without steps')
  return step
}

/** Whether a step may be visited: every step before it is done. WIZ-004, WIZ-017. */
export function isStepOpen(name: StepName, registration: Registration, facts: Facts, stepFacts: StepFacts): boolean {
  const steps = stepsFor(facts)
  const place = steps.findIndex((step) => step.name === name)
  return place >= 0 && steps.slice(0, place).every((step) => stepChecks[step.name](registration, facts, stepFacts))
}

/** How the bar draws each step while one is shown. WIZ-019. */
export function stepStates(
  current: StepName,
  registration: Registration,
  facts: Facts,
  stepFacts: StepFacts,
): (WizardStep & { state: StepState })[] {
  let open = true
  return stepsFor(facts).map((step) => {
    const isThisDone = stepChecks[step.name](registration, facts, stepFacts)
    const state = step.name === current ? 'active' : !open ? 'disabled' : isThisDone ? 'success' : 'next'
    open &&= isThisDone
    return { ...step, state }
  })
}

/** The details of a step in its wizard. WIZ-058. */
const detailsOf = (steps: readonly WizardStep[], { name, number }: WizardStep): LeftOff => ({
  total_steps: steps.length,
  step_name: name,
  current_step: number,
})

/** Where a new registration stands: at the step its caller names, or else the first; numbers are the wizard’s. WIZ-049. */
export function startDetails(facts: Pick<Facts, 'tour_date'>, step_name: string | undefined): LeftOff | null {
  const steps = stepsFor(facts)
  const step = steps.find(({ name }) => name === step_name) ?? steps[0]
  return step ? detailsOf(steps, step) : null
}

/** Where an owner who leaves a step comes back to; not while editing. WIZ-037, WIZ-058, EDIT-008. */
export function leaveStep(registration: Registration, name: StepName, facts: Pick<Facts, 'tour_date'>): Registration {
  if (registration.editing) return registration
  const steps = stepsFor(facts)
  const step = steps.find((other) => other.name === name)
  if (!step) return registration
  return { ...visitStep(registration, name), left_off: step.path, left_off_details: detailsOf(steps, step) }
}

/** A registration whose owner has been through a step. A24. */
export const visitStep = (registration: Registration, name: StepName): Registration =>
  registration.visited_steps.includes(name)
    ? registration
    : { ...registration, visited_steps: [...registration.visited_steps, name] }
