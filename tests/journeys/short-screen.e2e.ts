import { expect, test, type Page } from '@playwright/test'
import { cutWords } from './cut-words.ts'
import { beginWithDancers, resizeTo } from './kit.ts'

/** Laptops of 768 to 900 lines, with and without the bars of a browser, and larger screens; `names`: so many are in sight. */
const screens = [
  { width: 1366, height: 650, names: 4 },
  { width: 1280, height: 720, names: 6 },
  { width: 1366, height: 768, names: 6 },
  { width: 1440, height: 790, names: 6 },
  { width: 1440, height: 900, names: 6 },
  { width: 1440, height: 960, names: 6 },
  { width: 1440, height: 1100, names: 6 },
]

/** The names in the roster panel that receive the pointer from their upper to their lower edge. */
const namesInSight = (page: Page) =>
  page
    .getByRole('region', { name: 'Your roster' })
    .getByRole('listitem')
    .getByRole('button')
    .evaluateAll(
      (entries) =>
        entries.filter((entry) => {
          const { left, width, top, bottom } = entry.getBoundingClientRect()
          return [top + 2, bottom - 2].every((y) => entry.contains(document.elementFromPoint(left + width / 2, y)))
        }).length,
    )

test('ROST-025 names of the roster, the bill’s total and the way on are in sight on a laptop', async ({ page }) => {
  const id = await beginWithDancers(page, 60)
  const roster = page.getByRole('region', { name: 'Your roster' })
  // A bill that is longer than its room.
  for (const index of Array.from({ length: 24 }).keys()) {
    await roster.getByRole('listitem').nth(index).getByRole('button').click()
  }
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  for (const { names, ...size } of screens) {
    await resizeTo(page, size)
    await page.goto(`/registration/${id}/dancers`)
    await roster.getByRole('listitem').first().waitFor()
    const at = `at ${size.width}x${size.height}`
    await expect(roster.getByRole('button', { name: '+ ALL' })).toBeInViewport({ ratio: 1 })
    await expect.poll(() => namesInSight(page), { message: at }).toBeGreaterThanOrEqual(names)
    const bill = page.getByRole('complementary', { name: 'Your bill' })
    await expect(bill.getByText(/^\$[\d,]+\.\d\d$/).last(), at).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Save and continue' }), at).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    expect(await cutWords(page), at).toEqual([])
  }
})

test('ROST-025 a name that is added moves nothing in the roster of a laptop, and its folded bill opens', async ({
  page,
}) => {
  const id = await beginWithDancers(page, 60)
  await resizeTo(page, { width: 1366, height: 650 })
  await page.goto(`/registration/${id}/dancers`)
  const roster = page.getByRole('region', { name: 'Your roster' })
  const entry = roster.getByRole('listitem').nth(2).getByRole('button')
  await entry.waitFor()
  const name = (await entry.getAttribute('aria-label'))?.split(',')[0] ?? ''
  const bill = page.getByRole('complementary', { name: 'Your bill' }).getByRole('button')
  await expect(entry).toBeInViewport({ ratio: 1 })
  const boxes = () => Promise.all([roster, entry, bill].map((part) => part.boundingBox()))
  const before = await boxes()
  await entry.click()
  await expect(entry).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  expect(await boxes()).toEqual(before)

  await bill.click()
  const billDialog = page.getByRole('dialog', { name: 'Your bill' })
  await expect(billDialog.getByText('Total', { exact: true })).toBeVisible()
  await expect(billDialog.getByRole('listitem').first()).toBeVisible()
  await billDialog.getByRole('button', { name: 'Close' }).click()
  await expect(bill).toBeFocused()
  await entry.click()
  await expect(entry).toHaveAttribute('aria-pressed', 'false')
})
