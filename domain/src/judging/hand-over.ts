import type { ItemMark } from './sheet-items.ts'

/** The sheets that one hand-over carries, and the characters that one code carries so that a camera still reads it. */
export const handOverSheets = 20
const codeLength = 1_600

/** One QR code of a hand-over: a part of the text of up to 20 sheets, with the seal of the whole. */
type HandOverCode = { device_id: number; seal: string; part: number; parts: number; text: string }

/** A sheet as a hand-over carries it. */
export type HandOverSheet = {
  client_id: string
  registration_routine_id: number
  revision: number
  points: number | null
  criteria: Readonly<Record<string, number>> | null
  abstained: string | null
  critique: string
  note: string
  switches: readonly number[]
  critique_marks: readonly ItemMark[]
  base_sheet: { client_id: string; critique_marks: readonly ItemMark[] } | null
  marked_at: string | null
}

const codePrefix = 'CALLBOARD-SHEETS'

const packId = (id: string) => id.replaceAll('-', '')
const packItems = (marks: readonly ItemMark[]) =>
  marks.map(({ critique_item_id, good, at_ms }) => [critique_item_id, good ? 1 : 0, at_ms])

/** Sheets as one text of plain characters, short enough that 20 marks without texts fit one code. */
export function handOverText(sheets: readonly HandOverSheet[]): string {
  const rows = sheets.map((sheet) => [
    ...[packId(sheet.client_id), sheet.registration_routine_id, sheet.revision, sheet.points],
    ...[sheet.criteria ?? 0, sheet.abstained ?? 0, sheet.critique, sheet.note, sheet.switches],
    packItems(sheet.critique_marks),
    sheet.marked_at === null ? 0 : Date.parse(sheet.marked_at),
    // The first sheet of an entry has none, and is the most common one.
    ...(sheet.base_sheet ? [[packId(sheet.base_sheet.client_id), packItems(sheet.base_sheet.critique_marks)]] : []),
  ])
  // A code counts bytes: a letter beyond ASCII is written as its escape.
  return JSON.stringify(rows).replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The codes of a text, each of which a camera can read. */
export function handOverCodes({ device_id, seal, text }: { device_id: number; seal: string; text: string }): string[] {
  const parts = Math.max(1, Math.ceil(text.length / codeLength))
  return Array.from({ length: parts }, (_, index) => {
    const piece = text.slice(index * codeLength, (index + 1) * codeLength)
    return `${codePrefix} ${device_id} ${seal} ${index + 1}/${parts} ${piece}`
  })
}

const codePattern = new RegExp(`^${codePrefix} (\\d{1,9}) ([0-9a-f]{32}) (\\d{1,3})/(\\d{1,3}) ([ -~]+)$`)

/** Reads the text of one code; null: it is none of a hand-over. */
export function readHandOverCode(code: string): HandOverCode | null {
  const [, device_id, seal, part, parts, text] = codePattern.exec(code.trim()) ?? []
  if (seal === undefined || text === undefined) return null
  return { device_id: Number(device_id), seal, part: Number(part), parts: Number(parts), text }
}

/** A hand-over as far as its codes were read. */
type HandOver = { device_id: number; seal: string; missing: readonly number[]; text: string }

/** Puts the codes that were read together; the same one twice is one. */
export function joinHandOvers(codes: readonly HandOverCode[]): HandOver[] {
  return [...new Set(codes.map(({ seal }) => seal))].map((seal) => {
    const own = codes.filter((code) => code.seal === seal)
    const { device_id = 0, parts = 1 } = own[0] ?? {}
    const numbers = Array.from({ length: Math.min(parts, 999) }, (_, index) => index + 1)
    const pieceOf = (part: number) => own.find((code) => code.part === part)?.text
    const missing = numbers.filter((part) => pieceOf(part) === undefined)
    return { device_id, seal, missing, text: numbers.map((part) => pieceOf(part) ?? '').join('') }
  })
}

/** `0` stands for null in the short form. */
const orNull = (value: unknown) => (value === 0 ? null : value)

const readId = (id: unknown) =>
  (typeof id === 'string' ? id : '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const readItems = (marks: unknown) =>
  Array.isArray(marks)
    ? marks.map((mark) =>
        Array.isArray(mark) ? { critique_item_id: mark[0], good: mark[1] === 1, at_ms: mark[2] } : null,
      )
    : null

function readRow(row: unknown): unknown {
  if (!Array.isArray(row)) return null
  const [id, registration_routine_id, revision, points, criteria, abstained, critique, note, switches, ...rest] = row
  const [marks, at, base] = rest
  return {
    client_id: readId(id),
    ...{ registration_routine_id, revision, points, critique, note, switches },
    ...{ criteria: orNull(criteria), abstained: orNull(abstained) },
    critique_marks: readItems(marks),
    base_sheet: Array.isArray(base) ? { client_id: readId(base[0]), critique_marks: readItems(base[1]) } : null,
    marked_at: typeof at === 'number' && at > 0 && at < 8e15 ? new Date(at).toISOString() : null,
  }
}

/** The sheets of a text, not checked yet; null: it is no text of sheets. */
export function readHandOverText(text: string): unknown[] | null {
  try {
    const rows: unknown = JSON.parse(text)
    return Array.isArray(rows) ? rows.map(readRow) : null
  } catch {
    return null
  }
}
