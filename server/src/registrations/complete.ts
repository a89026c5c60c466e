import { identityKey } from '@callboard/domain/registrations/attendees/set-options.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { priceListOf } from '@callboard/domain/registrations/pricing/price-list.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import { complete } from '@callboard/domain/registrations/lifecycle.ts'
import { attendeesOf } from '@callboard/domain/registrations/registration.ts'
import type { RevalidationNotice } from '@callboard/domain/registrations/revalidation.ts'
import { settlementStatus } from '@callboard/domain/registrations/settlement/settlement-status.ts'
import { markScholarshipsUsed } from './attendees/queries.ts'
import { currentConfirmation } from './present.ts'
import { loadContext, type RegistrationContext } from './facts.ts'
import { save } from './save.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orRefuse, Refused } from '../platform/http/errors.ts'
import { postCompletion } from './postings.ts'
import { promoDay } from '@callboard/domain/payments/promo.ts'
import { countPromoUses } from '../ledger/promo-queries.ts'
import { claimPlaces } from './hold.ts'
import { untilResolved } from '@callboard/domain/registrations/places/hold.ts'
import { revalidateForPayment } from './revalidation.ts'
import { issueLater } from './issue-later.ts'
import { keepPriceList } from './price-list-queries.ts'
import { copyOldMusic } from './routines/music-queries.ts'
import { insertSnapshot } from './snapshot-queries.ts'
import { assignRoutineNumbers } from './routines/queries.ts'
import {
  assignAttendeeNumbers,
  findRegistration,
  insertMediaPasses,
  loadPayments,
  lockRegistration,
  replacePriceLines,
} from './queries.ts'
import { markNotViewed } from './root-queries.ts'
import { addToTotals } from '../tours/total-queries.ts'
import { statusOf } from '@callboard/domain/registrations/registration-status.ts'

export type CompletionResult = {
  context: RegistrationContext
  snapshot_id: number
  notices: readonly RevalidationNotice[]
}

/**
 * Completes a registration whose payment is covered: every check once more, the price stored as promised, the ledger
 * charged, numbers given, the confirmation written, and last the places claimed for good. WIZ-030, REV-020 to REV-025.
 */
export async function completeFromContext(tx: Tx, context: RegistrationContext): Promise<CompletionResult> {
  const { facts } = context
  const reviewedRegistration = context.registration
  const payments = await loadPayments(tx, reviewedRegistration.id)
  const first = settlementStatus(reviewedRegistration, quote(reviewedRegistration, facts), payments, facts)
  orRefuse(complete(reviewedRegistration, first.due, first.required, facts.now))
  // Runs first: waits for a concurrent completion with the same dancer, whose media pass is then visible.
  await keepMediaPasses(tx, context)
  const { registration, notices } = await revalidateForPayment(tx, context, { is_paid: isPaid(context) })
  const price = quote(registration, facts)
  const { due, required } = settlementStatus(registration, price, payments, facts)
  const completed = orRefuse(complete(registration, due, required, facts.now))

  const saved = await save(tx, context, completed)
  const [promoGone] = await Promise.all([
    countPromoUses(tx, registration.id, promoDay(facts)),
    keepPromise(tx, saved),
    markNotViewed(tx, registration.id),
    assignAttendeeNumbers(tx, registration.id),
    assignRoutineNumbers(tx, registration.id),
    copyOldMusic(tx, registration.id, facts.now),
    issueLater(tx, registration, facts.settings.access_codes_at_completion),
    markScholarshipsUsed(tx, registration.id),
    postCompletion(tx, { registration_id: registration.id, price, credit: due.credit, now: facts.now }),
  ])
  if (promoGone) throw new Refused(promoGone)
  // Only ids were assigned; city, owner and places are those read under the lock.
  const numbered: RegistrationContext = { ...context, ...orRefuseMissing(await findRegistration(tx, registration.id)) }
  const body = await currentConfirmation(tx, numbered)
  const { id: snapshot_id } = await insertSnapshot(tx, registration.id, body, facts.now)

  const { dancers, teachers, observers, routine_count, total, paid } = numbered.row
  await claimPlaces(tx, numbered)
  await addToTotals(tx, registration.tour_date_id, {
    registrations: 1,
    dancers,
    teachers,
    observers,
    routines: routine_count,
    total,
    paid,
  })
  return { context: numbered, snapshot_id, notices }
}

/** A covering payment came while its places were held: nothing that was closed since takes them. */
const isPaid = ({ row }: RegistrationContext) => row.hold_ends === untilResolved

const orRefuseMissing = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('A registration vanished while it was being completed')
  return value
}

/** The lines as promised, and the prices of later edits. FEE-025. */
export const keepPromise = (tx: Tx, { registration, facts, price }: Awaited<ReturnType<typeof save>>) =>
  Promise.all([
    replacePriceLines(tx, registration.id, price.lines),
    keepPriceList(tx, registration.id, registration.tour_date_id, priceListOf(facts)),
  ])

/** The passes chosen here are the season's, unless another registration has paid them. In one order for all. ATT-050. */
export const keepMediaPasses = (tx: Tx, { registration, facts }: RegistrationContext) =>
  insertMediaPasses(
    tx,
    attendeesOf(registration)
      .filter(({ media_pass }) => media_pass)
      .map(({ person_id, person }) => ({
        season_id: facts.tour_date.season_id,
        identity_key: identityKey(person),
        person_id,
        registration_id: registration.id,
      }))
      .toSorted((one, other) => (one.identity_key < other.identity_key ? -1 : 1)),
  )

/** Completes what its owner paid for and left: the job that follows a covering payment. REV-032. */
export async function completeIfCovered(
  tx: Tx,
  registration_id: number,
  now: Instant,
): Promise<CompletionResult | null> {
  const loadedRegistration = await lockRegistration(tx, registration_id)
  if (!loadedRegistration || statusOf(loadedRegistration.row) !== 'reviewed') return null
  const context = await loadContext(tx, loadedRegistration, now)
  const { registration, facts } = context
  const price = quote(registration, facts)
  const { due, required } = settlementStatus(registration, price, await loadPayments(tx, registration_id), facts)
  if (!complete(registration, due, required, now).ok) return null
  return completeFromContext(tx, context)
}
