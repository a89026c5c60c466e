import { cents, minus, zeroCents, type Cents } from './money.ts'

/**
 * An amount cut by weights (whole numbers, none negative) into parts in cents that add up to it again: each gets its
 * share rounded down, and the cents that are left go to the largest remainders, the first of equals first. Without any
 * weight all count the same; a negative amount is cut like a positive one.
 */
export function shareOut(amount: Cents, weights: readonly number[]): Cents[] {
  if (amount < 0) return shareOut(cents(-amount), weights).map((part) => minus(zeroCents, part))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const even = sum === 0 ? weights.map(() => 1) : weights
  const whole = BigInt(sum === 0 ? weights.length : sum)
  if (whole === 0n) return []
  // Amount times weight may be larger than a number holds exactly.
  const exact = even.map((weight) => BigInt(amount) * BigInt(weight))
  const parts = exact.map((share) => Number(share / whole))
  const left = amount - parts.reduce((total, part) => total + part, 0)
  const order = exact
    .map((share, index) => ({ index, remainder: share % whole }))
    .toSorted((one, other) =>
      one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
    )
  for (const { index } of order.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts.map(cents)
}
