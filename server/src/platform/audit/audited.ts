import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Tx } from '../db/connect.ts'
import { insertAudit, type Audited } from './queries.ts'

export type Caller = { user: { id: number }; now: Instant; request: { id: string } }
type Done = Pick<Audited, 'action' | 'entity' | 'entity_id' | 'before' | 'after'>

/** Writes an audit entry of an office action: user, time and previous state. OFF-051. */
export const audited = (tx: Tx, { user, now, request }: Caller, done: Done) =>
  insertAudit(tx, { ...done, actor_user_id: user.id, request_id: request.id, at: now })
