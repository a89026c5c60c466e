import type { ReportDocument, ReportRow, ReportSection } from '@callboard/domain/kernel/document.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { Sheet, type Style } from './sheet.ts'

const page = { width: 612, height: 792, left: 48, right: 564, top: 48, bottom: 728 }
const width = page.right - page.left
const quiet = '#5A544E'
const hairline = '#E7E1D8'
const curtain = '#7A1F4B'

const body: Style = { size: 9 }
const small: Style = { size: 7.5, color: quiet }
const label: Style = { size: 7.5, color: quiet }
const spoken: Style = { size: 12 }
const gap = 10

/** Draws a report on letter pages, each with its number; embeds only the glyphs that occur. */
export async function pdf(document: ReportDocument, now: Instant, logo?: Uint8Array): Promise<Buffer> {
  const sheet = new Sheet({
    Title: `${document.title}: ${document.below}`,
    Author: document.above,
    CreationDate: new Date(now),
  })
  const printer = new Printer(sheet, document)
  printer.cover(logo)
  for (const section of document.sections) printer.section(section)
  printer.footers()
  return sheet.finish()
}

/** Tracks the current position and starts new pages with their header. */
class Printer {
  private readonly sheet: Sheet
  private readonly document: ReportDocument
  private y: number = page.top

  constructor(sheet: Sheet, document: ReportDocument) {
    this.sheet = sheet
    this.document = document
    sheet.doc.addPage()
  }

  /** Starts a new page when less than this height is left. */
  private need(height: number): boolean {
    if (this.y + height <= page.bottom) return false
    this.sheet.doc.addPage()
    this.y = page.top
    this.sheet.text(this.document.title, page.left, this.y, { ...small, weight: 700 })
    this.sheet.text(this.document.below, page.right, this.y, small, 'end')
    this.y += 24
    return true
  }

  private paragraph(text: string, style: Style, x = page.left, most = width, leading = 1.35) {
    for (const line of this.sheet.lines(text, style, most)) {
      this.need(style.size * leading)
      this.sheet.text(line, x, this.y, style)
      this.y += style.size * leading
    }
  }

  cover(logo: Uint8Array | undefined) {
    const { above, title, below, facts } = this.document
    if (logo) this.y += this.sheet.image(logo, page.left, this.y, { width: 160, height: 48 }).height + 12
    this.sheet.rule(page.left, this.y, 36, curtain, 3)
    this.y += 14
    this.paragraph(above, { size: 10, weight: 700, color: curtain })
    this.y += 2
    this.paragraph(title, { size: 22, weight: 700 }, page.left, width, 1.25)
    this.paragraph(below, { size: 11, color: quiet })
    this.y += 14
    this.facts(facts)
  }

  /** Draws label and value pairs in three columns. */
  private facts(facts: ReportDocument['facts']) {
    const each = (width - 2 * gap) / 3
    for (let first = 0; first < facts.length; first += 3) {
      const row = facts.slice(first, first + 3)
      const values = row.map(({ value }) => this.sheet.lines(value, body, each))
      const height = 12 + Math.max(...values.map((lines) => lines.length)) * 12.5
      row.forEach((fact, index) => {
        const x = page.left + index * (each + gap)
        this.sheet.text(fact.label, x, this.y, label)
        values[index]?.forEach((line, at) => this.sheet.text(line, x, this.y + 11 + at * 12.5, body))
      })
      this.y += height + 8
    }
  }

  section(section: ReportSection) {
    this.y += 12
    // Keeps a heading together with its first rows.
    const height = section.stays_together ? this.heightOf(section) : 0
    this.need(height < page.bottom - page.top - 24 ? Math.max(70, height) : 70)
    this.sheet.text(section.heading, page.left, this.y, { size: section.is_part ? 11 : 13, weight: 700 })
    this.y += section.is_part ? 18 : 22
    if (section.lead) {
      this.y -= 3
      this.paragraph(section.lead, small)
      this.y += 5
    }
    if (section.rows.length > 0) this.table(section)
    this.totals(section.totals)
    for (const note of section.notes) {
      this.y += 4
      this.paragraph(note, section.is_spoken ? spoken : body)
    }
  }

  /** About what a section needs, a little too much rather than too little. */
  private heightOf(section: ReportSection): number {
    const linesOf = (text: string, style: Style, most = width) => this.sheet.lines(text, style, most).length
    const columns = this.columnsOf(section)
    const rows = section.rows.map(({ cells, below = '' }) => {
      const lines = columns.map(({ own }, index) => linesOf(cells[index] ?? '', body, own))
      return Math.max(1, ...lines) * 12 + linesOf(below, small, width * 0.8) * 10 + 9
    })
    const note = section.is_spoken ? spoken : body
    const notes = section.notes.map((text) => 4 + linesOf(text, note) * note.size * 1.35)
    const lead = section.lead ? linesOf(section.lead, small) * 10.2 + 2 : 0
    const sum = [...rows, ...notes].reduce((all, height) => all + height, 0)
    return 22 + lead + (rows.length > 0 ? 18 : 0) + sum + section.totals.length * 24
  }

  private columnsOf({ columns }: ReportSection) {
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    const room = width - gap * (columns.length - 1)
    let x = page.left
    return columns.map((column) => {
      const own = (room * column.share) / shares
      const place = { ...column, x, own }
      x += own + gap
      return place
    })
  }

  private table(section: ReportSection) {
    const columns = this.columnsOf(section)
    const head = () => {
      for (const { header, x, own, align } of columns) {
        this.sheet.text(header, align ? x + own : x, this.y, { ...label, weight: 700 }, align)
      }
      this.y += 13
      this.sheet.rule(page.left, this.y, width, '#9A9184')
      this.y += 5
    }
    head()
    for (const row of section.rows) this.row(row, columns, head)
  }

  private row({ cells, below }: ReportRow, columns: ReturnType<Printer['columnsOf']>, head: () => void) {
    const wrapped = columns.map(({ own }, index) => this.sheet.lines(cells[index] ?? '', body, own))
    const reasons = below ? this.sheet.lines(below, small, width * 0.8) : []
    const lines = Math.max(...wrapped.map(({ length }) => length))
    const height = lines * 12 + reasons.length * 10
    if (this.need(Math.min(height + 10, 300))) head()
    columns.forEach(({ x, own, align }, index) =>
      wrapped[index]?.forEach((line, at) => this.sheet.text(line, align ? x + own : x, this.y + at * 12, body, align)),
    )
    this.y += lines * 12
    for (const line of reasons) {
      if (this.need(10)) head()
      this.sheet.text(line, page.left, this.y, small)
      this.y += 10
    }
    this.y += 4
    this.sheet.rule(page.left, this.y, width, hairline)
    this.y += 5
  }

  private totals(totals: ReportSection['totals']) {
    const left = page.right - 220
    for (const { label: of, value, strong } of totals) {
      this.need(24)
      if (strong) {
        this.sheet.rule(left, this.y, 220, '#17151C')
        this.y += 5
      }
      const style: Style = strong ? { size: 11, weight: 700 } : body
      this.sheet.text(of, left, this.y, style)
      this.sheet.text(value, page.right, this.y, style, 'end')
      this.y += style.size * 1.55
    }
  }

  footers() {
    const { start, count } = this.sheet.doc.bufferedPageRange()
    for (let number = 0; number < count; number += 1) {
      this.sheet.doc.switchToPage(start + number)
      const y = page.height - 44
      this.sheet.rule(page.left, y - 8, width, hairline)
      this.sheet.text(this.sheet.lines(this.document.footer, small, width - 90)[0] ?? '', page.left, y, small)
      this.sheet.text(`Page ${number + 1} of ${count}`, page.right, y, small, 'end')
    }
  }
}
