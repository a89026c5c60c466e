import { earnsCompRoom } from './attendees/free-teachers.ts'
import { levelsById } from './attendees/level.ts'
import { nameOf, withAttendees } from './attendees/attendee-change.ts'
import { payingDancers } from './pricing/workshop-fee.ts'
import { noCollege } from './attendees/set-discounts.ts'
import { optionKeys, optionNames } from './attendees/set-options.ts'
import { zeroCents, usd } from '../kernel/money.ts'
import type { AddOn, WorkshopLevel } from '../tours/city.ts'
import { attendeesOf, type Attendee, type Registration } from './registration.ts'
import { isPlaceKept, type Derivation, type RevalidationFacts, type RevalidationNotice } from './revalidation.ts'

/** A derived change of one person; null: none. A change without a sentence is not announced. */
type Change = { change: Partial<Attendee>; sentence: string | null } | null
type Rule = (attendee: Attendee, level: WorkshopLevel | undefined, facts: RevalidationFacts) => Change

/** Virtual-only cities know no other place. A105. */
const virtualOnly: Rule = (attendee, _, facts) =>
  facts.tour_date.virtual_only && !attendee.virtual && !isPlaceKept(attendee, facts)
    ? {
        change: { virtual: true },
        sentence: `${nameOf(attendee.person)} now attends virtually: everyone in this city does.`,
      }
    : null

/** ATT-021. */
const oneDay: Rule = ({ one_day, virtual, person }) =>
  one_day && virtual
    ? {
        change: { one_day: false },
        sentence: `${nameOf(person)} attends virtually, which is always for the full workshop.`,
      }
    : null

/** ATT-021, ATT-025. */
const attended: Rule = ({ attended_reg, virtual, person }, level) =>
  attended_reg && (virtual || level?.kind !== 'dancer')
    ? {
        change: { attended_reg: false },
        sentence: `The discount for having attended before was removed: it is for dancers who attend in person, and ${nameOf(person)} does not.`,
      }
    : null

/** Removes free attendance that the office has denied since. OFF-023. */
const deniedAttendance: Rule = ({ attended_reg, person_id, person }, _, { attendance, is_paid }) =>
  attended_reg && !is_paid && attendance?.[person_id] === false
    ? {
        change: { attended_reg: false },
        sentence: `The discount for having attended before was removed: the office has no record of ${nameOf(person)}.`,
      }
    : null

/** ATT-026, ATT-077. */
const college: Rule = ({ college_discount, person }, level) =>
  college_discount && level?.college_eligible !== true
    ? {
        change: noCollege,
        sentence: `The college discount of ${nameOf(person)} was taken off: ${level?.level ?? 'this level'} does not have it.`,
      }
    : null

/** One that was given to somebody else, used up or taken back is not used here; its amount is the office's. ATT-031. */
const scholarship: Rule = ({ scholarship_id, scholarship_amount, person_id, person }, _, { elsewhere, is_paid }) => {
  if (scholarship_id === null || is_paid) return null
  const ownScholarship = elsewhere.scholarships.find((one) => one.id === scholarship_id && one.person_id === person_id)
  if (!ownScholarship) {
    return {
      change: { has_scholarship: false, scholarship_id: null, scholarship_amount: zeroCents },
      sentence: `The scholarship of ${nameOf(person)} can no longer be used here.`,
    }
  }
  return ownScholarship.amount === scholarship_amount
    ? null
    : {
        change: { scholarship_amount: ownScholarship.amount },
        sentence: `The scholarship of ${nameOf(person)} is now ${usd(ownScholarship.amount)}.`,
      }
}

const off = { lab_id: null, freestyle_battle_id: null } as const

/** Add-ons that the city no longer lists go; who had one for good keeps it. ATT-049. */
const addOns: Rule = (attendee, _, { tour_date, live, is_paid }) => {
  if (is_paid || (!live && attendee.date_attendee_id !== null)) return null
  const cityAddOns: ReadonlySet<AddOn> = new Set(tour_date.add_ons)
  const before = live?.attendees[attendee.person_id]
  const lostOptions = optionKeys.filter(
    (key) => attendee[key] && !cityAddOns.has(optionNames[key][0]) && before?.[key] !== attendee[key],
  )
  if (lostOptions.length === 0) return null
  const names = lostOptions.map((key) => optionNames[key][1]).join(', ')
  return {
    change: Object.fromEntries(lostOptions.map((key) => [key, key in off ? null : false])),
    sentence: `${names}: no longer offered in this city, so it was removed for ${nameOf(attendee.person)}.`,
  }
}

/** ATT-067. */
const awe: Rule = ({ awe_experience, intensive_id, person }) =>
  awe_experience && intensive_id === null
    ? {
        change: { awe_experience: false },
        sentence: `Awe experience comes with an intensive, so it was removed for ${nameOf(person)}.`,
      }
    : null

/** Once per dancer and season, whichever registration pays it. ATT-050 to ATT-052, ATT-065, ATT-066, REV-014. */
const mediaPass: Rule = ({ media_pass, media_pass_old, person_id, person }, level, { elsewhere, live }) => {
  if (!media_pass) {
    const before = live?.attendees[person_id]
    const isPaidHere = before?.media_pass === true && !before.media_pass_old
    return isPaidHere && elsewhere.passes_in_use.includes(person_id)
      ? {
          change: { media_pass: true },
          sentence: `The media season pass of ${nameOf(person)} stays: another registration of this season uses it.`,
        }
      : null
  }
  if (level?.kind !== 'dancer') {
    const sentence = `The media season pass is for dancers, so it was removed for ${nameOf(person)}.`
    return { change: { media_pass: false, media_pass_old: false }, sentence }
  }
  const isPaidElsewhere = elsewhere.media_passes.includes(person_id)
  if (isPaidElsewhere === media_pass_old) return null
  return {
    change: { media_pass_old: isPaidElsewhere },
    sentence: isPaidElsewhere
      ? `The media season pass of ${nameOf(person)} is already paid this season, so it is not charged here.`
      : `The media season pass of ${nameOf(person)} is no longer paid elsewhere, so it is charged here.`,
  }
}

/** In this order: what a rule takes away, a later one no longer sees. */
const rules: readonly Rule[] = [
  virtualOnly,
  oneDay,
  attended,
  deniedAttendance,
  college,
  scholarship,
  addOns,
  awe,
  mediaPass,
]

/** The attendees with their derived fields computed again. Choices of their own stay: see `whyLinesFail`. */
export const deriveAttendees: Derivation = (registration, facts) => {
  const levels = levelsById(facts.workshop_levels)
  const notices: RevalidationNotice[] = []
  const changedAttendees: Attendee[] = []
  for (const attendee of attendeesOf(registration)) {
    let after = attendee
    for (const rule of rules) {
      const derived = rule(after, levels.get(after.workshop_level_id), facts)
      if (!derived) continue
      after = { ...after, ...derived.change }
      if (derived.sentence !== null) {
        notices.push({
          person_id: after.person_id,
          routine: null,
          fields: Object.keys(derived.change),
          sentence: derived.sentence,
        })
      }
    }
    if (after !== attendee) changedAttendees.push(after)
  }
  return {
    registration: changedAttendees.length === 0 ? registration : withAttendees(registration, changedAttendees),
    notices,
  }
}

/** The complimentary room, as long as it is earned, and Beat Street, as long as it is listed. ATT-046, ATT-055. */
export const deriveExtras: Derivation = (registration, facts) => {
  const { tour_date, settings, live, is_paid } = facts
  const notices: RevalidationNotice[] = []
  const change: Partial<Registration> = {}
  const tell = (field: AddOn, sentence: string) =>
    notices.push({ person_id: null, routine: null, fields: [field], sentence })
  const isListed = (add_on: AddOn, isChosen: boolean | undefined) =>
    is_paid === true || isChosen === true || (!live && registration.completed) || tour_date.add_ons.includes(add_on)
  if (registration.comp_room) {
    const earned = is_paid === true || earnsCompRoom(payingDancers(registration, facts), settings)
    if (!earned || !isListed('comp_room', live?.comp_room)) {
      change.comp_room = false
      tell(
        'comp_room',
        earned
          ? 'The complimentary room is no longer offered in this city.'
          : `The complimentary room was removed: it comes with more than ${settings.comp_room_students} paying dancers.`,
      )
    }
  }
  if (registration.beat_street && !isListed('beat_street', live?.beat_street)) {
    change.beat_street = false
    tell('beat_street', 'Beat Street is no longer offered in this city.')
  }
  return { registration: notices.length === 0 ? registration : { ...registration, ...change }, notices }
}
