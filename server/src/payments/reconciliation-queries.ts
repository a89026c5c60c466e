import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql, type Insertable } from 'kysely'
import type { Db, Tx, Schema } from '../platform/db/connect.ts'

// Anchors: the heads of the ledgers, written down each hour.

/** The office's word for a charge of which the gateway approved a part. */
export const partlyApproved = 'only part was approved'

export type AnchoredHead = { registration_id: number; entries: number; hash: string }

export const findLastAnchor = (db: Db) =>
  db.selectFrom('ledger_anchors').orderBy('id', 'desc').limit(1).selectAll().executeTakeFirst()

/** One anchoring at a time; payments wait for none of it. */
export const lockAnchors = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('ledger anchors'))`.execute(tx)

/** Lists the ledger heads that changed since the last anchor, by registration. */
export const listGrownHeads = async (tx: Tx): Promise<AnchoredHead[]> =>
  (
    await sql<AnchoredHead>`
      select h.registration_id, h.entries, h.hash from ledger_heads h
      where not exists (
        select 1 from ledger_anchor_heads a
        where a.registration_id = h.registration_id and a.hash = h.hash and a.entries = h.entries)
      order by h.registration_id`.execute(tx)
  ).rows

export const insertAnchor = (tx: Tx, anchor: Insertable<Schema['ledger_anchors']>) =>
  tx.insertInto('ledger_anchors').values(anchor).returningAll().executeTakeFirstOrThrow()

export const insertAnchorHeads = async (tx: Tx, anchor_id: number, heads: readonly AnchoredHead[]) => {
  for (let from = 0; from < heads.length; from += 5_000) {
    const some = heads.slice(from, from + 5_000).map((head) => ({ ...head, anchor_id }))
    await tx.insertInto('ledger_anchor_heads').values(some).execute()
  }
}

export const listAnchors = (db: Db) => db.selectFrom('ledger_anchors').orderBy('id').selectAll().execute()

export const listAnchorHeads = (db: Db, anchor_id: number): Promise<AnchoredHead[]> =>
  db
    .selectFrom('ledger_anchor_heads')
    .where('anchor_id', '=', anchor_id)
    .orderBy('registration_id')
    .select(['registration_id', 'entries', 'hash'])
    .execute()

/** All that was ever anchored of these registrations. */
export const listAnchoredOf = (db: Db, registration_ids: readonly number[]) =>
  db
    .selectFrom('ledger_anchor_heads')
    .where('registration_id', 'in', registration_ids)
    .select(['anchor_id', 'registration_id', 'entries', 'hash'])
    .execute()

/** Lists the next registrations that have payments, a ledger, a head or an anchor, in batches by id. */
export const listKeptRegistrations = async (db: Db, after: number, most: number): Promise<number[]> =>
  (
    await sql<{ id: number }>`
      select id from (
        (select registration_id as id from ledger_heads where registration_id > ${after} order by 1 limit ${most})
        union (select distinct registration_id from ledger where registration_id > ${after} order by 1 limit ${most})
        union (select distinct registration_id from ledger_anchor_heads where registration_id > ${after} order by 1 limit ${most})
        union (select distinct registration_id from payments where registration_id > ${after} order by 1 limit ${most})
        union (select distinct registration_id from payment_attempts where registration_id > ${after} order by 1 limit ${most})
        union (select id from registrations where id > ${after} and (paid <> 0 or receivable <> 0) order by 1 limit ${most})
      ) kept order by id limit ${most}`.execute(db)
  ).rows.map(({ id }) => id)

// Payments to compare with the ledger.

export type BookedPayment = { id: number; registration_id: number; amount: number; attempt_id: number | null }
/** `partly`: the exception reported to the office when the gateway approved a smaller amount. */
export type MovedAttempt = {
  id: number
  registration_id: number
  orderid: string
  kind: string
  state: string
  amount: number
  partly: string | null
}
export type ListedMoney = { registration_id: number; completed: boolean; paid: number; receivable: number }

/** Payments, requests to the gateway and listed sums of these registrations. */
export async function loadMoneyOf(db: Db, registration_ids: readonly number[]) {
  const payments: BookedPayment[] = await db
    .selectFrom('payments')
    .where('registration_id', 'in', registration_ids)
    .select(['id', 'registration_id', 'amount', 'attempt_id'])
    .orderBy('id')
    .execute()
  const attempts: MovedAttempt[] = await db
    .selectFrom('payment_attempts as a')
    .where('a.registration_id', 'in', registration_ids)
    .select(['a.id', 'a.registration_id', 'a.orderid', 'a.kind', 'a.state', 'a.amount'])
    .select((on) =>
      on
        .selectFrom('payment_exceptions as x')
        .whereRef('x.attempt_id', '=', 'a.id')
        .where('x.kind', '=', partlyApproved)
        .select('x.detail')
        .limit(1)
        .as('partly'),
    )
    .orderBy('a.id')
    .execute()
  const listed: ListedMoney[] = await db
    .selectFrom('registrations')
    .where('id', 'in', registration_ids)
    .select(['id as registration_id', 'completed', 'paid', 'receivable'])
    .execute()
  return { payments, attempts, listed }
}

// Reconciliations and their findings

export type Finding = Omit<Insertable<Schema['reconciliation_findings']>, 'reconciliation_id'>

export async function insertReconciliation(
  tx: Tx,
  reconciliation: Insertable<Schema['reconciliations']>,
  findings: readonly Finding[],
) {
  const row = await tx.insertInto('reconciliations').values(reconciliation).returningAll().executeTakeFirstOrThrow()
  if (findings.length > 0) {
    const rows = findings.map((finding) => ({ ...finding, reconciliation_id: row.id }))
    await tx.insertInto('reconciliation_findings').values(rows).execute()
  }
  return row
}

export const listReconciliations = (tx: Tx, most: number) =>
  tx.selectFrom('reconciliations').orderBy('id', 'desc').limit(most).selectAll().execute()

export const listFindings = (tx: Tx, reconciliation_id: number) =>
  tx
    .selectFrom('reconciliation_findings as f')
    .leftJoin('registrations as r', 'r.id', 'f.registration_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('persons as p', 'p.id', 'u.person_id')
    .where('f.reconciliation_id', '=', reconciliation_id)
    .orderBy('f.id')
    .selectAll('f')
    // Null without a registration.
    .select(sql<string | null>`coalesce(s.name, p.fname || ' ' || p.lname)`.as('studio'))
    .limit(500)
    .execute()

/** Returns the findings already reported, so that each is reported once and not every night. */
export const listKnownFindings = async (tx: Tx, since: Instant): Promise<Set<string>> =>
  new Set(
    (
      await tx
        .selectFrom('reconciliation_findings as f')
        .innerJoin('reconciliations as r', 'r.id', 'f.reconciliation_id')
        .where('r.began', '>=', since)
        .select(['f.kind', 'f.orderid', 'f.gateway_transaction_id'])
        .distinct()
        .execute()
    ).map((row) => `${row.kind}:${row.orderid}:${row.gateway_transaction_id}`),
  )
