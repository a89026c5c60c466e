import type { Reply } from '../api/call.ts'
import { isPassed } from '@callboard/domain/tours/registration-window.ts'
import type { OwnRegistration, PickerFacts } from '@callboard/domain/tours/picker.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'

export type PickedDate = Reply<'GET /v1/mybtf/tours'>[number]
type OwnRegistrationLine = Reply<'GET /v1/mybtf/user-event-season-registrations'>[number]
export type Brand = Reply<'GET /v1/mybtf/call-board'>['events'][number]

type Board = Reply<'GET /v1/mybtf/call-board'>

/** The tour of the address, by name or id; otherwise the one whose next open city comes first. */
export function selectBrand({ events, cities }: Board, event: string): Brand | undefined {
  const match = events.find(({ id, subdomain }) => subdomain === event || String(id) === event)
  if (match) return match
  const city = cities.find(({ status }) => status === 'Register')
  return events.find(({ id }) => id === city?.event_id) ?? events[0]
}

/** A city as the picker judges and shows it. */
export type PickerRow = {
  date: PickedDate
  registration: OwnRegistrationLine | undefined
  facts: PickerFacts
  passed: boolean
}

const ownState = (registration: OwnRegistrationLine | undefined): OwnRegistration =>
  registration === undefined ? null : registration.completed ? 'completed' : 'unfinished'

/** The cities in the order one looks for them: what is to come by date, then what is over. */
export function rowsOf(dates: readonly PickedDate[], own: readonly OwnRegistrationLine[], now: Instant): PickerRow[] {
  const byDate = new Map(own.map((registration) => [registration.tour_date_id, registration]))
  const rows = dates.map((date) => {
    const registration = byDate.get(date.id)
    const facts = { tour_date: date, own: ownState(registration), exempt: date.is_exempt ?? false, now }
    return { date, registration, facts, passed: isPassed(date, now) }
  })
  return [...rows.filter(({ passed }) => !passed), ...rows.filter(({ passed }) => passed)]
}
