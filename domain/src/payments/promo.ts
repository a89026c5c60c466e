import { usd, type Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { PromoUse } from '../registrations/registration.ts'
import type { PaymentRefusal } from './refusals.ts'

/** A code as it is kept: without spaces around it, in capitals. PAY-039. */
export const promoCodeText = (typed: string): string => typed.trim().toUpperCase()

/**
 * The codes after applying one, whose `amount` (cents) says what it takes off: the same code is replaced, one worth nothing
 * is left out, a unique one replaces all others, a plain one is added to a unique one. PAY-042 to PAY-044, PAY-065.
 */
export function applyPromo(applied: readonly PromoUse[], promo: PromoUse): PromoUse[] {
  const others = removePromo(applied, promo.code)
  if (promo.amount <= 0) return others
  return promo.unique ? [promo] : [...others, promo]
}

/** The codes without one of them. PAY-042. */
export const removePromo = (applied: readonly PromoUse[], code: string): PromoUse[] =>
  applied.filter((use) => use.code !== promoCodeText(code))

/** What is said after a code was applied. PAY-046. */
export const promoSentence = (amount: Cents): string =>
  amount > 0
    ? `Your promo code was applied and ${usd(amount)} has been taken off!`
    : 'Your promo code was applied but you did not receive any discounts'

export type PromoOffer = { event_id: number | null; season_id: number; active: boolean }

/** Refuses a code that is not of this event and season, or that the account has used there. PAY-047, PAY-064, A58. */
export function checkPromo(
  promo: PromoOffer | undefined,
  at: { event_id: number; season_id: number },
  used_before: boolean,
): Result<PromoOffer, PaymentRefusal> {
  const isHere = promo?.active && promo.season_id === at.season_id && (promo.event_id ?? at.event_id) === at.event_id
  if (!promo || !isHere) return refuse({ code: 'promo.unknown', field: 'code' })
  return used_before ? refuse({ code: 'promo.used', field: 'code' }) : accept(promo)
}
