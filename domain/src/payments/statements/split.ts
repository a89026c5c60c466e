import { minus, most, nothing, plus, shareOf, sumOf, type Cents } from '../../kernel/money.ts'
import { shareOut } from '../../kernel/share-out.ts'
import type { QuoteLine } from '../../registrations/pricing/line.ts'

export type SplitDancer = { person_id: number; name: string }
/** Who dances in what, by the routine's name in the lines. */
export type Casts = ReadonlyMap<number | string, readonly number[]>

export type FamilyLine = {
  label: string
  amount: Cents
  /** Whose line it is: the dancer's own, a routine's cut among its cast, the studio's cut among all, or a promo code's by what each owes. */
  of: 'own' | 'routine' | 'studio' | 'promo'
  /** Among how many it was cut. */
  among: number
}

/** What one dancer's family owes, in cents: `total` = `own` + `routines` + `studio` (promo codes among it) + `margin`. */
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
  /** What the studio owes, in cents: the sum of all lines. */
  bill: Cents
  margin: Cents
  /** What the families owe together: bill and margin. */
  total: Cents
  /** What nobody can be asked for, since no dancer is registered. */
  unshared: Cents
}

type Given = {
  lines: readonly QuoteLine[]
  dancers: readonly SplitDancer[]
  casts: Casts
  /** What the studio adds for itself, in basis points (500 = 5 %). */
  margin_basis_points: number
}

type Part = FamilyLine & { person_id: number }

/**
 * What each dancer's family owes of a studio's bill: the dancer's own lines, an even share of the fees of each routine
 * they dance in, and an even share of what is nobody's own: teachers, observers. Promo codes follow what each owes
 * before them. Every cut is by largest remainder, so that the shares add up to the bill to the cent.
 */
export function splitBill({ lines, dancers, casts, margin_basis_points }: Given): Split {
  const bill = sumOf(lines, ({ amount }) => amount)
  const isPromo = ({ kind }: QuoteLine) => kind === 'promo'
  const parts = lines.filter((line) => !isPromo(line)).flatMap((line) => partsOf(line, dancers, casts))
  const owed = dancers.map(({ person_id }) =>
    most(
      nothing,
      sumOf(partsFor(parts, person_id), ({ amount }) => amount),
    ),
  )
  const promos = lines.filter(isPromo).flatMap((line) => cut(line, dancers.map(idOf), owed, 'promo'))
  const all = [...parts, ...promos]

  const before = dancers.map(({ person_id }) => sumOf(partsFor(all, person_id), ({ amount }) => amount))
  const margin = dancers.length === 0 ? nothing : shareOf(most(nothing, bill), margin_basis_points)
  const margins = shareOut(
    margin,
    before.map((amount) => Math.max(0, amount)),
  )
  const families = dancers.map((dancer, index) =>
    familyOf(dancer, partsFor(all, dancer.person_id), margins[index] ?? nothing),
  )
  const total = sumOf(families, (family) => family.total)
  return { families, bill, margin, total, unshared: minus(plus(bill, margin), total) }
}

const idOf = ({ person_id }: SplitDancer) => person_id
const partsFor = (parts: readonly Part[], person_id: number) => parts.filter((part) => part.person_id === person_id)

function partsOf(line: QuoteLine, dancers: readonly SplitDancer[], casts: Casts): Part[] {
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
): Part[] {
  const shares = shareOut(amount, weights)
  return ids.map((person_id, index) => ({ person_id, label, of, among: ids.length, amount: shares[index] ?? nothing }))
}

function familyOf(dancer: SplitDancer, parts: readonly Part[], margin: Cents): FamilyShare {
  const of = (kind: FamilyLine['of']) =>
    sumOf(
      parts.filter((part) => part.of === kind),
      ({ amount }) => amount,
    )
  const [own, routines, studio] = [of('own'), of('routine'), plus(of('studio'), of('promo'))]
  const lines = parts.filter(({ amount }) => amount !== 0).map(({ person_id: _, ...line }) => line)
  return { ...dancer, lines, own, routines, studio, margin, total: plus(own, routines, studio, margin) }
}
