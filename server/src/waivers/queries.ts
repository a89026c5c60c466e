import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { LevelKind } from '@callboard/domain/tours/city.ts'
import type { Relationship, WaiverForm } from '@callboard/domain/waivers/form.ts'
import { sql } from 'kysely'
import { cityName } from '../tours/city-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { deleteKeyedMails } from '../platform/mail/queries.ts'
import { isLive, wasCompleted } from '../platform/db/registration-status.ts'

export type WaiverRow = {
  attendee_id: number
  person_id: number
  fname: string
  lname: string
  kind: LevelKind
  gender_id: number | null
  birthdate: CalendarDate | null
  roster_reminder: string | null
  roster_parent: string | null
  attendee_reminder: string | null
  waiver_type_id: number
  waiver: string
  version: number
  signed_at: Instant | null
  request_id: number | null
  request_version: number
  request_created: Instant
  request_expires_at: Instant
  mailed_to: string | null
  mailed_at: Instant | null
  request_signed_at: Instant | null
  signer_name: string | null
  parent_relationship: Relationship | null
  on_paper: boolean
}

/**
 * Joins `w`, the valid signature for registration `r`, person `p`, type `t` and city `d`: the one this account
 * requested. Signatures requested by other accounts do not count.
 */
export const countingWaiver = sql`waivers w on w.person_id = p.id and w.waiver_type_id = t.id
  and w.season_id = d.season_id and w.user_id = r.user_id`

/** Signatures for the same person, type and season that another account requested. */
export const foreignWaivers = sql`select f.* from waivers f where f.person_id = p.id and f.waiver_type_id = t.id
  and f.season_id = d.season_id and f.user_id <> r.user_id`

/**
 * Loads a registration's required waivers, one row per person and type, with the season's signer and the request that
 * defines the status: the signed one, else the latest mailed one. Requests of other accounts are not read. One
 * statement for any number of people. WAIV-001, A73.
 */
export async function loadWaiverRows(tx: Tx, registration_id: number, person_id?: number): Promise<WaiverRow[]> {
  const { rows } = await sql<WaiverRow>`
    select a.id as attendee_id, p.id as person_id, p.fname, p.lname, l.kind, p.gender_id, p.birthdate,
      o.reminder_email as roster_reminder, o.parent_email as roster_parent, a.reminder_email as attendee_reminder,
      t.id as waiver_type_id, t.name as waiver, t.version, w.signed_at,
      q.id as request_id, q.version as request_version, q.created as request_created,
      q.expires_at as request_expires_at, q.mailed_to, q.mailed_at, q.signed_at as request_signed_at,
      q.signer_name, q.parent_relationship, coalesce(q.recorded_by is not null, false) as on_paper
    from registrations r
    join tour_dates d on d.id = r.tour_date_id
    join attendees a on a.registration_id = r.id
    join workshop_levels l on l.id = a.workshop_level_id and l.kind <> 'observer'
    join persons p on p.id = a.person_id
    cross join lateral waivers_needed(d.event_id, d.season_id) n
    join waiver_types t on t.id = n.waiver_type_id
    left join roster o on o.user_id = r.user_id and o.person_id = p.id
    left join ${countingWaiver}
    left join lateral (
      select q.* from waiver_requests q join registrations g on g.id = q.registration_id and g.user_id = r.user_id
      where q.person_id = p.id and q.waiver_type_id = t.id and q.season_id = d.season_id and q.removed_at is null
        and (q.id = w.request_id or (w.id is null and q.signed_at is null and q.mailed_at is not null))
      order by q.id desc limit 1
    ) q on true
    where r.id = ${registration_id} and (${person_id ?? null}::int is null or p.id = ${person_id ?? null}::int)
    order by p.lname, p.fname, p.id, t.id`.execute(tx)
  return rows
}

/** Context of a waiver: the registration's owner, city and season. */
const abouts = (tx: Tx) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('tour_dates as d', 'd.id', 'r.tour_date_id')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .innerJoin('event_cities as c', 'c.id', 'd.event_city_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('persons as o', 'o.id', 'u.person_id')
    .where(isLive('r'))
    .select([
      'r.id',
      'r.user_id',
      'r.completed',
      'd.id as tour_date_id',
      'd.event_id',
      'd.season_id',
      'd.start_date',
      'd.end_date',
      'd.time_zone',
      'e.name as event',
      cityName.as('city'),
      sql<string>`coalesce(s.name, concat_ws(' ', o.fname, o.lname))`.as('asker'),
    ])

export const findWaiverRegistration = (tx: Tx, registration_id: number) =>
  abouts(tx).where('r.id', '=', registration_id).executeTakeFirst()

export type WaiverRegistration = NonNullable<Awaited<ReturnType<typeof findWaiverRegistration>>>

/** An account's own; another's does not exist. */
export const findOwnWaiverRegistration = (tx: Tx, registration_id: number, user_id: number) =>
  abouts(tx).where('r.id', '=', registration_id).where('r.user_id', '=', user_id).executeTakeFirst()

/** A person's newest completed registration in an account: of the current season, whose waivers the roster shows, first. */
export const findNewestWaiverRegistration = (tx: Tx, person_id: number, user_id: number) =>
  abouts(tx)
    .innerJoin('attendees as a', 'a.registration_id', 'r.id')
    .innerJoin('seasons as n', 'n.id', 'd.season_id')
    .where('a.person_id', '=', person_id)
    .where('r.user_id', '=', user_id)
    .where(wasCompleted('r'))
    .orderBy('n.current', 'desc')
    .orderBy('r.id', 'desc')
    .executeTakeFirst()

/** The registration of an attendee of this account's. */
export const findAttendee = (tx: Tx, attendee_id: number, user_id: number) =>
  tx
    .selectFrom('attendees as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .where('a.id', '=', attendee_id)
    .where('r.user_id', '=', user_id)
    .where(isLive('r'))
    .select(['a.id', 'a.person_id', 'a.registration_id'])
    .executeTakeFirst()

type NewRequest = {
  registration_id: number
  person_id: number
  waiver_type_id: number
  version: number
  season_id: number
  token_hash: string | null
  expires_at: Instant
  mailed_to?: string | null
  mailed_at?: Instant | null
  is_self?: boolean
  form?: string
  signer_name?: string
  parent_relationship?: Relationship | null
  signed_at?: Instant
  recorded_by?: number
  note?: string
}

/** Retention of unsigned requests after expiry, so that their links can report that they have expired. */
const remembered = sql`interval '60 days'`

/** Keeps requests, and drops those of the same registrations that were never signed and are long over. */
export async function insertRequests(tx: Tx, rows: readonly NewRequest[], now: Instant): Promise<{ id: number }[]> {
  if (rows.length === 0) return []
  await tx
    .deleteFrom('waiver_requests')
    .where('registration_id', 'in', [...new Set(rows.map(({ registration_id }) => registration_id))])
    .where('signed_at', 'is', null)
    .where(sql<boolean>`expires_at < ${now}::timestamptz - ${remembered}`)
    .execute()
  return tx
    .insertInto('waiver_requests')
    .values(rows.map((row) => ({ ...row, created: now })))
    .returning('id')
    .execute()
}

const requests = (tx: Tx) =>
  tx
    .selectFrom('waiver_requests as q')
    .innerJoin('waiver_types as t', 't.id', 'q.waiver_type_id')
    .innerJoin('waiver_texts as x', (join) =>
      join.onRef('x.waiver_type_id', '=', 'q.waiver_type_id').onRef('x.version', '=', 'q.version'),
    )
    .innerJoin('persons as p', 'p.id', 'q.person_id')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .leftJoin('waivers as w', (join) =>
      join
        .onRef('w.person_id', '=', 'q.person_id')
        .onRef('w.waiver_type_id', '=', 'q.waiver_type_id')
        .onRef('w.season_id', '=', 'q.season_id')
        .onRef('w.user_id', '=', 'r.user_id'),
    )
    .where('q.removed_at', 'is', null)
    .where(isLive('r'))
    .selectAll('q')
    .select(['t.name as waiver', 'x.text', 'p.fname', 'p.lname', 'p.birthdate', 'r.user_id', 'w.id as waiver_id'])

export const findRequestByToken = (tx: Tx, token_hash: string) =>
  requests(tx).where('q.token_hash', '=', token_hash).executeTakeFirst()

export const findRequest = (tx: Tx, id: number) => requests(tx).where('q.id', '=', id).executeTakeFirst()

/** Same, with the row locked: of two concurrent signatures the second finds the request signed. */
export const lockRequest = (tx: Tx, id: number) => requests(tx).where('q.id', '=', id).forUpdate('q').executeTakeFirst()

export type WaiverRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** All that is known of a person's requests for a season, through this account; the newest first. */
export const listRequests = (tx: Tx, person_id: number, season_id: number, user_id: number) =>
  requests(tx)
    .where('q.person_id', '=', person_id)
    .where('q.season_id', '=', season_id)
    .where('r.user_id', '=', user_id)
    .orderBy('q.id', 'desc')
    .execute()

type Signature = {
  is_self: boolean
  form: WaiverForm
  signer_name: string
  parent_relationship: Relationship | null
  signed_at: Instant
  signed_ip: string
  user_agent: string
  signed_by: number | null
  seal: string
}

type SignedRequest = { id: number; user_id: number; person_id: number; waiver_type_id: number; season_id: number }

/** Makes a request the signed waiver of its person, season and account; false when there is one already. */
export async function insertWaiver(tx: Tx, { id, ...whose }: SignedRequest, signed_at: Instant): Promise<boolean> {
  const waiverRow = await tx
    .insertInto('waivers')
    .values({
      person_id: whose.person_id,
      waiver_type_id: whose.waiver_type_id,
      season_id: whose.season_id,
      signed_at,
      request_id: id,
      user_id: whose.user_id,
    })
    .onConflict((conflict) => conflict.columns(['person_id', 'waiver_type_id', 'season_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return waiverRow !== undefined
}

export const updateSigned = (tx: Tx, id: number, { form, ...signature }: Signature) =>
  tx
    .updateTable('waiver_requests')
    .set({ ...signature, form: JSON.stringify(form) })
    .where('id', '=', id)
    .execute()

/** The key of the mail with the copy of a signed waiver. */
export const copyKey = (request_id: number) => `waiver_signed:${request_id}`

/** Revokes signed waivers: deletes the form data and the mailed copy, keeps signer, signing time and revocation. */
export async function removeSigned(tx: Tx, request_ids: readonly number[], now: Instant): Promise<void> {
  await tx.deleteFrom('waivers').where('request_id', 'in', request_ids).execute()
  await tx
    .updateTable('waiver_requests')
    .set({ removed_at: now, form: null, note: null, token_hash: null })
    .where('id', 'in', request_ids)
    .execute()
  await deleteKeyedMails(tx, request_ids.map(copyKey))
}

/** Deletes a person's unsigned requests, whose links end with the waiver. */
export const deleteUnsigned = (tx: Tx, registration_id: number, person_id: number) =>
  tx
    .deleteFrom('waiver_requests')
    .where('registration_id', '=', registration_id)
    .where('person_id', '=', person_id)
    .where('signed_at', 'is', null)
    .execute()

/** Loads the person a waiver is filled in for, with roster data. */
export const findFilledPerson = (tx: Tx, person_id: number, user_id: number) =>
  tx
    .selectFrom('persons as p')
    // Only contact data entered by the same account is read.
    .leftJoin('addresses as a', (join) =>
      join.onRef('a.person_id', '=', 'p.id').on('a.entered_by', '=', user_id).on('a.is_parent', '=', false),
    )
    .leftJoin('states as s', 's.id', 'a.state_id')
    .where('p.id', '=', person_id)
    .select(['p.id', 'p.fname', 'p.lname', 'p.birthdate', 'p.gender_id'])
    .select([
      sql<string>`concat_ws(', ', nullif(a.address, ''), nullif(a.city, ''), nullif(concat_ws(' ', s.abbreviation, a.zip), ''))`.as(
        'address',
      ),
      sql<string | null>`(select value from contacts where person_id = p.id and entered_by = ${user_id}
        and contact_type_id = 2 order by is_primary desc, id limit 1)`.as('phone'),
      sql<string | null>`(select value from contacts where person_id = p.id and entered_by = ${user_id}
        and contact_type_id = 1 order by is_primary desc, id limit 1)`.as('email'),
    ])
    .executeTakeFirst()

export const findType = (tx: Tx, id: number) =>
  tx
    .selectFrom('waiver_types as t')
    .innerJoin('waiver_texts as x', (join) =>
      join.onRef('x.waiver_type_id', '=', 't.id').onRef('x.version', '=', 't.version'),
    )
    .where('t.id', '=', id)
    .select(['t.id', 't.name', 't.version', 'x.text'])
    .executeTakeFirst()

// The office's side

/** Locks a waiver type against concurrent versions until the transaction ends. */
export const lockType = (tx: Tx, id: number) =>
  tx.selectFrom('waiver_types').where('id', '=', id).forUpdate().select('id').executeTakeFirst()

type TypeColumns = { name: string; event_id: number | null; season_id: number | null }
type Words = { text: string; created: Instant; created_by: number }

export async function insertType(tx: Tx, columns: TypeColumns, words: Words): Promise<number> {
  const { id } = await tx
    .insertInto('waiver_types')
    .values({ ...columns, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('waiver_texts')
    .values({ waiver_type_id: id, version: 1, ...words })
    .execute()
  return id
}

/** Copies the active waivers of one event or season, with their present words, to another. */
export async function copyTypes(
  tx: Tx,
  scope: 'event_id' | 'season_id',
  { from_id, to_id }: { from_id: number; to_id: number },
  author: Omit<Words, 'text'>,
): Promise<void> {
  const types = await tx
    .selectFrom('waiver_types as t')
    .innerJoin('waiver_texts as x', (join) =>
      join.onRef('x.waiver_type_id', '=', 't.id').onRef('x.version', '=', 't.version'),
    )
    .where(`t.${scope}`, '=', from_id)
    .where('t.active', '=', true)
    .orderBy('t.id')
    .select(['t.name', 't.event_id', 't.season_id', 'x.text'])
    .execute()
  for (const { text, ...columns } of types) await insertType(tx, { ...columns, [scope]: to_id }, { ...author, text })
}

/** Deletes the waivers of one event or season; the database refuses it where one was sent. */
export async function deleteTypes(tx: Tx, scope: { event_id: number } | { season_id: number }): Promise<void> {
  const types = tx.selectFrom('waiver_types').select('id')
  const ids =
    'event_id' in scope ? types.where('event_id', '=', scope.event_id) : types.where('season_id', '=', scope.season_id)
  await tx.deleteFrom('waiver_texts').where('waiver_type_id', 'in', ids).execute()
  await tx.deleteFrom('waiver_types').where('id', 'in', ids).execute()
}

/** Sets the name of a kind of waiver, whom it is for, and whether it is asked for. */
export const setTypeTerms = (
  tx: Tx,
  id: number,
  { name, event_id, season_id, active }: TypeColumns & { active: boolean },
) => tx.updateTable('waiver_types').set({ name, event_id, season_id, active }).where('id', '=', id).execute()

/** The next version of the words; the one before stays for those who signed it. */
export async function insertVersion(tx: Tx, waiver_type_id: number, version: number, words: Words): Promise<void> {
  await tx
    .insertInto('waiver_texts')
    .values({ waiver_type_id, version, ...words })
    .execute()
  await tx.updateTable('waiver_types').set({ version }).where('id', '=', waiver_type_id).execute()
}
