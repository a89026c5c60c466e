import type { Locator, Page } from '@playwright/test'

/** Seconds that a press of the mouse and a key take. */
const secondsOf = { press: 1.2, key: 0.25 } as const

export type HandsMode = 'mouse' | 'keyboard'

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/**
 * Walks a page as a person does and counts presses and keys. By mouse, the next field of a form is still reached by one
 * Tab; by keyboard alone every stop between is a key, and a control of a table or list is reached by its arrow keys.
 */
export class Hands {
  presses = 0
  keys = 0

  readonly page: Page
  readonly mode: HandsMode

  constructor(page: Page, mode: HandsMode) {
    this.page = page
    this.mode = mode
  }

  get seconds(): number {
    return this.presses * secondsOf.press + this.keys * secondsOf.key
  }

  async key(name: string) {
    await this.page.keyboard.press(name)
    this.keys += 1
  }

  async text(text: string) {
    await this.page.keyboard.type(text)
    this.keys += text.length
  }

  /** Presses a button, a link, a tick or a choice. */
  async press(target: Locator, key: 'Enter' | 'Space' = 'Enter') {
    await target.waitFor()
    if (this.mode === 'mouse') {
      await target.click()
      this.presses += 1
      return
    }
    await this.#walkTo(target)
    await this.key(key)
  }

  /** Saves by Ctrl+Enter, which is one key. */
  async save() {
    await this.key('Control+Enter')
  }

  async fill(target: Locator, text: string) {
    await this.focus(target)
    await this.text(text)
  }

  /** Chooses in a select: by its first letter when it has focus, otherwise by two presses. */
  async choose(target: Locator, label: string) {
    const presses = this.presses
    await this.focus(target)
    await target.selectOption({ label })
    if (this.presses > presses) this.presses += 1
    else this.keys += 1
  }

  async focus(target: Locator) {
    await target.waitFor()
    if (await isFocused(target)) return
    if (this.mode === 'keyboard') return this.#walkTo(target)
    await this.page.keyboard.press('Tab')
    if (await isFocused(target)) {
      this.keys += 1
      return
    }
    // A click would open the list of a select, which takes the next keys.
    if (await target.evaluate((element) => element instanceof HTMLSelectElement)) await target.focus()
    else await target.click()
    this.presses += 1
  }

  async #walkTo(target: Locator) {
    await target.waitFor()
    for (let stops = 0; stops < 200; stops += 1) {
      if (await isFocused(target)) return
      const isBeside = await target.evaluate((element) => {
        const at = document.activeElement
        const group = element.closest('table, ul')
        return at !== null && group?.querySelector('[tabindex="-1"]') !== null && group?.contains(at) === true
      })
      const isSameGroup = await target.evaluate((element) => {
        const at = document.activeElement
        const radios = [element, at].filter((one) => one instanceof HTMLInputElement && one.type === 'radio')
        return radios.length === 2 && element.getAttribute('name') === at?.getAttribute('name')
      })
      const isSameRow =
        isBeside && (await target.evaluate((element) => element.closest('tr, li')?.contains(document.activeElement)))
      await this.key(isSameRow ? 'ArrowRight' : isBeside || isSameGroup ? 'ArrowDown' : 'Tab')
    }
    throw new Error(`${this.page.url()}: the keyboard does not come to ${String(target)}`)
  }
}
