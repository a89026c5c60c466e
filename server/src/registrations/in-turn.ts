import { accept, type Result } from '@callboard/domain/kernel/result.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'

export type Act = (registration: Registration) => Result<Registration, Refusal>

/** Applies actions in order and stops at the first refusal. */
export const inTurn = (registration: Registration, acts: readonly Act[]): Result<Registration, Refusal> =>
  acts.reduce<Result<Registration, Refusal>>(
    (before, next) => (before.ok ? next(before.value) : before),
    accept(registration),
  )
