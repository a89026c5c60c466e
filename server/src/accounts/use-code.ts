import { enteredCode } from '@callboard/domain/accounts/second-factor.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Tx } from '../db/connect.ts'
import { hashOf } from '../http/sessions.ts'
import { worldTime } from '../ports/clock.ts'
import { stepOf } from './one-time-codes.ts'
import { findSecondFactor, takeRecoveryCode, takeStep } from '../second-factor/queries.ts'

/** Whether this opens the second step, and how. What opened it once never does again. */
export async function useCode(tx: Tx, user_id: number, text: string, now: Instant): Promise<'app' | 'recovery' | null> {
  const entered = enteredCode(text)
  if (!entered) return null
  if (entered.kind === 'recovery') {
    return (await takeRecoveryCode(tx, user_id, hashOf(entered.code), now)) ? 'recovery' : null
  }
  const factor = await findSecondFactor(tx, user_id)
  const step = factor && stepOf(factor.secret, entered.code, worldTime())
  return step && (await takeStep(tx, user_id, step)) ? 'app' : null
}
