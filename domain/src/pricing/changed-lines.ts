import type { QuoteLine } from './line.ts'

export type ChangedLines = {
  added: readonly QuoteLine[]
  removed: readonly QuoteLine[]
  changed: readonly { before: QuoteLine; after: QuoteLine }[]
}

/** Which lines came, went or now cost something else between two quotes of one registration. EDIT-003. */
export function changedLines(before: readonly QuoteLine[], after: readonly QuoteLine[]): ChangedLines {
  const earlier = new Map(before.map((line) => [line.key, line]))
  const later = new Set(after.map(({ key }) => key))
  return {
    added: after.filter(({ key }) => !earlier.has(key)),
    removed: before.filter(({ key }) => !later.has(key)),
    changed: after.flatMap((line) => {
      const was = earlier.get(line.key)
      return was && (was.amount !== line.amount || was.label !== line.label) ? [{ before: was, after: line }] : []
    }),
  }
}
