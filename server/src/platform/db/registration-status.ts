import { sql, type RawBuilder, type SqlBool } from 'kysely'

// Conditions on a registration's status, the same as `statusOf` of domain/registrations derives from its flags. No other
// file names these columns in a condition. They have no parameters, so that prepared statements match partial indexes.
// `of` is the name that the statement gives the table.

type Condition = (of: string) => RawBuilder<SqlBool>

const flag = (of: string, name: 'completed' | 'confirmed' | 'reviewed' | 'deleted') => sql.ref(`${of}.${name}`)

export const isDeleted: Condition = (of) => sql`(${flag(of, 'deleted')})`
/** Any status except deleted. */
export const isLive: Condition = (of) => sql`(not ${flag(of, 'deleted')})`
/** In progress or reviewed. */
export const isUnfinished: Condition = (of) => sql`(not ${flag(of, 'completed')} and not ${flag(of, 'deleted')})`
export const isReviewed: Condition = (of) => sql`(${isUnfinished(of)} and ${flag(of, 'reviewed')})`
/** Completed, confirmed or not, also while it is being edited. */
export const isCompleted: Condition = (of) => sql`(${flag(of, 'completed')} and not ${flag(of, 'deleted')})`
/** Completed and not confirmed: the office has to look at it. */
export const isToConfirm: Condition = (of) =>
  sql`(${flag(of, 'completed')} and not ${flag(of, 'confirmed')} and not ${flag(of, 'deleted')})`

// Flags alone, for registrations that may be deleted or are known to be live.
export const wasCompleted: Condition = (of) => sql`(${flag(of, 'completed')})`
export const wasNotCompleted: Condition = (of) => sql`(not ${flag(of, 'completed')})`
export const wasConfirmed: Condition = (of) => sql`(${flag(of, 'confirmed')})`
