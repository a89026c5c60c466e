const compareNames = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0

/**
 * One text for equal values: keys in order, absent fields left out, no spaces. Hashes of results are taken over it, so
 * that the order of a driver or of a database's JSON makes no difference.
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(compareNames)
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalText(field)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** Whether two values have the same canonical text. */
export const isSame = (one: unknown, other: unknown): boolean => canonicalText(one) === canonicalText(other)
