import { minus, maxCents, zeroCents, plus, shareOf, sumOf, type Cents } from '../../kernel/money.ts'
import { shareOut } from '../../kernel/share-out.ts'
import type { QuoteLine } from '../../registrations/pricing/line.ts'

type SplitDancer = { person_id: number; name: string }
/** The person ids of each routine's cast, by the routine's key in the lines. */
type SplitCasts = ReadonlyMap<number | string, readonly number[]>

export type FamilyLine = {
  label: string
  amount: Cents
  /**
   * The allocation rule: the dancer's own, split among a routine's cast, split among all dancers, or a promo code in
   * proportion to the shares.
   */
  of: 'own' | 'routine' | 'studio' | 'promo'
  /** Among how many it was cut. */
  among: number
}

/** One family's share, in cents: `total` = `own` + `routines` + `studio` (promo codes included) + `margin`. */
export type FamilyShare = SplitDancer & {
  lines: readonly FamilyLine[]
  own: Cents
  routines: Cents
  studio: Cents
  margin: Cents
  total: Cents
}

export type Split = {
  families: readonly FamilyShare[]
  /** The studio's bill, in cents: the sum of all lines. */
  bill: Cents
  margin: Cents
  /** The sum of all families' shares: bill and margin. */
  total: Cents
  /** The amount no family can be charged, because no dancer is registered. */
  unshared: Cents
}

type SplitInput = {
  lines: readonly QuoteLine[]
  dancers: readonly SplitDancer[]
  casts: SplitCasts
  /** The studio's own margin, in basis points (500 = 5 %). */
  margin_basis_points: number
}

type SplitPart = FamilyLine & { person_id: number }

/**
 * Splits a studio's bill among the families: the dancer's own lines, an even share of the fees of each routine they
 * dance in, and an even share of unassigned lines such as teachers and observers. Promo codes are allocated in
 * proportion to the shares before them. Every split uses the largest remainder, so the shares add up to the bill to the
 * cent.
 */
export function splitBill({ lines, dancers, casts, margin_basis_points }: SplitInput): Split {
  const bill = sumOf(lines, ({ amount }) => amount)
  const isPromo = ({ kind }: QuoteLine) => kind === 'promo'
  const parts = lines.filter((line) => !isPromo(line)).flatMap((line) => partsOf(line, dancers, casts))
  const amounts = dancers.map(({ person_id }) =>
    maxCents(
      zeroCents,
      sumOf(partsFor(parts, person_id), ({ amount }) => amount),
    ),
  )
  const promos = lines.filter(isPromo).flatMap((line) => cut(line, dancers.map(idOf), amounts, 'promo'))
  const all = [...parts, ...promos]

  const before = dancers.map(({ person_id }) => sumOf(partsFor(all, person_id), ({ amount }) => amount))
  const margin = dancers.length === 0 ? zeroCents : shareOf(maxCents(zeroCents, bill), margin_basis_points)
  const margins = shareOut(
    margin,
    before.map((amount) => Math.max(0, amount)),
  )
  const families = dancers.map((dancer, index) =>
    familyOf(dancer, partsFor(all, dancer.person_id), margins[index] ?? zeroCents),
  )
  const total = sumOf(families, (family) => family.total)
  return { families, bill, margin, total, unshared: minus(plus(bill, margin), total) }
}

const idOf = ({ person_id }: SplitDancer) => person_id
const partsFor = (parts: readonly SplitPart[], person_id: number) =>
  parts.filter((part) => part.person_id === person_id)

function partsOf(line: QuoteLine, dancers: readonly SplitDancer[], casts: SplitCasts): SplitPart[] {
  const ids = dancers.map(idOf)
  if (line.person_id !== null && ids.includes(line.person_id)) return cut(line, [line.person_id], [1], 'own')
  const cast =
    line.routine === null ? [] : (casts.get(line.routine) ?? []).filter((person_id) => ids.includes(person_id))
  return cast.length > 0
    ? cut(
        line,
        cast,
        cast.map(() => 1),
        'routine',
      )
    : cut(
        line,
        ids,
        ids.map(() => 1),
        'studio',
      )
}

function cut(
  { label, amount }: QuoteLine,
  ids: readonly number[],
  weights: readonly number[],
  of: FamilyLine['of'],
): SplitPart[] {
  const shares = shareOut(amount, weights)
  return ids.map((person_id, index) => ({
    person_id,
    label,
    of,
    among: ids.length,
    amount: shares[index] ?? zeroCents,
  }))
}

function familyOf(dancer: SplitDancer, parts: readonly SplitPart[], margin: Cents): FamilyShare {
  const of = (kind: FamilyLine['of']) =>
    sumOf(
      parts.filter((part) => part.of === kind),
      ({ amount }) => amount,
    )
  const [own, routines, studio] = [of('own'), of('routine'), plus(of('studio'), of('promo'))]
  const lines = parts.filter(({ amount }) => amount !== 0).map(({ person_id: _, ...line }) => line)
  return { ...dancer, lines, own, routines, studio, margin, total: plus(own, routines, studio, margin) }
}
