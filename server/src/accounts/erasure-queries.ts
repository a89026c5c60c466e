import type { ErasureRegistration } from '@callboard/domain/accounts/privacy.ts'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { deleteRosterRows } from '../roster/queries.ts'
import { isLive } from '../platform/db/registration-status.ts'

// Deletion spans many tables with different writers; db/functions/forget_*.sql defines it for each.

const isDeleted = sql<boolean>`p.fname = 'Deleted' and p.lname = 'person' and p.birthdate is null`

/**
 * Lists the people whose data an account entered: its roster, attendees of its registrations, and people it owns.
 * Excludes the account's own person.
 */
export async function listPeopleOf(tx: Tx, user_id: number) {
  const { rows } = await sql<{ id: number; fname: string; lname: string; birthdate: CalendarDate | null }>`
    select p.id, p.fname, p.lname, p.birthdate from persons p
    where p.id in (
      select person_id from roster where user_id = ${user_id}
      union select a.person_id from attendees a join registrations r on r.id = a.registration_id
        where r.user_id = ${user_id}
      union select id from persons where owner_user_id = ${user_id}
    ) and p.id not in (select person_id from users where id = ${user_id}) and not (${isDeleted})
    order by p.lname, p.fname, p.id`.execute(tx)
  return rows
}

/** The registrations of an account, or those of them a person is in, as deleting looks at them. */
export async function loadStandings(tx: Tx, user_id: number, person_id?: number): Promise<ErasureRegistration[]> {
  // Locked before it is read, so that a concurrent payment is either visible or finds nothing to pay.
  await sql`select from registrations where user_id = ${user_id} order by id for update`.execute(tx)
  const ofPerson =
    person_id === undefined
      ? sql`true`
      : sql`exists (select 1 from attendees a where a.registration_id = r.id and a.person_id = ${person_id})`
  const { rows } = await sql<ErasureRegistration>`
    select ec.name as city, e.support_email, t.end_date, r.deleted, r.completed,
      coalesce((select sum(amount)::int from payments where registration_id = r.id), 0) as paid,
      r.receivable as balance,
      exists (select 1 from payment_attempts p where p.registration_id = r.id and p.state in ('submitting', 'unknown'))
        as has_open_payment
    from registrations r join tour_dates t on t.id = r.tour_date_id join event_cities ec on ec.id = t.event_city_id
    join events e on e.id = t.event_id
    where r.user_id = ${user_id} and ${ofPerson} order by r.id`.execute(tx)
  return rows
}

/** Returns which of these people are also managed by another account; they stay unchanged. */
export async function findSharedPeople(tx: Tx, user_id: number, people: readonly number[]): Promise<Set<number>> {
  const ids = sql`any(${[...people]}::int[])`
  const { rows } = await sql<{ id: number }>`
    select person_id as id from roster where person_id = ${ids} and user_id <> ${user_id}
    union select person_id from users where person_id = ${ids} and id <> ${user_id}
    union select a.person_id from attendees a join registrations r on r.id = a.registration_id
      where a.person_id = ${ids} and r.user_id <> ${user_id}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Deletes the data about people that belongs to this account alone: their roster rows and the details entered for its
 * registrations.
 */
export async function detachPeople(tx: Tx, user_id: number, people: readonly number[]): Promise<string[]> {
  const ids = sql`any(${[...people]}::int[])`
  // Mails to contacts that this account entered, such as a parent.
  await sql`
    delete from mails m using registrations r where r.id = m.registration_id and r.user_id = ${user_id}
      and m.template in ('waiver_request', 'access_code') and lower(m."to") in (
        select lower(named) from (
          select q.mailed_to from waiver_requests q join registrations g on g.id = q.registration_id
            where g.user_id = ${user_id} and q.person_id = ${ids}
          union select a.reminder_email from attendees a join registrations g on g.id = a.registration_id
            where g.user_id = ${user_id} and a.person_id = ${ids}
          union select unnest(array[o.reminder_email, o.parent_email]) from roster o
            where o.user_id = ${user_id} and o.person_id = ${ids}
        ) as addressed(named) where named is not null)`.execute(tx)
  // Copies of signed waivers, whose addresses stand in the forms.
  await sql`
    delete from mails m using waiver_requests q, registrations r where m.dedupe_key = 'waiver_signed:' || q.id
      and r.id = q.registration_id and r.user_id = ${user_id} and q.person_id = ${ids}`.execute(tx)
  // Unsubmitted edits contain the details the account entered about its people.
  await sql`
    delete from revisions v using registrations r where r.id = v.registration_id and r.user_id = ${user_id} and exists (
      select 1 from unnest(${[...people]}::int[]) as one(id)
      where v.record::jsonb -> 'attendees' ? one.id::text or v.base::jsonb -> 'attendees' ? one.id::text)`.execute(tx)
  await sql`
    delete from office_edits v using registrations r where r.id = v.registration_id and r.user_id = ${user_id} and exists (
      select 1 from unnest(${[...people]}::int[]) as one(id)
      where v.record::jsonb -> 'attendees' ? one.id::text or v.base::jsonb -> 'attendees' ? one.id::text)`.execute(tx)
  const { rows } = await sql<{ key: string }>`
    select distinct key from attendees a join registrations r on r.id = a.registration_id,
      lateral unnest(array[a.student_id_url, a.best_dancer_photo, a.best_dancer_photo_original,
        regexp_replace(a.best_dancer_photo, '\\.\\w+$', '-600.jpg')]) as key
    where a.person_id = ${ids} and r.user_id = ${user_id} and key is not null`.execute(tx)
  await sql`
    update attendees a set jacket_name = null, best_dancer_photo = null, best_dancer_photo_original = null,
      student_id_url = null, reminder_email = null, access_code = null
    from registrations r where r.id = a.registration_id and r.user_id = ${user_id} and a.person_id = ${ids}`.execute(tx)
  await sql`
    delete from waiver_requests q using registrations r
    where r.id = q.registration_id and r.user_id = ${user_id} and q.person_id = ${ids} and q.signed_at is null`.execute(
    tx,
  )
  // The signature stays; the form data belongs to this account and is deleted.
  await sql`
    update waiver_requests q set form = null, signer_name = null, signed_ip = null, user_agent = null, mailed_to = null,
      note = null
    from registrations r where r.id = q.registration_id and r.user_id = ${user_id} and q.person_id = ${ids}`.execute(tx)
  // The audit log names the signers of papers and of revoked signatures.
  await sql`
    update audit_log l set before = null, after = null
    from waiver_requests q join registrations r on r.id = q.registration_id
    where l.entity = 'waiver' and l.entity_id = q.id::text and r.user_id = ${user_id} and q.person_id = ${ids}`.execute(
    tx,
  )
  await deleteRosterRows(tx, user_id, people)
  // Another account that has them as well does not become their owner.
  await sql`update persons set owner_user_id = null where id = ${ids} and owner_user_id = ${user_id}`.execute(tx)
  return rows.map(({ key }) => key)
}

/**
 * Returns an account's snapshots that name one of these people; their documents are rendered again after the names are
 * removed.
 */
export async function loadSnapshotsWith(tx: Tx, user_id: number, people: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from snapshots s join registrations r on r.id = s.registration_id
    where r.user_id = ${user_id} and s.pdf_key is not null and exists (
      select 1 from persons p, unnest(array_append(p.former_names, p.fname || ' ' || p.lname)) as full_name
      where p.id = any(${[...people]}::int[]) and position(json_inside(full_name) in s.body::text) > 0)`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Erases people that nothing references any more; for others only the participation stays. Returns whether each was
 * erased, in input order.
 */
export async function forgetPeople(tx: Tx, user_id: number, people: readonly number[]): Promise<boolean[]> {
  await sql`select forget_mentions(${user_id}, id) from unnest(${[...people]}::int[]) as one(id)`.execute(tx)
  const { rows } = await sql<{ erased: boolean }>`
    select forget_person(id) as erased from unnest(${[...people]}::int[]) with ordinality as one(id, n)
    order by n`.execute(tx)
  return rows.map(({ erased }) => erased)
}

export const forgetEmptyRegistrations = (tx: Tx, user_id: number, today: CalendarDate) =>
  sql`select forget_empty_registrations(${user_id}, ${today}::date)`.execute(tx)

/** Lists an account's data outside the database: vault methods at the gateway and files in the store. */
export async function listExternalData(tx: Tx, user_id: number) {
  const methods = await tx
    .selectFrom('payment_profiles')
    .select('gateway_customer_id')
    .where('user_id', '=', user_id)
    .execute()
  const files = await tx
    .selectFrom('files')
    .select('key')
    .where('owner_user_id', '=', user_id)
    // Confirmations and receipts stay and are rendered again without names.
    .where('key', 'not like', 'confirmations/%')
    .execute()
  const snapshots = await tx
    .selectFrom('snapshots as s')
    .innerJoin('registrations as r', 'r.id', 's.registration_id')
    .select('s.id')
    .where('r.user_id', '=', user_id)
    .where('s.pdf_key', 'is not', null)
    .execute()
  return { methods, files, snapshots: snapshots.map(({ id }) => id) }
}

export async function forgetUser(tx: Tx, user_id: number): Promise<void> {
  await sql`select forget_user(${user_id})`.execute(tx)
}

type Rows = readonly Record<string, unknown>[]

async function rowsOf(tx: Tx, query: ReturnType<typeof sql<Record<string, unknown>>>): Promise<Rows> {
  return (await query.execute(tx)).rows
}

/**
 * Loads all data stored for an account except its roster, without office-only data and secrets. This is the GDPR
 * export.
 */
export async function loadOwnData(tx: Tx, user_id: number, now: Instant) {
  const ofRegistrations = sql`(select id from registrations where user_id = ${user_id})`
  // Of the newest version of each part that the portal shows: an embargoed one is in no answer.
  const releasedSlices = sql`(
    select s.registration_id, v.part, v.embargo_until as released, s.body
      from result_slices s join result_versions v on v.id = s.result_version_id
      where s.registration_id in ${ofRegistrations} and v.id in (
        select distinct on (tour_date_id, part) id from result_versions
          where withdrawn_at is null and embargo_until <= ${now} order by tour_date_id, part, version desc))`
  const [account] = await rowsOf(
    tx,
    sql`select id, email, confirmed, studio_account, hints, created from users where id = ${user_id}`,
  )
  return {
    account,
    registrations: await rowsOf(
      tx,
      sql`select (to_jsonb(r) - array['notes', 'viewed', 'confirmed_by', 'user_id', 'version']) as registration, e.name as event,
        ec.name as city, t.start_date, t.end_date
        from registrations r join tour_dates t on t.id = r.tour_date_id join events e on e.id = t.event_id
        join event_cities ec on ec.id = t.event_city_id where r.user_id = ${user_id} and ${isLive('r')} order by r.id`,
    ),
    attendees: await rowsOf(
      tx,
      sql`select a.*, p.fname, p.lname, p.birthdate from attendees a join persons p on p.id = a.person_id
        where a.registration_id in ${ofRegistrations} order by a.id`,
    ),
    routines: await rowsOf(
      tx,
      sql`select q.*, t.name, t.choreographer, (select jsonb_agg(person_id order by person_id) from routine_attendees ra
          where ra.registration_routine_id = q.id) as person_ids
        from registration_routines q join routines t on t.id = q.routine_id
        where q.registration_id in ${ofRegistrations} order by q.id`,
    ),
    running_order_requests: await rowsOf(
      tx,
      sql`select w.registration_routine_id, w.text, w.day, w.not_before, w.not_after, w.requested_at, w.answer, w.answered_at
        from entry_requests w join registration_routines q on q.id = w.registration_routine_id
        where q.registration_id in ${ofRegistrations} order by w.registration_routine_id`,
    ),
    music: await rowsOf(
      tx,
      sql`select m.registration_routine_id, m.name, m.content_type, m.duration, m.notes, m.date_added, m.deleted_at
        from music m join registration_routines q on q.id = m.registration_routine_id
        where q.registration_id in ${ofRegistrations} order by m.id`,
    ),
    confirmations: await rowsOf(
      tx,
      sql`select registration_id, created, body from snapshots where registration_id in ${ofRegistrations} order by id`,
    ),
    changes: await rowsOf(
      tx,
      sql`select registration_id, made_by, created, effect, message from registration_changes
        where registration_id in ${ofRegistrations} order by id`,
    ),
    payments: await rowsOf(
      tx,
      sql`select p.registration_id, p.amount, m.name as method, p."timestamp" from payments p
        join payment_methods m on m.id = p.payment_method_id
        where p.registration_id in ${ofRegistrations} order by p.id`,
    ),
    saved_payment_methods: await rowsOf(
      tx,
      sql`select brand, last_four, expiration_date, bill_to, created from payment_profiles
        where user_id = ${user_id} order by id`,
    ),
    agreements: await rowsOf(
      tx,
      sql`select registration_id, name, version, agreed_at from agreements
        where registration_id in ${ofRegistrations} order by id`,
    ),
    waivers: await rowsOf(
      tx,
      // A paper waiver has a day and no time: `paperDay`.
      sql`select w.person_id, t.name as waiver, w.season_id,
          case when q.recorded_by is null then w.signed_at end as signed_at,
          case when q.recorded_by is not null then (w.signed_at at time zone 'UTC')::date::text end as signed_on,
          q.version, q.form, q.signer_name,
          q.parent_relationship, q.signed_ip
        from waivers w join waiver_types t on t.id = w.waiver_type_id
        left join waiver_requests q on q.id = w.request_id
        where w.user_id = ${user_id} order by w.id`,
    ),
    results: await rowsOf(
      tx,
      // Critiques and data hold totals too, which are in no answer before the results are open.
      sql`select s.*, (select jsonb_object_agg(d.id, d.name) from award_definitions d
          where d.id in (select (id #>> '{}')::int from jsonb_path_query(s.body, '$.**.definition_id') id
            union select (id #>> '{}')::int from jsonb_path_query(s.body, '$.**.award_definition_id') id)) as award_names
        from ${releasedSlices} s
        where s.part = 'results' or exists (select 1 from registrations r join result_versions v using (tour_date_id)
          where r.id = s.registration_id and v.part = 'results' and v.withdrawn_at is null and v.embargo_until <= ${now})
        order by s.registration_id, s.part`,
    ),
    critiques: await rowsOf(
      tx,
      sql`select x.registration_routine_id, seat.position, coalesce(j.name, concat('Judge ', seat.position)) as judge,
          coalesce(c.critique, x.critique) as critique, coalesce(c.note, x.note) as note
        from ${releasedSlices} s
        join score_sheets x on x.client_id in (
          select (id #>> '{}')::uuid from jsonb_path_query(s.body, '$.entries[*].sheets[*].client_id') id)
        join judge_seats seat on seat.id = x.seat_id left join judges j on j.id = seat.judge_id
        left join critique_texts c on c.client_id = x.client_id
        where s.part = 'critiques' order by x.registration_routine_id, seat.position`,
    ),
    recordings: await rowsOf(
      tx,
      sql`select m.registration_routine_id, m.kind, m.content_type, m.bytes, m.duration_ms, m.started_at
        from media_objects m join registration_routines q on q.id = m.registration_routine_id
        join tour_dates t on t.id = m.tour_date_id
        where q.registration_id in ${ofRegistrations} and t.critiques and m.state = 'ready'
          and m.kind <> 'critique_mix' order by m.created, m.id`,
    ),
    survey_answers: await rowsOf(
      tx,
      sql`select w.registration_id, q.question, w.value, w.not_applicable, w.feedback, w.updated
        from survey_answers w join survey_questions q on q.id = w.survey_question_id
        where w.registration_id in ${ofRegistrations} order by w.registration_id, q.survey_question_group_id, q.position`,
    ),
    mails: await rowsOf(
      tx,
      sql`select "to", subject, created, sent_at from mails where user_id = ${user_id} order by id`,
    ),
    files: await rowsOf(
      tx,
      sql`select key, content_type, size, created from files where owner_user_id = ${user_id} order by key`,
    ),
    sessions: await rowsOf(
      tx,
      sql`select user_agent, ip, created, last_seen, expires_at from sessions where user_id = ${user_id} order by id`,
    ),
  }
}
