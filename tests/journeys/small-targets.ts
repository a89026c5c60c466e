import type { Page } from '@playwright/test'

/**
 * Names and heights in pixels of what is too low for a finger: buttons, text fields, lists, and links that stand alone.
 * A link within a sentence is as high as its line.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 43.5
    /** The area around an element that counts as its own. */
    function heightOf(element: Element): number {
      const { content, position, top, bottom } = getComputedStyle(element, '::after')
      const around = content !== 'none' && position === 'absolute' ? -(parseFloat(top) + parseFloat(bottom)) : 0
      return element.getBoundingClientRect().height + Math.max(0, around || 0)
    }
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length
    const controls = 'button, a[href], select, input:not([type=hidden], [type=checkbox], [type=radio], [type=file])'
    return [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => element.getBoundingClientRect().width > 1 && !isInSentence(element))
      .filter((element) => heightOf(element) < least)
      .map((element) => {
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim()
        return `${element.tagName.toLowerCase()} “${name || (element as HTMLInputElement).name}” ${heightOf(element).toFixed(0)} px`
      })
  })
