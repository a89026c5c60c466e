import { expect, type Page } from '@playwright/test'
import { resizeTo } from './kit.ts'

/**
 * The button that leads on receives the pointer at every scroll position, and stays where it is: a press between two
 * frames meets it. `sizes` are tried one after the other; the screen has its own size again at the end.
 */
export async function expectClearFoot(page: Page, sizes: readonly { width: number; height: number }[]) {
  const own = page.viewportSize()
  const button = page.getByRole('button', { name: 'Save and continue' })
  for (const size of sizes) {
    await resizeTo(page, size)
    await button.waitFor()
    const faults = await button.evaluate(faultsWhileScrolling)
    expect(faults, `${page.url()} at ${size.width}x${size.height}`).toEqual([])
  }
  if (own) await resizeTo(page, own)
}

async function faultsWhileScrolling(button: Element): Promise<string[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const root = document.documentElement
  const faults: string[] = []
  const bill = [...document.querySelectorAll('aside')].find((aside) => aside.textContent.includes('Total'))
  // On a phone the bill's total is a bar at the end of the screen, and what is below it is scrolled to first.
  const isAtFoot = bill && getComputedStyle(bill).position === 'fixed'
  const isBeside = (aside: Element, bar: Element) =>
    getComputedStyle(bar).position === 'sticky' && !isAtFoot && aside.getBoundingClientRect().left > innerWidth / 2
  window.scrollTo({ top: 0, behavior: 'instant' })
  for (let top = 0; ; top += 60) {
    await frame()
    await frame()
    window.scrollTo({ top, behavior: 'instant' })
    const at = `scrolled to ${window.scrollY}`
    const { top: first } = button.getBoundingClientRect()
    // The next frames draw the parts that follow the scroll position.
    for (let count = 0; count < 3; count += 1) await frame()
    const { top: last, left, width, height } = button.getBoundingClientRect()
    if (Math.abs(last - first) > 1) faults.push(`${at}: the button moved from ${first} to ${last}`)
    const middle = last + height / 2
    const edge = isAtFoot ? bill.getBoundingClientRect().top : root.clientHeight
    if (middle < edge && middle > 0) {
      const topmost = document.elementFromPoint(left + width / 2, middle)
      if (!topmost || !button.contains(topmost))
        faults.push(`${at}: ${topmost?.className ?? 'nothing'} lies over the button`)
    }
    const bar = button.closest('section')
    if (bill && bar && isBeside(bill, bar)) {
      const [end, begin] = [bill.getBoundingClientRect().bottom, bar.getBoundingClientRect().top]
      if (end > begin + 1) faults.push(`${at}: the bill ends at ${end}, the bar begins at ${begin}`)
    }
    if (top >= root.scrollHeight - root.clientHeight) return faults
  }
}
