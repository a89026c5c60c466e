import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { LegalTextName } from '@callboard/domain/accounts/legal-text.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'

const agreementCount = sql<number>`(select count(*)::int from agreements a where a.name = x.name and a.version = x.version)`

const current = (tx: Tx) =>
  tx
    .selectFrom('legal_texts as x')
    .where(sql<boolean>`x.version = (select max(version) from legal_texts where name = x.name)`)
    .select(['x.name', 'x.version', 'x.text', 'x.since'])

export const listCurrent = (tx: Tx) =>
  current(tx).select(agreementCount.as('agreed')).orderBy('x.name', 'desc').execute()

export const loadCurrent = (tx: Tx, name: LegalTextName) =>
  current(tx).where('x.name', '=', name).executeTakeFirstOrThrow()

/** The versions that hold now, by name. */
export async function loadVersions(tx: Tx): Promise<Map<LegalTextName, number>> {
  const rows = await tx
    .selectFrom('legal_texts')
    .groupBy('name')
    .select((of) => ['name', of.fn.max('version').as('version')])
    .execute()
  return new Map(rows.map(({ name, version }) => [name, version]))
}

/** Locks the legal texts against concurrent versions until the transaction ends. */
export const lockLegalTexts = (tx: Tx) => sql`lock table legal_texts in share row exclusive mode`.execute(tx)

export const listVersions = (tx: Tx, name: LegalTextName) =>
  tx
    .selectFrom('legal_texts as x')
    .leftJoin('users as u', 'u.id', 'x.created_by')
    .leftJoin('persons as p', 'p.id', 'u.person_id')
    .where('x.name', '=', name)
    .select(['x.version', 'x.text', 'x.since', 'x.created', agreementCount.as('agreed')])
    .select(sql<string | null>`p.fname || ' ' || p.lname`.as('by'))
    .orderBy('x.version', 'desc')
    .execute()

type NewVersion = {
  name: LegalTextName
  version: number
  text: string
  since: CalendarDate
  created: Instant
  created_by: number
}

export const insertVersion = (tx: Tx, version: NewVersion) => tx.insertInto('legal_texts').values(version).execute()

type Agreement = {
  registration_id: number
  name: LegalTextName
  version: number
  user_id: number
  agreed_at: Instant
  editing: boolean
}

/** Stores agreements; they are never updated. */
export const insertAgreements = (tx: Tx, agreements: readonly Agreement[]) =>
  tx.insertInto('agreements').values(agreements).execute()

/** Lists the accepted version of each legal text for a registration, the latest acceptance of each. */
export const listAgreements = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('agreements as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('persons as p', 'p.id', 'u.person_id')
    .where('a.registration_id', '=', registration_id)
    .distinctOn('a.name')
    .orderBy('a.name', 'desc')
    .orderBy('a.id', 'desc')
    .select(['a.name', 'a.version', 'a.agreed_at', 'a.editing'])
    .select(sql<string | null>`p.fname || ' ' || p.lname`.as('by'))
    .execute()
