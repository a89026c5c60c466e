import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Result } from '@callboard/domain/kernel/result.ts'
import type { Quote } from '@callboard/domain/pricing/line.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { unreviewIfChanged } from '@callboard/domain/registrations/review.ts'
import type { Tx } from '../db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../http/errors.ts'
import { releaseHold, untilResolved } from './hold.ts'
import { findOpenCharge } from '../payments/queries.ts'
import { lockOwnRegistration } from '../registrations/queries.ts'
import { open, type Opened } from './facts.ts'
import { leaveWithRoutines } from '../waiting/queries.ts'
import { save } from './save.ts'

export type Saved = Opened & { price: Quote }

type Asked = {
  user: { id: number }
  now: Instant
  id: number
  /** What the caller had before it; undefined: the caller does not say, and what is there now is changed. */
  version?: number | undefined
}

/** An owner's registration under its lock, still in progress, and as the caller last saw it. */
export async function openForAct(tx: Tx, { user, now, id, version }: Asked): Promise<Opened> {
  const loaded = orNotFound(await lockOwnRegistration(tx, id, user.id))
  const { registration } = loaded
  if (registration.completed) throw new Refused({ code: 'registration_completed' })
  if (version !== undefined && version !== registration.version) {
    throw new Refused({ code: 'changed_meanwhile', version: registration.version })
  }
  return open(tx, loaded, now)
}

/**
 * One act of an owner: locks, decides, saves the difference. A change of content takes a review back, and with it the
 * places that were held for it. REV-015, REV-027.
 */
export async function act(
  tx: Tx,
  asked: Asked,
  decide: (opened: Opened) => Result<Registration, Refusal> | Promise<Result<Registration, Refusal>>,
): Promise<Saved> {
  const opened = await openForAct(tx, asked)
  const decided = orRefuse(await decide(opened))
  const after = unreviewIfChanged(opened.registration, decided)
  if (opened.registration.reviewed && !after.reviewed) await refuseWhilePaying(tx, opened)
  const saved = await save(tx, opened, after)
  if (opened.row.hold_ends && !after.reviewed) await releaseHold(tx, opened)
  await leaveWithRoutines(tx, opened.registration, saved.registration, asked.now)
  return saved
}

/** What is being paid for stays as it is. Only a payment keeps places without end, so nobody else has to ask. */
async function refuseWhilePaying(tx: Tx, { registration, row }: Opened) {
  if (row.hold_ends !== untilResolved) return
  const underway = await findOpenCharge(tx, registration.id)
  if (underway) throw new Refused({ code: 'payment.in_progress', orderid: underway.orderid })
}
