import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { AuditAction } from '@callboard/domain/platform/audit-actions.ts'
import { sql } from 'kysely'
import type { Tx } from './db/connect.ts'

type AuditEntry = {
  /** The action in the office's words: 'confirm registration'. */
  action: AuditAction
  entity: string
  entity_id: number | string
  before: unknown
  after: unknown
  request_id: string
  at: Instant
}

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

type Actor = { actor_user_id: number } | { actor_seat_id: number }

const insertEntries = (tx: Tx, entries: readonly (AuditEntry & Actor)[]) =>
  tx
    .insertInto('audit_log')
    .values(
      entries.map(({ entity_id, before, after, ...entry }) => ({
        ...entry,
        ...{ entity_id: String(entity_id), before: json(before), after: json(after) },
      })),
    )
    .execute()

/** Every staff write leaves one: who, when, before, after. OFF-051. */
export const insertAudit = (tx: Tx, entry: AuditEntry & { actor_user_id: number }) => insertEntries(tx, [entry])

export type SeatAuditEntry = AuditEntry & { actor_seat_id: number }

/** A judge's tablet leaves some where its sheets meet the office's work: its seat is the actor. At least one is given. */
export const insertSeatAudits = (tx: Tx, entries: readonly SeatAuditEntry[]) => insertEntries(tx, entries)

type AuditFilter = {
  entity?: string
  entity_id?: string
  actor?: number
  action?: AuditAction
  /** The first moment, and the first that is not any more. */
  from?: Instant
  until?: Instant
  /** Words in the action or in the name of who did it, or the number of what it was done to. */
  q?: string
  page: number
  per_page: number
}

/** Everybody who may write to the log now, by name. */
export const listAuditActors = (tx: Tx) =>
  tx
    .selectFrom('users as u')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .where('u.role', '<>', 'user')
    .orderBy('p.lname')
    .orderBy('p.fname')
    .orderBy('u.id')
    .select((of) => ['u.id', of.fn<string>('concat_ws', [of.val(' '), 'p.fname', 'p.lname']).as('name')])
    .execute()

/** The name of an account, or of a judge's seat: 'Judge 2 (Paloma Reyes)'. */
const actorName = sql<string>`case when s.id is null then concat_ws(' ', p.fname, p.lname)
  else concat('Judge ', s.position, ' (' || j.name || ')') end`

/**
 * Lists audit entries of one entity or of all, newest first. Reads one extra row to know whether there is a next page.
 */
export const listAuditEntries = (
  tx: Tx,
  { entity, entity_id, actor, action, from, until, q, page, per_page }: AuditFilter,
) =>
  tx
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.actor_user_id')
    .leftJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('judge_seats as s', 's.id', 'a.actor_seat_id')
    .leftJoin('judges as j', 'j.id', 's.judge_id')
    .$if(entity !== undefined, (query) => query.where('a.entity', '=', entity ?? ''))
    .$if(entity_id !== undefined, (query) => query.where('a.entity_id', '=', entity_id ?? ''))
    .where((of) =>
      of.and([
        ...(actor === undefined ? [] : [of('a.actor_user_id', '=', actor)]),
        ...(action === undefined ? [] : [of('a.action', '=', action)]),
        ...(from === undefined ? [] : [of('a.at', '>=', from)]),
        ...(until === undefined ? [] : [of('a.at', '<', until)]),
      ]),
    )
    .$if(q !== undefined, (query) =>
      query.where((of) => {
        const pattern = `%${(q ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
        return of.or([
          of('a.action', 'ilike', pattern),
          of('a.entity_id', '=', q ?? ''),
          of(actorName, 'ilike', pattern),
        ])
      }),
    )
    .orderBy('a.id', 'desc')
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .select(['a.id', 'a.at', 'a.action', 'a.entity', 'a.entity_id', 'a.before', 'a.after', actorName.as('actor')])
    .execute()

export type Caller = { user: { id: number }; now: Instant; request: { id: string } }
export type AuditedAction = Pick<AuditEntry, 'action' | 'entity' | 'entity_id' | 'before' | 'after'>

/** Writes an audit entry of an office action: user, time and previous state. OFF-051. */
export const audited = (tx: Tx, { user, now, request }: Caller, auditedAction: AuditedAction) =>
  insertAudit(tx, { ...auditedAction, actor_user_id: user.id, request_id: request.id, at: now })
