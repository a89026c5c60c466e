/** One element of a reply. Attributes are skipped: nothing read here has any that matter. */
export type Element = { name: string; text: string; children: Element[] }

const piece =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.-]*)([^<>]*?)(\/?)>|([^<]+)/y
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Reads the plain XML of the query reports. Anything that is not whole answers undefined: half a report is no report. */
export function readXml(text: string): Element | undefined {
  const top: Element = { name: '', text: '', children: [] }
  const open = [top]
  piece.lastIndex = 0
  const source = text.trim()
  while (piece.lastIndex < source.length) {
    const match = piece.exec(source)
    const parent = open.at(-1)
    if (!match || !parent) return undefined
    const [, cdata, slash, name, , selfClosing, words] = match
    if (cdata !== undefined || words !== undefined) parent.text += cdata ?? unescape(words ?? '')
    else if (name !== undefined && slash) {
      if (open.pop()?.name !== name || open.length === 0) return undefined
    } else if (name !== undefined) {
      const element: Element = { name, text: '', children: [] }
      parent.children.push(element)
      if (!selfClosing) open.push(element)
    }
  }
  const [root, ...more] = top.children
  return open.length === 1 && more.length === 0 && top.text.trim() === '' ? root : undefined
}

function unescape(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    const point = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (point !== undefined) return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    return named[name ?? ''] ?? whole
  })
}

export const childrenOf = (element: Element, name: string) => element.children.filter((child) => child.name === name)
export const textOf = (element: Element, name: string) => childrenOf(element, name)[0]?.text.trim() ?? ''
