import type { Registration } from '../registration.ts'

type RoutineCasts = Pick<Registration, 'routines' | 'waiting_list_routines'>

/** Everyone in a routine, waiting ones and the programs' own solos included: they cannot come for one day. ATT-023, A103. */
export function competingPeople({ routines, waiting_list_routines }: RoutineCasts): ReadonlySet<number> {
  return new Set([...routines, ...waiting_list_routines].flatMap(cast))
}

/** Everyone who must leave a routine before leaving the registration: a program's solo goes with its dancer. ATT-033, A43, A103. */
export function peopleInRoutines({ routines, waiting_list_routines }: RoutineCasts): ReadonlySet<number> {
  return new Set([...routines, ...waiting_list_routines].filter(({ is_best_dancer }) => !is_best_dancer).flatMap(cast))
}

/** Everyone in a routine that is danced in person: they cannot attend virtually. COMP-021. */
export function competingInPerson({ routines, waiting_list_routines }: RoutineCasts): ReadonlySet<number> {
  return new Set(
    [...routines, ...waiting_list_routines]
      .filter(({ virtual, is_best_dancer }) => !virtual && !is_best_dancer)
      .flatMap(cast),
  )
}

type Routine = RoutineCasts['routines'][number]

/**
 * The routines, waiting ones included, that keep these people in the competition. A program's own solo leaves with its
 * dancer, so it is named only where there is no other. ATT-033, ATT-034.
 */
export function routinesOfPeople(
  { routines, waiting_list_routines }: RoutineCasts,
  person_ids: readonly number[],
): Routine[] {
  const own = [...routines, ...waiting_list_routines].filter((one) => cast(one).some((id) => person_ids.includes(id)))
  const others = own.filter(({ is_best_dancer }) => !is_best_dancer)
  return others.length > 0 ? others : own
}

/** Dancers who are to come in with a waiting routine are not bound by it yet. A18. */
const cast = ({ attendees }: Routine) =>
  attendees.flatMap(({ person_id, workshop_level_id }) => (workshop_level_id === undefined ? [person_id] : []))
