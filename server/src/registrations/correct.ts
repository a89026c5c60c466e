import type { correctRegistration, previewCorrection } from '@callboard/contract/registrations/corrections.ts'
import { plus, type Cents } from '@callboard/domain/kernel/money.ts'
import { changedLines, type ChangeEffect } from '@callboard/domain/registrations/change.ts'
import { correct, passedRules } from '@callboard/domain/registrations/correction.ts'
import { editChanges } from '@callboard/domain/registrations/edit.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { depositRoutines } from '@callboard/domain/registrations/routines/counts.ts'
import { balanceOf } from '@callboard/domain/registrations/settlement/balance.ts'
import { revalidate } from '@callboard/domain/registrations/revalidate.ts'
import type { z } from 'zod'
import { isEditPaid } from '../ledger/attempt-queries.ts'
import { audited, type Caller } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { refuseChangedMeanwhile, refuseWhileMoneyMoves } from './act.ts'
import { storeRevised } from './complete-edit.ts'
import { keepMediaPasses } from './complete.ts'
import { correctionLetter } from './correction-letter.ts'
import { loadContext, type RegistrationContext } from './facts.ts'
import { loadAmountOwed } from './amount-owed.ts'
import { priceOf } from './present.ts'
import { lockRegistration, type LoadedRegistration } from './queries.ts'
import { loadElsewhere } from './revalidation.ts'
import { findRevision } from './revision-queries.ts'
import { withPrice } from './save.ts'

type Draft = z.output<typeof previewCorrection.body>
type CorrectionCall = Caller & {
  id: number
  body: z.output<typeof correctRegistration.body>
  origin: string
}

/** Returns the completed registration under its lock, as the office last saw it and while no money is on its way. */
export async function loadForCorrection(
  tx: Tx,
  { id, version, now }: { id: number; version: number; now: Caller['now'] },
): Promise<RegistrationContext> {
  const loadedRegistration = orNotFound(await lockRegistration(tx, id))
  const { registration } = loadedRegistration
  await refuseUncorrectable(tx, loadedRegistration)
  refuseChangedMeanwhile(registration, version)
  return loadContext(tx, loadedRegistration, now)
}

/** Fails where the office cannot change the registration: not completed, deleted, or money is on its way. */
export async function refuseUncorrectable(tx: Tx, { registration, row }: LoadedRegistration) {
  const { id } = registration
  if (row.deleted) throw new Refused({ code: 'office.deleted' })
  await refuseWhileMoneyMoves(tx, id)
  if (!registration.completed) throw new Refused({ code: 'registration.not_completed' })
  const revision = await findRevision(tx, id)
  // The edit's places and price are promised: a correction before it is submitted would hold it up.
  if (revision && (await isEditPaid(tx, id, revision.updated))) throw new Refused({ code: 'office.edit_paid' })
}

/** The completed registration as these changes make it. */
export const correctionOf = ({ registration, facts }: RegistrationContext, { version: _, ...draft }: Draft) =>
  orRefuse(correct(registration, draft as Parameters<typeof correct>[1], facts))

/** A correction by the rules of an edit: the registration it makes, its price, and what becomes different. */
export async function planCorrection(tx: Tx, live: RegistrationContext, corrected: Registration) {
  const { registration: before, facts } = live
  const elsewhere = await loadElsewhere(tx, { ...live, registration: corrected })
  const judged = { ...facts, elsewhere, live: before }
  const { registration: derived, notices } = revalidate({ ...corrected, editing: true }, judged)
  const revised = {
    ...derived,
    editing: false,
    competition_deposit_routines: depositRoutines(derived),
    dates: { ...derived.dates, edited: facts.now },
  }
  const { registration, price } = withPrice(revised, live)
  const priceBefore = await priceOf(tx, live)
  const { due, payments } = await loadAmountOwed(tx, before, priceBefore)
  const after = balanceOf(price.fees.total, price.promo, before.credit, payments)
  const effect = {
    version: before.version,
    ...editChanges(before, registration, facts),
    notices: notices.map(({ sentence }) => sentence),
    passed_rules: passedRules(before, registration, judged),
    lines: changedLines(priceBefore.lines, price.lines),
    total_before: due.total,
    total: price.fees.total,
    balance_before: due.raw,
    balance: plus(after.raw, due.adjustments),
  }
  return { registration, credit: after.credit, effect }
}

/** Corrects a completed registration for the office: stored, posted, audited and mailed in one transaction. OFF-020. */
export async function correctForOffice(tx: Tx, { id, body, origin, ...caller }: CorrectionCall) {
  const { now } = caller
  const { total, note, office_reason, ...draft } = body
  if (office_reason.trim() === '') throw new Refused({ code: 'office.correction_reason', field: 'office_reason' })
  const live = await loadForCorrection(tx, { id, version: body.version, now })
  const plan = await planCorrection(tx, live, correctionOf(live, draft))
  return storeCorrection(tx, live, plan, { ...caller, origin, total, note, office_reason, draft })
}

type CorrectionPlan = Awaited<ReturnType<typeof planCorrection>>
type Storing = Caller & {
  origin: string
  /** The total that was shown; another one is refused. */
  total: Cents | undefined
  note: string
  office_reason: string
  /** The changes by numbers, for the audit. */
  draft: object
}

/** Stores a planned correction with its posting, audit and mail. */
export async function storeCorrection(
  tx: Tx,
  live: RegistrationContext,
  { registration, credit, effect }: CorrectionPlan,
  { origin, total, note, office_reason, draft, ...caller }: Storing,
) {
  const { user, now } = caller
  const { id } = live.registration
  const { people, routines, others } = effect
  if (people.length + routines.length + others.length === 0) throw new Refused({ code: 'office.nothing_corrected' })
  if (total !== undefined && total !== effect.total) {
    throw new Refused({ code: 'office.price_changed', total: effect.total })
  }
  await keepMediaPasses(tx, { ...live, registration })
  const message = note.trim()
  const change = { made_by: 'office' as const, effect: changeOf(effect), message }
  const posting = { version: live.registration.version, credit, actor_user_id: user.id, mails: false, change }
  const { version, total_before, balance_before, balance, passed_rules } = effect
  await audited(tx, caller, {
    action: 'correct registration',
    entity: 'registration',
    entity_id: id,
    before: { version, total: total_before, balance: balance_before },
    // By numbers, without names: the audit outlives a person's erasure.
    after: { ...draft, version: version + 1, total: effect.total, balance, office_reason, note, passed_rules },
  })
  const { owner, facts } = live
  const { event, event_city } = facts.tour_date
  const about = { event: event.name, city: event_city.name, message, url: `${origin}/event/${id}` }
  await sendMail(
    tx,
    {
      ...{ user_id: owner.id, registration_id: id, to: owner.email },
      ...{ template: 'registration_corrected', dedupe_key: `corrected:${id}:${version + 1}` },
    },
    correctionLetter(effect, about),
    now,
  )
  // Last, because of the order of locks: it claims the places.
  const { context } = await storeRevised(tx, live, registration, posting)
  return { ...effect, version: context.registration.version }
}

/** The part of the effect that the owner reads: without the rules that the office passed over. */
const changeOf = ({ people, routines, others, lines, total_before, total, balance }: ChangeEffect): ChangeEffect => ({
  ...{ people, routines, others, lines, total_before, total, balance },
})
