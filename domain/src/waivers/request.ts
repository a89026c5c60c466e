import { dayIn, type CalendarDate } from '../kernel/calendar.ts'
import { daysAfter, instant, type Instant } from '../kernel/instant.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { LevelKind } from '../tours/city.ts'
import { isEventOver } from '../tours/tour-date-days.ts'
import { isOfAge, isSignatureOf } from './form.ts'
import type { WaiverRefusal } from './refusals.ts'

/** Dancers and teachers need a waiver, observers do not. WAIV-025, A73. */
export const needsWaiver = (kind: LevelKind): boolean => kind !== 'observer'

/** How many of those who need waivers have signed all of theirs. EVT-014, WAIV-025. */
export function waiverTally(people: readonly { kind: LevelKind; signed: boolean }[]) {
  const needing = people.filter(({ kind }) => needsWaiver(kind))
  return { done: needing.filter(({ signed }) => signed).length, total: needing.length }
}

/** When a link that is made now stops working. */
export const requestEnd = (now: Instant, days: number): Instant => daysAfter(now, days)

type RequestStanding = { expires_at: Instant; signed_at: Instant | null; removed_at: Instant | null }

/** A link that may still be signed; one that was signed says so even when it is over. WAIV-014 to WAIV-016. */
export function checkOpen(request: RequestStanding, isSigned: boolean, now: Instant): Result<true, WaiverRefusal> {
  if (request.signed_at !== null || isSigned) return refuse({ code: 'waiver.signed' })
  if (request.expires_at <= now) return refuse({ code: 'waiver.expired' })
  return accept(true)
}

type Signature = { agreed: boolean; signature: string; signer: string }

/** The box first, then the name: what a signature needs. WAIV-008, WAIV-026. */
export function checkSignature({ agreed, signature, signer }: Signature): Result<true, WaiverRefusal> {
  if (!agreed) return refuse({ code: 'waiver.not_agreed', field: 'agreed' })
  if (!isSignatureOf(signature, signer)) return refuse({ code: 'waiver.signature', field: 'signature', signer })
  return accept(true)
}

type KnownAddresses = { roster_reminder: string | null; roster_parent: string | null; attendee_reminder: string | null }

/** Where a reminder goes, if that is known: what was said last for this registration, the roster, the parent. WAIV-020. */
export const reminderAddress = ({ roster_reminder, roster_parent, attendee_reminder }: KnownAddresses): string | null =>
  roster_reminder ?? attendee_reminder ?? roster_parent

/** Reminders end with the event's last day; a late signature, online or on paper, is still taken. */
export const checkReminder = (
  city: { time_zone: string; end_date: CalendarDate },
  now: Instant,
): Result<true, WaiverRefusal> => (isEventOver(city, now) ? refuse({ code: 'waiver.event_over' }) : accept(true))

type WaiverTypeDraft = { name: string; text: string; event_id: number | null; season_id: number | null }

/** A kind of waiver has a name and words; which event and season it is for is free. OFF-035. */
export function checkWaiverType(draft: WaiverTypeDraft): Result<WaiverTypeDraft, WaiverRefusal> {
  const [name, text] = [draft.name.trim(), draft.text.trim()]
  if (name === '') return refuse({ code: 'waiver_type.name', field: 'name' })
  if (text === '') return refuse({ code: 'waiver_type.text', field: 'text' })
  return accept({ name, text, event_id: draft.event_id, season_id: draft.season_id })
}

/** A paper waiver has a day and no time: it is stored as noon UTC of the entered day. */
export const paperMoment = (signed_on: CalendarDate): Instant => instant(`${signed_on}T12:00:00Z`)

/** The day that was entered for a paper waiver, the same in every time zone. */
export const paperDay = (signed_at: Instant): CalendarDate => dayIn('UTC', signed_at)

type Paper = { signer_name: string; signed_on: CalendarDate; self: boolean }

type PaperFacts = {
  today: CalendarDate
  start_year: number
  adult_age: number
  /** The roster's birthdate; null: the paper alone states it. */
  birthdate: CalendarDate | null
}

/**
 * A paper waiver names its signer, who is of age on the day of signing. The day is not ahead, lies in the years of its
 * season and after the participant's birth. OFF-035, A15.
 */
export function checkPaper(
  { signer_name, signed_on, self }: Paper,
  { today, start_year, adult_age, birthdate }: PaperFacts,
): Result<string, WaiverRefusal> {
  const signer = signer_name.trim()
  if (signer === '') return refuse({ code: 'waiver.paper_signer', field: 'signer_name' })
  if (signed_on > today) return refuse({ code: 'waiver.paper_day', field: 'signed_on' })
  if (signed_on < `${start_year}-01-01`) return refuse({ code: 'waiver.paper_season', field: 'signed_on', start_year })
  if (birthdate !== null && signed_on < birthdate) return refuse({ code: 'waiver.paper_birth', field: 'signed_on' })
  if (self && !isOfAge(birthdate, { today: signed_on, adult_age })) {
    return refuse({ code: 'waiver.paper_under_age', field: 'parent_relationship' })
  }
  return accept(signer)
}
