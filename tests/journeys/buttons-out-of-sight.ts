import type { Page } from '@playwright/test'

/**
 * Buttons beyond the right edge of the page, or in a frame that scrolls sideways and ends before them. A frame that says so
 * (`ScrollBox`) may hold some, and a row of tabs or of cards for swiping holds links, not buttons.
 */
export const buttonsOutOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** In pixels: borders are rounded each for itself. */
    const tolerance = 1.5
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)

    function edgeOf(button: Element): number {
      let edge = document.body.getBoundingClientRect().right
      for (let box = button.parentElement; box && box !== document.body; box = box.parentElement) {
        if (box.closest('[data-overflow]') || !scrolls(box) || box.scrollWidth <= box.clientWidth + 1) continue
        edge = Math.min(edge, box.getBoundingClientRect().right)
      }
      return edge
    }

    return [...document.querySelectorAll('button:not([role=tab])')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((button) => {
        const { width, right } = button.getBoundingClientRect()
        return width > 1 && right > edgeOf(button) + tolerance && !button.closest('[data-overflow], [aria-hidden=true]')
      })
      .map((button) => (button.ariaLabel ?? button.textContent?.trim() ?? '').slice(0, 60))
  })
