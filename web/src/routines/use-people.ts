import type { AttendeePerson, Registration } from '@callboard/domain/registrations/registration.ts'
import { useMemo, useState } from 'react'

export type People = Readonly<Record<string, AttendeePerson>>

const peopleOf = (attendees: Registration['attendees']): People =>
  Object.fromEntries(Object.entries(attendees).map(([key, { person }]) => [key, person]))

function isSame(one: People, other: People): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}

/** Who is registered, the same object for as long as nobody comes, goes or is renamed: lists compare it. */
export function usePeople(attendees: Registration['attendees']): People {
  const now = useMemo(() => peopleOf(attendees), [attendees])
  const [kept, setKept] = useState(now)
  if (now === kept || isSame(now, kept)) return kept
  setKept(now)
  return now
}
