import { zeroCents } from '../../kernel/money.ts'
import { ageAsOf } from '../../roster/birthdate.ts'
import { attendeesOf, type Attendee, type Facts, type Registration } from '../registration.ts'
import type { RegistrationRoutine } from '../registration.ts'
import { competingDivisions, divisionFor } from '../routines/age-division.ts'
import { categoryFor } from '../routines/cast.ts'
import { plainRoutine } from '../routines/routine-options.ts'

type ProgramCity = Pick<
  Facts,
  'tour_date' | 'routine_categories' | 'age_divisions' | 'performance_divisions' | 'settings'
>

/** The name of a program solo until it has a title. */
const untitled = 'TBA'

/**
 * A registration whose program solos are those of its dancers who compete in it: one each, at no charge, outside the
 * category counts; who competes no more has none. The same object when nothing changes. PROG-019, ATT-032, A43.
 */
export function withProgramRoutines(registration: Registration, facts: ProgramCity): Registration {
  const dancers = new Map(
    attendeesOf(registration).flatMap((attendee) =>
      attendee.routine ? [[attendee.person_id, attendee] as const] : [],
    ),
  )
  const own = registration.routines.filter(({ is_best_dancer }) => is_best_dancer)
  if (dancers.size + own.length === 0) return registration
  const danced = new Set(own.flatMap(({ attendees }) => attendees.map(({ person_id }) => person_id)))
  const routines = registration.routines.flatMap((routine) => {
    if (!routine.is_best_dancer) return [routine]
    const dancer = dancers.get(routine.attendees[0]?.person_id ?? 0)
    return dancer ? [worded(routine, dancer)] : []
  })
  const newRoutines = [...dancers.values()].flatMap((dancer) => {
    const solo = danced.has(dancer.person_id) ? null : soloOf(dancer, facts)
    return solo ? [solo] : []
  })
  const isSame =
    newRoutines.length === 0 &&
    routines.length === registration.routines.length &&
    routines.every((routine, place) => routine === registration.routines[place])
  return isSame ? registration : { ...registration, routines: [...routines, ...newRoutines] }
}

/** A solo as its dancer describes it now. */
function worded(solo: RegistrationRoutine, { routine }: Attendee): RegistrationRoutine {
  const name = routine?.name || untitled
  const choreographer = routine?.choreographer ?? ''
  const performance_division_id = routine?.performance_division_id ?? solo.performance_division_id
  const isSame =
    solo.routine.name === name &&
    solo.routine.choreographer === choreographer &&
    solo.performance_division_id === performance_division_id
  return isSame ? solo : { ...solo, routine: { name, choreographer }, performance_division_id }
}

/** Null: the city has no division or category that a soloist could dance in. */
function soloOf(dancer: Attendee, facts: ProgramCity): RegistrationRoutine | null {
  const { tour_date, routine_categories, age_divisions, performance_divisions, settings } = facts
  const { birthdate } = dancer.person
  const ages = birthdate ? [ageAsOf(birthdate, tour_date.season.age_year)] : []
  const division =
    divisionFor({ ages, has_teacher: false, age_up: false }, age_divisions, settings) ??
    competingDivisions(age_divisions)[0]
  const category = categoryFor(1, routine_categories)
  // Until one is chosen; nothing is submitted before. PROG-005.
  const style = performance_divisions.find(({ offered }) => offered)
  if (!division || !category || !style) return null
  const { level_id, name, minimum_age } = division
  const { category_id, abbreviation, limit } = category
  return worded(
    {
      ...plainRoutine,
      id: null,
      _temp_id: `best-dancer-${dancer.person_id}`,
      routine: { name: untitled, choreographer: '' },
      attendees: [{ person_id: dancer.person_id }],
      performance_division_id: style.id,
      age_division: { level_id, name, minimum_age },
      routine_category: { category_id, name: category.name, abbreviation, limit },
      is_best_dancer: true,
      status: 'registered',
      fee: zeroCents,
    },
    dancer,
  )
}
