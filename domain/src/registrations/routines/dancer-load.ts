import type { Registration, RegistrationRoutine } from '../registration.ts'
import type { ProductSettings } from '../../tours/settings/registry.ts'

export type DancerLoad = {
  person_id: number
  name: string
  routines: readonly RegistrationRoutine[]
  /** With whom they share routines and how many, most first. */
  with: readonly { person_id: number; name: string; routines: number }[]
  /** Clearly more routines than the others dance. */
  many: boolean
}

type LoadSettings = Pick<ProductSettings, 'overloaded_percentage' | 'overloaded_more'>

/** How many routines are clearly many: more than the average by a share of it (basis points), and by a number. */
export const manyFrom = (average: number, { overloaded_percentage, overloaded_more }: LoadSettings): number =>
  Math.ceil(Math.max(average + (average * overloaded_percentage) / 10_000, average + overloaded_more))

/** How much each dancer of a competition dances, waiting routines included, the busiest first. */
export function dancerLoads(
  registration: Pick<Registration, 'attendees' | 'routines' | 'waiting_list_routines'>,
  settings: LoadSettings,
): {
  dancers: readonly DancerLoad[]
  average: number
  many: number
} {
  const all = [...registration.routines, ...registration.waiting_list_routines]
  const danced = new Map<number, RegistrationRoutine[]>()
  const shared = new Map<number, Map<number, number>>()
  for (const routine of all) {
    for (const { person_id } of routine.attendees) {
      danced.set(person_id, [...(danced.get(person_id) ?? []), routine])
      const others = shared.get(person_id) ?? new Map<number, number>()
      shared.set(person_id, others)
      for (const other of routine.attendees) {
        if (other.person_id !== person_id) others.set(other.person_id, (others.get(other.person_id) ?? 0) + 1)
      }
    }
  }

  const nameOf = (id: number) => {
    const person = registration.attendees[id]?.person
    return person ? `${person.fname} ${person.lname}` : ''
  }
  const places = [...danced.values()].reduce((sum, routines) => sum + routines.length, 0)
  const average = danced.size === 0 ? 0 : places / danced.size
  const many = manyFrom(average, settings)
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
  const dancers = [...danced].map(([person_id, routines]): DancerLoad => ({
    person_id,
    name: nameOf(person_id),
    routines,
    with: [...(shared.get(person_id) ?? [])]
      .map(([id, count]) => ({ person_id: id, name: nameOf(id), routines: count }))
      .toSorted((one, other) => other.routines - one.routines || byName(one, other)),
    many: routines.length >= many,
  }))
  return {
    dancers: dancers.toSorted((one, other) => other.routines.length - one.routines.length || byName(one, other)),
    average,
    many,
  }
}
