import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'

// Every write of a row of `registrations`: each function names what it writes, under the registration's lock.

type Columns = Updateable<Schema['registrations']>
type Row = Insertable<Schema['registrations']>
type Version = { version: number; updated: Instant }

/** Inserts a registration; undefined when a concurrent request inserted it first. TOUR-032, TOUR-033. */
export const insertRegistration = (tx: Tx, registration: Row) =>
  tx
    .insertInto('registrations')
    .values(registration)
    // A literal: with a parameter, a prepared statement does not match the partial index.
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'tour_date_id'])
        .where(sql<boolean>`not deleted`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()

const set = (tx: Tx, id: number, columns: Columns) =>
  tx.updateTable('registrations').set(columns).where('id', '=', id).execute()

/** Columns that only the functions below write: identity, deletion, money, holds, the office's own. */
type Apart =
  | 'id'
  | 'tour_date_id'
  | 'user_id'
  | 'created'
  | 'deleted'
  | 'viewed'
  | 'notes'
  | 'confirmed_by'
  | 'paid'
  | 'receivable'
  | 'hold_began'
  | 'hold_ends'
  | 'reserved'
  | 'price_list_id'
  | 'review_email'
  | 'ancillary_person'
  | 'survey_version'
  | 'survey_submitted'
export type ContentColumns = Omit<Columns, Apart> & Version

/** Writes what changed in the aggregate's root, and the sums that lists show. */
export const saveContents = (tx: Tx, id: number, contents: ContentColumns) => set(tx, id, contents)

export const markDeleted = (tx: Tx, id: number, updated: Instant) => set(tx, id, { deleted: true, updated })

/** Deletes or restores a registration for the office, which leaves no trace in the owner's `updated`. */
export const setDeleted = (tx: Tx, id: number, deleted: boolean) => set(tx, id, { deleted })

type Confirmation = { confirmed: boolean; confirmed_at: Instant | null; confirmed_by: number | null }

/** Confirms a registration or takes its confirmation back; either way the office has viewed it. */
export const setConfirmation = (tx: Tx, id: number, { confirmed, confirmed_at, confirmed_by }: Confirmation) =>
  set(tx, id, { confirmed, confirmed_at, confirmed_by, viewed: true })

/** The office has not seen what its owner completed just now. A98. */
export const markNotViewed = (tx: Tx, id: number) => set(tx, id, { viewed: false })

export const setOfficeNotes = (tx: Tx, id: number, { viewed, notes }: { viewed: boolean; notes: string }) =>
  set(tx, id, { viewed, notes })

/** Sets the complimentary observers and the sum of all observers. */
export const setComplimentaryObservers = (tx: Tx, id: number, observers_complimentary: number, observers: number) =>
  set(tx, id, { observers_complimentary, observers })

export const setHold = (tx: Tx, id: number, { began, ends }: { began: Instant; ends: Instant }) =>
  set(tx, id, { hold_began: began, hold_ends: ends })

export const setHoldEnd = (tx: Tx, id: number, hold_ends: Instant) => set(tx, id, { hold_ends })

export const clearHold = (tx: Tx, id: number) => set(tx, id, { hold_began: null, hold_ends: null })

/** Marks that an accepted offer keeps places for a registration that is not finished yet. */
export const markReserved = (tx: Tx, id: number) => set(tx, id, { reserved: true })

/** The version of the survey that the registration answers, from its first answer on. */
export const setSurveyVersion = (tx: Tx, id: number, survey_version: number) => set(tx, id, { survey_version })

export const markSurveySubmitted = (tx: Tx, id: number) => set(tx, id, { survey_submitted: true })

type Fees = { total: Cents }

/** Sets the fees of a completed registration by its promised lines. */
export const setFees = (tx: Tx, id: number, fees: Fees) =>
  set(tx, id, { total: fees.total, fees: JSON.stringify(fees) })

export const setPriceList = (tx: Tx, id: number, price_list_id: number) => set(tx, id, { price_list_id })

type PeopleCounts = { dancers: number; teachers: number; observers: number }

export const setPeopleCounts = (tx: Tx, id: number, { dancers, teachers, observers }: PeopleCounts) =>
  set(tx, id, { dancers, teachers, observers })

type Competition = Version & { is_competing: boolean | null; routine_count: number }

/** Sets whether a completed registration competes, and with how many routines. */
export const setCompetition = (tx: Tx, id: number, { is_competing, routine_count, version, updated }: Competition) =>
  set(tx, id, { is_competing, routine_count, version, updated })

/** Sets whether a completed registration competes for the Studio of the Year. */
export const setStudioOfTheYear = (
  tx: Tx,
  id: number,
  { has_soty, version, updated }: Version & { has_soty: boolean },
) => set(tx, id, { has_soty, version, updated })

/** Sets the studio of a registration, which is then not independent. */
export const setStudio = (
  tx: Tx,
  id: number,
  { studio_id, version, updated }: Version & { studio_id: number | null },
) => set(tx, id, { studio_id, independent: false, version, updated })

export const setReviewEmail = (tx: Tx, id: number, review_email: string) => set(tx, id, { review_email })

export const setAncillaryPerson = (tx: Tx, id: number, person: object, updated: Instant) =>
  set(tx, id, { ancillary_person: JSON.stringify(person), updated })

/** Sets the sum of payments that lists show, in cents. */
export const setPaid = (tx: Tx, id: number, paidSum: Cents) => set(tx, id, { paid: paidSum })

/** Adds to the balance that lists show after a post to the ledger, in cents. */
export const addToReceivable = (tx: Tx, id: number, amount: number) =>
  tx
    .updateTable('registrations')
    .set({ receivable: sql`receivable + ${amount}` })
    .where('id', '=', id)
    .execute()
