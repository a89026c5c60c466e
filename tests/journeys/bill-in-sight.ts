import { expect, type Page } from '@playwright/test'

/**
 * At the page's beginning, middle and end the bill's total can be read, and nothing lies over it. Beside the work, not on
 * a phone, the first lines of the bill are in sight too.
 */
export async function expectBillInSight(page: Page) {
  await page
    .getByText('Total', { exact: true })
    .or(page.getByText('Balance due', { exact: true }))
    .first()
    .waitFor()
  expect(await page.evaluate(faultsOfBill), `${page.url()} at ${page.viewportSize()?.width}`).toEqual([])
}

async function faultsOfBill(): Promise<string[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const root = document.documentElement
  const bill = [...document.querySelectorAll('aside')].find((aside) => /Total|Balance due/.test(aside.textContent))
  if (!bill) return ['no bill']
  const isBar = getComputedStyle(bill).position === 'fixed'
  const sums = [...bill.querySelectorAll('span')].filter(({ textContent }) => /^-?\$[\d,.]+$/.test(textContent))
  const total = sums.at(-1)
  if (!total) return ['no total']
  const isSeen = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const topmost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return (
      top >= 0 && bottom <= innerHeight && topmost !== null && (bill.contains(topmost) || topmost.contains(element))
    )
  }
  const faults: string[] = []
  const end = root.scrollHeight - root.clientHeight
  for (const top of [0, end / 2, end]) {
    window.scrollTo({ top, behavior: 'instant' })
    for (let count = 0; count < 3; count += 1) await frame()
    if (!isSeen(total)) faults.push(`scrolled to ${top}: the total ${total.textContent} is out of sight`)
    const first = bill.querySelector('li')
    if (!isBar && first && !isSeen(first)) faults.push(`scrolled to ${top}: the bill's first line is out of sight`)
  }
  window.scrollTo({ top: 0, behavior: 'instant' })
  return faults
}
