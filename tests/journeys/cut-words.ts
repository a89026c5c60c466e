import type { Page } from '@playwright/test'

/**
 * The words of buttons, links, tabs and table headers that cannot be read whole: cut by a box that hides what it does not
 * hold, shortened by an ellipsis, or standing out of their own button.
 */
export const cutWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** In pixels: glyphs and borders are rounded each for itself. */
    const tolerance = 1.5
    const hides = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflowX)
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const isUnseen = (box: DOMRect) => box.width <= 1 || box.height <= 1
    /** Not in sight, on purpose: read by screen readers alone, or not yet shown. */
    function isNotShown(from: Element): boolean {
      for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
        const { position, opacity } = getComputedStyle(box)
        // A tip is shown over the page once it is asked for.
        if (opacity === '0' || box.ariaHidden === 'true') return true
        if (isUnseen(box.getBoundingClientRect()) && (position === 'absolute' || hides(box))) return true
      }
      return false
    }

    function isOutside(words: DOMRect, box: DOMRect): boolean {
      return words.right > box.right + tolerance || words.left < box.left - tolerance
    }

    /** Lines above or below their button: its height is set, and the words did not fit in one line. */
    const isWrappedOut = (lines: DOMRectList, box: DOMRect): boolean =>
      lines.length > 1 &&
      [...lines].some(({ top, bottom }) => bottom > box.bottom + tolerance || top < box.top - tolerance)

    /** Whether a box around these words hides a part of them; what can be scrolled to is not hidden. */
    function isHidden(words: DOMRect, from: Element): boolean {
      for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
        if (scrolls(box)) return false
        if (hides(box) && isOutside(words, box.getBoundingClientRect())) return true
      }
      return false
    }

    function isCut(control: Element): boolean {
      const own = control.getBoundingClientRect()
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement
        if (!parent || !text.textContent?.trim() || isNotShown(parent)) continue
        if (hides(parent) && parent.scrollWidth > parent.clientWidth + 1 && parent.clientWidth > 1) return true
        const range = document.createRange()
        range.selectNodeContents(text)
        if (control.tagName === 'BUTTON' && isWrappedOut(range.getClientRects(), own)) return true
        for (const words of range.getClientRects()) {
          if (isUnseen(words)) continue
          const isInline = getComputedStyle(control).display === 'inline'
          if ((!isInline && isOutside(words, own)) || isHidden(words, parent)) return true
        }
      }
      return false
    }

    return [...document.querySelectorAll('button, a[href], [role=tab], th, [role=columnheader]')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => !isUnseen(control.getBoundingClientRect()) && isCut(control))
      .map((control) => `${control.tagName.toLowerCase()} “${control.textContent?.trim().slice(0, 60)}”`)
  })
