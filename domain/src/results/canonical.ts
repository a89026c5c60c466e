/**
 * One text for equal values: keys in order, absent fields left out, no spaces. Hashes of results are taken over it, so
 * that the order of a driver or of a database's JSON makes no difference.
 */
export function canonicalText(value: unknown): string {
  if (typeof value === 'number') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = value as Readonly<Record<string, unknown>>
    let text = ''
    // A release has some 100,000 fields, so neither pairs nor lists are made of them. Keys by UTF-16 unit.
    for (const name of Object.keys(fields).toSorted()) {
      const field = fields[name]
      if (field !== undefined) text += `${text && ','}${JSON.stringify(name)}:${canonicalText(field)}`
    }
    return `{${text}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** Whether two values have the same canonical text. */
export const isSame = (one: unknown, other: unknown): boolean => canonicalText(one) === canonicalText(other)
