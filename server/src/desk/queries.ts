import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { isLive } from '../platform/db/registration-status.ts'
import { contains } from '../platform/db/search-words.ts'

/** The rows of a page in the order of its ids, which were found by a statement of their own. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export type IdDecision = 'verified' | 'rejected'

/** Lists the student ID decisions of a registration by attendee. */
export const loadIdDecisions = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('student_id_decisions as d')
    .innerJoin('attendees as a', 'a.id', 'd.attendee_id')
    .where('a.registration_id', '=', registration_id)
    .select(['d.attendee_id', 'd.decision', 'd.student_id_url'])
    .execute()

export const upsertIdDecision = (
  tx: Tx,
  decisionRow: {
    attendee_id: number
    student_id_url: string
    decision: IdDecision
    decided_by: number
    decided_at: Instant
  },
) =>
  tx
    .insertInto('student_id_decisions')
    .values(decisionRow)
    .onConflict((conflict) =>
      conflict.column('attendee_id').doUpdateSet((of) => ({
        student_id_url: of.ref('excluded.student_id_url'),
        decision: of.ref('excluded.decision'),
        decided_by: of.ref('excluded.decided_by'),
        decided_at: of.ref('excluded.decided_at'),
      })),
    )
    .execute()

/** Loads the office-only details of a registration. */
export const loadOfficeFacts = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('registrations as r')
    .leftJoin('users as u', 'u.id', 'r.confirmed_by')
    .leftJoin('credits as c', 'c.registration_id', 'r.id')
    .where('r.id', '=', registration_id)
    .select(['u.email as confirmed_by', 'c.id as credit_id'])
    .executeTakeFirstOrThrow()

export const findOfficeCredit = (tx: Tx, id: number) =>
  tx
    .selectFrom('credits')
    .where('id', '=', id)
    .select(['id', 'registration_id', 'from', 'amount', 'status'])
    .executeTakeFirst()

/** An attendee of any account, for the office. */
export const findAnyAttendee = (tx: Tx, attendee_id: number) =>
  tx.selectFrom('attendees').where('id', '=', attendee_id).select(['registration_id', 'person_id']).executeTakeFirst()

export const findOfficeStudio = (tx: Tx, id: number) =>
  tx
    .selectFrom('studios')
    .where('id', '=', id)
    .select([
      'id',
      'name',
      'claimed',
      'flagged',
      'bypass_deposit',
      'bypass_removed_routine_fee',
      'bypass_removed_routine_fee_post_deadline',
    ])
    .executeTakeFirst()

export const countCredits = async (tx: Tx, most: number) =>
  (
    await tx
      .selectFrom(tx.selectFrom('credits').where('status', '=', 'claimed').select('id').limit(most).as('some'))
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

type CreditSearch = {
  status: 'claimed' | 'verified' | 'rejected'
  q?: string | undefined
  sort: 'claimed' | 'studio' | 'from' | 'amount'
  order: 'asc' | 'desc'
  page: number
  per_page: number
}

const creditSorts = {
  claimed: sql`k.id`,
  studio: sql`r.sort_name`,
  from: sql`lower(k."from")`,
  amount: sql`k.amount`,
} as const

/** The ids of a page of credits, from the tables alone that its order and search need. */
const creditIds = (tx: Tx, { status, q, sort, order, page, per_page }: CreditSearch) =>
  tx
    .selectFrom('credits as k')
    .innerJoin('registrations as r', 'r.id', 'k.registration_id')
    .where('k.status', '=', status)
    .where(isLive('r'))
    .$if(Boolean(q?.trim()), (some) =>
      some
        .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
        .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
        .innerJoin('events as e', 'e.id', 't.event_id')
        .innerJoin('users as u', 'u.id', 'r.user_id')
        .leftJoin('studios as s', 's.id', 'r.studio_id')
        .where(sql`lower(concat_ws(' ', s.name, u.email, e.name, c.name, k."from"))`, 'like', contains(q ?? '')),
    )
    .orderBy(creditSorts[sort], order)
    .orderBy('k.id', order)
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .select('k.id')

/** Credits of a status with whose they are, in order, one more than asked. OFF-026. */
export async function listCreditClaims(tx: Tx, search: CreditSearch) {
  const ids = (await creditIds(tx, search).execute()).map(({ id }) => id)
  const rows = await tx
    .selectFrom('credits as k')
    .innerJoin('registrations as r', 'r.id', 'k.registration_id')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as d', 'd.id', 'k.decided_by')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .where('k.id', '=', sql<number>`any(${ids}::int[])`)
    .select([
      'k.id',
      'k.registration_id',
      's.name as studio',
      'u.email',
      'e.name as event',
      'c.name as city',
      'k.from',
      'k.amount',
      'k.status',
      'd.email as decided_by',
      'r.completed',
    ])
    .execute()
  return inOrder(ids, rows)
}
