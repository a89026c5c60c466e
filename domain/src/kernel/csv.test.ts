import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText, plainCell, safeCell } from './csv.ts'

/** The cells of a file as a spreadsheet sees them that splits at `separator`; a quote counts where a cell begins. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = []
  let [cell, quoted, at] = ['', false, 1]
  const end = () => {
    cells.push(cell)
    cell = ''
  }
  for (; at < file.length; at += 1) {
    const sign = file[at] ?? ''
    if (quoted && sign === '"' && file[at + 1] === '"') {
      cell += sign
      at += 1
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted
    else if (!quoted && (sign === separator || sign === '\r' || sign === '\n')) end()
    else cell += sign
  }
  end()
  return cells
}

// Some programs skip tabs and line breaks before a formula.
const isFormula = (cell: string) => /^[\t\r\n]*[=+\-@]/.test(cell)
const signs = ['=', '+', '-', '@', '"', "'", ';', ',', '.', '\t', '\n', '\r', 'A', '1']
const hostile = fc.string({ unit: fc.constantFrom(...signs) })
const value = fc.oneof({ weight: 4, arbitrary: hostile }, fc.integer(), fc.constant('-12.00'))

test.each([',', ';', '\t'])('SEC-025 no cell of a CSV file is a formula where sheets are split at %j', (separator) => {
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 1, maxLength: 3 }), { maxLength: 3 }), (rows) => {
      const prefixedRows = rows.map((row) => row.map((cell) => `A${cell}`))
      for (const file of [csvText(rows), csvText(prefixedRows)]) {
        const formulas = cellsOf(file, separator).filter((cell) => isFormula(cell) && !/^-?\d+(\.\d+)?$/.test(cell))
        expect(formulas).toEqual([])
      }
    }),
  )
})

test('SEC-025 a row that begins with a negative number is no formula where sheets are split at a semicolon', () => {
  const rows = [['-12.00', '=cmd()'], [-5, 'Ana'], ['-5.00'], ['Ana', '-5.00']]
  expect(csvText(rows)).toBe("\uFEFF'-12.00,'=cmd()\r\n'-5,Ana\r\n'-5.00\r\nAna,-5.00\r\n")
})

test('SEC-025 a formula behind a semicolon is text, and read again as it was', () => {
  expect(csvText([['Ana', 'a;=cmd()', 'b;"@x']])).toBe('\uFEFFAna,"a;\'=cmd()","b;""\'@x"\r\n')
  fc.assert(
    fc.property(hostile, (text) =>
      !/(^|[;\t\r\n]"*)'[=+\-@\t\r]/.test(text) ? plainCell(safeCell(text)) === text : true,
    ),
  )
})
