import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import { cityName } from '../tours/city-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { countingWaiver, foreignWaivers, type WaiverRegistration, type WaiverRow } from './queries.ts'
import { isCompleted } from '../platform/db/registration-status.ts'

const types = (tx: Tx) =>
  tx
    .selectFrom('waiver_types as t')
    .innerJoin('waiver_texts as x', (join) =>
      join.onRef('x.waiver_type_id', '=', 't.id').onRef('x.version', '=', 't.version'),
    )
    .leftJoin('events as e', 'e.id', 't.event_id')
    .leftJoin('seasons as s', 's.id', 't.season_id')
    .selectAll('t')
    .select(['x.text', 'x.created as since', 'e.name as event'])
    .select([
      sql<string | null>`case when s.id is not null then s.start_year || '–' || s.end_year end`.as('season'),
      sql<number>`(select count(*)::int from waivers w where w.waiver_type_id = t.id)`.as('signed'),
    ])

export const listTypes = (tx: Tx) => types(tx).orderBy('t.id').execute()
export const findTypeLine = (tx: Tx, id: number) => types(tx).where('t.id', '=', id).executeTakeFirst()

/** Every version of the words, the newest first, and how many have signed it. */
export const listTexts = (tx: Tx, waiver_type_id: number) =>
  tx
    .selectFrom('waiver_texts as x')
    .leftJoin('users as u', 'u.id', 'x.created_by')
    .leftJoin('persons as p', 'p.id', 'u.person_id')
    .where('x.waiver_type_id', '=', waiver_type_id)
    .select(['x.version', 'x.text', 'x.created'])
    .select([
      sql<string | null>`p.fname || ' ' || p.lname`.as('by'),
      sql<number>`(select count(*)::int from waivers w join waiver_requests q on q.id = w.request_id
        where q.waiver_type_id = x.waiver_type_id and q.version = x.version)`.as('signed'),
    ])
    .orderBy('x.version', 'desc')
    .execute()

/** Attendees of a city's completed registrations, once per required waiver type. */
const neededWaivers = sql`
  from registrations r
  join tour_dates d on d.id = r.tour_date_id
  join attendees a on a.registration_id = r.id
  join workshop_levels l on l.id = a.workshop_level_id and l.kind <> 'observer'
  join persons p on p.id = a.person_id
  cross join lateral waivers_needed(d.event_id, d.season_id) n
  join waiver_types t on t.id = n.waiver_type_id
  join users u on u.id = r.user_id join persons o on o.id = u.person_id
  left join studios s on s.id = r.studio_id
  left join ${countingWaiver}`

const lastMailed = sql`(select max(m.mailed_at) from waiver_requests m where m.registration_id = r.id
  and m.person_id = p.id and m.waiver_type_id = t.id and m.removed_at is null)`

export type CityWaiver = {
  registration_id: number
  registrant: string
  person_id: number
  name: string
  birthdate: CalendarDate | null
  waiver_type_id: number
  waiver: string
  signed_at: Instant | null
  request_id: number | null
  signer_name: string | null
  on_paper: boolean
  mailed_at: Instant | null
  /** Signed for the same person and season where another account asked. It counts there, not here. */
  elsewhere: { request_id: number; registrant: string; signer_name: string | null; signed_at: Instant }[]
}

const elsewhere = sql`(select coalesce(jsonb_agg(jsonb_build_object('request_id', fq.id, 'registrant',
    coalesce(fs.name, concat_ws(' ', fo.fname, fo.lname)), 'signer_name', fq.signer_name,
    'signed_at', to_char(f.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.id), '[]')
  from (${foreignWaivers} order by f.id limit 5) f
  join waiver_requests fq on fq.id = f.request_id join registrations fr on fr.id = fq.registration_id
  join users fu on fu.id = fr.user_id join persons fo on fo.id = fu.person_id
  left join studios fs on fs.id = fr.studio_id)`

/** The event and season of a city, which decide its settings, and the first year of the season. */
export const findCitySeason = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('tour_dates as d')
    .innerJoin('seasons as s', 's.id', 'd.season_id')
    .where('d.id', '=', tour_date_id)
    .select(['d.event_id', 'd.season_id', 's.start_year'])
    .executeTakeFirst()

type Listed = {
  state: 'missing' | 'signed'
  q?: string | undefined
  sort: 'registrant' | 'name' | 'asked' | 'signed'
  order: 'asc' | 'desc'
  page: number
  per_page: number
}

const orders = {
  asc: {
    registrant: sql`lower(coalesce(s.name, concat_ws(' ', o.fname, o.lname)))`,
    name: sql`lower(p.lname), lower(p.fname)`,
    asked: sql`${lastMailed} nulls first`,
    signed: sql`w.signed_at`,
  },
  desc: {
    registrant: sql`lower(coalesce(s.name, concat_ws(' ', o.fname, o.lname))) desc`,
    name: sql`lower(p.lname) desc, lower(p.fname) desc`,
    asked: sql`${lastMailed} desc nulls last`,
    signed: sql`w.signed_at desc`,
  },
} as const

const inCity = (tour_date_id: number) => sql`d.id = ${tour_date_id} and ${isCompleted('r')}`

/** How many of a city have signed what they need, and how many have not. OFF-035, OFF-043. */
export async function countCityWaivers(tx: Tx, tour_date_id: number) {
  const { rows } = await sql<{ missing: number; signed: number }>`
    select (count(*) filter (where w.id is null))::int as missing, count(w.id)::int as signed
    ${neededWaivers} where ${inCity(tour_date_id)}`.execute(tx)
  return rows[0] ?? { missing: 0, signed: 0 }
}

/** Returns a page of waivers in the requested order, then by registration and name, with the total count. */
export async function loadCityWaivers(tx: Tx, tour_date_id: number, search: Listed) {
  const { state, q = '', sort, order, page, per_page } = search
  const like = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<CityWaiver & { total: number }>`
    select r.id as registration_id, coalesce(s.name, concat_ws(' ', o.fname, o.lname)) as registrant,
      p.id as person_id, p.fname || ' ' || p.lname as name, p.birthdate, t.id as waiver_type_id, t.name as waiver,
      w.signed_at, w.request_id, q.signer_name, coalesce(q.recorded_by is not null, false) as on_paper,
      ${lastMailed} as mailed_at, ${elsewhere} as elsewhere, count(*) over ()::int as total
    ${neededWaivers} left join waiver_requests q on q.id = w.request_id
    where ${inCity(tour_date_id)} and (w.id is not null) = ${state === 'signed'}
      and (p.fname || ' ' || p.lname ilike ${like} or s.name ilike ${like} or concat_ws(' ', o.fname, o.lname) ilike ${like})
    order by ${orders[order][sort]}, r.id, p.lname, p.fname, p.id, t.id
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(tx)
  return { rows, total: rows[0]?.total ?? 0 }
}

type UnsignedWaiver = WaiverRegistration &
  Pick<
    WaiverRow,
    | 'person_id'
    | 'fname'
    | 'lname'
    | 'waiver_type_id'
    | 'waiver'
    | 'version'
    | 'roster_reminder'
    | 'roster_parent'
    | 'attendee_reminder'
    | 'mailed_at'
  >

/** Lists missing signatures of a city or of one registration, with the data each reminder needs. */
export async function loadUnsigned(tx: Tx, tour_date_id: number, registration_id?: number): Promise<UnsignedWaiver[]> {
  const { rows } = await sql<UnsignedWaiver>`
    select r.id, r.user_id, r.completed, d.id as tour_date_id, d.event_id, d.season_id, d.start_date, d.end_date,
      d.time_zone, e.name as event, ${cityName} as city,
      coalesce(s.name, concat_ws(' ', o.fname, o.lname)) as asker,
      p.id as person_id, p.fname, p.lname, t.id as waiver_type_id, t.name as waiver, t.version,
      b.reminder_email as roster_reminder, b.parent_email as roster_parent, a.reminder_email as attendee_reminder,
      ${lastMailed} as mailed_at
    ${neededWaivers}
    join events e on e.id = d.event_id join event_cities c on c.id = d.event_city_id
    left join roster b on b.user_id = r.user_id and b.person_id = p.id
    where ${inCity(tour_date_id)} and w.id is null
      and (${registration_id ?? null}::int is null or r.id = ${registration_id ?? null}::int)
    order by r.id, p.id, t.id`.execute(tx)
  return rows
}
