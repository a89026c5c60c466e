type FieldState = { value?: string; checked?: boolean }
type EarlyEvents = { states: ReadonlyMap<EventTarget | null, FieldState>; stop: AbortController }

const readEarlyEvents = () => Reflect.get(globalThis, 'earlyEvents') as EarlyEvents | undefined

/** Called as React takes the page over: from then on it acts on each event itself, and one kept as well would count twice. */
export const stopKeepingEvents = () => readEarlyEvents()?.stop.abort()

/**
 * Repeats what was pressed and typed on a page that the server wrote before the scripts took it over: until then a button
 * does nothing, and a field tells nobody. `keepEarlyEvents` of the server keeps each element once, however often somebody
 * pressed it, with its last state. An effect: it waits for the end of React's work, within which React lets no event
 * through to what it has not hydrated yet.
 */
export function repeatEarlyEvents() {
  const early = readEarlyEvents()
  if (!early) return
  const timer = setTimeout(() => {
    Reflect.deleteProperty(globalThis, 'earlyEvents')
    for (const [target, state] of early.states) {
      if (target instanceof Element && target.isConnected) repeat(target, state)
    }
  })
  return () => clearTimeout(timer)
}

function repeat(element: Element, { value = '', checked }: FieldState) {
  if (element instanceof HTMLSelectElement) {
    const writtenOption = [...element.options].find(({ defaultSelected }) => defaultSelected) ?? element.options[0]
    if (value === writtenOption?.value) return
    element.value = value
    element.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
    // Hydrated first: React writes its own state into the field then.
    tellReact(element)
    if (element.checked !== checked) element.click()
  } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    repeatTyping(element, value)
  } else {
    element.closest('button')?.click()
  }
}

const tellReact = (field: Element) => field.dispatchEvent(new Event('input', { bubbles: true }))

/** React compares a field with the value it saw last: it sees the field as it was written, then as it was typed. */
function repeatTyping(field: HTMLInputElement | HTMLTextAreaElement, value: string) {
  if (value === field.defaultValue) return
  field.value = field.defaultValue
  tellReact(field)
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  tellReact(field)
}
