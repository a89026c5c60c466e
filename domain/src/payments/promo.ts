import { dayIn, type CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import { usd, type Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { PromoUse } from '../registrations/registration.ts'
import type { PaymentRefusal } from '../registrations/settlement/payment-refusals.ts'

/** A code as it is kept: without spaces around it, in capitals. PAY-039. */
export const promoCodeText = (text: string): string => text.trim().toUpperCase()

/**
 * The codes after applying one, whose `amount` (cents) says what it takes off: the same code is replaced, one worth nothing
 * is left out, a unique one replaces all others, a plain one is added to a unique one. PAY-042 to PAY-044, PAY-065.
 */
export function applyPromo(uses: readonly PromoUse[], promo: PromoUse): PromoUse[] {
  const others = removePromo(uses, promo.code)
  if (promo.amount <= 0) return others
  return promo.unique ? [promo] : [...others, promo]
}

/** The codes without one of them. PAY-042. */
const removePromo = (uses: readonly PromoUse[], code: string): PromoUse[] =>
  uses.filter((use) => use.code !== promoCodeText(code))

/** The message after a code is applied. PAY-046. */
export const promoSentence = (amount: Cents): string =>
  amount > 0
    ? `Your promo code was applied and ${usd(amount)} has been taken off!`
    : 'Your promo code was applied but you did not receive any discounts'

type PromoOffer = { event_id: number | null; season_id: number; active: boolean }

/** Refuses a code that is not of this event and season, or that the account has used there. PAY-047, PAY-064, A58. */
export function checkPromo(
  promo: PromoOffer | undefined,
  at: { event_id: number; season_id: number },
  used_before: boolean,
  enteredText: string,
): Result<PromoOffer, PaymentRefusal> {
  const which = promoCodeText(enteredText)
  const isHere = promo?.active && promo.season_id === at.season_id && (promo.event_id ?? at.event_id) === at.event_id
  if (!promo || !isHere) return refuse({ code: 'promo.unknown', field: 'code', which })
  return used_before ? refuse({ code: 'promo.used', field: 'code', which }) : accept(promo)
}

/** The first and the last day of a code, each included; null: no bound. */
type PromoDays = { valid_from: CalendarDate | null; valid_through: CalendarDate | null }

type PromoDayFacts = { tour_date: { time_zone: string }; now: Instant; rates_as_of?: Instant }

/** The day on which a registration uses its codes: in the zone of its city. A live hold keeps the day it began. COMP-084. */
export const promoDay = ({ tour_date, now, rates_as_of }: PromoDayFacts): CalendarDate =>
  dayIn(tour_date.time_zone, rates_as_of ?? now)

/** How a code stands for one registration. */
export type PromoState = PromoDays & {
  active: boolean
  /** Counted for this registration: it was paid with, and stays. */
  counted: boolean
  /** Counted for another registration of the account at this event and season. */
  used_before: boolean
  max_uses: number | null
  /** How many other registrations count it. */
  other_uses: number
}

/** Why a code takes nothing off on a day; null: it is live. A dead code is left out of every price at once. PAY-047, PAY-064. */
export function whyNotLive(which: string, state: PromoState, day: CalendarDate): PaymentRefusal | null {
  if (state.counted) return null
  if (!state.active) return { code: 'promo.unknown', field: 'code', which }
  if (state.used_before) return { code: 'promo.used', field: 'code', which }
  const { valid_from, valid_through } = state
  if (valid_from && isBefore(day, state)) return { code: 'promo.not_yet', field: 'code', which, valid_from }
  if (valid_through && isAfter(day, state)) return { code: 'promo.ended', field: 'code', which, valid_through }
  const isGone = state.max_uses !== null && state.other_uses >= state.max_uses
  return isGone ? { code: 'promo.gone', field: 'code', which } : null
}

// The text of days is in the order of the calendar.
const isBefore = (day: CalendarDate, { valid_from }: PromoDays) => valid_from !== null && day < valid_from
const isAfter = (day: CalendarDate, { valid_through }: PromoDays) => valid_through !== null && day > valid_through

type PromoUsage = PromoDays & { active: boolean; max_uses: number | null; uses: number }

/** In the order in which a list sorts them. */
export const promoStatuses = ['on', 'not_yet', 'used_up', 'ended', 'off'] as const
export type PromoStatus = (typeof promoStatuses)[number]

/** How a code stands on a day, whoever uses it. */
export const promoStatus = (promo: PromoUsage, day: CalendarDate): PromoStatus =>
  !promo.active
    ? 'off'
    : isAfter(day, promo)
      ? 'ended'
      : promo.max_uses !== null && promo.uses >= promo.max_uses
        ? 'used_up'
        : isBefore(day, promo)
          ? 'not_yet'
          : 'on'

/** The discount of a code and the fees it applies to. */
type PromoTerms = {
  type: PromoUse['type']
  /** Cents, or hundredths of a percent where `percentage` is set. */
  value: number
  percentage: boolean
  unique: boolean
  event_id: number | null
  season_id: number
}
export type PromoDraft = PromoTerms & PromoDays & { code: string; max_uses: number | null; note: string }

const wholeInBasisPoints = 10_000

/** A promo code as the office may create it, its letters put right. OFF-022, PAY-039, PAY-040. */
export function planPromoCode(draft: PromoDraft): Result<PromoDraft, PaymentRefusal> {
  const code = promoCodeText(draft.code)
  if (code === '') return refuse({ code: 'promo.code', field: 'code' })
  if (!/^[A-Z0-9][A-Z0-9+._-]{0,39}$/.test(code)) return refuse({ code: 'promo.letters', field: 'code' })
  const most = draft.percentage ? wholeInBasisPoints : Number.MAX_SAFE_INTEGER
  if (draft.value <= 0 || draft.value > most) return refuse({ code: 'promo.value', field: 'value' })
  if (draft.max_uses !== null && draft.max_uses <= 0) return refuse({ code: 'promo.max_uses', field: 'max_uses' })
  const { valid_from, valid_through } = draft
  if (valid_from && valid_through && valid_from > valid_through) {
    return refuse({ code: 'promo.days', field: 'valid_through' })
  }
  return accept({ ...draft, code, note: draft.note.trim() })
}

/** Refuses to change what a code is worth or where it holds while registrations have it. OFF-022. */
export function checkPromoChange(before: PromoTerms, after: PromoTerms, uses: number): Result<null, PaymentRefusal> {
  const terms = ({ type, value, percentage, unique, event_id, season_id }: PromoTerms) =>
    JSON.stringify([type, value, percentage, unique, event_id, season_id])
  if (uses === 0 || terms(before) === terms(after)) return accept(null)
  return refuse({ code: 'promo.in_use', field: 'value', uses })
}

/** 'STUDIO15: 15% off the competition', as lists and mails say it. */
export const promoWorth = ({ type, value, percentage }: Pick<PromoTerms, 'type' | 'value' | 'percentage'>): string => {
  const worth = percentage ? `${value / 100}%` : usd(value as Cents)
  return `${worth} off the ${type === 'media' ? 'media pass' : type}`
}
