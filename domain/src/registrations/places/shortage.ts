import { nameOf } from '../attendees/attendee-change.ts'
import { listed, namesIn } from '../../kernel/wording.ts'
import { attendeesOf, type Facts, type Registration } from '../registration.ts'
import { stepOf, stepsFor } from '../steps.ts'
import type { WorkshopLevel } from '../../tours/city.ts'
import { levelsFreeFor } from './levels-free.ts'
import { categoryKey, levelKey } from './place-key.ts'

type Short = { key: string; over: number }
type Contents = Pick<Registration, 'attendees' | 'routines'>

/** Where places are missing: of what, for whom, what is free instead and what to do. COMP-081, COMP-084, ATT-019. */
export function shortageSentence({ key, over }: Short, registration: Contents, facts: Facts): string {
  const level = facts.workshop_levels.find(({ id }) => levelKey(id) === key)
  return level ? levelSentence(level, over, registration, facts) : routinesSentence(key, over, registration, facts)
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
  const ways = [
    free.length > 0 ? `choose another level for ${them}` : '',
    facts.tour_date.waiting_list ? `let ${them} wait for ${level.level}` : '',
    `take ${them} out`,
  ].filter(Boolean)
  const step = stepOf(level.kind, facts.tour_date.event)
  const tab = stepsFor(facts).find(({ name }) => name === step)?.label
  return `${what} ${instead} In ${tab}, please ${listed(ways, 'or')}.`.replaceAll('  ', ' ')
}

function routinesSentence(key: string, over: number, { routines }: Contents, facts: Facts): string {
  const { tour_date, routine_categories, settings } = facts
  const category = routine_categories.find(({ category_id }) => categoryKey(category_id) === key)
  const solos = new Set(routine_categories.filter(({ is_solo }) => is_solo).map(({ category_id }) => category_id))
  const countedRoutines = routines.filter(
    ({ status, is_best_dancer, routine_category: { category_id } }) =>
      status === 'registered' &&
      !is_best_dancer &&
      (category ? category_id === category.category_id : key !== 'small_solos' || solos.has(category_id)),
  )
  const names = namesIn(
    lastOnes(countedRoutines)
      .slice(-over)
      .map(({ routine }) => `“${routine.name}”`),
  )
  const city = tour_date.event_city.name
  const fits = countedRoutines.length - over
  const of = category ? `${category.name} in ${city}` : city
  const what =
    key === 'small_solos'
      ? `${city} takes no more solos from registrations with under ${settings.small_registration_dancers} dancers.`
      : fits > 0
        ? `${of} has room for ${fits} of your ${countedRoutines.length} routines, so there is no place for ${names}.`
        : `${of} is full: there is no place for ${names}.`
  const noun = key === 'small_solos' ? 'solo' : 'routine'
  const remove = `Please remove ${over === 1 ? `1 ${noun}` : `${over} ${noun}s`} in Competition.`
  return `${what} ${remove}${waitingSentence(over, fits, { key, facts })}`
}

/**
 * How those without a place come to wait for one: behind the registration's own routines, which hold their places first.
 * Empty where no list is kept, and where the registration alone fills all that there is.
 */
function waitingSentence(over: number, fits: number, { key, facts }: { key: string; facts: Facts }): string {
  const limit = facts.places[key]?.places ?? null
  if (!facts.tour_date.waiting_list || (limit !== null && fits >= limit)) return ''
  const they = over === 1 ? 'it' : 'they'
  return fits > 0
    ? ` Once the rest is submitted, ${they} can join the waiting list in Competition.`
    : ` ${over === 1 ? 'It' : 'They'} can then join the waiting list.`
}

/** In the order in which they came; what is not saved yet comes last. */
const lastOnes = <Thing extends { id: number | null }>(things: readonly Thing[]): Thing[] =>
  things.toSorted((one, other) => (one.id ?? Number.MAX_SAFE_INTEGER) - (other.id ?? Number.MAX_SAFE_INTEGER))
