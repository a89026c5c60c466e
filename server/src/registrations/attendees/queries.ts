import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import type {
  ScholarshipDraft,
  ScholarshipReferences,
} from '@callboard/domain/registrations/scholarships/plan-scholarship.ts'
import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely'
import type { Tx, Schema } from '../../platform/db/connect.ts'
import { peopleNamed, searchOf } from '../../platform/db/search-words.ts'
import { isLive } from '../../platform/db/registration-status.ts'

/** A search by name reads at most this many people; longer input narrows it. */
const searchAtMost = 400
const pickerAtMost = 25

type Page = { page: number; per_page: number }

/** Studios, or the owners without one, whose roster the person is on. */
const studiosOf = (person_id: string): RawBuilder<string[]> =>
  sql`coalesce((select array_agg(distinct coalesce(s.name, o.fname || ' ' || o.lname)) from roster x
    join users u on u.id = x.user_id join persons o on o.id = u.person_id left join studios s on s.id = u.studio_id
    where x.person_id = ${sql.ref(person_id)}), '{}')`

const personName = sql<string>`p.fname || ' ' || p.lname`
const seasonName = sql<string>`n.start_year || '–' || n.end_year`

/** Ids of people with all of the typed words as beginnings in their name. */
const peopleTyped = (searchText: string) => sql<number>`(
  ${peopleNamed(searchOf(searchText).words)}
  limit ${searchAtMost})`

/** Finds attendees and roster people by name. */
export const searchPeople = (tx: Tx, searchText: string) =>
  tx
    .selectFrom('persons as p')
    .where('p.id', 'in', peopleTyped(searchText))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('roster as x').whereRef('x.person_id', '=', 'p.id').select('x.id')),
    )
    .select(['p.id as person_id', 'p.birthdate', personName.as('name'), studiosOf('p.id').as('studios')])
    .orderBy(sql`lower(p.fname || ' ' || p.lname)`)
    .orderBy('p.id')
    .limit(pickerAtMost)
    .execute()

// Scholarships. OFF-023, ATT-031.

/** The registration in which a scholarship is chosen; a deleted one frees it. */
const chosenIn = (from: ExpressionBuilder<Schema & { s: Schema['scholarships'] }, 's'>) =>
  from
    .selectFrom('attendees as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .whereRef('a.scholarship_id', '=', 's.id')
    .where(isLive('r'))
    .orderBy('r.id')
    .limit(1)
    .select('r.id')

const scholarshipLines = (tx: Tx) =>
  tx
    .selectFrom('scholarships as s')
    .innerJoin('persons as p', 'p.id', 's.person_id')
    .innerJoin('seasons as n', 'n.id', 's.season_id')
    .leftJoin('events as e', 'e.id', 's.event_id')
    .leftJoin('vip_types as v', 'v.id', 's.vip_type_id')
    .select(['s.id', 's.person_id', 's.season_id', 's.event_id', 's.vip_type_id', 's.amount', 's.note', 's.recorded'])
    .select(['p.birthdate', 'e.name as event', 'v.name as vip_type', personName.as('name'), seasonName.as('season')])
    .select(studiosOf('p.id').as('studios'))
    .select((from) => [
      // Completion marks it; until then the attendee who chose it tells.
      from.fn.coalesce('s.used_registration_id', chosenIn(from)).as('registration_id'),
      sql<boolean>`s.used_registration_id is not null`.as('used'),
    ])

export type ScholarshipLine = NonNullable<Awaited<ReturnType<typeof findScholarshipLine>>>
export const findScholarshipLine = (tx: Tx, id: number) =>
  scholarshipLines(tx).where('s.id', '=', id).executeTakeFirst()

type ScholarshipSearch = {
  q?: string | undefined
  season_id?: number | undefined
  state?: 'open' | 'used' | undefined
  sort: 'recorded' | 'name' | 'amount' | 'where' | 'note' | 'state'
  order: 'asc' | 'desc'
}

const scholarshipSorts = {
  // Ids rise in the order of recording.
  recorded: sql`s.id`,
  name: sql`lower(p.fname || ' ' || p.lname)`,
  amount: sql`s.amount`,
  // Every event stands before single events.
  where: sql`row(lower(coalesce(e.name, '')), n.start_year)`,
  note: sql`lower(s.note)`,
  // Not used yet, chosen, used.
  state: sql`case when s.used_registration_id is not null then 2
    when exists (select 1 from attendees a join registrations r on r.id = a.registration_id
      where a.scholarship_id = s.id and ${isLive('r')}) then 1 else 0 end`,
} as const

/** One row more than the page holds tells of a next page. */
export const listScholarshipLines = (tx: Tx, search: ScholarshipSearch, { page, per_page }: Page) =>
  scholarshipLines(tx)
    .$if(Boolean(search.q?.trim()), (some) => some.where('s.person_id', 'in', peopleTyped(search.q ?? '')))
    .$if(search.season_id !== undefined, (some) => some.where('s.season_id', '=', search.season_id ?? 0))
    .$if(search.state === 'open', (some) => some.where('s.used_registration_id', 'is', null))
    .$if(search.state === 'used', (some) => some.where('s.used_registration_id', 'is not', null))
    .orderBy(scholarshipSorts[search.sort], search.order)
    .orderBy('s.id', search.order)
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .execute()

/** Which of the rows that a draft names exist, in one round trip. */
export async function loadScholarshipReferences(
  tx: Tx,
  {
    person_id,
    season_id,
    event_id,
    vip_type_id,
  }: Pick<ScholarshipDraft, 'person_id' | 'season_id' | 'event_id' | 'vip_type_id'>,
): Promise<ScholarshipReferences> {
  const { rows } = await sql<ScholarshipReferences>`select
    exists (select 1 from roster where person_id = ${person_id}) as person,
    exists (select 1 from seasons where id = ${season_id}) as season,
    exists (select 1 from events where id = ${event_id}) as event,
    exists (select 1 from vip_types where id = ${vip_type_id}) as vip_type`.execute(tx)
  return rows[0] ?? { person: false, season: false, event: false, vip_type: false }
}

export const insertScholarship = (tx: Tx, draft: ScholarshipDraft, recorded: Instant) =>
  tx
    .insertInto('scholarships')
    .values({ ...draft, recorded })
    .returning('id')
    .executeTakeFirstOrThrow()

type AwardedScholarship = { award_pick_id: number; person_id: number; amount: number; note: string }

/** Gives the scholarships of released picks, each once: a later version leaves what is there. */
export async function giveScholarships(
  tx: Tx,
  season_id: number,
  scholarships: readonly AwardedScholarship[],
  recorded: Instant,
): Promise<void> {
  if (scholarships.length === 0) return
  await tx
    .insertInto('scholarships')
    .values(
      scholarships.map(({ amount, ...scholarship }) => ({
        ...{ ...scholarship, season_id, recorded, event_id: null, vip_type_id: null },
        amount: cents(amount),
      })),
    )
    .onConflict((conflict) => conflict.column('award_pick_id').doNothing())
    .execute()
}

/** The scholarships of these picks that a registration uses, or has chosen. */
export const listUsedScholarships = (tx: Tx, award_pick_ids: readonly number[]) =>
  tx
    .selectFrom('scholarships as s')
    .leftJoin('attendees as a', 'a.scholarship_id', 's.id')
    .where('s.award_pick_id', '=', sql<number>`any(${award_pick_ids}::int[])`)
    .where((on) => on.or([on('s.used_registration_id', 'is not', null), on('a.id', 'is not', null)]))
    .select(sql<number>`coalesce(s.used_registration_id, a.registration_id)`.as('registration_id'))
    .orderBy('s.id')
    .execute()

/** Locks scholarships of picks until the transaction ends, so that no registration chooses one meanwhile. */
export const lockScholarshipsOfPicks = (tx: Tx, award_pick_ids: readonly number[]) =>
  tx
    .selectFrom('scholarships')
    .where('award_pick_id', '=', sql<number>`any(${award_pick_ids}::int[])`)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()

/** Takes scholarships of picks back; one that somebody uses stays. */
export const deleteScholarshipsOfPicks = (tx: Tx, award_pick_ids: readonly number[]) =>
  tx
    .deleteFrom('scholarships as s')
    .where('s.award_pick_id', '=', sql<number>`any(${award_pick_ids}::int[])`)
    .where('s.used_registration_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('attendees as a').whereRef('a.scholarship_id', '=', 's.id').select('a.id'))),
    )
    .execute()

export const setScholarshipTerms = (tx: Tx, id: number, terms: Omit<ScholarshipDraft, 'person_id'>) =>
  tx.updateTable('scholarships').set(terms).where('id', '=', id).execute()

export const deleteScholarship = (tx: Tx, id: number) => tx.deleteFrom('scholarships').where('id', '=', id).execute()

/** Scholarships that people of a registration may use in its city: not used, nor chosen elsewhere. ATT-031, OFF-023. */
export const loadScholarships = (tx: Tx, registration_id: number, event_id: number, season_id: number) =>
  tx
    .selectFrom('scholarships as s')
    .innerJoin('attendees as a', 'a.person_id', 's.person_id')
    .where('a.registration_id', '=', registration_id)
    .where('s.season_id', '=', season_id)
    .where((on) => on.or([on('s.event_id', 'is', null), on('s.event_id', '=', event_id)]))
    .where((on) =>
      on.or([on('s.used_registration_id', 'is', null), on('s.used_registration_id', '=', registration_id)]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attendees as o')
            .innerJoin('registrations as r', 'r.id', 'o.registration_id')
            .whereRef('o.scholarship_id', '=', 's.id')
            .where('o.registration_id', '<>', registration_id)
            .where(isLive('r'))
            .select('o.id'),
        ),
      ),
    )
    .select(['s.id', 's.person_id', 's.amount', 's.vip_type_id'])
    .orderBy('s.amount', 'desc')
    .orderBy('s.id')
    .execute()

/** Locks the scholarship until the transaction ends, so that only one registration chooses it. */
export const lockScholarship = (tx: Tx, id: number) =>
  tx.selectFrom('scholarships').where('id', '=', id).select(['id', 'person_id']).forUpdate().executeTakeFirst()

/** Marks the scholarships of a completed registration as used for good. ATT-031. */
export const markScholarshipsUsed = (tx: Tx, registration_id: number) =>
  tx
    .updateTable('scholarships')
    .from('attendees')
    .whereRef('attendees.scholarship_id', '=', 'scholarships.id')
    .where('attendees.registration_id', '=', registration_id)
    .set({ used_registration_id: registration_id })
    .execute()

/** Frees the scholarships that an edit took off its registration. */
export const freeScholarships = (tx: Tx, registration_id: number) =>
  tx
    .updateTable('scholarships')
    .where('used_registration_id', '=', registration_id)
    .where('id', 'not in', (from) =>
      from
        .selectFrom('attendees')
        .where('registration_id', '=', registration_id)
        .where('scholarship_id', 'is not', null)
        .select((of) => of.ref('scholarship_id').$notNull().as('id')),
    )
    .set({ used_registration_id: null })
    .execute()

// Earlier attendance, as the office has it on record. OFF-023, A52.

const attendanceLines = (tx: Tx) =>
  tx
    .selectFrom('attendance_records as t')
    .innerJoin('persons as p', 'p.id', 't.person_id')
    .innerJoin('seasons as n', 'n.id', 't.season_id')
    .select(['t.person_id', 't.season_id', 't.attended', 't.note', 't.recorded', 'p.birthdate'])
    .select([personName.as('name'), seasonName.as('season'), studiosOf('p.id').as('studios')])

export const findAttendanceLine = (tx: Tx, person_id: number, season_id: number) =>
  attendanceLines(tx).where('t.person_id', '=', person_id).where('t.season_id', '=', season_id).executeTakeFirst()

type AttendanceSearch = {
  q?: string | undefined
  season_id?: number | undefined
  sort: 'recorded' | 'name' | 'attended' | 'season' | 'note'
  order: 'asc' | 'desc'
}

const attendanceSorts = {
  recorded: sql`t.recorded`,
  name: sql`lower(p.fname || ' ' || p.lname)`,
  attended: sql`t.attended`,
  season: sql`n.start_year`,
  note: sql`lower(t.note)`,
} as const

/** One row more than the page holds tells of a next page. */
export const listAttendanceLines = (tx: Tx, search: AttendanceSearch, { page, per_page }: Page) =>
  attendanceLines(tx)
    .$if(Boolean(search.q?.trim()), (some) => some.where('t.person_id', 'in', peopleTyped(search.q ?? '')))
    .$if(search.season_id !== undefined, (some) => some.where('t.season_id', '=', search.season_id ?? 0))
    .orderBy(attendanceSorts[search.sort], search.order)
    .orderBy('t.person_id', search.order)
    .orderBy('t.season_id', search.order)
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .execute()

type AttendanceRecord = { person_id: number; season_id: number; attended: boolean; note: string; recorded: Instant }

export const upsertAttendance = (tx: Tx, row: AttendanceRecord) =>
  tx
    .insertInto('attendance_records')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['season_id', 'person_id'])
        .doUpdateSet({ attended: row.attended, note: row.note, recorded: row.recorded }),
    )
    .execute()

export const deleteAttendance = (tx: Tx, person_id: number, season_id: number) =>
  tx.deleteFrom('attendance_records').where('person_id', '=', person_id).where('season_id', '=', season_id).execute()
