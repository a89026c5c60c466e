import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import type { Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { mapOptions } from '@callboard/domain/registrations/routines/routine-options.ts'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { isLive } from '../platform/db/registration-status.ts'

/** An edit in its table: the owner's own, or the office's for the owner. */
export type Revision = Selectable<Schema['revisions']> & { table: 'revisions' | 'office_edits' }

/** The edit of a completed registration that is not submitted yet. Its registration's lock is its own. */
export async function findRevision(tx: Tx, registration_id: number): Promise<Revision | undefined> {
  const revision = await tx
    .selectFrom('revisions')
    .where('registration_id', '=', registration_id)
    .selectAll()
    .executeTakeFirst()
  return (
    revision && {
      ...revision,
      table: 'revisions',
      record: withAllOptions(revision.record),
      base: withAllOptions(revision.base),
    }
  )
}

export type OfficeEdit = Revision & Pick<Selectable<Schema['office_edits']>, 'user_id' | 'office_reason' | 'music'>

/** The office's edit of a completed registration. Nothing is paid in it, so it carries no balance. */
export async function findOfficeEdit(tx: Tx, registration_id: number): Promise<OfficeEdit | undefined> {
  const edit = await tx
    .selectFrom('office_edits')
    .where('registration_id', '=', registration_id)
    .selectAll()
    .executeTakeFirst()
  return (
    edit && {
      ...edit,
      table: 'office_edits',
      review_email: null,
      carried: zeroCents,
      record: withAllOptions(edit.record),
      base: withAllOptions(edit.base),
    }
  )
}

export const isOfficeEditing = async (tx: Tx, registration_id: number): Promise<boolean> =>
  (await tx
    .selectFrom('office_edits')
    .where('registration_id', '=', registration_id)
    .select('registration_id')
    .executeTakeFirst()) !== undefined

/** The office's edit as the office's page shows it. */
export const findOfficeEditMark = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('office_edits as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .where('v.registration_id', '=', registration_id)
    .select(['v.user_id', 'v.office_reason', 'v.began', sql<string>`concat_ws(' ', p.fname, p.lname)`.as('name')])
    .executeTakeFirst()

export const insertOfficeEdit = (tx: Tx, edit: Insertable<Schema['office_edits']>) =>
  tx.insertInto('office_edits').values(edit).execute()

/** Gives the office's edit to another account of the office. */
export const setOfficeEditor = (tx: Tx, registration_id: number, editor: { user_id: number; office_reason: string }) =>
  tx.updateTable('office_edits').set(editor).where('registration_id', '=', registration_id).execute()

export const setOfficeEditMusic = (
  tx: Tx,
  registration_id: number,
  columns: { music: string; version: number; updated: Instant },
) => tx.updateTable('office_edits').set(columns).where('registration_id', '=', registration_id).execute()

export const deleteOfficeEdit = (tx: Tx, registration_id: number) =>
  tx.deleteFrom('office_edits').where('registration_id', '=', registration_id).execute()

/** The owner of a live registration that this account of the office edits. */
export const findEditedOwner = (tx: Tx, edit: { registration_id: number; user_id: number }) =>
  tx
    .selectFrom('office_edits as v')
    .innerJoin('registrations as r', 'r.id', 'v.registration_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('v.registration_id', '=', edit.registration_id)
    .where('v.user_id', '=', edit.user_id)
    .where(isLive('r'))
    .select(['u.id', 'u.email', 'u.confirmed', 'u.exempt', 'u.studio_id', 'u.studio_account', 'u.person_id'])
    // An owner has an owner's rights only, also one with a role in the office.
    .select([sql<'user'>`'user'`.as('role'), sql<boolean>`false`.as('lacks_second_factor')])
    .executeTakeFirst()

/** A stored registration with the options that came after it was stored: nobody chose them. */
function withAllOptions(registration: Registration): Registration {
  const complete = (routine: RegistrationRoutine) => ({ ...mapOptions(() => false), ...routine })
  return {
    ...registration,
    routines: registration.routines.map(complete),
    waiting_list_routines: registration.waiting_list_routines.map(complete),
  }
}

/** Returns the version and start of an edit, and the observers it asks for; undefined: no edit. */
export const findRevisionMark = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('revisions')
    .where('registration_id', '=', registration_id)
    .select(['version', 'began'])
    .select(sql<Registration['additional_observers']>`record -> 'additional_observers'`.as('observers'))
    .executeTakeFirst()

export const insertRevision = (tx: Tx, revision: Insertable<Schema['revisions']>) =>
  tx.insertInto('revisions').values(revision).execute()

type RecordColumns = { version: number; record: string; updated: Instant }

/** Stores the next version of an edit. */
export const setRevisionRecord = (
  tx: Tx,
  { table, registration_id }: Pick<Revision, 'table' | 'registration_id'>,
  { version, record, updated }: RecordColumns,
) => tx.updateTable(table).set({ version, record, updated }).where('registration_id', '=', registration_id).execute()

/** The same for the office's edit, in which no balance is carried. */
export const rebaseOfficeEdit = (tx: Tx, registration_id: number, columns: Omit<BaseColumns, 'carried'>) =>
  tx.updateTable('office_edits').set(columns).where('registration_id', '=', registration_id).execute()

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

const edits = sql`(select registration_id, record from revisions union all
      select registration_id, record from office_edits)`

/** Finds an account's registration whose edit contains this attendee. */
export async function findEditOfAttendee(tx: Tx, attendee_id: number, user_id: number) {
  const { rows } = await sql<{ id: number; person_id: number }>`
    select r.id, (a.value ->> 'person_id')::integer as person_id
    from registrations r join ${edits} v on v.registration_id = r.id, json_each(v.record -> 'attendees') a
    where r.user_id = ${user_id} and ${isLive('r')} and (a.value ->> 'id')::integer = ${attendee_id}`.execute(tx)
  return rows[0]
}

/** An account's registration with a routine of this number in its edit. */
export async function findEditOfRoutine(tx: Tx, routine_id: number, user_id: number) {
  const { rows } = await sql<{ id: number }>`
    select r.id from registrations r join ${edits} v on v.registration_id = r.id,
      json_array_elements(v.record -> 'routines') e
    where r.user_id = ${user_id} and ${isLive('r')} and (e ->> 'id')::integer = ${routine_id}`.execute(tx)
  return rows[0]
}

/** Registrations as they are stored in a revision. */
export const serialize = (registration: Registration): string => JSON.stringify(registration)
