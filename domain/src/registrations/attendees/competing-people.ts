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

/** Dancers who are to come in with a waiting routine are not bound by it yet. A18. */
const cast = ({ attendees }: RoutineCasts['routines'][number]) =>
  attendees.flatMap(({ person_id, workshop_level_id }) => (workshop_level_id === undefined ? [person_id] : []))
