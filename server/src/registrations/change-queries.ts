import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { ChangeEffect } from '@callboard/domain/registrations/change.ts'
import type { Tx } from '../platform/db/connect.ts'

export type NewChange = {
  made_by: 'owner' | 'office'
  effect: ChangeEffect
  /** The office's message to the owner. */
  message?: string
}

/** Stores a change of a completed registration together with the confirmation that follows it. */
export const insertChange = (
  tx: Tx,
  { effect, made_by, message = '' }: NewChange,
  row: { registration_id: number; snapshot_id: number; created: Instant },
) =>
  tx
    .insertInto('registration_changes')
    .values({ ...row, made_by, message, effect: JSON.stringify(effect) })
    .execute()

const changes = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('registration_changes')
    .where('registration_id', '=', registration_id)
    .select(['id', 'made_by', 'created', 'effect', 'message'])
    .orderBy('id', 'desc')

type ChangeRow = Awaited<ReturnType<ReturnType<typeof changes>['execute']>>[number]

const presentChange = ({ effect, ...change }: ChangeRow) => ({ ...change, ...effect })

/** The changes of a registration, the newest first. */
export const listChanges = async (tx: Tx, registration_id: number) =>
  (await changes(tx, registration_id).execute()).map(presentChange)

/** The office's changes whose notice the owner has not put away, the newest first. */
export const listUnseenChanges = async (tx: Tx, registration_id: number) =>
  (await changes(tx, registration_id).where('made_by', '=', 'office').where('seen_at', 'is', null).execute()).map(
    presentChange,
  )

/** Puts away the notices of a registration's changes up to this one. */
export const markChangesSeen = (tx: Tx, registration_id: number, until: number, now: Instant) =>
  tx
    .updateTable('registration_changes')
    .set({ seen_at: now })
    .where('registration_id', '=', registration_id)
    .where('id', '<=', until)
    .where('seen_at', 'is', null)
    .execute()

/** The owner's own change that this confirmation followed; undefined: it followed none. */
export const findOwnersChange = (tx: Tx, snapshot_id: number) =>
  tx
    .selectFrom('registration_changes')
    .where('snapshot_id', '=', snapshot_id)
    .where('made_by', '=', 'owner')
    .select('effect')
    .executeTakeFirst()
