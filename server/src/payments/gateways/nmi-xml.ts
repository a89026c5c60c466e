import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** The text of an element, or its children by name. Attributes are skipped: nothing read here has any that matter. */
export type Element = string | { readonly [name: string]: readonly Element[] }

const parser = new XMLParser({
  ignoreDeclaration: true,
  // A transaction id of digits stays text, and a document defines no names of its own.
  parseTagValue: false,
  processEntities: false,
  isArray: () => true,
})

/** Parses a query report to its root element. Returns undefined unless it is whole: half a report is no report. */
export function readXml(text: string, root: string): Element | undefined {
  if (!text.trimEnd().endsWith(`</${root}>`) || text.includes('<!DOCTYPE')) return undefined
  try {
    if (XMLValidator.validate(text) !== true) return undefined
    const { [root]: roots = [], ...others } = parser.parse(text) as Exclude<Element, string>
    return roots.length === 1 && Object.keys(others).length === 0 ? roots[0] : undefined
  } catch {
    // Nested too deep, or a name that would reach the prototype of an object.
    return undefined
  }
}

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the five names XML defines itself, and character numbers. */
const decode = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    const point = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (point !== undefined) return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    return predefined[name ?? ''] ?? whole
  })

export const childrenOf = (element: Element, name: string): readonly Element[] =>
  typeof element === 'string' ? [] : (element[name] ?? [])

export function textOf(element: Element, name: string): string {
  const [child] = childrenOf(element, name)
  return typeof child === 'string' ? decode(child) : ''
}
