import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Tx } from '../platform/db/connect.ts'

type ReportToken = { token_hash: string; registration_id: number; snapshot_id: number | null; expires_at: Instant }

/** Keeps a token, and drops the registration's older ones that are over. */
export async function insertReportToken(tx: Tx, token: ReportToken, now: Instant): Promise<void> {
  await tx
    .deleteFrom('report_tokens')
    .where('registration_id', '=', token.registration_id)
    .where('expires_at', '<=', now)
    .execute()
  await tx.insertInto('report_tokens').values(token).execute()
}

/** Returns the scope of a report token; undefined when it is unknown or expired. */
export const findReportToken = (tx: Tx, token_hash: string, now: Instant) =>
  tx
    .selectFrom('report_tokens')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .select(['registration_id', 'snapshot_id'])
    .executeTakeFirst()
