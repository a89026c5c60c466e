import { minus, zeroCents, plus, type Cents } from '../../kernel/money.ts'
import type { Fees, LineGroup, QuoteLine } from './line.ts'

/** The documents' totals, in cents, added from the lines alone, so that anyone can add them again. FEE-006 to FEE-010, FEE-030. */
export function feesOf(lines: readonly QuoteLine[]): Fees {
  const groups: Record<LineGroup, number> = { workshop: 0, bestdancer: 0, competition: 0, media: 0, discount: 0 }
  let [attendee, one, two, baseWorkshop, offer] = [0, 0, 0, 0, 0]
  for (const { group, kind, amount } of lines) {
    groups[group] += amount
    if (group !== 'workshop') continue
    if (amount > 0) baseWorkshop += amount
    else offer -= amount
    if (kind === 'observer_one') one += amount
    else if (kind === 'observer_two') two += amount
    else if (kind !== 'free_teacher') attendee += amount
  }
  const of = (amount: number) => plus(zeroCents, amount as Cents) // A sum of cents; `plus` still refuses fractions.
  const [workshop, bestdancer] = [of(groups.workshop), of(groups.bestdancer)]
  const [competition, media] = [of(groups.competition), of(groups.media)]
  // Of every group there is: a line that is shown is charged.
  const { discount: _, ...chargedGroups } = groups
  const amounts = Object.values(chargedGroups)
  return {
    offer: of(offer),
    total: of(amounts.reduce((sum, amount) => sum + amount, 0)),
    attendee: of(attendee),
    observer: { one: of(one), two: of(two) },
    baseWorkshop: of(baseWorkshop),
    workshop,
    bestdancer,
    competition,
    media,
  }
}

/** Each person's workshop price after discounts, in cents: the attendee's `fee`. ATT-056, A13. */
export function attendeeFees(lines: readonly QuoteLine[]): ReadonlyMap<number, Cents> {
  const fees = new Map<number, Cents>()
  for (const { group, person_id, amount } of lines) {
    if (group === 'workshop' && person_id !== null) fees.set(person_id, plus(fees.get(person_id) ?? zeroCents, amount))
  }
  return fees
}

/** The price of each routine with all that belongs to it, in cents, by `routineKey`: the routine's `fee`. FEE-008. */
export function routineFees(lines: readonly QuoteLine[]): ReadonlyMap<number | string | null, Cents> {
  const fees = new Map<number | string | null, Cents>()
  for (const { routine, amount } of lines) {
    if (routine !== null) fees.set(routine, plus(fees.get(routine) ?? zeroCents, amount))
  }
  return fees
}

/** The total after promo codes, before credit and payments, in cents; never negative. PAY-003, FEE-032. */
export const totalAfterPromo = (quote: { fees: Fees; promo: Cents }): Cents => minus(quote.fees.total, quote.promo)
