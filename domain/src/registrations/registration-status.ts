import type { Facts, Registration } from './registration.ts'

/**
 * A registration's place in its life cycle. `editing` and `edit_reviewed` are those of a revision beside a completed
 * registration, which keeps its own status meanwhile. docs/architecture.md draws it.
 */
export type RegistrationStatus =
  | 'in_progress'
  | 'reviewed'
  | 'completed'
  | 'confirmed'
  | 'editing'
  | 'edit_reviewed'
  | 'deleted'

export type RegistrationMove =
  | 'review'
  | 'unreview'
  | 'complete'
  | 'confirm'
  | 'unconfirm'
  | 'edit'
  | 'delete'
  | 'restore'

/** The flags of the wire and of the columns, from which the status is derived. Absent: false. */
type StatusFlags = Pick<Registration, 'completed'> &
  Partial<Pick<Registration, 'confirmed' | 'reviewed' | 'editing'>> & { deleted?: boolean }

export function statusOf({ completed, confirmed, reviewed, editing, deleted }: StatusFlags): RegistrationStatus {
  if (deleted) return 'deleted'
  if (!completed) return reviewed ? 'reviewed' : 'in_progress'
  if (editing) return reviewed ? 'edit_reviewed' : 'editing'
  return confirmed ? 'confirmed' : 'completed'
}

/** Every move: from, by, to. Only the office restores, and gives back the status that the flags kept. */
export const transitions = [
  ['in_progress', 'review', 'reviewed'],
  ['in_progress', 'unreview', 'in_progress'],
  ['in_progress', 'delete', 'deleted'],
  ['reviewed', 'review', 'reviewed'],
  ['reviewed', 'unreview', 'in_progress'],
  ['reviewed', 'complete', 'completed'],
  ['reviewed', 'delete', 'deleted'],
  ['completed', 'confirm', 'confirmed'],
  ['completed', 'unconfirm', 'completed'],
  ['completed', 'delete', 'deleted'],
  ['confirmed', 'confirm', 'confirmed'],
  ['confirmed', 'unconfirm', 'completed'],
  ['confirmed', 'edit', 'editing'],
  ['confirmed', 'delete', 'deleted'],
  ['editing', 'edit', 'editing'],
  ['editing', 'review', 'edit_reviewed'],
  ['editing', 'unreview', 'editing'],
  ['edit_reviewed', 'edit', 'editing'],
  ['edit_reviewed', 'review', 'edit_reviewed'],
  ['edit_reviewed', 'unreview', 'editing'],
  ['edit_reviewed', 'complete', 'completed'],
  ['deleted', 'restore', 'in_progress'],
  ['deleted', 'restore', 'reviewed'],
  ['deleted', 'restore', 'completed'],
  ['deleted', 'restore', 'confirmed'],
] as const satisfies readonly (readonly [RegistrationStatus, RegistrationMove, RegistrationStatus])[]

export const allowsMove = (status: RegistrationStatus, move: RegistrationMove): boolean =>
  transitions.some(([from, by]) => from === status && by === move)

const isOneOf = (flags: StatusFlags, statuses: readonly RegistrationStatus[]) => statuses.includes(statusOf(flags))

/** Whether the owner fills it in: before completion, or in an edit. */
export const isOpenToOwner = (flags: StatusFlags): boolean =>
  isOneOf(flags, ['in_progress', 'reviewed', 'editing', 'edit_reviewed'])

/** Whether it is completed, confirmed or not, and not being edited. */
export const isSubmitted = (flags: StatusFlags): boolean => isOneOf(flags, ['completed', 'confirmed'])

/**
 * Whether what was completed stays as it is where a rule says so: programs, nominations. The office, which is asked to
 * change such things, is not bound. OFF-020.
 */
export const isBoundByCompletion = (
  { completed }: Pick<Registration, 'completed'>,
  { by_office = false }: Pick<Facts, 'by_office'>,
): boolean => completed && !by_office
