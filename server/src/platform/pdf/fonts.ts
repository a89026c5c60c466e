import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { unpackWoff } from './woff.ts'

export type Weight = 400 | 700

/** A run of text that one font file can draw. */
export type Run = { text: string; file: string }

type Face = { folder: string; family: string; ranges: readonly [from: number, to: number, subset: string][] }

const require = createRequire(import.meta.url)
// The package ships no types; this is all that is used of it.
type Font = {
  characterSet?: number[]
  layout: (text: string) => unknown
  glyphForCodePoint: (sign: number) => unknown
}
const { create } = require('fontkit') as { create: (content: Buffer) => Font }

/** A parsed font and its word layouts, cached per word as the PDF library does within one document. */
type LoadedFont = { font: Font; layouts: Record<string, unknown> }

/** Cached word layouts per font. The cache is cleared at this size to bound memory. */
const mostLayouts = 5_000

/** A family's subsets and the characters each is for, as the package itself lists them. */
function faceOf(family: string): Face {
  const folder = path.dirname(require.resolve(`@fontsource/${family}/package.json`))
  const listed = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  const ranges = Object.entries(listed).flatMap(([subset, text]) =>
    text.split(',').map((range): [number, number, string] => {
      const [from = '', to = from] = range.trim().slice(2).split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16), subset.replace(/[[\]]/g, '')]
    }),
  )
  return { folder, family, ranges }
}

// Latin, Greek, Cyrillic and Vietnamese first; then hanzi of both scripts, kana and signs, in a hundred small files.
const families = ['noto-sans', 'noto-sans-sc']
let faces: readonly Face[] | undefined
const fonts = new Map<string, LoadedFont>()
const characters = new Map<string, ReadonlySet<number>>()
const homes = new Map<number, string | null>()

/**
 * The library keeps a glyph as it first met it. One that it met as a part of another, as the periods of a colon are, would
 * stand for no character in every document after: it would be drawn, and not be found, copied or read aloud.
 */
function openFont(file: string): Font {
  const font = create(unpackWoff(readFileSync(file)))
  for (const sign of font.characterSet ?? []) font.glyphForCodePoint(sign)
  return font
}

/** A font file, parsed once per process: parsing and layout are most of the work of a document. */
export function fontOf(file: string): LoadedFont {
  let loadedFont = fonts.get(file)
  if (!loadedFont) {
    loadedFont = { font: openFont(file), layouts: noLayouts() }
    fonts.set(file, loadedFont)
  }
  if (Object.keys(loadedFont.layouts).length > mostLayouts) loadedFont.layouts = noLayouts()
  return loadedFont
}

// Without a prototype: a dancer may be called "constructor".
const noLayouts = () => Object.create(null) as Record<string, unknown>

/** Whether a file has a glyph for a character: a subset is listed for characters that its family does not have. */
function draws(file: string, sign: number): boolean {
  let set = characters.get(file)
  if (!set) {
    set = new Set(fontOf(file).font.characterSet)
    characters.set(file, set)
  }
  return set.has(sign)
}

function findHome(sign: number): string | null {
  faces ??= families.map(faceOf)
  for (const { folder, family, ranges } of faces) {
    for (const [from, to, subset] of ranges) {
      if (sign < from || sign > to) continue
      const file = path.join(folder, 'files', `${family}-${subset}-400-normal.woff`)
      if (draws(file, sign)) return file
    }
  }
  return null
}

/** The font file that has a character, at weight 400; null: none has. Asked once per character. */
function homeOf(sign: number): string | null {
  let home = homes.get(sign)
  if (home === undefined) {
    home = findHome(sign)
    homes.set(sign, home)
  }
  return home
}

const at = (file: string, weight: Weight) => (weight === 400 ? file : file.replace('-400-', `-${weight}-`))

/**
 * Splits text into runs of one font. Characters no font contains become question marks; control characters are removed.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  // Normalized to NFC, so that an accent and its letter form one character.
  for (const sign of text.normalize('NFC').replace(/\p{Cc}/gu, ' ')) {
    const home = homeOf(sign.codePointAt(0) ?? 0)
    const file = at(home ?? homeOf(0x3f) ?? '', weight)
    const last = runs.at(-1)
    if (last?.file === file) last.text += home ? sign : '?'
    else runs.push({ text: home ? sign : '?', file })
  }
  return runs
}
