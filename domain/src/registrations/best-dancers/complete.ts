import type { Attendee, Facts, Registration } from '../registration.ts'
import type { BestDancerRefusal } from './refusals.ts'
import { hasBestDancers, isCompeting, participants, programOf } from './program.ts'

/** Fields a dancer of the program still has to fill in, in the order of the screens. */
type MissingDetail = 'routine title' | 'choreographer' | 'jacket size' | 'top size' | 'name on the jacket' | 'photo'

type ProgramFields = Pick<
  Attendee,
  'best_dancer_type_id' | 'routine' | 'jacket_size_id' | 'jacket_name' | 'best_dancer_photo'
>
type ProgramCity = Pick<Facts, 'tour_date' | 'vip_types' | 'workshop_levels'>

/**
 * The missing fields of a dancer of the program: the name on the jacket unless the season has none, the size and a
 * photo; of a competing dancer also the routine's name and choreographer. PROG-006, PROG-050, VAR-018.
 */
export function missingOf(attendee: ProgramFields, facts: Pick<Facts, 'tour_date' | 'vip_types'>): MissingDetail[] {
  const { garment, asks_name } = programOf(facts)
  const competes = isCompeting(attendee, facts)
  const { routine, jacket_size_id, jacket_name, best_dancer_photo } = attendee
  const missing: readonly (readonly [MissingDetail, boolean])[] = [
    ['routine title', competes && !routine?.name.trim()],
    ['choreographer', competes && !routine?.choreographer.trim()],
    [`${garment} size`, jacket_size_id === null],
    ['name on the jacket', asks_name && !jacket_name?.trim()],
    ['photo', best_dancer_photo === null],
  ]
  return missing.flatMap(([what, is]) => (is ? [what] : []))
}

/** The same as the review tells it: where the event says so, jackets may be settled afterwards. PROG-007. */
export const missingOnReview = (attendee: Attendee, facts: Pick<Facts, 'tour_date' | 'vip_types' | 'settings'>) =>
  missingOf(attendee, facts).filter(
    (what) =>
      !facts.settings.jacket_optional_on_review || !['jacket size', 'top size', 'name on the jacket'].includes(what),
  )

/** How many of those who take part have given everything. EVT-016. */
export function vipTally(
  registration: Pick<Registration, 'attendees'>,
  facts: ProgramCity,
): { done: number; total: number } {
  const people = participants(registration, facts)
  return { done: people.filter((attendee) => missingOf(attendee, facts).length === 0).length, total: people.length }
}

/** The fields a competing dancer lacks for submission. The title may be TBA until it is decided. PROG-005. */
export function lacksOf({ routine }: Pick<Attendee, 'routine'>): ('routine title' | 'performance division')[] {
  const lacks: ('routine title' | 'performance division')[] = []
  if (!routine?.name.trim()) lacks.push('routine title')
  if (!routine?.performance_division_id) lacks.push('performance division')
  return lacks
}

/** Why a registration cannot be submitted for its Best Dancers' sake; null: it can. PROG-005, REV-005, A24. */
export function whyNotBestDancers(
  registration: Pick<Registration, 'attendees'>,
  facts: ProgramCity,
): BestDancerRefusal | null {
  if (!hasBestDancers(facts)) return null
  const short = participants(registration, facts).filter(
    (attendee) => isCompeting(attendee, facts) && lacksOf(attendee).length > 0,
  )
  const [first] = short
  if (!first) return null
  return {
    code: 'best_dancer.incomplete',
    tab: facts.tour_date.event.vip_route,
    person_id: first.person_id,
    name: `${first.person.fname} ${first.person.lname}`,
    lacks: lacksOf(first),
    others: short.length - 1,
  }
}
