/** A report as words in their places: what a page, a print and a PDF are all drawn from. */
export type ReportDocument = {
  title: string
  /** The name of the event. */
  above: string
  /** The subject: the city and its days. */
  below: string
  facts: readonly ReportFact[]
  sections: readonly ReportSection[]
  /** Small, at the foot of every page. */
  footer: string
}

export type ReportFact = { label: string; value: string }

type ReportColumn = {
  header: string
  /** Its part of the width; the parts of a table need not add up to anything. */
  share: number
  /** Amounts and counts stand at the end. */
  align?: 'end'
}

export type ReportRow = {
  cells: readonly string[]
  /** Below the first cell, smaller: reasons, a cast. */
  below?: string
}

export type ReportSection = {
  heading: string
  /** Of a part: it stands under the heading of the section before it. */
  is_part?: true
  /** Small, between heading and table. */
  lead?: string
  /** Moves to the next page rather than being divided, where a page is long enough. */
  stays_together?: true
  /** Larger notes, to be read aloud. */
  is_spoken?: true
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
  /** Under the table; the strong one is what the section comes to. */
  totals: readonly (ReportFact & { strong?: boolean })[]
  notes: readonly string[]
}

/** Returns the section without the columns that no row fills; a section without rows keeps its headers. */
export function withoutEmptyColumns(section: ReportSection): ReportSection {
  const { columns, rows } = section
  if (rows.length === 0) return section
  const isFilled = columns.map((_, index) => rows.some(({ cells }) => cells[index]))
  return {
    ...section,
    columns: columns.filter((_, index) => isFilled[index]),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter((_, index) => isFilled[index]) })),
  }
}

/** Cards of one size: a certificate fills a page, labels stand three by ten on a letter sheet. */
export type CardSheet = {
  title: string
  author: string
  layout: 'certificate' | 'label'
  /** The first place of the first sheet that is used, from 1: a sheet of labels may be begun. */
  first: number
  /** The first line of a card is the strong one. */
  cards: readonly (readonly string[])[]
}
