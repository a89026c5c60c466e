import type { RowKey } from './DataRow.tsx'

/** One row turned on or off; with shift every row from the last one touched, all to the same. */
export function toggled(
  selectedKeys: ReadonlySet<RowKey>,
  visibleKeys: readonly RowKey[],
  key: RowKey,
  last: RowKey | undefined,
): ReadonlySet<RowKey> {
  const next = new Set(selectedKeys)
  const [from, to] = [last === undefined ? -1 : visibleKeys.indexOf(last), visibleKeys.indexOf(key)]
  const range = from < 0 ? [key] : visibleKeys.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const each of range) {
    if (selectedKeys.has(key)) next.delete(each)
    else next.add(each)
  }
  return next
}
