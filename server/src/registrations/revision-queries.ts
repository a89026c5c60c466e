import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { mapOptions } from '@callboard/domain/registrations/routines/routine-options.ts'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { isLive } from '../platform/db/registration-status.ts'

export type Revision = Selectable<Schema['revisions']>

/** The edit of a completed registration that is not submitted yet. Its registration's lock is its own. */
export async function findRevision(tx: Tx, registration_id: number): Promise<Revision | undefined> {
  const revision = await tx
    .selectFrom('revisions')
    .where('registration_id', '=', registration_id)
    .selectAll()
    .executeTakeFirst()
  return revision && { ...revision, record: withAllOptions(revision.record), base: withAllOptions(revision.base) }
}

/** A stored registration with the options that came after it was stored: nobody chose them. */
function withAllOptions(registration: Registration): Registration {
  const complete = (routine: RegistrationRoutine) => ({ ...mapOptions(() => false), ...routine })
  return {
    ...registration,
    routines: registration.routines.map(complete),
    waiting_list_routines: registration.waiting_list_routines.map(complete),
  }
}

/** Returns the version and start of an edit; undefined: no edit. */
export const findRevisionMark = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('revisions')
    .where('registration_id', '=', registration_id)
    .select(['version', 'began'])
    .executeTakeFirst()

export const insertRevision = (tx: Tx, revision: Insertable<Schema['revisions']>) =>
  tx.insertInto('revisions').values(revision).execute()

type RecordColumns = { version: number; record: string; updated: Instant }

/** Stores the next version of an edit. */
export const setRevisionRecord = (tx: Tx, registration_id: number, { version, record, updated }: RecordColumns) =>
  tx.updateTable('revisions').set({ version, record, updated }).where('registration_id', '=', registration_id).execute()

type BaseColumns = RecordColumns & { began_version: number; base: string; carried: Cents }

/** Moves an edit to the current version of its registration. */
export function rebaseRevision(tx: Tx, registration_id: number, columns: BaseColumns) {
  const { version, record, updated, began_version, base, carried } = columns
  return tx
    .updateTable('revisions')
    .set({ version, record, updated, began_version, base, carried })
    .where('registration_id', '=', registration_id)
    .execute()
}

export const setRevisionReviewEmail = (tx: Tx, registration_id: number, review_email: string) =>
  tx.updateTable('revisions').set({ review_email }).where('registration_id', '=', registration_id).execute()

export const deleteRevision = (tx: Tx, registration_id: number) =>
  tx.deleteFrom('revisions').where('registration_id', '=', registration_id).execute()

type Numbered = { attendees: number; registration_routines: number }

/** Reserves unused ids of each table; the rows are inserted when the edit is submitted. */
export async function takeNumbers(tx: Tx, counts: Numbered): Promise<Record<keyof Numbered, number[]>> {
  const next = async (table: keyof Numbered) => {
    if (counts[table] === 0) return []
    const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id'))::integer as id
      from generate_series(1, ${counts[table]}::integer)`.execute(tx)
    return rows.map(({ id }) => id)
  }
  return { attendees: await next('attendees'), registration_routines: await next('registration_routines') }
}

/** Finds an account's registration whose edit contains this attendee. */
export async function findEditOfAttendee(tx: Tx, attendee_id: number, user_id: number) {
  const { rows } = await sql<{ id: number; person_id: number }>`
    select r.id, (a.value ->> 'person_id')::integer as person_id
    from registrations r join revisions v on v.registration_id = r.id, json_each(v.record -> 'attendees') a
    where r.user_id = ${user_id} and ${isLive('r')} and (a.value ->> 'id')::integer = ${attendee_id}`.execute(tx)
  return rows[0]
}

/** An account's registration with a routine of this number in its edit. */
export async function findEditOfRoutine(tx: Tx, routine_id: number, user_id: number) {
  const { rows } = await sql<{ id: number }>`
    select r.id from registrations r join revisions v on v.registration_id = r.id,
      json_array_elements(v.record -> 'routines') e
    where r.user_id = ${user_id} and ${isLive('r')} and (e ->> 'id')::integer = ${routine_id}`.execute(tx)
  return rows[0]
}

/** Registrations as they are stored in a revision. */
export const serialize = (registration: Registration): string => JSON.stringify(registration)
