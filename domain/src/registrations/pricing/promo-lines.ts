import {
  cents,
  minCents,
  minus,
  maxCents,
  zeroCents,
  plus,
  shareOf,
  sumOf,
  usd,
  type Cents,
} from '../../kernel/money.ts'
import type { PromoUse } from '../registration.ts'
import { feesOf } from './fees.ts'
import type { Fees, LineGroup, QuoteLine } from './line.ts'
import { reasonFields, type LineReason } from './reason.ts'

type PromoPart = Exclude<LineGroup, 'discount'>

const partNames: Record<PromoPart, string> = {
  workshop: 'the workshop',
  bestdancer: 'the programs',
  competition: 'the competition',
  media: 'media passes',
}

const partsOf: Record<PromoUse['type'], readonly PromoPart[]> = {
  workshop: ['workshop'],
  competition: ['competition'],
  media: ['media'],
  total: Object.keys(partNames) as PromoPart[],
}

type Promo = Pick<PromoUse, 'code' | 'type' | 'value' | 'percentage'>

/**
 * The discount of each promo code on its part of the fees (cents), in order, never more than the remainder. FEE-032,
 * A57.
 */
export function promoLines(promos: readonly Promo[], fees: Fees): QuoteLine[] {
  const left: Record<PromoPart, Cents> = {
    workshop: fees.workshop,
    bestdancer: fees.bestdancer,
    competition: fees.competition,
    media: fees.media,
  }
  return promos.map(({ code, type, value, percentage }) => {
    const parts = partsOf[type]
    const whole = plus(...parts.map((part) => maxCents(zeroCents, fees[part])))
    const worth = percentage ? shareOf(whole, value) : cents(value)
    const discounts = parts.map((part) => ({ part, amount: zeroCents }))
    let open = worth
    for (const share of discounts) {
      share.amount = maxCents(zeroCents, minCents(open, left[share.part]))
      left[share.part] = minus(left[share.part], share.amount)
      open = minus(open, share.amount)
    }
    const amount = minus(worth, open)
    const shares = discounts.filter((share) => share.amount > 0)
    const [only, ...others] = shares
    const isOneShare = only?.amount === worth && others.length === 0
    const isSaidByShare = !percentage && isOneShare && type !== 'total'
    const partName = type === 'total' ? 'the total' : partNames[type]
    const reasons: LineReason[] = []
    if (percentage) reasons.push(['promo_percentage', `${value / 100}% off ${partName}`])
    else if (!isSaidByShare) reasons.push(['promo_amount', `${usd(worth)} off ${partName}`])
    if (type !== 'total' || !isOneShare)
      for (const share of shares) reasons.push(['promo_share', `${usd(share.amount)} off ${partNames[share.part]}`])
    if (open > 0) reasons.push(['promo_capped', 'Never more than the amount due'])
    return {
      key: `promo:${code}`,
      group: 'discount',
      kind: 'promo',
      label: `Promo code ${code}`,
      amount: minus(zeroCents, amount),
      ...reasonFields(reasons),
      person_id: null,
      routine: null,
    }
  })
}

/**
 * Confirmed lines of which some have come or gone since, with what the codes take off them now: a percentage follows its
 * fees, and no code takes off more than there is. FEE-023, FEE-032.
 */
export function withPromosAgain(lines: readonly QuoteLine[], promos: readonly Promo[]): QuoteLine[] {
  const charges = lines.filter(({ kind }) => kind !== 'promo')
  return [...charges, ...promoLines(promos, feesOf(charges))]
}

/** The codes of these lines with the amount (cents) each takes off. */
export const takenOffByCodes = (lines: readonly QuoteLine[]): { code: string; amount: Cents }[] =>
  lines
    .filter(({ kind }) => kind === 'promo')
    .map(({ key, amount }) => ({ code: key.slice('promo:'.length), amount: minus(zeroCents, amount) }))

/** The amount (cents) that a code takes off in these lines. */
export const takenOffBy = (lines: readonly QuoteLine[], code: string): Cents =>
  takenOff(lines.filter(({ key }) => key === `promo:${code}`))

/** The total promo discount of the lines of a quote or of a confirmation. FEE-023, FEE-032. */
export const takenOff = (lines: readonly QuoteLine[]): Cents =>
  minus(
    zeroCents,
    sumOf(
      lines.filter(({ kind }) => kind === 'promo'),
      ({ amount }) => amount,
    ),
  )
