import type { RowKey } from './DataRow.tsx'

/** One row turned on or off; with shift every row from the last one touched, all to the same. */
export function toggled(
  selected: ReadonlySet<RowKey>,
  shown: readonly RowKey[],
  key: RowKey,
  last: RowKey | undefined,
): ReadonlySet<RowKey> {
  const next = new Set(selected)
  const [from, to] = [last === undefined ? -1 : shown.indexOf(last), shown.indexOf(key)]
  const range = from < 0 ? [key] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const each of range) {
    if (selected.has(key)) next.delete(each)
    else next.add(each)
  }
  return next
}
