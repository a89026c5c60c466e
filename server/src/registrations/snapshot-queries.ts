import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { ConfirmationBody } from '@callboard/domain/reports/confirmation.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { dropUnreferenced } from '../platform/files/queries.ts'
import { addJob } from '../platform/queue/queue.ts'

type SnapshotOptions = {
  /** Whether the confirmation is also mailed: at completion it is, when kept by hand it is not. */
  mails?: boolean
}

/** Stores the confirmed state and adds the job that creates its PDF and mails it. REV-021, REV-029. */
export async function insertSnapshot(
  tx: Tx,
  registration_id: number,
  body: ConfirmationBody,
  now: Instant,
  { mails = true }: SnapshotOptions = {},
): Promise<{ id: number; created: Instant }> {
  const snapshot = await tx
    .insertInto('snapshots')
    .values({ registration_id, created: now, body: JSON.stringify(body) })
    .returning(['id', 'created'])
    .executeTakeFirstOrThrow()
  await addJob(tx, 'confirmation', { snapshot_id: snapshot.id, mails }, { key: `confirmation:${snapshot.id}` })
  return snapshot
}

/** The body was written by insertSnapshot, so it has that shape. */
const bodyOf = (body: unknown) => body as ConfirmationBody

export const listSnapshots = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('snapshots')
    .where('registration_id', '=', registration_id)
    .select(['id', 'created'])
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** A snapshot of this registration; of another it is not found. */
export async function findSnapshot(tx: Tx, id: number, registration_id: number) {
  const snapshot = await tx
    .selectFrom('snapshots')
    .where('id', '=', id)
    .where('registration_id', '=', registration_id)
    .selectAll()
    .executeTakeFirst()
  return snapshot && { ...snapshot, body: bodyOf(snapshot.body) }
}

/** Loads a snapshot with its recipient: the address entered at review, else the account's. */
export async function findSnapshotToSend(tx: Tx, id: number) {
  const snapshot = await tx
    .selectFrom('snapshots as s')
    .innerJoin('registrations as r', 'r.id', 's.registration_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('s.id', '=', id)
    .select(['s.id', 's.registration_id', 's.created', 's.body', 's.pdf_key', 'r.user_id', 'r.review_email', 'u.email'])
    .executeTakeFirst()
  return snapshot && { ...snapshot, body: bodyOf(snapshot.body) }
}

export const updatePdfKey = (tx: Tx, id: number, pdf_key: string) =>
  tx.updateTable('snapshots').set({ pdf_key }).where('id', '=', id).execute()

/** Deletes unreferenced confirmations: printed while their registration was being deleted. */
export const dropLooseConfirmations = (tx: Tx, before: Instant) =>
  dropUnreferenced(tx, 'confirmations/%', before, sql`select 1 from snapshots s where s.pdf_key = f.key`)
