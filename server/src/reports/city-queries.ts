import type { CityReport } from '@callboard/domain/reports/city-report.ts'
import { attendeeDetails } from '@callboard/domain/roster/person-fields.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { countingWaiver, foreignWaivers } from '../waivers/queries.ts'
import { isCompleted, wasConfirmed } from '../platform/db/registration-status.ts'
import { inNameOrder } from '../platform/db/search-words.ts'

/** A column's displayed value and its sort key: text ignoring case, dates and durations as such. */
type Cell = { shows: RawBuilder<unknown>; by: RawBuilder<unknown> }

const plain = (value: RawBuilder<unknown>): Cell => ({ shows: value, by: value })
const word = (value: RawBuilder<unknown>): Cell => ({ shows: value, by: inNameOrder(value) })
const day = (moment: RawBuilder<unknown>, zone: RawBuilder<unknown> = sql`d.time_zone`): Cell => ({
  shows: sql`to_char(${moment} at time zone ${zone}, 'MM/DD/YYYY')`,
  by: moment,
})
const [firstName, lastName] = [inNameOrder(sql`p.fname`), inNameOrder(sql`p.lname`)]
const registrant = sql`coalesce(s.name, concat_ws(' ', o.fname, o.lname))`

/** The completed registrations of a city, with who made them. */
const completed = sql`from registrations r join tour_dates d on d.id = r.tour_date_id
  join users u on u.id = r.user_id join persons o on o.id = u.person_id left join studios s on s.id = r.studio_id`

type Report = { cells: readonly Cell[]; from: RawBuilder<unknown>; order: RawBuilder<unknown> }

// The cells stand in the order of the report's columns.
const reports: Record<CityReport, Report> = {
  registrations: {
    cells: [
      plain(sql`r.id`),
      word(registrant),
      word(sql`u.email`),
      day(sql`r.completed_at`),
      plain(sql`case when ${wasConfirmed('r')} then 'Confirmed' else 'To review' end`),
      plain(sql`r.dancers`),
      plain(sql`r.teachers`),
      plain(sql`r.observers`),
      plain(sql`r.routine_count`),
    ],
    from: completed,
    order: sql`${registrant}, r.id`,
  },
  waivers: {
    cells: [
      { shows: sql`p.fname || ' ' || p.lname`, by: sql`lower(p.lname || ' ' || p.fname)` },
      word(registrant),
      word(sql`t.name`),
      plain(
        sql`case when w.id is not null then case when q.recorded_by is not null then 'On paper' else 'Signed' end
          when exists (${foreignWaivers}) then 'Signed elsewhere' else 'Missing' end`,
      ),
      word(sql`q.signer_name`),
      // A paper waiver has the same day in every time zone: `paperDay`.
      day(sql`w.signed_at`, sql`case when q.recorded_by is null then d.time_zone else 'UTC' end`),
      day(sql`(select max(m.mailed_at) from waiver_requests m where m.registration_id = r.id
        and m.person_id = p.id and m.waiver_type_id = t.id and m.removed_at is null)`),
    ],
    from: sql`${completed} join attendees a on a.registration_id = r.id
      join workshop_levels l on l.id = a.workshop_level_id and l.kind <> 'observer'
      join persons p on p.id = a.person_id
      cross join lateral waivers_needed(d.event_id, d.season_id) n join waiver_types t on t.id = n.waiver_type_id
      left join ${countingWaiver}
      left join waiver_requests q on q.id = w.request_id`,
    order: sql`${inNameOrder(registrant)}, r.id, ${lastName}, ${firstName}, p.id, t.id`,
  },
  music: {
    cells: [
      plain(sql`q.date_routine_id`),
      word(sql`e.name`),
      word(sql`c.name`),
      word(registrant),
      plain(sql`case when m.id is not null then 'Uploaded' when q.no_music then 'No Music' else 'Missing' end`),
      word(sql`m.name`),
      { shows: sql`m.duration / 60 || ':' || lpad((m.duration % 60)::text, 2, '0')`, by: sql`m.duration` },
    ],
    from: sql`${completed} join registration_routines q on q.registration_id = r.id and q.status = 'registered'
      join routines e on e.id = q.routine_id join routine_categories c on c.category_id = q.category_id
      left join music m on m.id = q.music_id and m.deleted_at is null`,
    order: sql`q.date_routine_id, q.id`,
  },
  rosters: {
    cells: [
      plain(sql`a.date_attendee_id`),
      word(sql`p.lname`),
      word(sql`p.fname`),
      plain(sql`initcap(l.kind)`),
      word(sql`l.level`),
      plain(sql`case when a.virtual then 'Virtual' when a.one_day then 'One day' else 'In person' end`),
      word(registrant),
      plain(sql`(select count(*) from routine_attendees x where x.registration_id = r.id and x.person_id = p.id)`),
      ...attendeeDetails.map((name) => word(sql.ref(`k.${name}`))),
    ],
    from: sql`${completed} join attendees a on a.registration_id = r.id
      join workshop_levels l on l.id = a.workshop_level_id join persons p on p.id = a.person_id
      left join roster k on k.user_id = r.user_id and k.person_id = p.id`,
    order: sql`${lastName}, ${firstName}, a.id`,
  },
}

type Part = { sort?: number | undefined; order: 'asc' | 'desc'; page: number; per_page: number }

/** Sorts by the chosen column, then by the report's default order; empty values come last. */
function orderOf({ cells, order }: Report, { sort, order: way }: Part) {
  const by = sort === undefined ? undefined : cells[sort - 1]?.by
  if (!by) return order
  return sql`${by} ${way === 'desc' ? sql`desc` : sql`asc`} nulls last, ${order}`
}

/** A page of a city's report, or all of it, and how many rows it has. OFF-043. */
export async function loadReport(tx: Tx, name: CityReport, tour_date_id: number, part?: Part) {
  const { cells, from, order } = reports[name]
  const ofCity = sql`${from} where r.tour_date_id = ${tour_date_id} and ${isCompleted('r')}`
  const { rows } = await sql<{ cells: (string | number | null)[] }>`
    select jsonb_build_array(${sql.join(cells.map(({ shows }) => shows))}) as cells ${ofCity}
    order by ${part ? orderOf(reports[name], part) : order}
    ${part ? sql`limit ${part.per_page} offset ${(part.page - 1) * part.per_page}` : sql``}`.execute(tx)
  const countResult = await sql<{ n: number }>`select count(*)::int as n ${ofCity}`.execute(tx)
  return { rows: rows.map((row) => row.cells.map((cell) => String(cell ?? ''))), total: countResult.rows[0]?.n ?? 0 }
}
