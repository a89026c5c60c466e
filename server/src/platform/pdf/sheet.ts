import PDFDocument from 'pdfkit'
import { fontOf, runsOf, type Run, type Weight } from './fonts.ts'

export type Style = { size: number; weight?: Weight; color?: string }

/**
 * Vietnamese letters stay whole: their font would draw an i and a dot, and a reader who copies the name would get that.
 * Elsewhere nothing is said, because the library remembers only the words it draws without a choice of features.
 */
function manner({ file }: Run): PDFKit.Mixins.TextOptions {
  // The library takes features to turn off as well as a list to turn on; its types know the list alone.
  return file.includes('vietnamese') ? { features: { ccmp: false } as never } : {}
}

type Image = { width: number; height: number }
type ImageBox = Image & { align?: 'center' }

// Its types do not know how to open a picture apart from drawing it.
const openImage = (doc: PDFKit.PDFDocument, content: Uint8Array) =>
  (doc as unknown as { openImage: (content: Buffer) => Image }).openImage(Buffer.from(content))

// The parts of a word too wide for its line: an email breaks behind its @, an address behind a dot.
const wordParts = /[^@./_-]+[@./_-]*|[@./_-]+/g
// Hanzi and kana break anywhere; everything else between words.
const pieces = /[\u2e80-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]|[^\s\u2e80-\u9fff\uf900-\ufaff]+|\s+/gu

/** A PDF under construction: measures and draws text in any script. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  private readonly registered = new Set<string>()
  private readonly widths = new Map<string, number>()

  constructor(info: { Title: string; Author: string; CreationDate: Date }) {
    this.doc = new PDFDocument({
      size: 'LETTER',
      margin: 0,
      bufferPages: true,
      autoFirstPage: false,
      // Every text names its font; the library would load Helvetica otherwise.
      font: null as never,
      info,
      lang: 'en-US',
      displayTitle: true,
    })
  }

  private use(file: string, size: number) {
    if (!this.registered.has(file)) {
      const { font, layouts } = fontOf(file)
      // The library takes parsed fonts too, and keeps layouts in the open font; its types know neither.
      this.doc.registerFont(file, font as never).font(file)
      ;(this.doc as unknown as { _font: { layoutCache: object } })._font.layoutCache = layouts
      this.registered.add(file)
    }
    this.doc.font(file).fontSize(size)
  }

  width(text: string, { size, weight = 400 }: Style): number {
    const key = `${size} ${weight} ${text}`
    const cachedWidth = this.widths.get(key)
    if (cachedWidth !== undefined) return cachedWidth
    let width = 0
    for (const run of runsOf(text, weight)) {
      this.use(run.file, size)
      width += this.doc.widthOfString(run.text, manner(run))
    }
    this.widths.set(key, width)
    return width
  }

  /** The text in lines no wider than `most`; a word wider than that breaks at its signs, else is cut. */
  lines(text: string, style: Style, most: number): string[] {
    if (this.width(text, style) <= most) return [text]
    const lines: string[] = []
    let line = ''
    for (const piece of text.match(pieces) ?? []) {
      if (this.width(line + piece.trimEnd(), style) <= most) {
        line += piece
        continue
      }
      if (line.trim()) lines.push(line.trimEnd())
      line = ''
      const word = piece.trimStart()
      const isWhole = this.width(word, style) <= most
      for (const part of isWhole ? [word] : (word.match(wordParts) ?? [])) {
        if (this.width(line + part, style) <= most) {
          line += part
          continue
        }
        if (line) lines.push(line)
        line = ''
        for (const sign of part) {
          if (line && this.width(line + sign, style) > most) {
            lines.push(line)
            line = ''
          }
          line += sign
        }
      }
    }
    return line.trim() ? [...lines, line.trimEnd()] : lines
  }

  /** Draws one line with its top at `y`. `end`: x is where it ends. */
  text(text: string, x: number, y: number, style: Style, align: 'start' | 'end' = 'start') {
    const { size, weight = 400, color = '#17151C' } = style
    let at = align === 'end' ? x - this.width(text, style) : x
    this.doc.fillColor(color)
    for (const run of runsOf(text, weight)) {
      this.use(run.file, size)
      // One baseline for all scripts: the fonts' own ascents differ.
      this.doc.text(run.text, at, y + size, { ...manner(run), lineBreak: false, baseline: 'alphabetic' })
      at += this.doc.widthOfString(run.text, manner(run))
    }
  }

  private readonly images = new Map<Uint8Array, Image>()

  /** Draws a picture within a box with its top left at x and y, never enlarged; returns its size. */
  image(content: Uint8Array, x: number, y: number, { width, height, align }: ImageBox) {
    // The library keeps no picture that is given as bytes: a certificate of each page would hold its own.
    const image = this.images.get(content) ?? openImage(this.doc, content)
    this.images.set(content, image)
    const scale = Math.min(1, width / image.width, height / image.height)
    const size = { width: image.width * scale, height: image.height * scale }
    this.doc.image(image as never, align === 'center' ? x + (width - size.width) / 2 : x, y, size)
    return size
  }

  rule(x: number, y: number, width: number, color: string, thickness = 0.5) {
    this.doc.rect(x, y, width, thickness).fill(color)
  }

  async finish(): Promise<Buffer> {
    const parts: Buffer[] = []
    const streamEnd = new Promise<void>((resolve, reject) => {
      this.doc.on('data', (part: Buffer) => parts.push(part))
      this.doc.on('end', resolve)
      this.doc.on('error', reject)
    })
    this.doc.end()
    await streamEnd
    return Buffer.concat(parts)
  }
}
