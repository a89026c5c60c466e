import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { daysAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { reminderAddress, requestEnd } from '@callboard/domain/waivers/request.ts'
import type { Tx } from '../platform/db/connect.ts'
import { hashOf, newToken } from '../platform/http/sessions.ts'
import { sendMails } from '../platform/mail/queries.ts'
import { loadSettings } from '../platform/settings-queries.ts'
import { waiverLetter } from './letter.ts'
import { insertRequests, type WaiverRegistration, type WaiverRow } from './queries.ts'

type Addressed = Pick<
  WaiverRow,
  'roster_reminder' | 'roster_parent' | 'attendee_reminder' | 'mailed_at' | 'fname' | 'lname'
>

/** Bulk reminders skip people who were asked within this many days. */
const quietDays = 1

/** Sorts missing signers into those to remind, those asked recently and those without an address. */
export function sortReminders<Row extends Addressed>(missing: readonly Row[], now: Instant) {
  const since = daysAfter(now, -quietDays)
  const addressedRows = missing.map((row) => ({ row, to: reminderAddress(row) }))
  const without = addressedRows.filter(({ to }) => to === null).map(({ row }) => row)
  const due = addressedRows.flatMap(({ row, to }) =>
    to && !(row.mailed_at && row.mailed_at > since) ? [{ row, to }] : [],
  )
  return { due, without, recently: addressedRows.length - without.length - due.length }
}

type SigningRequest = {
  about: WaiverRegistration
  row: Pick<WaiverRow, 'person_id' | 'fname' | 'lname' | 'waiver_type_id' | 'waiver' | 'version'>
  to: string
}

/**
 * Stores a signing request for each person of one city and mails the links, in a fixed number of statements. WAIV-019.
 */
export async function requestSignatures(tx: Tx, requests: readonly SigningRequest[], origin: string, now: Instant) {
  const [first] = requests
  if (!first) return
  const { waiver_request_days } = await settingsOf(tx, first.about)
  const expires_at = requestEnd(now, waiver_request_days)
  const links = requests.map((one) => ({ ...one, token: newToken() }))
  await insertRequests(
    tx,
    links.map(({ about, row, to, token }) => ({
      registration_id: about.id,
      person_id: row.person_id,
      waiver_type_id: row.waiver_type_id,
      version: row.version,
      season_id: about.season_id,
      token_hash: hashOf(token),
      expires_at,
      mailed_to: to,
      mailed_at: now,
    })),
    now,
  )
  await mailLinks(tx, links, { expires_at, origin, now })
}

type Link = { about: WaiverRegistration; row: Pick<WaiverRow, 'fname' | 'lname' | 'waiver'>; to: string; token: string }
type Sending = { expires_at: Instant; origin: string; now: Instant }

/** Mails links that were made. */
export const mailLinks = (tx: Tx, links: readonly Link[], { expires_at, origin, now }: Sending) =>
  sendMails(
    tx,
    links.map(({ about, row: { fname, lname, waiver }, to, token }) => {
      // The last whole day.
      const until = dayIn(about.time_zone, daysAfter(expires_at, -1))
      const letterFacts = { ...about, name: `${fname} ${lname}`, waiver, until }
      return {
        envelope: { to, template: 'waiver_request', registration_id: about.id },
        letter: waiverLetter(letterFacts, `${origin}/waivers/sign/${token}`),
      }
    }),
    now,
  )

export const settingsOf = (tx: Tx, { tour_date_id, event_id, season_id }: WaiverRegistration) =>
  loadSettings(tx, { tour_date_id, event_id, season_id })
