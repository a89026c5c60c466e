import { levelsById, kindOf } from '../attendees/level.ts'
import { attendeesOf, type Attendee, type Facts, type Registration } from '../registration.ts'
import type { VipType } from '../../tours/city.ts'

/** The garment of a program: a jacket with sizes of its own, or the exclusive top of the cast. */
type Garment = 'jacket' | 'top'

type Program = { codes: readonly string[]; garment: Garment; asks_name: boolean; named_in_table: boolean }

/** The codes of VIP types that rules read; their names, prices and whether they are in use are the office's. PROG-004. */
export const competing = 'COMPETING'

/** The options of a program, in the order they are offered. PROG-049, PROG-041. */
const bestDancerCodes = [competing, 'JACKET_ONLY', 'WORKSHOP_ONLY'] as const
const castCodes = ['CAST'] as const

/** The requirements of an event's program for its dancers. PROG-041, PROG-042, VAR-018, A45. */
export function programOf({ tour_date: { event, season } }: Pick<Facts, 'tour_date'>): Program {
  if (event.is_aftermath) return { codes: castCodes, garment: 'top', asks_name: false, named_in_table: false }
  return {
    codes: bestDancerCodes,
    garment: 'jacket',
    asks_name: !season.omit_jacket_name,
    named_in_table: event.is_radix,
  }
}

/** Whether a city has Best Dancers: the finals have them, unless the office switched them off there. PROG-017, WIZ-006. */
export const hasBestDancers = ({ tour_date }: Pick<Facts, 'tour_date'>): boolean =>
  tour_date.event.is_nationals && !tour_date.disabled_best_dancers

/** Whether a city's dancers are its cast, each of them. PROG-041, VAR-007. */
export const hasCast = ({ tour_date }: Pick<Facts, 'tour_date'>): boolean => tour_date.event.is_aftermath

/** The types that may be chosen newly; who has another keeps it. PROG-004. */
export function typesOffered(facts: Pick<Facts, 'tour_date' | 'vip_types'>): VipType[] {
  const byCode = new Map(facts.vip_types.map((type) => [type.code, type]))
  return programOf(facts).codes.flatMap((code) => {
    const type = byCode.get(code)
    return type?.active ? [type] : []
  })
}

/** The type a dancer takes part as; undefined: they do not take part. PROG-001. */
export const typeOf = (
  { best_dancer_type_id }: Pick<Attendee, 'best_dancer_type_id'>,
  { vip_types }: Pick<Facts, 'vip_types'>,
): VipType | undefined => vip_types.find(({ id }) => id === best_dancer_type_id)

/** Whether a dancer of the program dances a solo in it. PROG-019. */
export const isCompeting = (attendee: Pick<Attendee, 'best_dancer_type_id'>, facts: Pick<Facts, 'vip_types'>) =>
  typeOf(attendee, facts)?.code === competing

/** The dancers whom the program's step lists: everybody who may take part. PROG-001. */
export function mayTakePart(
  registration: Pick<Registration, 'attendees'>,
  { workshop_levels }: Pick<Facts, 'workshop_levels'>,
): Attendee[] {
  const levels = levelsById(workshop_levels)
  return attendeesOf(registration).filter((attendee) => kindOf(attendee, levels) === 'dancer')
}

/**
 * The participants: dancers who chose a type, or every dancer of a cast. Dancers who completed with a type take part for good,
 * also when the office switches the program off afterwards. PROG-047, PROG-041, FEE-010.
 */
export function participants(
  registration: Pick<Registration, 'attendees'>,
  facts: Pick<Facts, 'tour_date' | 'workshop_levels'>,
): Attendee[] {
  const dancers = mayTakePart(registration, facts)
  const withType = dancers.filter(({ best_dancer_type_id }) => best_dancer_type_id !== null)
  if (hasBestDancers(facts)) return withType
  if (facts.tour_date.event.is_nationals) return withType.filter(({ date_attendee_id }) => date_attendee_id !== null)
  return hasCast(facts) ? dancers : []
}
