// Each look for a role asks of every element whether it is hidden. jsdom matches each against every rule of every
// sheet to answer, which took a sixth of the time of the screens; no sheet of the product is loaded here.
const matchRules = window.getComputedStyle.bind(window)
const displays = new Map<string, string>()

/** The display that the browser itself gives an element, by the little that decides it. */
function defaultDisplay(element: Element): string {
  const deciding = ['hidden', 'open', 'popover'].filter((name) => element.hasAttribute(name))
  const key = [element.localName, ...deciding].join(' ')
  const display = displays.get(key) ?? displayOf(element.localName, deciding)
  displays.set(key, display)
  return display
}

function displayOf(localName: string, attributes: readonly string[]) {
  const bare = document.createElement(localName)
  for (const name of attributes) bare.setAttribute(name, '')
  return matchRules(bare).display
}

const inlineStyle = (element: Element) =>
  element.hasAttribute('style') ? (element as HTMLElement | SVGElement).style : undefined

function visibilityOf(element: Element | null): string {
  for (let at = element; at; at = at.parentElement) {
    const visibility = inlineStyle(at)?.visibility
    if (visibility) return visibility
  }
  return 'visible'
}

/** The style of an element by its own attributes; `visibility` is inherited. */
export function elementStyle(element: Element): CSSStyleDeclaration {
  const valueOf = (name: string) => {
    if (name === 'display') return inlineStyle(element)?.display || defaultDisplay(element)
    if (name === 'visibility') return visibilityOf(element)
    return inlineStyle(element)?.getPropertyValue(name) ?? ''
  }
  return new Proxy((element as HTMLElement).style, {
    get(style, key) {
      if (key === 'getPropertyValue') return valueOf
      if (key === 'display' || key === 'visibility') return valueOf(key)
      const value: unknown = Reflect.get(style, key, style)
      return typeof value === 'function' ? value.bind(style) : value
    },
  })
}
