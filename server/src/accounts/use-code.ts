import { enteredCode } from '@callboard/domain/accounts/second-factor.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Tx } from '../platform/db/connect.ts'
import type { App } from '../platform/http/serve.ts'
import { hashOf } from '../platform/http/sessions.ts'
import { worldTime } from '../platform/clock.ts'
import { stepOf } from './one-time-codes.ts'
import { findSecondFactor, takeRecoveryCode, takeStep } from './second-factor-queries.ts'
import { unsealSecret } from './secrets.ts'

/** Checks a code of the second factor and returns which kind it is, if valid. Each code works only once. */
export async function useCode(
  tx: Tx,
  { sealer }: Pick<App, 'sealer'>,
  user_id: number,
  { code: text, now }: { code: string; now: Instant },
): Promise<'app' | 'recovery' | null> {
  const entry = enteredCode(text)
  if (!entry) return null
  if (entry.kind === 'recovery') {
    return (await takeRecoveryCode(tx, user_id, hashOf(entry.code), now)) ? 'recovery' : null
  }
  const factor = await findSecondFactor(tx, user_id)
  const step = factor && stepOf(unsealSecret(sealer, user_id, factor.secret), entry.code, worldTime())
  return step && (await takeStep(tx, user_id, step)) ? 'app' : null
}
