// Each look for a label or a name asks every control for its labels. jsdom walks the whole page to answer, and once
// more for each label it meets, which took a third of the time of a page of many fields.
const controls = ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea'] as const
const byTag = document.getElementsByTagName('label')

/** Each access to such a list but by index looks for an element of that name. */
function allLabels(): HTMLLabelElement[] {
  const { length } = byTag
  return Array.from({ length }, (_, index) => byTag[index]).filter((label) => label !== undefined)
}

/** The labels of a control: those that name its id, and the one around it. */
function labelsOf(control: HTMLElement): readonly HTMLLabelElement[] | null {
  if (control instanceof HTMLInputElement && control.type === 'hidden') return null
  const { id } = control
  return allLabels().filter((label) =>
    label.hasAttribute('for')
      ? id !== '' && label.htmlFor === id
      : label.contains(control) && label.control === control,
  )
}

const byId = /^\[id="([^"]+)"\]$/

/** Replaces jsdom's own answers: of an element's labels, and of a search by id alone, which is how labels are followed. */
export function answerLabelsFast() {
  const search = Element.prototype.querySelector
  Element.prototype.querySelector = function (this: Element, selector: string) {
    const [, id] = byId.exec(selector) ?? []
    const element = id === undefined ? null : this.ownerDocument.getElementById(id)
    // Of two elements of one id the first of the page may be outside.
    return element && element !== this && this.contains(element) ? element : search.call(this, selector)
  }
  for (const name of controls) {
    Object.defineProperty(window[`HTML${name}Element`].prototype, 'labels', {
      get(this: HTMLElement) {
        return labelsOf(this)
      },
      configurable: true,
    })
  }
}
