import { minus, type Cents } from '@callboard/domain/kernel/money.ts'
import { creditCounted } from '@callboard/domain/registrations/settlement/balance.ts'
import { changedLines, type ChangeEffect } from '@callboard/domain/registrations/change.ts'
import { feesOf } from '@callboard/domain/registrations/pricing/fees.ts'
import type { QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { insertChange } from '../registrations/change-queries.ts'
import { currentConfirmation, priceOf } from '../registrations/present.ts'
import { loadContext, type RegistrationContext } from '../registrations/facts.ts'
import { claimPlaces } from '../registrations/hold.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { issueLater } from '../registrations/issue-later.ts'
import { copyOldMusic } from '../registrations/routines/music-queries.ts'
import { postCompletion } from '../registrations/postings.ts'
import { assignAttendeeNumbers, findRegistration, replacePriceLines } from '../registrations/queries.ts'
import { setFees } from '../registrations/root-queries.ts'
import { insertSnapshot } from '../registrations/snapshot-queries.ts'
import { assignRoutineNumbers } from '../registrations/routines/queries.ts'
import { markAccepted } from '../capacity/waiting-queries.ts'
import { addToTotals } from '../tours/total-queries.ts'

type AdmissionContext = { entry_id: number; now: Instant; by: number }
type CommittedAdmission = {
  linesBefore: readonly QuoteLine[]
  lines: readonly QuoteLine[]
  /** How many came in. */
  counts: Record<'dancers' | 'teachers' | 'observers' | 'routines', number>
  changes: Pick<ChangeEffect, 'people' | 'routines' | 'others'>
}

/**
 * A completed registration's promise with what came in from the waiting list: its lines charged in the ledger, a new
 * confirmation, its places its own for good, the city's totals. Last in its transaction. Returns what became different;
 * it is mailed here only to an owner who accepted an offer. OFF-024, FEE-023.
 */
export async function commitAdmission(
  tx: Tx,
  context: RegistrationContext,
  { linesBefore, lines, counts, changes }: CommittedAdmission,
  by: AdmissionContext,
): Promise<ChangeEffect> {
  const { registration, row } = context
  const { id, tour_date_id } = registration
  const fees = feesOf(lines)
  await replacePriceLines(tx, id, lines)
  await setFees(tx, id, fees)
  await assignAttendeeNumbers(tx, id)
  await assignRoutineNumbers(tx, id)
  await copyOldMusic(tx, id, by.now)
  await issueLater(tx, registration, context.facts.settings.access_codes_at_completion)
  const numbered = await loadContext(tx, orNotFound(await findRegistration(tx, id)), by.now)
  const price = await priceOf(tx, numbered)
  const credit = creditCounted(registration.credit, price.fees.total, price.promo)
  await postCompletion(tx, { registration_id: id, price, credit, actor_user_id: by.by, now: by.now })
  const confirmation = await currentConfirmation(tx, numbered)
  const effect: ChangeEffect = {
    ...changes,
    lines: changedLines(linesBefore, lines),
    total_before: row.total,
    total: fees.total,
    balance: confirmation.balance,
  }
  const made_by = by.by === row.user_id ? 'owner' : 'office'
  const { id: snapshot_id } = await insertSnapshot(tx, id, confirmation, by.now, { mails: made_by === 'owner' })
  await insertChange(tx, { made_by, effect }, { registration_id: id, snapshot_id, created: by.now })
  await markAccepted(tx, by.entry_id)
  await claimPlaces(tx, numbered)
  const total: Cents = minus(fees.total, row.total)
  await addToTotals(tx, tour_date_id, { registrations: 0, paid: 0, ...counts, total })
  return effect
}
