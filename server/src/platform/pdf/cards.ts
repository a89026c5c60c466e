import type { CardSheet } from '@callboard/domain/kernel/document.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { Sheet, type Style } from './sheet.ts'

type Layout = { columns: number; rows: number; left: number; top: number; width: number; height: number }

// Points: 72 to the inch. Labels are those of a common sheet, 2⅝ by 1 inch.
const layouts: Readonly<Record<CardSheet['layout'], Layout>> = {
  certificate: { columns: 1, rows: 1, left: 48, top: 160, width: 516, height: 480 },
  label: { columns: 3, rows: 10, left: 13.5, top: 36, width: 198, height: 72 },
}
const strong: Readonly<Record<CardSheet['layout'], Style>> = {
  certificate: { size: 34, weight: 700, color: '#7A1F4B' },
  label: { size: 10, weight: 700 },
}
/** The height of a line, in sizes of its letters. */
const leading: Readonly<Record<CardSheet['layout'], number>> = { certificate: 1.75, label: 1.3 }
const plain: Readonly<Record<CardSheet['layout'], Style>> = {
  certificate: { size: 17 },
  label: { size: 8 },
}

/** Draws cards on letter pages, each line centered in its card; a line that is too wide is wrapped. */
export async function cardsPdf(
  { title, author, layout, first, cards }: CardSheet,
  now: Instant,
  logo?: Uint8Array,
): Promise<Buffer> {
  const sheet = new Sheet({ Title: title, Author: author, CreationDate: new Date(now) })
  const { columns, rows, left, top, width, height } = layouts[layout]
  const perPage = columns * rows
  if (cards.length === 0) sheet.doc.addPage()
  for (const [index, card] of cards.entries()) {
    const place = first - 1 + index
    if (index === 0 || place % perPage === 0) sheet.doc.addPage()
    const onPage = place % perPage
    const x = left + (onPage % columns) * width
    const y = top + Math.floor(onPage / columns) * height
    if (layout === 'certificate') {
      drawFrame(sheet)
      if (logo) sheet.image(logo, 206, 68, { width: 200, height: 80, align: 'center' })
    }
    drawCard(sheet, card, layout, { x, y, width, height })
  }
  return sheet.finish()
}

/** Two lines around a letter page. */
function drawFrame({ doc }: Sheet) {
  doc.lineWidth(3).strokeColor('#7A1F4B').rect(30, 30, 552, 732).stroke()
  doc.lineWidth(0.75).rect(38, 38, 536, 716).stroke()
}

type Box = { x: number; y: number; width: number; height: number }

function drawCard(sheet: Sheet, card: readonly string[], layout: CardSheet['layout'], box: Box) {
  const padding = layout === 'label' ? 8 : 0
  const room = box.width - 2 * padding
  const lines = card.flatMap((text, index) => {
    const style = index === 0 ? strong[layout] : plain[layout]
    return sheet.lines(text, style, room).map((line) => ({ line, style }))
  })
  const total = lines.reduce((sum, { style }) => sum + style.size * leading[layout], 0)
  let y = box.y + Math.max(padding / 2, (box.height - total) / 2)
  for (const { line, style } of lines) {
    if (y + style.size > box.y + box.height) break
    sheet.text(line, box.x + (box.width - sheet.width(line, style)) / 2, y, style)
    y += style.size * leading[layout]
  }
}
