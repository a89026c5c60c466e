import { divisionFor } from './routines/age-division.ts'
import { castOf, type Cast, categoryFor, waitsWithDancers } from './routines/cast.ts'
import { optionChecks, type CheckedOption } from './routines/options.ts'
import type { RoutineRefusal } from './routines/refusals.ts'
import { draftOf } from './routines/routine-draft.ts'
import { routineFee } from './routines/routine-fee.ts'
import type { Registration, RegistrationRoutine } from './registration.ts'
import {
  isRoutineKept,
  routineKey,
  type Derivation,
  type RevalidationFacts,
  type DerivedNotice,
} from './revalidation.ts'

type Context = { registration: Registration; facts: RevalidationFacts; cast: Cast }
/** Derives a change of one routine and the sentence that announces it; null: no change. */
type Rule = (
  routine: RegistrationRoutine,
  context: Context,
) => { change: Partial<RegistrationRoutine>; told: string; refusal?: RoutineRefusal } | null

const names: Partial<Record<CheckedOption, string>> = {
  free_ballet: 'It is no longer the free routine.',
  age_up: 'It no longer ages up.',
  extra_time: 'Its extra time was removed.',
  crew_showdown: 'Crew showdown was removed.',
  crew_showdown_pq: 'Pre-qualifying by video was removed.',
}

/**
 * An option that is no longer allowed goes, with its reason. Whether a routine is virtual is nobody's to decide but its
 * owner's: see `whyLinesFail`. COMP-034, COMP-041 to COMP-046, COMP-073.
 */
const option =
  (name: CheckedOption, ofKept: boolean): Rule =>
  (routine, { registration, facts, cast }) => {
    if (facts.is_paid || (!ofKept && isRoutineKept(routine, facts))) return null
    const refusal = optionChecks[name](draftOf(routine), cast, registration, facts)
    if (!refusal) return null
    return { change: { [name]: name === 'extra_time' ? 0 : false }, told: names[name] ?? '', refusal }
  }

/** The category of so many dancers. COMP-047. */
const category: Rule = (routine, { cast, facts }) => {
  if (isRoutineKept(routine, facts)) return null
  const castCategory = categoryFor(cast.dancers, facts.routine_categories)
  if (!castCategory || castCategory.category_id === routine.routine_category.category_id) return null
  const { category_id, name, abbreviation, limit } = castCategory
  const sentence = `Its category is now ${name}, not ${routine.routine_category.name}.`
  return { change: { routine_category: { category_id, name, abbreviation, limit } }, told: sentence }
}

/** The division of these ages as they are now. COMP-038 to COMP-040. */
const division: Rule = (routine, { cast, facts }) => {
  const isAged = cast.has_teacher || cast.ages.length === cast.dancers
  const castDivision = isAged && divisionFor({ ...cast, age_up: routine.age_up }, facts.age_divisions, facts.settings)
  if (!castDivision || castDivision.level_id === routine.age_division.level_id) return null
  const { level_id, name, minimum_age } = castDivision
  const sentence = `Its age division is now ${name}, not ${routine.age_division.name}.`
  return { change: { age_division: { level_id, name, minimum_age } }, told: sentence }
}

/** In this order: aging up decides the division. */
const rules: readonly Rule[] = [
  option('free_ballet', true),
  option('age_up', true),
  option('extra_time', false),
  option('crew_showdown_pq', false),
  option('crew_showdown', false),
  category,
  division,
]

/** A program's solo asks for no options: only its dancer's age counts. A43. */
const ofProgram: readonly Rule[] = [division]

/** Sets the fee that lists show. The bill is added up from its own lines. COMP-063. */
function withFee(routine: RegistrationRoutine, { cast, facts }: Context): RegistrationRoutine {
  const { category_id } = routine.routine_category
  const ownCategory = facts.routine_categories.find((one) => one.category_id === category_id)
  const fee = routineFee({ ...routine, dancers: cast.dancers }, ownCategory, facts.settings)
  return fee === routine.fee ? routine : { ...routine, fee }
}

/** Every routine, waiting ones too, with options, category and division as they follow from its cast now. */
export const deriveRoutines: Derivation = (before, facts) => {
  const notices: DerivedNotice[] = []
  let registration = before
  for (const list of ['routines', 'waiting_list_routines'] as const) {
    for (const [place, routine] of before[list].entries()) {
      // It was planned with dancers who are not registered yet.
      if (waitsWithDancers(routine)) continue
      const cast = castOf(routine.attendees, registration, facts)
      if (cast.dancers === 0 || cast.missing.length > 0) continue
      let after = routine
      for (const rule of routine.is_best_dancer ? ofProgram : rules) {
        const derived = rule(after, { registration, facts, cast })
        if (!derived) continue
        const { change, told, refusal } = derived
        after = { ...after, ...change }
        notices.push({
          person_id: null,
          routine: routineKey(routine),
          fields: Object.keys(change),
          sentence: `${routine.routine.name}: ${told}`,
          ...(refusal && { refusal }),
        })
      }
      after = withFee(after, { registration, facts, cast })
      if (after !== routine) registration = { ...registration, [list]: registration[list].with(place, after) }
    }
  }
  return { registration, notices }
}
