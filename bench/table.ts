import { median } from './measure.ts'

export type Cell = Readonly<Record<string, string | number>>

const cellText = (value: string | number): string => {
  if (typeof value === 'string') return value
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size > 0 && size < 0.1) return value.toPrecision(2)
  return value.toFixed(Number.isInteger(value) ? 0 : size >= 100 ? 0 : size >= 10 ? 1 : 2)
}

/** Prints rows under their names; numbers to the right. */
export function printTable(title: string, rows: readonly Cell[]) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => names.map((name) => cellText(row[name] ?? '')))
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]?.length ?? 0)))
  const isText = names.map((name) => typeof rows[0]?.[name] === 'string')
  const line = (texts: readonly string[]) =>
    texts.map((text, i) => (isText[i] ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join('  ')
  console.log(`\n${title}\n${line(names)}`)
  for (const row of cells) console.log(line(row))
}

/** One row for each name: the median of its numbers over the rounds. */
export function medians(rows: readonly Cell[], ...names: readonly string[]): Cell[] {
  const keyOf = (row: Cell) => names.map((name) => row[name]).join(' ')
  const keys = [...new Set(rows.map(keyOf))]
  const groups = keys.map((key) => rows.filter((row) => keyOf(row) === key))
  return groups.map((group) =>
    Object.fromEntries(
      Object.entries(group[0] ?? {}).map(([name, value]) => [
        name,
        names.includes(name) || typeof value === 'string' ? value : median(group.map((row) => Number(row[name]))),
      ]),
    ),
  )
}
