import { usd } from '../../kernel/money.ts'
import { count } from '../pricing/sentences.ts'
import type { Attendee, Facts, Registration } from '../registration.ts'
import { averageAge, divisionByAverage, divisionFor } from './age-division.ts'
import { castOf, placingOf } from './cast.ts'
import type { RoutineDraft } from './routine-draft.ts'
import { routineFeeParts } from './routine-fee.ts'

export type RoutineReasons = { division: readonly string[]; category: readonly string[]; fee: readonly string[] }

/** Sentences that explain a routine's division, category and fee (cents, written as dollars). COMP-038 to COMP-047, A36. */
export function routineReasons(draft: RoutineDraft, registration: Registration, facts: Facts): RoutineReasons {
  const cast = castOf(draft.attendees, registration, facts)
  if (cast.dancers === 0) {
    const add = ['Add dancers to see this']
    return { division: add, category: add, fee: add }
  }
  const { category, division } = placingOf(cast, draft.age_up, facts)
  const before = registration.routines.find(({ id }) => id !== null && id === draft.id)
  const fee = routineFeeParts(
    { ...draft, is_best_dancer: before?.is_best_dancer ?? false },
    cast.dancers,
    category,
    facts.settings,
  )
  const dancers = count(cast.dancers, 'dancer')
  const { settings } = facts
  return {
    division: divisionReasons(draft, cast, division?.name, facts),
    category: category
      ? [`${category.name}: from ${count(category.min_dancers, 'dancer')}; this routine has ${dancers}`]
      : [`No category here takes ${dancers}`],
    fee: [
      draft.free_ballet
        ? 'The free routine: no base fee'
        : `${dancers} at ${usd(category?.fee_per_dancer ?? fee.base)} each: ${usd(fee.base)}`,
      ...(fee.extra_time > 0
        ? [
            `Extra time: ${count(draft.extra_time, 'minute')} × ${dancers} at ${usd(settings.extra_time_fee)}: ${usd(fee.extra_time)}`,
          ]
        : []),
      ...(fee.video > 0
        ? [`Video: ${dancers} at ${usd(settings.crew_showdown_video_fee)} each: ${usd(fee.video)}`]
        : []),
    ],
  }
}

function divisionReasons(
  draft: RoutineDraft,
  cast: ReturnType<typeof castOf>,
  division: string | undefined,
  { tour_date, age_divisions, settings }: Facts,
): string[] {
  if (cast.has_teacher) return [`${division ?? 'Showcase'}: a teacher dances in it`]
  if (cast.ages.length < cast.dancers) return ['A dancer without a birthdate: no age counts yet']

  const oldest = Math.max(...cast.ages)
  const eldest = cast.members.find((_, place) => cast.ages[place] === oldest)
  const asOf = `Ages on January 1, ${tour_date.season.age_year}: ${cast.ages.toSorted((one, other) => one - other).join(', ')}`
  if (!division) return [asOf, 'No division here is this young']
  if (oldest >= settings.open_division_age) {
    return [
      asOf,
      `${nameOf(eldest)} is ${oldest}: ${settings.open_division_age} or older puts the routine into ${division}`,
    ]
  }

  const average = averageAge(cast.ages)
  const own = divisionFor({ ...cast, age_up: false }, age_divisions, settings)
  const byAverage = divisionByAverage(cast.ages, age_divisions)
  const reasons = [asOf, `Average age, rounded down: ${average}`]
  if (own && own.level_id !== byAverage?.level_id) {
    reasons.push(`${nameOf(eldest)} is ${oldest}: at most one division below that of the oldest dancer, so ${own.name}`)
  } else if (own) {
    reasons.push(`${own.name}: from ${own.minimum_age}`)
  }
  if (draft.age_up && own && division !== own.name) reasons.push(`Aged up from ${own.name} to ${division}`)
  return reasons
}

const nameOf = (attendee: Attendee | undefined): string => attendee?.person.fname ?? 'The oldest dancer'
