import { emailError, isBlank, phoneDigits } from '../contact.ts'
import { mapNames, personFieldNames, personFields, type PersonFieldName } from '../person-fields.ts'
import { looksLikeDay } from './days.ts'

/** A sheet as it was read: rows of cells, as text. */
export type Cells = readonly (readonly string[])[]

/** The kinds of data a column can hold. */
export type ColumnKind = PersonFieldName | 'name' | 'ignore'
export const columnKinds: readonly ColumnKind[] = ['name', ...personFieldNames, 'ignore']

export const columnNames: Readonly<Record<ColumnKind, string>> = {
  ...mapNames(personFieldNames, (name) => personFields[name].label),
  name: 'Full name',
  ignore: 'Leave out',
}

/** Common column headings of studios; the first kind that matches wins. */
const headings: readonly { kind: ColumnKind; words: readonly string[] }[] = [
  { kind: 'ignore', words: ['emergency', 'billing', 'studio name', 'school name', 'team name', 'class name'] },
  // A parent's address is for reminders; everything else about a parent is left out.
  { kind: 'reminder_email', words: personFields.reminder_email.headings },
  { kind: 'ignore', words: ['parent', 'guardian', 'mother', 'father', 'mom', 'dad'] },
  ...personFieldNames.map((kind) => ({ kind, words: personFields[kind].headings })),
  { kind: 'name', words: ['full name', 'name', 'dancer', 'student', 'participant', 'performer', 'child'] },
]

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The kind of column a heading names; null: unknown. */
export function kindOfHeading(heading: string): ColumnKind | null {
  const words = ` ${plain(heading)} `
  if (words.length > 42) return null
  return headings.find((one) => one.words.some((word) => words.includes(` ${word} `)))?.kind ?? null
}

const longestSearched = 30

type SheetGuess = {
  /** The row that names the columns; null: there is none. */
  header: number | null
  columns: readonly ColumnKind[]
}

/** Which row of a sheet names its columns, and what each column holds: by its heading, else by what stands in it. */
export function guessSheet(cells: Cells): SheetGuess {
  const header = guessHeader(cells)
  const width = Math.max(0, ...cells.map((row) => row.length))
  const below = cells.slice(header === null ? 0 : header + 1, 200)
  const usedKinds = new Set<ColumnKind>()
  const take = (kind: ColumnKind | null): ColumnKind => {
    if (kind === null || kind === 'ignore' || usedKinds.has(kind)) return 'ignore'
    usedKinds.add(kind)
    return kind
  }
  const headingKinds = Array.from({ length: width }, (_, column) => {
    const heading = header === null ? '' : (cells[header]?.[column] ?? '')
    return isBlank(heading) ? undefined : take(kindOfHeading(heading))
  })
  const guessed = headingKinds.map(
    (kind, column) =>
      kind ??
      take(
        kindOfContent(
          below.map((row) => row[column] ?? ''),
          usedKinds,
        ),
      ),
  )
  return { header, columns: header === null ? withNames(guessed, below) : withoutSecondName(guessed) }
}

/** The first row with the most known headings; a row with a single one is taken only if nothing speaks against it. */
function guessHeader(cells: Cells): number | null {
  let best: { row: number; known: number } | null = null
  for (const [row, texts] of cells.slice(0, longestSearched).entries()) {
    const kinds = new Set(texts.map(kindOfHeading).filter((kind) => kind !== null && kind !== 'ignore'))
    const counts = kinds.size >= 2 || (kinds.size === 1 && isLoneHeading(cells, row))
    if (counts && kinds.size > (best?.known ?? 0)) best = { row, known: kinds.size }
  }
  return best?.row ?? null
}

/** A title over everything mentions dancers as well, and 'Dancer' may be what somebody is, row after row. */
function isLoneHeading(cells: Cells, row: number): boolean {
  const texts = cells[row] ?? []
  const filledTexts = texts.filter((text) => !isBlank(text))
  const isRepeated = texts.some(
    (text, column) =>
      kindOfHeading(text) !== null && cells.slice(0, longestSearched).filter((one) => one[column] === text).length > 1,
  )
  return !isRepeated && filledTexts.every(isNameLike) && (filledTexts.length > 1 || isOneColumn(cells))
}

const isOneColumn = (cells: Cells) => cells.every((row) => row.slice(1).every(isBlank))

function kindOfContent(texts: readonly string[], usedKinds: ReadonlySet<ColumnKind>): ColumnKind | null {
  const filledTexts = texts.map((text) => text.trim()).filter(Boolean)
  if (filledTexts.length === 0) return null
  const mostly = (is: (text: string) => boolean) => filledTexts.filter(is).length >= filledTexts.length * 0.7
  if (!usedKinds.has('birthdate') && mostly(looksLikeDay)) return 'birthdate'
  if (!usedKinds.has('email') && mostly((text) => emailError(text) === null)) return 'email'
  if (!usedKinds.has('phone') && mostly((text) => /^\+?\d{10,12}$/.test(phoneDigits(text)))) return 'phone'
  if (!usedKinds.has('gender') && mostly((text) => /^(f|m|female|male|girl|boy|woman|man)$/i.test(text)))
    return 'gender'
  return null
}

const isNameLike = (text: string) => /\p{L}/u.test(text) && !/[\d@]/.test(text)

/** A sheet without headings: the first two columns of words are first and last name, a single one is the full name. */
function withNames(columns: readonly ColumnKind[], rows: Cells): ColumnKind[] {
  const words = columns.flatMap((kind, column) => {
    const filledTexts = rows.map((row) => row[column] ?? '').filter((text) => !isBlank(text))
    return kind === 'ignore' &&
      filledTexts.length > 0 &&
      filledTexts.filter(isNameLike).length >= filledTexts.length * 0.7
      ? [{ column, whole: filledTexts.filter((text) => /\S[\s,]+\S/.test(text)).length >= filledTexts.length * 0.7 }]
      : []
  })
  const [first, second] = words
  const result = [...columns]
  if (!first) return result
  if (first.whole || !second) result[first.column] = 'name'
  else {
    result[first.column] = 'fname'
    result[second.column] = 'lname'
  }
  return result
}

/** A full name beside both parts says nothing new; beside a last name it is the first; a last name alone is the whole. */
function withoutSecondName(columns: readonly ColumnKind[]): ColumnKind[] {
  const [whole, first, last] = (['name', 'fname', 'lname'] as const).map((kind) => columns.includes(kind))
  const turned = (from: ColumnKind, to: ColumnKind) => columns.map((kind) => (kind === from ? to : kind))
  if (whole && first && last) return turned('name', 'ignore')
  if (whole && last) return turned('name', 'fname')
  if (last && !first && !whole) return turned('lname', 'name')
  return [...columns]
}

/** Whether the columns that were chosen can make people of rows. */
export const namesPeople = (columns: readonly ColumnKind[]): boolean =>
  columns.includes('name') || (columns.includes('fname') && columns.includes('lname'))
