import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import { sql } from 'kysely'
import { reachableRegistration } from '../share-links/queries.ts'
import { cityName } from '../tours/city-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { isCompleted } from '../platform/db/registration-status.ts'

const registrant = sql<string>`coalesce(s.name, concat_ws(' ', o.fname, o.lname))`

/** The people of completed registrations who take part virtually, with where they do. CODE-005. */
const virtually = (tx: Tx) =>
  tx
    .selectFrom('attendees as a')
    .innerJoin('persons as p', 'p.id', 'a.person_id')
    .innerJoin('workshop_levels as l', 'l.id', 'a.workshop_level_id')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as o', 'o.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .where(isCompleted('r'))
    .where('a.virtual', '=', true)

/** The registration whose codes a caller may see. */
export const findCodesOf = (tx: Tx, caller: CallerIdentity, registration_id: number) =>
  reachableRegistration(tx, caller, registration_id)
    .select(['r.id as registration_id', 'r.completed', 'e.name as event', 't.start_date', 't.end_date'])
    .select(cityName.as('city'))
    .executeTakeFirst()

/** Lists a registration's virtual attendees with their codes. CODE-001. */
export const listCodes = (tx: Tx, registration_id: number) =>
  virtually(tx)
    .leftJoin('roster as b', (join) =>
      join.onRef('b.user_id', '=', 'r.user_id').onRef('b.person_id', '=', 'a.person_id'),
    )
    .where('a.registration_id', '=', registration_id)
    .select(['a.id as attendee_id', 'a.person_id', 'p.fname', 'p.lname', 'l.level as workshop_level', 'a.access_code'])
    .select(sql<string | null>`coalesce(a.reminder_email, b.reminder_email, b.parent_email)`.as('reminder_email'))
    .orderBy('p.lname')
    .orderBy('p.fname')
    .orderBy('a.id')
    .execute()

/** Loads an account's own attendee with the data for the code's mail. */
export const findCodeToSend = (tx: Tx, attendee_id: number, user_id: number) =>
  virtually(tx)
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .where('a.id', '=', attendee_id)
    .where('r.user_id', '=', user_id)
    .select(['a.registration_id', 'a.access_code', 'l.level', 'e.name as event', 't.start_date', 't.end_date'])
    .select([sql<string>`p.fname || ' ' || p.lname`.as('name'), cityName.as('city'), registrant.as('registrant')])
    .executeTakeFirst()

/** Locks code generation for this city until the transaction ends. */
export const lockCodes = (tx: Tx, tour_date_id: number) =>
  tx.selectFrom('tour_dates').where('id', '=', tour_date_id).select('id').forNoKeyUpdate().execute()

/** Lists the attendees of a city's completed registrations who get a code. */
export const listHolders = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('attendees as a')
    .innerJoin('persons as p', 'p.id', 'a.person_id')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .where('r.tour_date_id', '=', tour_date_id)
    .where(isCompleted('r'))
    .select(['a.id as attendee_id', 'a.virtual', 'a.access_code', 'a.registration_id'])
    .select(sql<string>`p.fname || ' ' || p.lname`.as('name'))
    .orderBy('a.id')
    .execute()

type Listed = { sort: 'registrant' | 'name' | 'code'; order: 'asc' | 'desc'; page: number; per_page: number }

/**
 * Returns a page of a city's virtual attendees and the number of codes. Attendees without a code sort last. OFF-027.
 */
export async function loadCityCodes(tx: Tx, tour_date_id: number, { sort, order, page, per_page }: Listed) {
  const ofCity = virtually(tx).where('r.tour_date_id', '=', tour_date_id)
  const { total, issued } = await ofCity
    .select((of) => [of.fn.countAll<number>().as('total'), of.fn.count<number>('a.access_code').as('issued')])
    .executeTakeFirstOrThrow()
  const rows = await ofCity
    .select(['a.id as attendee_id', 'a.person_id', 'a.registration_id', 'l.level as workshop_level', 'a.access_code'])
    .select([sql<string>`p.fname || ' ' || p.lname`.as('name'), registrant.as('registrant')])
    .$if(sort === 'registrant', (some) => some.orderBy(sql`lower(${registrant})`, order))
    .$if(sort === 'code', (some) => some.orderBy(sql`a.access_code is null`).orderBy('a.access_code', order))
    .$if(sort === 'name', (some) => some.orderBy(sql`lower(p.lname)`, order).orderBy(sql`lower(p.fname)`, order))
    .orderBy('r.id')
    .orderBy('p.lname')
    .orderBy('p.fname')
    .orderBy('a.id')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { rows, total, issued }
}
