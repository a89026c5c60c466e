import { attendeesOf, type Facts, type Registration } from '../registration.ts'

/** Whether a registration is a group: enough attendees (5), of whatever kind, at an intensive. ATT-035, A26, A102. */
export function isGroup(
  registration: Pick<Registration, 'attendees'>,
  { tour_date, settings }: Pick<Facts, 'tour_date' | 'settings'>,
): boolean {
  return tour_date.event.is_intensive && attendeesOf(registration).length >= settings.group_size
}
