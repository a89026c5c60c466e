import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { cents, type Cents } from '@callboard/domain/kernel/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/connect.ts'
import { chain, firstHash, type LedgerEntry } from './ledger.ts'

/** Adds to what a registration owes, as its lists show it. */
type AddToReceivable = (tx: Tx, registration_id: number, amount: number) => Promise<unknown>

/** Appends entries to a registration's chain. Requires the registration's lock. */
export async function insertEntries(
  tx: Tx,
  registration_id: number,
  entries: readonly LedgerEntry[],
  now: Instant,
  addToReceivable: AddToReceivable,
) {
  if (entries.length === 0) return
  const head = await tx
    .selectFrom('ledger_heads')
    .where('registration_id', '=', registration_id)
    .select(['hash', 'entries'])
    .forUpdate()
    .executeTakeFirst()
  const rows = chain(entries, { registration_id, head: head?.hash ?? firstHash, now })
  const next = { hash: rows.at(-1)?.hash ?? firstHash, entries: (head?.entries ?? 0) + rows.length }
  const receivable = rows.reduce((sum, { account, amount }) => (account === 'receivable' ? sum + amount : sum), 0)
  await Promise.all([
    tx.insertInto('ledger').values(rows).execute(),
    tx
      .insertInto('ledger_heads')
      .values({ registration_id, ...next })
      .onConflict((conflict) => conflict.column('registration_id').doUpdateSet(next))
      .execute(),
    receivable !== 0 && addToReceivable(tx, registration_id, receivable),
  ])
}

export const numberOfEntries = async (tx: Tx, registration_id: number): Promise<number> =>
  (
    await tx
      .selectFrom('ledger_heads')
      .where('registration_id', '=', registration_id)
      .select('entries')
      .executeTakeFirst()
  )?.entries ?? 0

/** Returns the ledger balance in cents; negative: overpaid. Only after completion. */
export async function loadReceivable(tx: Tx, registration_id: number): Promise<Cents> {
  const { owed } = await tx
    .selectFrom('ledger')
    .where('registration_id', '=', registration_id)
    .where('account', '=', 'receivable')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount'), sql<number>`0`).as('owed'))
    .executeTakeFirstOrThrow()
  return cents(Number(owed))
}

export const listLedger = (db: Db, registration_id: number) =>
  db.selectFrom('ledger').where('registration_id', '=', registration_id).orderBy('id').selectAll().execute()

/** Lists what was added beside the price: fees of returned payments, and bills lowered with a refund. */
export const listFees = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('ledger')
    .where('registration_id', '=', registration_id)
    .where('account', '=', 'receivable')
    .where((on) =>
      on.or([
        on('kind', 'in', ['returned_check_fee', 'card_reversal_fee']),
        // An adjustment with a payment is shown as that payment.
        on.and([on('kind', '=', 'adjustment'), on('payment_id', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .select(['kind', 'amount', 'occurred_at'])
    .execute()

export const listLedgersOf = (db: Db, registration_ids: readonly number[]) =>
  db
    .selectFrom('ledger')
    .where('registration_id', 'in', registration_ids)
    .orderBy('registration_id')
    .orderBy('id')
    .selectAll()
    .execute()

export const listHeadsOf = (db: Db, registration_ids: readonly number[]) =>
  db
    .selectFrom('ledger_heads')
    .where('registration_id', 'in', registration_ids)
    .select(['registration_id', 'hash', 'entries'])
    .execute()
