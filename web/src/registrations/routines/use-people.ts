import type { AttendeePerson, Registration } from '@callboard/domain/registrations/registration.ts'
import { useMemo, useState } from 'react'
import type { RosterName } from './competition.ts'

export type People = Readonly<Record<string, AttendeePerson>>

const peopleOf = (attendees: Registration['attendees']): People =>
  Object.fromEntries(Object.entries(attendees).map(([key, { person }]) => [key, person]))

function isSame(one: People, other: People): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}

const nobody: readonly never[] = []

/**
 * Who is registered, the same object for as long as nobody comes, goes or is renamed: lists compare it. `others`: people
 * of the roster who may stand in a cast without being registered yet.
 */
export function usePeople(attendees: Registration['attendees'], others: readonly RosterName[] = nobody): People {
  const now = useMemo(
    () => ({
      ...Object.fromEntries(others.map(({ id, ...person }) => [id, { ...person, gender_id: null }])),
      ...peopleOf(attendees),
    }),
    [attendees, others],
  )
  const [kept, setKept] = useState(now)
  if (now === kept || isSame(now, kept)) return kept
  setKept(now)
  return now
}
