type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
/** The value of one field. `index` distinguishes fields with the same name by their order on the screen. */
type FieldSnapshot = { name: string; index: number; value: string; checked: boolean }

/** The path at which the user edited each field. */
let editPaths = new WeakMap<Element, string>()
/** Values of a failed screen that are not restored yet. */
let pendingFields: readonly FieldSnapshot[] = []

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

/** Tracks the fields the user edits, so that they can be restored after a render error. */
export function trackEditedFields(): () => void {
  const track = ({ target }: Event) => {
    if (isControl(target)) editPaths.set(target, window.location.pathname)
  }
  for (const kind of ['input', 'change']) document.addEventListener(kind, track, true)
  return () => {
    for (const kind of ['input', 'change']) document.removeEventListener(kind, track, true)
    editPaths = new WeakMap()
    pendingFields = []
  }
}

const isCheckable = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

/** A switch outside of a form takes effect at once, and scripts cannot fill a file field: neither is restored. */
const isRestorable = (control: Control) => control.type !== 'file' && (!isCheckable(control) || control.form !== null)

/** Returns a name that is the same on every render of the screen; each choice of a group has its own. */
function nameOf(control: Control): string {
  const label = control.labels?.[0]?.textContent ?? control.getAttribute('aria-label') ?? ''
  return [control.type, isCheckable(control) ? control.value : control.name, label].join('\n')
}

function* fields(): Generator<{ control: Control; name: string; index: number }> {
  const counts = new Map<string, number>()
  for (const control of document.querySelectorAll('input, select, textarea')) {
    if (!isControl(control) || !isRestorable(control)) continue
    const name = nameOf(control)
    const index = counts.get(name) ?? 0
    counts.set(name, index + 1)
    yield { control, name, index }
  }
}

const isSame = (field: FieldSnapshot, { name, index }: { name: string; index: number }) =>
  field.name === name && field.index === index

/** Returns the edited fields of the screen that is still in the page, before the error page replaces it. */
export function captureFields(): readonly FieldSnapshot[] {
  const editedFields = [...fields()].filter(({ control }) => editPaths.get(control) === window.location.pathname)
  const snapshots = editedFields.map(({ control, name, index }) => ({
    name,
    index,
    value: control.value,
    checked: isCheckable(control) && control.checked,
  }))
  return [...snapshots, ...pendingFields.filter((field) => !snapshots.some((other) => isSame(field, other)))]
}

function fillField(control: Control, { value, checked }: FieldSnapshot) {
  if (isCheckable(control)) {
    if (control.checked !== checked) control.click()
    return
  }
  if (control.value === value) return
  // React ignores values set through the setter it installs, so the native one is called.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** In milliseconds: some fields are rendered only after earlier ones are filled. */
const restoreTimeout = 10_000

/** Restores the fields of the same screen as they are rendered. */
export function restoreFields(snapshots: readonly FieldSnapshot[]) {
  pendingFields = snapshots
  const path = window.location.pathname
  const fill = () => {
    if (window.location.pathname !== path) return stop()
    for (const { control, name, index } of fields()) {
      const snapshot = pendingFields.find((field) => isSame(field, { name, index }))
      if (!snapshot) continue
      pendingFields = pendingFields.filter((field) => field !== snapshot)
      fillField(control, snapshot)
    }
    if (pendingFields.length === 0) stop()
  }
  const observer = new MutationObserver(fill)
  const timeout = setTimeout(() => stop(), restoreTimeout)
  function stop() {
    pendingFields = []
    observer.disconnect()
    clearTimeout(timeout)
  }
  observer.observe(document.body, { childList: true, subtree: true })
}
