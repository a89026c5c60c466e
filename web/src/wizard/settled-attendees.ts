import type { Attendee } from '@callboard/domain/registrations/registration.ts'

type Attendees = Readonly<Record<string, Attendee>>

/**
 * The server's attendees; who is as they were here keeps their identity, so that their row is not drawn again. WIZ-048.
 */
export function settledAttendees(here: Attendees, answered: Attendees): Attendees {
  return Object.fromEntries(
    Object.entries(answered).map(([key, attendee]) => {
      const before = here[key]
      return [key, before && isSame(before, attendee) ? before : attendee]
    }),
  )
}

function isSame(one: Attendee, other: Attendee): boolean {
  return (Object.keys(one) as (keyof Attendee)[]).every((name) => {
    const [a, b] = [one[name], other[name]]
    // The person, and the level the wire nests, are objects of few fields.
    return a === b || (typeof a === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b))
  })
}
