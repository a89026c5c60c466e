type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
/** What was given into one field. `which` tells fields of one name apart: their order on the screen. */
type Typed = { name: string; which: number; value: string; on: boolean }

/** Which fields somebody gave something into, and at which address. */
let given = new WeakMap<Element, string>()
/** What a screen that failed has not got back yet. */
let owed: readonly Typed[] = []

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

/** Notes where somebody types, so that a screen that fails can be given it back. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => {
    if (isControl(target)) given.set(target, window.location.pathname)
  }
  for (const kind of ['input', 'change']) document.addEventListener(kind, note, true)
  return () => {
    for (const kind of ['input', 'change']) document.removeEventListener(kind, note, true)
    given = new WeakMap()
    owed = []
  }
}

const isChosen = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

/** A switch outside of a form acts at once, and what was done is done; nobody may choose a file but a person. */
const isKept = (control: Control) => control.type !== 'file' && (!isChosen(control) || control.form !== null)

/** What a field is called on every showing of its screen; of a group of choices each is a field. */
function nameOf(control: Control): string {
  const label = control.labels?.[0]?.textContent ?? control.getAttribute('aria-label') ?? ''
  return [control.type, isChosen(control) ? control.value : control.name, label].join('\n')
}

function* fields(): Generator<{ control: Control; name: string; which: number }> {
  const seen = new Map<string, number>()
  for (const control of document.querySelectorAll('input, select, textarea')) {
    if (!isControl(control) || !isKept(control)) continue
    const name = nameOf(control)
    const which = seen.get(name) ?? 0
    seen.set(name, which + 1)
    yield { control, name, which }
  }
}

const isSame = (one: Typed, { name, which }: { name: string; which: number }) =>
  one.name === name && one.which === which

/** What was typed on the screen that is still in the page, read before another one takes its place. */
export function typedOnScreen(): readonly Typed[] {
  const here = [...fields()].filter(({ control }) => given.get(control) === window.location.pathname)
  const typed = here.map(({ control, name, which }) => ({
    name,
    which,
    value: control.value,
    on: isChosen(control) && control.checked,
  }))
  return [...typed, ...owed.filter((one) => !typed.some((other) => isSame(one, other)))]
}

function give(control: Control, { value, on }: Typed) {
  if (isChosen(control)) {
    if (control.checked !== on) control.click()
    return
  }
  if (control.value === value) return
  // React hears of a value only when it was set past its own setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** So long a screen may take to be back; some of its fields come only after others have been answered. */
const patience = 10_000

/** Gives it back to the same screen, field by field as they appear. */
export function putBack(typed: readonly Typed[]) {
  owed = typed
  const path = window.location.pathname
  const fill = () => {
    if (window.location.pathname !== path) return stop()
    for (const { control, name, which } of fields()) {
      const one = owed.find((other) => isSame(other, { name, which }))
      if (!one) continue
      owed = owed.filter((other) => other !== one)
      give(control, one)
    }
    if (owed.length === 0) stop()
  }
  const watch = new MutationObserver(fill)
  const late = setTimeout(() => stop(), patience)
  function stop() {
    owed = []
    watch.disconnect()
    clearTimeout(late)
  }
  watch.observe(document.body, { childList: true, subtree: true })
}
