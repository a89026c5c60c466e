import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Ratings } from '@callboard/domain/survey/results.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { isLive } from '../platform/db/registration-status.ts'
import { cityName } from '../tours/city-queries.ts'

/** A version of the survey, of every city or narrowed to an event or a city. */
type ResultFilter = { version: number; event_id?: number | undefined; tour_date_id?: number | undefined }

/** The answers `a` that count: their question is `q`, their registration `r` is not deleted, its tour date is `t`. */
const countingAnswers = ({ version, event_id, tour_date_id }: ResultFilter) => sql`survey_answers a
  join survey_questions q on q.id = a.survey_question_id and q.version = ${version}
  join registrations r on r.id = a.registration_id and ${isLive('r')}
  join tour_dates t on t.id = r.tour_date_id
    and ${event_id === undefined ? sql`true` : sql`t.event_id = ${event_id}`}
    and ${tour_date_id === undefined ? sql`true` : sql`t.id = ${tour_date_id}`}`

/** Each rating in an answer `a`: the first is number 1; `entry_id` is the judge or class of a list, else null. */
const ratingsOfAnswer = sql`(
  select 1 as number, null::integer as entry_id, (a.value #>> '{}')::integer as rating
    where jsonb_typeof(a.value) = 'number'
  union all select v.number::integer, (v.entry ->> 'id')::integer, (v.entry ->> 'rating')::integer
    from jsonb_array_elements(case jsonb_typeof(a.value) when 'array' then a.value else '[]' end)
      with ordinality as v (entry, number))`

/** The judge `j` or class `w` that `entry_id` is in a list question of this type. */
const joinEntry = (type: string, entry_id: string) => sql`
  left join judges j on ${sql.ref(type)} = 'judge_list' and j.id = ${sql.ref(entry_id)}
  left join workshop_classes w on ${sql.ref(type)} = 'workshop_list' and w.id = ${sql.ref(entry_id)}`

/** `tour_date_id` is that of a class; null: a judge. */
type EntryResults = Ratings & { id: number; name: string; tour_date_id: number | null }
type QuestionResults = Ratings & { answers: number; not_applicable: number; entries: EntryResults[] }

/** Of a question that has no answer. */
export const noResults: QuestionResults = {
  ...{ answers: 0, not_applicable: 0, mean: null, ratings: [0, 0, 0, 0, 0], entries: [] },
}

type ResultRow = Ratings & {
  question_id: number
  entry_id: number | null
  answers: number
  not_applicable: number
  name: string | null
  tour_date_id: number | null
}

/**
 * Counts, mean and spread of each question of a version that has answers, and of each judge or class in it. Entries
 * without a rating are left out.
 */
export async function loadResults(tx: Tx, filter: ResultFilter): Promise<Map<number, QuestionResults>> {
  const { rows } = await sql<ResultRow>`
    with summed as (
      select q.id as question_id, v.entry_id, grouping(v.entry_id) = 1 as is_total,
        count(*) filter (where coalesce(v.number, 1) = 1 and (a.not_applicable or a.value <> 'null'))::integer as answers,
        count(*) filter (where coalesce(v.number, 1) = 1 and a.not_applicable)::integer as not_applicable,
        round(avg(v.rating) * 100)::integer as mean,
        array[${sql.join([1, 2, 3, 4, 5].map((rating) => sql`count(*) filter (where v.rating = ${rating})::integer`))}] as ratings
      from ${countingAnswers(filter)} left join lateral ${ratingsOfAnswer} v on true
      group by grouping sets ((q.id), (q.id, v.entry_id))
    )
    select s.question_id, s.entry_id, s.answers, s.not_applicable, s.mean, s.ratings,
      coalesce(j.name, w.name) as name, w.tour_date_id
    from summed s join survey_questions q on q.id = s.question_id
      ${joinEntry('q.survey_question_type', 's.entry_id')}
    where s.is_total or s.entry_id is not null
    order by s.is_total desc, name, s.entry_id`.execute(tx)
  const results = new Map<number, QuestionResults>()
  for (const { question_id, entry_id, name, tour_date_id, answers, not_applicable, ...ratings } of rows) {
    if (entry_id === null) results.set(question_id, { answers, not_applicable, ...ratings, entries: [] })
    else results.get(question_id)?.entries.push({ id: entry_id, name: name ?? '', tour_date_id, ...ratings })
  }
  return results
}

/**
 * The cities in which a version was begun, with how many registrations began and submitted it, and the labels of its
 * event; null: the product's.
 */
export const listSurveyCities = (tx: Tx, version: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .leftJoin('survey_labels as l', 'l.event_id', 'e.id')
    .where('r.survey_version', '=', version)
    .where(isLive('r'))
    .groupBy(['t.id', 'e.id', 'c.id', 'l.event_id'])
    .orderBy('e.name')
    .orderBy('t.start_date')
    .orderBy('t.id')
    .select(['t.id as tour_date_id', 't.event_id', 'e.name as event', cityName.as('city'), 't.start_date'])
    .select('l.labels')
    .select([
      sql<number>`count(*)::int`.as('begun'),
      sql<number>`count(*) filter (where r.survey_submitted)::int`.as('submitted'),
    ])
    .execute()

export const findVersion = (tx: Tx, version: number) =>
  tx
    .selectFrom('survey_versions as v')
    .innerJoin('seasons as s', 's.id', 'v.season_id')
    .leftJoin('events as e', 'e.id', 'v.event_id')
    .where('v.version', '=', version)
    .select(['v.version', 'v.state', 'e.name as event', sql<string>`s.start_year || '–' || s.end_year`.as('season')])
    .executeTakeFirst()

export type AnswerLine = {
  event: string
  city: string
  start_date: CalendarDate
  question: string
  entry: string | null
  rating: number | null
  not_applicable: boolean
  text: string | null
  comments: string | null
}

/**
 * Each answer of a version as a line: a rating, one entry of a list, a text, or the comments on a list. Nothing says whose
 * it is, not the order either. Texts are those of submitted surveys, as on the pages of the cities.
 */
export async function listAnswerLines(tx: Tx, filter: ResultFilter, limit: number): Promise<AnswerLine[]> {
  const { rows } = await sql<AnswerLine>`
    select e.name as event, ${cityName} as city, t.start_date, q.question, coalesce(j.name, w.name) as entry, l.rating,
      a.not_applicable, l.text, l.comments
    from ${countingAnswers(filter)}
      join events e on e.id = t.event_id join event_cities c on c.id = t.event_city_id
      cross join lateral (select q.survey_question_type in ('judge_list', 'workshop_list') as is_list,
        case when r.survey_submitted then nullif(a.feedback, '') end as comments) f
      cross join lateral (
        select v.entry_id, v.rating, null as text, case when not f.is_list then f.comments end as comments
          from ${ratingsOfAnswer} v
        union all select null, null, case when r.survey_submitted and not a.not_applicable then a.value #>> '{}' end, f.comments
          where jsonb_typeof(a.value) = 'string'
        union all select null, null, null, f.comments
          where f.comments is not null and (f.is_list or a.value is null or a.value = 'null')
      ) l
      ${joinEntry('q.survey_question_type', 'l.entry_id')}
    where a.not_applicable or l.rating is not null or l.text is not null or l.comments is not null
    order by e.name, t.start_date, city, q.survey_question_group_id, q.position, q.id, entry, l.rating, l.text, l.comments
    limit ${limit}`.execute(tx)
  return rows
}
