import { accept, refuse } from '../../kernel/result.ts'
import type { Attendee, Facts, Registration, AttendeePerson } from '../registration.ts'
import type { AddOn, ChoiceKind, CityChoice } from '../../tours/city.ts'
import { changeAttendee, personRef, type AttendeesResult, type AttendeeResult } from './attendee-change.ts'
import { nameKey } from '../../roster/duplicate.ts'

/**
 * The add-ons of an attendee beside the workshop. Prices are settings; kdoty, battle and lab are free. ATT-048,
 * ATT-054.
 */
export type AttendeeOptions = Pick<
  Attendee,
  'vip_experience' | 'photoshoot' | 'awe_experience' | 'media_pass' | 'kdoty' | 'freestyle_battle_id' | 'lab_id'
>

/** The add-on of the city that each option needs, and its name in sentences. */
export const optionNames = {
  vip_experience: ['vip_experience', 'VIP experience'],
  photoshoot: ['photoshoot', 'Photoshoot'],
  awe_experience: ['awe_experience', 'Awe experience'],
  media_pass: ['media_pass', 'The media pass'],
  kdoty: ['kdoty', 'KDOTY'],
  freestyle_battle_id: ['freestyle_battle', 'The freestyle battle'],
  lab_id: ['lab', 'The lab'],
} as const satisfies Record<keyof AttendeeOptions, readonly [AddOn, string]>

/** Fields chosen from a list of the city. ATT-054. */
export const choiceFields = [
  ['lab_id', 'lab', 'Lab'],
  ['freestyle_battle_id', 'freestyle_battle', 'Freestyle battle'],
] as const satisfies readonly (readonly [keyof AttendeeOptions, ChoiceKind, string])[]

/** The names of an attendee's choices from the city's lists. */
export const chosenNames = (attendee: Attendee, city_choices: readonly CityChoice[]): string[] =>
  choiceFields.flatMap(([field, , label]) => {
    const choice = city_choices.find(({ id }) => id === attendee[field])
    return choice ? [`${label}: ${choice.name}`] : []
  })

export const optionKeys = Object.keys(optionNames) as (keyof AttendeeOptions)[]

/** Takes or leaves add-ons; only what the city lists can be taken, leaving is always possible. ATT-049, ATT-067. */
export const setAddOn = (
  registration: Registration,
  { person_id, ...options }: Partial<AttendeeOptions> & { person_id: number },
  facts: Facts,
): AttendeesResult => changeAttendee(registration, person_id, (attendee) => takeOptions(attendee, options, facts))

/** Takes or leaves the media season pass; one already paid this season stays. ATT-050, ATT-052. */
export const setMediaPass = (
  registration: Registration,
  { person_id, media_pass }: { person_id: number; media_pass: boolean },
  facts: Facts,
): AttendeesResult => setAddOn(registration, { person_id, media_pass }, facts)

/** How many people have a media pass, bought here or earlier in the season. ATT-052, ATT-066. */
export const countMediaPasses = (attendees: readonly Pick<Attendee, 'media_pass' | 'media_pass_old'>[]): number =>
  attendees.filter(({ media_pass, media_pass_old }) => media_pass || media_pass_old).length

/** Chooses an intensive of this city, or none; without one the Awe experience goes too. ATT-015, ATT-067. */
export const setIntensive = (
  registration: Registration,
  { person_id, intensive_id }: { person_id: number; intensive_id: number | null },
  facts: Facts,
): AttendeesResult =>
  changeAttendee(registration, person_id, (attendee) => takeIntensive(attendee, intensive_id, facts))

/** The attendee with these add-ons turned on or off. ATT-049, ATT-052, ATT-067. */
export function takeOptions(attendee: Attendee, options: Partial<AttendeeOptions>, facts: Facts): AttendeeResult {
  const cityAddOns: ReadonlySet<AddOn> = new Set(facts.tour_date.add_ons)
  const newOptions = optionKeys.filter((key) => options[key] && options[key] !== attendee[key])
  for (const key of newOptions) {
    const [add_on, label] = optionNames[key]
    if (!cityAddOns.has(add_on)) return refuse({ code: 'attendee.add_on_not_offered', add_on: label })
  }
  for (const [field, kind] of choiceFields) {
    const isListed = facts.city_choices.some((one) => one.id === options[field] && one.kind === kind && one.offered)
    if (!newOptions.includes(field) || isListed) continue
    return refuse({ code: 'attendee.add_on_not_offered', add_on: optionNames[field][1] })
  }
  if (newOptions.includes('awe_experience') && attendee.intensive_id === null) {
    return refuse({ code: 'attendee.awe_needs_intensive' })
  }
  if (newOptions.includes('media_pass') && kindOf(attendee, facts) !== 'dancer') {
    return refuse({ code: 'attendee.add_on_for_dancers', add_on: 'The media pass', ...personRef(attendee) })
  }
  const media_pass = attendee.media_pass_old ? attendee.media_pass : (options.media_pass ?? attendee.media_pass)
  return accept({ ...attendee, ...options, media_pass })
}

/** The attendee with the chosen intensive. ATT-015, ATT-067. */
export function takeIntensive(attendee: Attendee, intensive_id: number | null, facts: Facts): AttendeeResult {
  const isOffered = facts.intensives.some(({ id, offered }) => id === intensive_id && offered)
  if (intensive_id !== null && intensive_id !== attendee.intensive_id && !isOffered) {
    return refuse({ code: 'attendee.intensive_not_offered' })
  }
  return accept({ ...attendee, intensive_id, awe_experience: attendee.awe_experience && intensive_id !== null })
}

const kindOf = ({ workshop_level_id }: Attendee, { workshop_levels }: Facts) =>
  workshop_levels.find(({ id }) => id === workshop_level_id)?.kind

/** The identity a media pass belongs to: name, birthdate and gender, in any roster. ATT-065, A56. */
export const identityKey = ({ fname, lname, birthdate, gender_id }: AttendeePerson): string =>
  [nameKey(fname, lname), birthdate ?? '', gender_id ?? ''].join('|')

/** Marks the people whose pass of this season is already paid elsewhere, so that it is not charged again. ATT-051, ATT-052, ATT-066. */
export function markMediaPasses(registration: Registration, owned: ReadonlySet<number>): Registration {
  const attendees = Object.fromEntries(
    Object.entries(registration.attendees).map(([key, attendee]) => {
      const media_pass_old = owned.has(attendee.person_id)
      return [key, media_pass_old === attendee.media_pass_old ? attendee : { ...attendee, media_pass_old }]
    }),
  )
  return { ...registration, attendees }
}
