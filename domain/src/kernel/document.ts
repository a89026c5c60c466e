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
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
  /** Under the table; the strong one is what the section comes to. */
  totals: readonly (ReportFact & { strong?: boolean })[]
  notes: readonly string[]
}
