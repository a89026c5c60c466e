import { creditCounted } from '@callboard/domain/payments/balance.ts'
import { minus } from '@callboard/domain/kernel/money.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { feesOf } from '@callboard/domain/pricing/fees.ts'
import { quote } from '@callboard/domain/pricing/quote.ts'
import { difference } from '@callboard/domain/registrations/difference.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { comeIn } from '@callboard/domain/waiting/come-in.ts'
import { act } from '../aggregate/act.ts'
import { currentConfirmation } from '../aggregate/confirmation.ts'
import { open, type Opened } from '../aggregate/facts.ts'
import { claim } from '../aggregate/hold.ts'
import { priceOf } from '../aggregate/present.ts'
import type { Tx } from '../db/connect.ts'
import { orNotFound, orRefuse } from '../http/errors.ts'
import { postCompletion } from '../payments/queries.ts'
import {
  addToTotals,
  findRegistration,
  loadPriceLines,
  replacePriceLines,
  updateRegistration,
  type Loaded,
} from '../registrations/queries.ts'
import { insertSnapshot } from '../reports/queries.ts'
import { assignRoutineNumbers, saveRoutines } from '../routines/queries.ts'
import { markAccepted } from './queries.ts'

type Coming = { entry_id: number; routine_ids: readonly number[]; now: Instant; by: number }

/**
 * Routines whose places are kept come in. An unfinished registration has until the end of the offer to be completed; of a
 * completed one they are charged now, at what they cost now, and its places are its own for good. Under the
 * registration's lock. OFF-024.
 */
export async function bringIn(tx: Tx, loaded: Loaded, coming: Coming): Promise<{ version: number }> {
  const { registration, row } = loaded
  const { now, entry_id, routine_ids } = coming
  if (registration.completed) return bringIntoCompleted(tx, await open(tx, loaded, now), coming)
  const saved = await act(tx, { user: { id: row.user_id }, now, id: registration.id }, (opened) =>
    comeIn(opened.registration, routine_ids, opened.facts),
  )
  await updateRegistration(tx, registration.id, { reserved: true })
  await markAccepted(tx, entry_id)
  return saved.registration
}

/** Saves only the routines of a completed registration: what else was promised stays as it is. FEE-023. */
export async function saveRoutinesOnly(tx: Tx, { registration, row, facts }: Opened, after: Registration) {
  const owned = { ...after, user_id: row.user_id, studio_id: row.studio_id }
  const saved = await saveRoutines(tx, owned, difference(registration, after))
  const version = registration.version + 1
  const { is_competing, routines } = after
  const sums = { is_competing, routine_count: routines.length }
  await updateRegistration(tx, registration.id, { version, updated: facts.now, ...sums })
  return { ...after, ...saved, version }
}

async function bringIntoCompleted(tx: Tx, opened: Opened, { entry_id, routine_ids, now, by }: Coming) {
  const { registration, facts, row } = opened
  const { id, tour_date_id } = registration
  const after = await saveRoutinesOnly(tx, opened, orRefuse(comeIn(registration, routine_ids, facts)))
  const promised = (await loadPriceLines(tx, id)).map(({ line }) => line)
  const added = quote(after, facts).lines.filter(({ routine }) => routine_ids.some((one) => one === routine))
  const lines = [...promised, ...added]
  const fees = feesOf(lines)
  await replacePriceLines(
    tx,
    id,
    lines.map((line, position) => ({ key: line.key, position, line: JSON.stringify(line), amount: line.amount })),
  )
  await updateRegistration(tx, id, { total: fees.total, fees: JSON.stringify(fees) })
  await assignRoutineNumbers(tx, id)
  const numbered = await open(tx, orNotFound(await findRegistration(tx, id)), now)
  const price = await priceOf(tx, numbered)
  const credit = creditCounted(registration.credit, price.fees.total, price.promo)
  await postCompletion(tx, { registration_id: id, price, credit, actor_user_id: by, now })
  await insertSnapshot(tx, id, await currentConfirmation(tx, numbered), now)
  const none = { registrations: 0, dancers: 0, teachers: 0, observers: 0, paid: 0 }
  await markAccepted(tx, entry_id)
  await claim(tx, numbered)
  const more = { routines: routine_ids.length, total: minus(fees.total, row.total) }
  await addToTotals(tx, tour_date_id, { ...none, ...more })
  return { version: after.version }
}
