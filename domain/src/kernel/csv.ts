/**
 * A cell that no spreadsheet takes for a formula: with a quote before it, as spreadsheets write text. Also behind a
 * semicolon, tab or line break, since in many countries a sheet is split there, with any separator in the file.
 */
export const safeCell = (text: string): string =>
  text.replace(/([;\t\r\n]"*)(?=[=+\-@\t\r])/g, "$1'").replace(/^(?=[=+\-@\t\r])/, "'")

/** A cell as it was before `safeCell`. */
export const plainCell = (text: string): string =>
  text.replace(/^'(?=[=+\-@\t\r])/, '').replace(/([;\t\r\n]"*)'(?=[=+\-@\t\r])/g, '$1')

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)

/** A cell as CSV: never a formula, never two cells. */
function cell(value: string | number): string {
  const text = String(value)
  const harmless = isNumber(text) ? text : safeCell(text)
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * A row as one line. A sheet split at another sign than the comma takes the whole line for its first cell, and may take
 * the line break before it for text: a negative number that begins a line becomes text.
 */
function line(cells: readonly (string | number)[]): string {
  const text = cells.map(cell).join(',')
  return text.startsWith('-') ? `'${text}` : text
}

type CsvRows = readonly (readonly (string | number)[])[]

/** Rows as lines of a CSV file that has begun. */
export const csvLines = (rows: CsvRows): string => rows.map((row) => `${line(row)}\r\n`).join('')

/** Rows as a CSV file (RFC 4180), with the mark by which spreadsheets know it is UTF-8. */
export const csvText = (rows: CsvRows): string => `\uFEFF${csvLines(rows)}`

/** Cents as a spreadsheet adds them: '1234.50', '-5.00'. */
export const csvAmount = (amount: number): string =>
  `${amount < 0 ? '-' : ''}${Math.trunc(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`
