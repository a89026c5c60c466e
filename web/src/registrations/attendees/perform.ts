import type { Result } from '@callboard/domain/kernel/result.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { createContext } from 'react'

export type PerformAnswer = 'dancer' | 'teacher' | 'yes'
type AttendeeAction = (
  registration: Registration,
  facts: Facts,
  answer?: PerformAnswer,
) => Result<Registration, Refusal>

/**
 * Does an act at once and here. A question is asked and the act done with its answer; a refusal is said in a dialog,
 * except those the caller says itself. Null: it is done.
 */
export type Perform = (act: AttendeeAction, saysItself?: readonly Refusal['code'][]) => Promise<Refusal | null>

/** Begins to wait for a level with some people; absent where one cannot wait. */
type WaitForLevel = (level_id: number, person_ids: readonly number[]) => void

type LevelLine = { isWaitedFor: (level_id: number) => boolean; wait: WaitForLevel }

/** The waiting list of the step's levels; null: the step has none. */
export const LevelLineContext = createContext<LevelLine | null>(null)

/** The titles of the dialogs that have one. M012: the sold-out popup. */
export const attendeeTitles: Partial<Record<Refusal['code'], string>> = {
  'attendee.level_sold_out': 'Sorry',
  'attendee.level_not_available': 'Sorry',
}
