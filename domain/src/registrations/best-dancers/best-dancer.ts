import { isBoundByCompletion } from '../registration-status.ts'
import { divisionsFor } from '../routines/plan-routine.ts'
import { changeAttendee, personRef, withAttendees } from '../attendees/attendee-change.ts'
import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { Attendee, Facts, Registration } from '../registration.ts'
import { hasBestDancers, hasCast, isCompeting, mayTakePart, typesOffered } from './program.ts'
import { withProgramRoutines } from './program-routines.ts'
import type { AttendeeRefusal } from '../attendees/refusals.ts'
import type { BestDancerRefusal } from './refusals.ts'

/** A dancer's choices in the program, except the photo. PROG-001, PROG-003. */
export type BestDancerChoices = Pick<Attendee, 'best_dancer_type_id' | 'jacket_size_id' | 'jacket_name' | 'routine'>

type BestDancerResult = Result<Attendee, BestDancerRefusal | AttendeeRefusal>

/** A routine of the program before anything of it is known. */
const untold = { name: '', choreographer: '', performance_division_id: null } as const

/** A type as it stands on an attendee: the option and the program's type are one. A44. */
const ofType = (id: number | null) => ({ best_dancer_type_id: id, vip_type_id: id })

/**
 * Sets the program choices of one dancer. A competing dancer gets a solo, which is removed when they choose
 * otherwise. On a completed registration, jacket and routine change only where the city allows it. PROG-001, PROG-009,
 * PROG-010, PROG-019.
 */
export function chooseBestDancer(
  registration: Registration,
  { person_id, ...choices }: Partial<BestDancerChoices> & { person_id: number },
  facts: Facts,
): Result<Registration, BestDancerRefusal | AttendeeRefusal> {
  const attendee = registration.attendees[person_id]
  if (!attendee) return changeAttendee(registration, person_id, accept)
  const result = takeBestDancer(attendee, { ...attendee, ...choices }, facts, isBoundByCompletion(registration, facts))
  if (!result.ok) return result
  return accept(withProgramRoutines(withAttendees(registration, [result.value]), facts))
}

/** The attendee with these choices. Fields outside the program, or not available to this person, are unchanged. */
export function takeBestDancer(
  attendee: Attendee,
  choices: BestDancerChoices,
  facts: Facts,
  completed: boolean,
): BestDancerResult {
  if (!hasBestDancers(facts) && !hasCast(facts)) return notHere(attendee, choices, facts)
  const withType = takeType(attendee, choices.best_dancer_type_id, facts, completed)
  if (!withType.ok) return withType
  const dressed = takeJacket(withType.value, choices, facts, completed)
  if (!dressed.ok) return dressed
  return takeRoutine(dressed.value, choices.routine, facts, completed)
}

function notHere(
  attendee: Attendee,
  { best_dancer_type_id }: BestDancerChoices,
  { tour_date }: Facts,
): BestDancerResult {
  return best_dancer_type_id === null || best_dancer_type_id === attendee.best_dancer_type_id
    ? accept(attendee)
    : refuse({ code: 'best_dancer.not_offered', program: tour_date.event.vip_name_plural, types: [] })
}

/** Of whom the city has taken note at completion nothing is changed behind its back. */
const isNoted = ({ date_attendee_id }: Attendee, completed: boolean) => completed && date_attendee_id !== null

function takeType(attendee: Attendee, id: number | null, facts: Facts, completed: boolean): BestDancerResult {
  if (id === attendee.best_dancer_type_id) return accept(attendee)
  const { tour_date } = facts
  if (id !== null) {
    const types = typesOffered(facts)
    if (!types.some((type) => type.id === id)) {
      const program = tour_date.event.vip_name_plural
      return refuse({ code: 'best_dancer.not_offered', program, types: types.map(({ name }) => name) })
    }
    if (mayTakePart({ attendees: { [attendee.person_id]: attendee } }, facts).length === 0) {
      return refuse({ code: 'best_dancer.not_taking_part', ...personRef(attendee) })
    }
  }
  const [was, is] = [isCompeting(attendee, facts), isCompeting({ best_dancer_type_id: id }, facts)]
  if (is && attendee.one_day) return refuse({ code: 'attendee.one_day_competing', person_id: attendee.person_id })
  if (was !== is && isNoted(attendee, completed) && !tour_date.settings.edit_bd_routine) {
    return refuse({ code: 'best_dancer.routine_closed', email: tour_date.event.support_email })
  }
  // A photo goes with its place in the program; in a cast every dancer has one.
  const photos = id === null && !hasCast(facts) && { best_dancer_photo: null, best_dancer_photo_original: null }
  return accept({ ...attendee, ...ofType(id), ...photos, routine: is ? (attendee.routine ?? untold) : null })
}

/** Size and name; a name of blanks is none. PROG-009. */
export function takeJacket(
  attendee: Attendee,
  choices: Pick<BestDancerChoices, 'jacket_size_id' | 'jacket_name'>,
  { tour_date, jacket_sizes }: Pick<Facts, 'tour_date' | 'jacket_sizes'>,
  completed: boolean,
): BestDancerResult {
  const { jacket_size_id } = choices
  const jacket_name = choices.jacket_name?.trim() || null
  if (jacket_size_id === attendee.jacket_size_id && jacket_name === attendee.jacket_name) return accept(attendee)
  if (isNoted(attendee, completed) && !tour_date.settings.edit_bd_jacket) {
    return refuse({ code: 'best_dancer.jacket_closed', email: tour_date.event.support_email })
  }
  if (jacket_size_id !== attendee.jacket_size_id && jacket_size_id !== null) {
    const isListed = jacket_sizes.some(({ id }) => id === jacket_size_id)
    if (!isListed) return refuse({ code: 'best_dancer.size_unknown', field: 'jacket_size_id' })
  }
  return accept({ ...attendee, jacket_size_id, jacket_name })
}

function takeRoutine(
  attendee: Attendee,
  routineInput: Attendee['routine'],
  facts: Facts,
  completed: boolean,
): BestDancerResult {
  const { routine: before } = attendee
  // A dancer who does not compete has no solo, even if the request contains one.
  if (before === null || routineInput === null) return accept(attendee)
  const routine = {
    name: routineInput.name.trim(),
    choreographer: routineInput.choreographer.trim(),
    performance_division_id: routineInput.performance_division_id,
  }
  const isSame =
    routine.name === before.name &&
    routine.choreographer === before.choreographer &&
    routine.performance_division_id === before.performance_division_id
  if (isSame) return accept(attendee)
  if (isNoted(attendee, completed) && !facts.tour_date.settings.edit_bd_routine) {
    return refuse({ code: 'best_dancer.routine_closed', email: facts.tour_date.event.support_email })
  }
  const { performance_division_id: division } = routine
  if (division !== null && !divisionsFor(before, facts).some(({ id }) => id === division)) {
    return refuse({ code: 'best_dancer.division_unknown', field: 'performance_division_id' })
  }
  return accept({ ...attendee, routine })
}

/**
 * The attendee with the program type that their VIP scholarship adds, unless they have a type already. PROG-019,
 * ATT-032.
 */
export function asWinner(attendee: Attendee, vip_type_id: number | null, facts: Facts): Attendee {
  const type = facts.vip_types.find(({ id }) => id === vip_type_id)
  if (!type?.add_winner || attendee.best_dancer_type_id !== null || !hasBestDancers(facts)) return attendee
  const result = takeType(attendee, type.id, facts, false)
  return result.ok ? result.value : attendee
}
