import type { Result } from '@callboard/domain/kernel/result.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'

export type Answer = 'dancer' | 'teacher' | 'yes'
type AskedAct = (registration: Registration, facts: Facts, answer?: Answer) => Result<Registration, Refusal>

/**
 * Does an act at once and here. A question is asked and the act done with its answer; a refusal is said in a dialog,
 * except those the caller says itself. Null: it is done.
 */
export type Perform = (act: AskedAct, saysItself?: readonly Refusal['code'][]) => Promise<Refusal | null>
