import { plainCell } from '@callboard/domain/kernel/csv.ts'
import { guessEncoding, isBinary } from '@callboard/domain/roster/import/encoding.ts'
import type { Cells } from '@callboard/domain/roster/import/sheet.ts'

export type Sheet = { name: string; cells: Cells }

/** The parsed sheet, or the error message. */
export type SheetsRead = { ok: true; sheets: readonly Sheet[] } | { ok: false; problem: string }

const largest = 5 * 1024 * 1024
// Far more than can be imported; it only keeps a wrong file from filling the memory.
const mostRows = 10_000
const mostColumns = 200
// Longer than any name or address; a longer name is refused by its own rule, so nothing is cut in silence.
const longestCell = 500

const noSheet = 'We cannot read this file as a sheet. Please choose an Excel file (.xlsx) or a CSV file.'

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** The sheets of a file as text. Its bytes tell the kind of file, not its name. */
export async function readSheets(file: File): Promise<SheetsRead> {
  if (file.size > largest)
    return { ok: false, problem: 'This file is larger than 5 MB. Please keep only the list in it.' }
  const buffer = await file.arrayBuffer()
  const bytes = new Uint8Array(buffer)
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return readExcel(buffer)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    return {
      ok: false,
      problem: 'This is an old Excel format (.xls). Please save it as .xlsx or CSV and choose that.',
    }
  }
  const text = new TextDecoder(guessEncoding(bytes)).decode(bytes)
  if (isBinary(text) || /^\s*<(!doctype|html|\?xml)/i.test(text)) return { ok: false, problem: noSheet }
  return readText(text, file.name)
}

/** Rows of text with their separator guessed: a CSV file, or what was copied out of a spreadsheet. */
export async function readText(text: string, name: string): Promise<SheetsRead> {
  const { default: papa } = await import('papaparse')
  const { data } = papa.parse<string[]>(text, {
    preview: mostRows,
    delimitersToGuess: ['\t', ';', ',', '|'],
  })
  return answer([{ name, cells: cut(data) }])
}

async function readExcel(buffer: ArrayBuffer): Promise<SheetsRead> {
  const { default: readXlsx } = await import('read-excel-file/web-worker')
  try {
    const sheets = await readXlsx(buffer)
    return answer(sheets.map(({ sheet, data }) => ({ name: sheet, cells: cut(data.map((row) => row.map(textOf))) })))
  } catch {
    return { ok: false, problem: noSheet } // A document of another kind in the same wrapping, or a damaged one.
  }
}

const cut = (rows: readonly (readonly string[])[]): Cells =>
  rows
    .slice(0, mostRows)
    .map((row) => row.slice(0, mostColumns).map((cell) => plainCell(cell.slice(0, longestCell).trim())))

function answer(sheets: readonly Sheet[]): SheetsRead {
  const filledSheets = sheets.filter(({ cells }) => cells.some((row) => row.some((cell) => cell !== '')))
  if (filledSheets.length === 0)
    return { ok: false, problem: 'This sheet is empty. Please choose one with rows in it.' }
  // The longest sheet of a workbook is taken for the list, in any position.
  return { ok: true, sheets: filledSheets.toSorted((one, other) => other.cells.length - one.cells.length) }
}

function textOf(cell: unknown): string {
  // A date of a sheet is a day without a zone, which the reader gives as midnight in UTC.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}
