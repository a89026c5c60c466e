/**
 * A cell that no spreadsheet takes for a formula: with a quote before it, as spreadsheets write text. Also behind a
 * semicolon, tab or line break, since in many countries a sheet is split there, whatever separates the cells of the file.
 */
export const safeCell = (text: string): string =>
  text.replace(/([;\t\r\n]"*)(?=[=+\-@\t\r])/g, "$1'").replace(/^(?=[=+\-@\t\r])/, "'")

/** A cell as it was before `safeCell`. */
export const plainCell = (text: string): string =>
  text.replace(/^'(?=[=+\-@\t\r])/, '').replace(/([;\t\r\n]"*)'(?=[=+\-@\t\r])/g, '$1')

/** A cell as CSV: never a formula, never two cells. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = /^-?\d+(\.\d+)?$/.test(value) ? value : safeCell(value)
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Rows as a CSV file (RFC 4180), with the mark by which spreadsheets know it is UTF-8. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`

/** Cents as a spreadsheet adds them: '1234.50', '-5.00'. */
export const csvAmount = (amount: number): string =>
  `${amount < 0 ? '-' : ''}${Math.trunc(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`
