import { levelsById } from '@callboard/domain/registrations/attendees/level.ts'
import { ageAsOf } from '@callboard/domain/roster/birthdate.ts'
import { levelsForNewcomer } from '@callboard/domain/waiting-list/newcomers.ts'
import { attendeesOf, type Facts, type Registration } from '@callboard/domain/registrations/registration.ts'
import { castOf } from '@callboard/domain/registrations/routines/cast.ts'
import { whyNotCast } from '@callboard/domain/registrations/routines/plan-routine.ts'
import type { RoutineRefusal } from '@callboard/domain/registrations/routines/refusals.ts'
import type { RosterName } from './competition.ts'
import { makeOnce } from '../../ui/text-formats.ts'

/** A row of a routine's list of dancers; those who cannot dance have the reason. */
export type DancerCandidate = {
  person_id: number
  fname: string
  lname: string
  name: string
  /** On January 1 of the season's age year. */
  age: number | null
  /** Their level; for those not registered, what is in the way. */
  standing: string
  is_teacher: boolean
  refusal: RoutineRefusal | null
  /** Not registered: the level at which they would come in with a waiting routine. A18. */
  level_id: number | null
}

const collator = makeOnce(() => new Intl.Collator('en-US', { sensitivity: 'base' }))

/** The people to choose a routine's dancers from, by name: first those who may dance, then the others. COMP-049, COMP-050, COMP-069. */
export function listDancerCandidates(
  registration: Pick<Registration, 'attendees'>,
  roster: readonly RosterName[],
  facts: Facts,
  waits = false,
): DancerCandidate[] {
  const levels = levelsById(facts.workshop_levels)
  const { age_year } = facts.tour_date.season
  const ageOf = (birthdate: RosterName['birthdate']) => (birthdate ? ageAsOf(birthdate, age_year) : null)
  const refusalOf = (person_id: number) => whyNotCast(castOf([{ person_id }], registration, facts))

  const here = attendeesOf(registration).map(({ person_id, person, workshop_level_id, one_day }): DancerCandidate => {
    const level = levels.get(workshop_level_id)
    return {
      person_id,
      fname: person.fname,
      lname: person.lname,
      name: `${person.fname} ${person.lname}`,
      age: ageOf(person.birthdate),
      standing: one_day ? `${level?.level ?? ''}, one day` : (level?.level ?? 'Level no longer offered'),
      is_teacher: level?.kind === 'teacher',
      refusal: refusalOf(person_id),
      level_id: null,
    }
  })
  const elsewhere = roster
    .filter(({ id }) => !registration.attendees[id])
    .map(({ id, fname, lname, birthdate }): DancerCandidate => {
      const level = facts.tour_date.waiting_list ? levelsForNewcomer({ birthdate }, facts).suggested : undefined
      return {
        person_id: id,
        fname,
        lname,
        name: `${fname} ${lname}`,
        age: ageOf(birthdate),
        standing: waits && level ? `Would register as ${level.level}` : 'Not in the workshop',
        is_teacher: false,
        refusal: waits && level ? null : refusalOf(id),
        level_id: level?.id ?? null,
      }
    })
  return [...here, ...elsewhere].toSorted(
    (one, other) =>
      Number(one.refusal !== null) - Number(other.refusal !== null) || collator().compare(one.name, other.name),
  )
}
