import { applyCredit, applyPromoCodes, findPromoCode } from '@callboard/contract/payments/payments.ts'
import { dayIn, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { productTimeZone } from '@callboard/domain/kernel/moment-text.ts'
import { zeroCents, plus, usd, type Cents } from '@callboard/domain/kernel/money.ts'
import { claimCredit } from '@callboard/domain/registrations/settlement/coverage.ts'
import { applyPromo, checkPromo, promoCodeText, promoDay, whyNotLive } from '@callboard/domain/payments/promo.ts'
import { takenOffBy } from '@callboard/domain/registrations/pricing/promo-lines.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import type { Credit, PromoUse, Registration } from '@callboard/domain/registrations/registration.ts'
import { loadContextForAct } from '../registrations/act.ts'
import { loadContext, type RegistrationContext } from '../registrations/facts.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { actsForOffice, type SessionUser } from '../platform/user.ts'
import { findOwnRegistration } from '../registrations/queries.ts'
import { sendMail } from '../platform/mail/queries.ts'
import {
  countOtherUses,
  countPromoUses,
  findPromo,
  listUsedPromos,
  mayUsePromo,
  replacePromoUses,
  type PromoRow,
} from '../ledger/promo-queries.ts'
import { discountLetter, employeesOr } from './letters.ts'
import { findOpenCharge } from '../ledger/attempt-queries.ts'
import { findEmployeeMail, replaceCredit } from './queries.ts'
import { inProgress, paymentStatus } from './payment-status.ts'

export function promoAndCreditRoutes(app: App) {
  serve(app, findPromoCode, async (tx, { query, user, now }) => {
    const loadedRegistration = query.registration_id
      ? await findOwnRegistration(tx, query.registration_id, user.id)
      : undefined
    const context = loadedRegistration && (await loadContext(tx, loadedRegistration, now))
    // A registration knows its event and season better than the caller.
    const { event_id = query.event_id, season_id } = context?.facts.tour_date ?? {}
    const promo = await promoFor(tx, query.code, event_id, season_id, {
      user_id: user.id,
      registration_id: query.registration_id ?? 0,
      day: context ? promoDay(context.facts) : dayIn(productTimeZone, now),
    })
    return presentPromo(promo, context ? worthOf(useOf(promo), context.registration, context) : zeroCents)
  })

  serve(app, applyPromoCodes, async (tx, { body, user, now }) => {
    const context = await loadContextForAct(tx, { user, now, id: body.registration_id })
    await refuseWhilePaying(tx, body.registration_id)
    const { event_id, season_id } = context.facts.tour_date
    const day = promoDay(context.facts)
    const whose = { user_id: user.id, registration_id: body.registration_id }
    let uses: PromoUse[] = []
    const ids = new Map<string, number>()
    for (const promoCode of body.promo_codes) {
      const code = typeof promoCode === 'string' ? promoCode : promoCode.code
      const promo = await promoFor(tx, code, event_id, season_id, { ...whose, day })
      const use = useOf(promo)
      const others = { ...context.registration, promo_codes: uses.filter((other) => other.code !== use.code) }
      uses = applyPromo(uses, { ...use, amount: worthOf(use, others, context) })
      ids.set(use.code, promo.id)
    }
    // Each deduction depends on the ones before it.
    const promo_codes = withWorths(uses, context)
    await replacePromoUses(
      tx,
      { ...whose, event_id, season_id },
      promo_codes.map(({ code, amount }) => ({ id: ids.get(code) ?? 0, amount })),
    )
    // On a partly paid registration the codes count as used at once.
    const refusal = context.row.paid > 0 ? await countPromoUses(tx, body.registration_id, day) : null
    if (refusal) throw new Refused(refusal)
    const change = promo_codes.map(({ code, amount }) => `${code}: ${usd(amount)} off`).join(', ')
    const before = context.registration.promo_codes.map(({ code }) => code).join()
    if (before !== promo_codes.map(({ code }) => code).join()) {
      await tellEmployees(tx, { body, user, context, now, origin: app.origin }, change || 'No promo code anymore')
    }
    return { promo_codes }
  })

  serve(app, applyCredit, async (tx, { body, user, now }) => {
    const context = await loadContextForAct(tx, { user, now, id: body.registration_id })
    await refuseWhilePaying(tx, body.registration_id)
    const credit = creditOf(body)
    const before = context.registration.credit
    const unchanged = credit && before && credit.from === before.from && credit.amount === before.amount
    if (!unchanged) await replaceCredit(tx, body.registration_id, credit)
    const nextCredit = unchanged ? before : credit
    if (!unchanged && (before || credit)) {
      const change = credit ? `Credit of ${usd(credit.amount)} claimed from ${credit.from}` : 'The credit was cleared'
      await tellEmployees(tx, { body, user, context, now, origin: app.origin }, change)
    }
    const { balance } = await paymentStatus(tx, {
      ...context,
      registration: { ...context.registration, credit: nextCredit },
    })
    return { credit: nextCredit, balance }
  })
}

type Telling = {
  body: { sendEmployeeEmail?: boolean | undefined }
  user: SessionUser
  context: RegistrationContext
  now: Instant
  origin: string
}

/** Employees hear of changed promo codes and credit where the city allows it; staff always may. PAY-050, A60. */
async function tellEmployees(tx: Tx, { body, user, context, now, origin }: Telling, change: string) {
  const { registration, facts, owner } = context
  const { employee_email_allowed, employee_emails } = await findEmployeeMail(tx, registration.tour_date_id)
  if (!body.sendEmployeeEmail || !(employee_email_allowed || actsForOffice(user))) return
  const who = owner.studio?.name ?? `${owner.fname} ${owner.lname}`
  const { event, event_city } = facts.tour_date
  const url = `${origin}/office/registrations/${registration.id}`
  const letter = discountLetter(who, change, `${event.name} ${event_city.name}`, url)
  for (const to of employeesOr(event.support_email, employee_emails)) {
    await sendMail(tx, { to, template: 'discount_employee', registration_id: registration.id }, letter, now)
  }
}

/** The price must not change while a charge for it is pending. */
async function refuseWhilePaying(tx: Tx, registration_id: number) {
  const underway = await findOpenCharge(tx, registration_id)
  if (underway) throw new Refused(inProgress(underway.orderid))
}

type Whose = { user_id: number; registration_id: number; day: CalendarDate }

/** A code that may be used here by this account. PAY-047, PAY-064. */
async function promoFor(tx: Tx, promoCode: string, event_id: number, season_id: number | undefined, whose: Whose) {
  const foundPromo = await findPromo(tx, promoCodeText(promoCode), event_id, season_id)
  const promo = foundPromo && (await mayUsePromo(tx, foundPromo, whose.user_id)) ? foundPromo : undefined
  const at = { event_id, season_id: season_id ?? promo?.season_id ?? 0 }
  const usedPromos = promo ? await listUsedPromos(tx, [promo.id], { ...whose, ...at }) : new Set()
  orRefuse(checkPromo(promo, at, usedPromos.size > 0, promoCode))
  const existingPromo = orNotFound(promo)
  const other_uses =
    existingPromo.max_uses === null ? 0 : await countOtherUses(tx, existingPromo.id, whose.registration_id)
  const state = { ...existingPromo, counted: false, used_before: usedPromos.size > 0, other_uses }
  const dead = whyNotLive(existingPromo.code, state, whose.day)
  if (dead) throw new Refused(dead)
  return existingPromo
}

const useOf = ({ code, type, value, percentage, is_unique }: PromoRow): PromoUse => {
  return { code, type, value, percentage, unique: is_unique, amount: zeroCents }
}

const presentPromo = (promo: PromoRow, amount: Cents) => ({ ...useOf(promo), amount })

/** Returns the amount a code would deduct in addition to the codes already applied. */
function worthOf(use: PromoUse, registration: Registration, { facts }: RegistrationContext): Cents {
  const others = registration.promo_codes.filter(({ code, unique }) => code !== use.code && !(use.unique && unique))
  const promo_codes = use.unique ? [use] : [...others, use]
  return takenOffBy(quote({ ...registration, promo_codes }, facts).lines, use.code)
}

function withWorths(promo_codes: readonly PromoUse[], { registration, facts }: RegistrationContext): PromoUse[] {
  const { lines } = quote({ ...registration, promo_codes }, facts)
  return promo_codes.map((use) => ({ ...use, amount: takenOffBy(lines, use.code) }))
}

type CreditBody = {
  credit?: { from: string; amount: Cents } | null | undefined
  vouchers?: readonly { from: string; amount: Cents }[] | undefined
}

/** A credit and vouchers are one claim, named by all their sources. PAY-048, A06. */
function creditOf({ credit, vouchers = [] }: CreditBody): Credit | null {
  const claims = [...(credit ? [credit] : []), ...vouchers].map(({ from, amount }) =>
    orRefuse(claimCredit(from, amount)),
  )
  if (claims.length === 0) return null
  const from = [...new Set(claims.map((claim) => claim.from))].join(', ')
  return { from, amount: plus(...claims.map((claim) => claim.amount)), status: 'claimed' }
}
