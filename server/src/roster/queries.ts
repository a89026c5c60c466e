import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { nameKey } from '@callboard/domain/roster/duplicate.ts'
import {
  attendeeDetails,
  rosterDetailNames,
  storedDetails,
  type AttendeeDetails,
  type DetailTexts,
} from '@callboard/domain/roster/person-fields.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import {
  clearReach,
  personAddressOf,
  reachOf,
  savePersonAddress,
  withAge,
  type PersonAddressDraft,
} from './person-queries.ts'
import { isLive } from '../platform/db/registration-status.ts'
import { inNameOrder } from '../platform/db/search-words.ts'

// The person is another account's, or was: this roster names them, and changes neither name, gender nor birthdate.
const isShared = sql<boolean>`p.owner_user_id is distinct from r.user_id`

/**
 * Selects the details that attendees carry, by person, of the roster of the account in this column. One range of its
 * index: a join for each attendee reads twenty times as much.
 */
export const attendeeDetailsOf = (user_id: string) =>
  sql<Record<string, AttendeeDetails>>`coalesce((select jsonb_object_agg(k.person_id, jsonb_build_object(${sql.join(
    attendeeDetails.flatMap((name) => [sql.lit(name), sql.ref(`k.${name}`)]),
  )})) from roster k where k.user_id = ${sql.ref(user_id)}
    and num_nonnulls(${sql.join(attendeeDetails.map((name) => sql.ref(`k.${name}`)))}) > 0), '{}')`

type RosterPart = { person_id?: number; limit?: number; offset?: number }

/** Returns an account's roster by last name, or the part of it that is asked for, in one query. ROST-001, ROST-006. */
export async function loadRoster(tx: Tx, user_id: number, age_year: number, part: RosterPart = {}) {
  const { person_id, limit, offset } = part
  const rows = await tx
    .selectFrom('roster as r')
    .innerJoin('persons as p', 'p.id', 'r.person_id')
    .select(['p.id', 'p.fname', 'p.lname', 'p.person_type_id', 'p.gender_id', 'p.birthdate'])
    .select('r.parent_email')
    .select(rosterDetailNames.map((name) => `r.${name}` as const))
    .select(reachOf('p.id', user_id))
    .select([isShared.as('shared'), personAddressOf('p.id', user_id, { is_parent: true }).as('parent_address')])
    .where('r.user_id', '=', user_id)
    .$if(person_id !== undefined, (query) => query.where('r.person_id', '=', person_id ?? 0))
    .orderBy(inNameOrder(sql.ref('p.lname')))
    .orderBy('p.fname')
    .orderBy('p.id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0).offset(offset ?? 0))
    .execute()

  return rows.map(({ parent_address, parent_email, ...row }) => ({
    ...withAge(row, age_year),
    primary: false,
    parent: { address: parent_address, email: parent_email },
    contact_info: { phone: row.phone[0]?.value ?? null, email: row.email[0]?.value ?? null },
  }))
}

export type RosterRow = Awaited<ReturnType<typeof loadRoster>>[number]

export const isOnRoster = (tx: Tx, user_id: number, person_id: number) =>
  tx
    .selectFrom('roster')
    .select(['id', 'user_id', 'person_id'])
    .where('user_id', '=', user_id)
    .where('person_id', '=', person_id)
    .forUpdate()
    .executeTakeFirst()

type Link = { user_id: number; person_id: number; studio_id: number | null }

/** Puts a person on a roster; false when they are there already. */
export async function insertRosterRow(tx: Tx, link: Link, now: Instant): Promise<boolean> {
  const row = await tx
    .insertInto('roster')
    .values({ ...link, email: null, created: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'person_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type RosterKey = { id: number; user_id: number; person_id: number }
type ParentDraft = { address?: PersonAddressDraft | null | undefined; email?: string | null | undefined }

/** Updates what the roster keeps about a person: the details and the parent that are not undefined. */
export async function updateRosterRow(
  tx: Tx,
  row: RosterKey,
  { parent, ...details }: DetailTexts & { parent?: ParentDraft | undefined },
) {
  const columns = {
    ...storedDetails(details),
    ...(parent?.email !== undefined && { parent_email: parent.email?.trim() || null }),
  }
  if (parent?.address !== undefined) {
    const { person_id, user_id } = row
    await savePersonAddress(tx, { person_id, entered_by: user_id, is_parent: true }, parent.address)
  }
  if (Object.keys(columns).length > 0) await tx.updateTable('roster').set(columns).where('id', '=', row.id).execute()
}

/** Takes people off a roster, with how its account reached them. */
export async function deleteRosterRows(tx: Tx, user_id: number, person_ids: readonly number[]): Promise<void> {
  await clearReach(tx, user_id, person_ids)
  await tx
    .deleteFrom('roster')
    .where('user_id', '=', user_id)
    .where('person_id', '=', sql<number>`any(${[...person_ids]}::int[])`)
    .execute()
}

/** Whether a person dances in a routine of a registration of this account whose event is not over. ROST-028. */
export const dancesInOpenRegistration = async (tx: Tx, user_id: number, person_id: number, today: CalendarDate) =>
  (await tx
    .selectFrom((from) =>
      from
        .selectFrom('routine_attendees')
        .select(['person_id', 'registration_id'])
        .where('person_id', '=', person_id)
        // People of waiting routines.
        .unionAll(
          from.selectFrom('waiting_casts').select(['person_id', 'registration_id']).where('person_id', '=', person_id),
        )
        .as('ra'),
    )
    .innerJoin('registrations as r', 'r.id', 'ra.registration_id')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .select('ra.person_id')
    .where('r.user_id', '=', user_id)
    .where(isLive('r'))
    .where('t.end_date', '>=', today)
    .limit(1)
    .executeTakeFirst()) !== undefined

type Searched = {
  user_id: number
  studio_ids: readonly number[]
  fname: string
  lname: string
  birthdate: CalendarDate | null
}

/**
 * Finds possible duplicates of a new person: people of this account and its studio, and others only with exactly this
 * name and birthdate. A88: no account learns about a stranger's child.
 */
export async function findComparable(tx: Tx, { user_id, studio_ids, fname, lname, birthdate }: Searched) {
  const { rows } = await sql<{
    id: number
    fname: string
    lname: string
    birthdate: CalendarDate | null
    city: string | null
    shared: boolean
  }>`
    with known as (
      select person_id from roster where user_id = ${user_id}
      union select person_id from roster where studio_id = any(${[...studio_ids]}::int[])
      union select a.person_id from attendees a join registrations r on r.id = a.registration_id
        where r.user_id = ${user_id} and ${isLive('r')}
    )
    select p.id, p.fname, p.lname, p.birthdate, a.city, p.owner_user_id is distinct from ${user_id} as shared from known k
      join persons p on p.id = k.person_id
      left join addresses a on a.person_id = p.id and a.entered_by = ${user_id} and not a.is_parent
    union all
    select p.id, p.fname, p.lname, p.birthdate, null, p.owner_user_id is distinct from ${user_id} from persons p
      where p.name_key = ${nameKey(fname, lname)} and p.birthdate = ${birthdate}::date
      and exists (select 1 from roster r where r.person_id = p.id)
      and p.id not in (select person_id from known)`.execute(tx)
  return rows
}

/** Links many people to a roster in one statement. */
export const insertRosterRows = (tx: Tx, links: readonly (Link & DetailTexts)[], now: Instant) =>
  tx
    .insertInto('roster')
    .values(links.map((link) => ({ ...link, ...storedDetails(link), email: null, created: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'person_id']).doNothing())
    .execute()

type PersonIdentity = { fname: string; lname: string; birthdate: CalendarDate | null }

/**
 * Finds, for many names and birthdates, the oldest exact match that this account owns or its studio entered and that is
 * not on this roster. People entered only by other accounts never match, because an import asks for no confirmation.
 */
export async function findExactly(
  tx: Tx,
  { user_id, studio_ids }: Pick<Searched, 'user_id' | 'studio_ids'>,
  people: readonly PersonIdentity[],
) {
  const dated = people.flatMap(({ fname, lname, birthdate }) =>
    birthdate ? [{ name_key: nameKey(fname, lname), birthdate }] : [],
  )
  const { rows } = await sql<{ id: number; name_key: string; birthdate: CalendarDate }>`
    select min(p.id) as id, p.name_key, p.birthdate
    from unnest(${dated.map(({ name_key }) => name_key)}::text[], ${dated.map(({ birthdate }) => birthdate)}::date[])
      as wanted (name_key, birthdate)
    join persons p on p.name_key = wanted.name_key and p.birthdate = wanted.birthdate
    where p.owner_user_id = ${user_id} or exists (
      select 1 from roster r where r.person_id = p.id and r.studio_id = any(${[...studio_ids]}::int[]))
    group by p.name_key, p.birthdate
    having not bool_or(exists (select 1 from roster own where own.person_id = p.id and own.user_id = ${user_id}))`.execute(
    tx,
  )
  return rows
}
