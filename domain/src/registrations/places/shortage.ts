import { nameOf } from '../attendees/attendee-change.ts'
import { listed, namesIn } from '../../kernel/wording.ts'
import { attendeesOf, type Facts, type Registration, type RegistrationRoutine } from '../registration.ts'
import { stepOf, stepsFor } from '../steps.ts'
import type { WorkshopLevel } from '../../tours/city.ts'
import { roomFor, shortagesOf } from './availability.ts'
import { levelsFreeFor } from './levels-free.ts'
import { countNeededPlaces } from './needed-places.ts'
import { categoryKey, levelKey } from './place-key.ts'

type Short = { key: string; over: number }
type Contents = Pick<Registration, 'attendees' | 'routines' | 'completed'>

/** Where places are missing: of what, for whom, what is free instead and what to do. COMP-081, COMP-084, ATT-019. */
export function shortageSentence({ key, over }: Short, registration: Contents, facts: Facts): string {
  const level = facts.workshop_levels.find(({ id }) => levelKey(id) === key)
  return level ? levelSentence(level, over, registration, facts) : routinesSentence({ key, over }, registration, facts)
}

function levelSentence(level: WorkshopLevel, over: number, registration: Contents, facts: Facts): string {
  const there = lastOnes(attendeesOf(registration).filter(({ workshop_level_id }) => workshop_level_id === level.id))
  const lacking = there.slice(-over)
  const names = namesIn(lacking.map(({ person }) => nameOf(person)))
  const them = lacking.length === 1 ? names : 'them'
  const fits = there.length - lacking.length
  const what =
    fits > 0
      ? `${level.level} has room for ${fits} of your ${there.length}, so there is no place for ${names}.`
      : `${level.level} is full: there is no place for ${names}.`
  const free = levelsFreeFor(lacking, level, facts)
  const instead = free.length > 0 ? `Still available: ${listed(free)}.` : ''
  // While the registration's own people use the last places, nobody of it can wait for more.
  const isFull = roomFor(levelKey(level.id), {}, facts.places) === 0
  const { waiting_list } = facts.tour_date
  const ways = [
    free.length > 0 ? `choose another level for ${them}` : '',
    waiting_list && isFull ? `let ${them} wait for ${level.level}` : '',
    waiting_list && !isFull
      ? `take ${them} out, submit the rest, and then join the waiting list for ${level.level} with ${them}`
      : `take ${them} out`,
  ].filter(Boolean)
  const step = stepOf(level.kind, facts.tour_date.event)
  const tab = stepsFor(facts).find(({ name }) => name === step)?.label
  return `${what} ${instead} In ${tab}, please ${listed(ways, 'or')}.`.replaceAll('  ', ' ')
}

/** The routines that take places of a key, and the last ones of them, which are too many. */
function routinesOfKey({ key, over }: Short, { routines }: Pick<Contents, 'routines'>, facts: Facts) {
  const { routine_categories } = facts
  const category = routine_categories.find(({ category_id }) => categoryKey(category_id) === key)
  const solos = new Set(routine_categories.filter(({ is_solo }) => is_solo).map(({ category_id }) => category_id))
  const countedRoutines = routines.filter(
    ({ status, is_best_dancer, routine_category: { category_id } }) =>
      status === 'registered' &&
      !is_best_dancer &&
      (category ? category_id === category.category_id : key !== 'small_solos' || solos.has(category_id)),
  )
  return { category, countedRoutines, lacking: lastOnes(countedRoutines).slice(-over) }
}

/** The reason that the city has too few places, without its period. COMP-081, COMP-084. */
function reasonOf(short: Short, registration: Contents, facts: Facts): string {
  const { category, countedRoutines } = routinesOfKey(short, registration, facts)
  const city = facts.tour_date.event_city.name
  const fits = countedRoutines.length - short.over
  const of = category ? `${category.name} in ${city}` : city
  if (short.key === 'small_solos')
    return `${city} takes no more solos from registrations with under ${facts.settings.small_registration_dancers} dancers`
  return fits > 0 ? `${of} has room for ${fits} of your ${countedRoutines.length} routines` : `${of} is full`
}

/** A routine without a place, and how it may come to wait for one. */
type RoutineWithoutPlace = {
  routine: RegistrationRoutine
  /** A sentence: it says where no place is left. */
  reason: string
  /** `now`: it can join the waiting list. `submitting`: together with submitting the rest, which holds its places first. */
  joins: 'now' | 'submitting' | null
}

/** The routines that do not fit the places left, in the order in which they came. Submit refuses them. COMP-081, COMP-084, A18. */
export function routinesWithoutPlace(registration: Registration, facts: Facts): RoutineWithoutPlace[] {
  const byRoutine = new Map<RegistrationRoutine, RoutineWithoutPlace>()
  for (const short of shortagesOf(countNeededPlaces(registration, facts), facts.held ?? {}, facts.places)) {
    if (facts.workshop_levels.some(({ id }) => levelKey(id) === short.key)) continue
    const reason = `${reasonOf(short, registration, facts)}.`
    const joins = joinsFor(short, registration, facts)
    for (const routine of routinesOfKey(short, registration, facts).lacking) {
      const other = byRoutine.get(routine)
      // One key without a free place is enough to wait.
      if (!other || (other.joins !== 'now' && joins !== null)) byRoutine.set(routine, { routine, reason, joins })
    }
  }
  return lastOnes([...byRoutine.keys()]).flatMap((routine) => byRoutine.get(routine) ?? [])
}

/**
 * How routines that lack this place join the waiting list; null where no list is kept, and where the registration alone
 * fills all that there is. An edit is submitted alone: its new routines join once nothing is free.
 */
function joinsFor(short: Short, registration: Contents, facts: Facts): RoutineWithoutPlace['joins'] {
  const fits = routinesOfKey(short, registration, facts).countedRoutines.length - short.over
  const limit = facts.places[short.key]?.places ?? null
  if (!facts.tour_date.waiting_list || (limit !== null && fits > 0 && fits >= limit)) return null
  if (roomFor(short.key, {}, facts.places) === 0) return 'now'
  return registration.completed ? null : 'submitting'
}

function routinesSentence(short: Short, registration: Contents, facts: Facts): string {
  const { key, over } = short
  const names = namesIn(routinesOfKey(short, registration, facts).lacking.map(({ routine }) => `“${routine.name}”`))
  const reason = reasonOf(short, registration, facts)
  const what =
    key === 'small_solos'
      ? `${reason}.`
      : `${reason}${reason.endsWith('is full') ? ': there is' : ', so there is'} no place for ${names}.`
  const noun = key === 'small_solos' ? 'solo' : 'routine'
  const them = over === 1 ? 'it' : 'them'
  const remove = `Please remove ${over === 1 ? `1 ${noun}` : `${over} ${noun}s`} in Competition`
  const waits = joinsFor(short, registration, facts) === null ? '' : `, or put ${them} on the waiting list`
  return `${what} ${remove}${waits}.`
}

/** In the order in which they came; what is not saved yet comes last. */
const lastOnes = <Thing extends { id: number | null }>(things: readonly Thing[]): Thing[] =>
  things.toSorted((one, other) => (one.id ?? Number.MAX_SAFE_INTEGER) - (other.id ?? Number.MAX_SAFE_INTEGER))
