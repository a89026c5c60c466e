import type { Instant } from '../kernel/instant.ts'
import { isPassed } from './registration-window.ts'
import type { TourDate } from './city.ts'

type PickerStatus =
  | 'Coming Soon'
  | 'Canceled/Postponed'
  | 'Canceled'
  | 'Postponed'
  | 'View Registration'
  | 'Passed'
  | 'Sold Out'
  | 'Finish Registration'
  | 'Register'

/** The visitor's own registration of a date, if there is one. */
export type OwnRegistration = 'completed' | 'unfinished' | null
export type PickerFacts = {
  tour_date: Pick<TourDate, 'canceled' | 'postponed' | 'end_date' | 'settings' | 'event'>
  own: OwnRegistration
  /** On the date's exception list, or exempt as a person. TOUR-013. */
  exempt: boolean
  now: Instant
}

/** In order of precedence: the first that applies is the label. TOUR-006 to TOUR-011, TOUR-023, TOUR-031. */
const statuses: readonly { status: PickerStatus; when: (facts: PickerFacts) => boolean }[] = [
  { status: 'Coming Soon', when: ({ tour_date }) => tour_date.event.settings.coming_soon },
  { status: 'Canceled/Postponed', when: ({ tour_date }) => tour_date.canceled && tour_date.postponed },
  { status: 'Canceled', when: ({ tour_date }) => tour_date.canceled },
  { status: 'Postponed', when: ({ tour_date }) => tour_date.postponed },
  { status: 'View Registration', when: ({ own }) => own === 'completed' },
  { status: 'Passed', when: ({ tour_date, now, exempt }) => !exempt && isPassed(tour_date, now) },
  { status: 'Sold Out', when: ({ tour_date, exempt }) => !exempt && !tour_date.settings.regenabled },
  { status: 'Finish Registration', when: ({ own }) => own === 'unfinished' },
  { status: 'Register', when: () => true },
]

/** The status a date is shown with. TOUR-006, TOUR-023. */
export const pickerStatus = (facts: PickerFacts): PickerStatus =>
  statuses.find(({ when }) => when(facts))?.status ?? 'Register'

const closedStatuses: ReadonlySet<PickerStatus> = new Set([
  'Coming Soon',
  'Passed',
  'Sold Out',
  'Canceled',
  'Postponed',
  'Canceled/Postponed',
])

/** Whether a date's action does nothing: it is closed and the visitor has no registration there. TOUR-012, TOUR-030. */
export const isPickerActionDisabled = (facts: PickerFacts): boolean =>
  facts.own === null && closedStatuses.has(pickerStatus(facts))

export type PickerAction =
  | 'none'
  | 'sign_in'
  | 'await_confirmation'
  | 'overview'
  | 'mobile_notice'
  | 'resume'
  | 'create'
type Visitor = { signed_in: boolean; confirmed: boolean; mobile: boolean }

/** The action of a click on a date; conditions are checked in the documents' order. TOUR-014 to TOUR-019, A85. */
export function pickerAction(facts: PickerFacts, visitor: Visitor): PickerAction {
  if (isPickerActionDisabled(facts)) return 'none'
  if (!visitor.signed_in) return 'sign_in'
  if (!visitor.confirmed) return 'await_confirmation'
  if (facts.own === 'completed') return 'overview'
  if (visitor.mobile && facts.tour_date.event.settings.mobile_registration === 'notice') return 'mobile_notice'
  return facts.own === 'unfinished' ? 'resume' : 'create'
}

/** Which deadline columns the picker shows for its dates. TOUR-003, TOUR-004. */
export const pickerColumns = (
  tour_dates: readonly Pick<TourDate, 'late_start_date'>[],
  settings: { hide_early_rate_deadline: boolean },
): { early_rate_deadline: boolean; regular_rate_deadline: boolean } => ({
  early_rate_deadline: !settings.hide_early_rate_deadline,
  regular_rate_deadline: tour_dates.some(({ late_start_date }) => late_start_date !== null),
})

/** The text of the venue cell. TOUR-005. */
export const venueText = ({ virtual_only, venue }: Pick<TourDate, 'virtual_only' | 'venue'>): string =>
  virtual_only ? 'Virtual only' : (venue?.name ?? 'TBA')
