import type { AttendeePerson, Registration } from '@callboard/domain/registrations/registration.ts'
import { useMemo, useState, useEffect, useRef } from 'react'
import type { RosterName } from './competition.ts'

export type PeopleById = Readonly<Record<string, AttendeePerson>>

const peopleOf = (attendees: Registration['attendees']): PeopleById =>
  Object.fromEntries(Object.entries(attendees).map(([key, { person }]) => [key, person]))

function isSame(one: PeopleById, other: PeopleById): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}

const nobody: readonly never[] = []

/**
 * Returns the registered people by id. The object is stable while nobody is added, removed or renamed, because lists
 * compare it. `others`: roster people who can be cast before they are registered.
 */
export function usePeople(attendees: Registration['attendees'], others: readonly RosterName[] = nobody): PeopleById {
  const now = useMemo(
    () => ({
      ...Object.fromEntries(others.map(({ id, ...person }) => [id, { ...person, gender_id: null }])),
      ...peopleOf(attendees),
    }),
    [attendees, others],
  )
  const [stablePeople, setStablePeople] = useState(now)
  if (now === stablePeople || isSame(now, stablePeople)) return stablePeople
  setStablePeople(now)
  return now
}

/** One function for the life of the part, which does what the newest one would: rows and panels compare it. */
export function useLatest<Given extends unknown[]>(act: (...args: Given) => void): (...args: Given) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useMemo(
    () =>
      (...args: Given) =>
        latest.current(...args),
    [],
  )
}
