import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'

type AccountName = { user_id: number; name: string; studio: string | null }
type OfficePersonRow = {
  id: number
  fname: string
  lname: string
  birthdate: CalendarDate | null
  owner_user_id: number | null
  version: string
  owner: AccountName | null
  holders: AccountName[]
}

const accountName = sql`jsonb_build_object('user_id', u.id, 'name', own.fname || ' ' || own.lname, 'studio', s.name)`

/** Reads a person of any roster without their contacts. The version is a digest, so every writer changes it. */
export async function findOfficePerson(tx: Tx, id: number, lock = sql``): Promise<OfficePersonRow | undefined> {
  const { rows } = await sql<OfficePersonRow>`
    select p.id, p.fname, p.lname, p.birthdate, p.owner_user_id,
      md5(jsonb_build_array(p.fname, p.lname, p.birthdate, p.owner_user_id)::text) as version,
      (select ${accountName} from users u join persons own on own.id = u.person_id
        left join studios s on s.id = u.studio_id where u.id = p.owner_user_id) as owner,
      coalesce((select jsonb_agg(${accountName} order by own.lname, own.fname, u.id) from roster r
        join users u on u.id = r.user_id join persons own on own.id = u.person_id
        left join studios s on s.id = u.studio_id where r.person_id = p.id), '[]') as holders
    from persons p where p.id = ${id} and exists (select 1 from roster r where r.person_id = p.id)
    ${lock}`.execute(tx)
  return rows[0]
}

export const lockOfficePerson = (tx: Tx, id: number) => findOfficePerson(tx, id, sql`for update of p`)
