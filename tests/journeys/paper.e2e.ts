import { expect, test } from '@playwright/test'
import { signIn, resizeTo } from './kit.ts'

test('ROST-001 the roster prints as a table: whole words, no form, no buttons, its head on each page', async ({
  page,
}) => {
  await signIn(page, 'grace@example.com')
  await page.goto('/roster')
  await expect(page.getByRole('row', { name: /Abara, Felix/ })).toBeVisible()
  // The room of a letter page between its margins.
  await resizeTo(page, { width: 710, height: 950 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Add a person' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^(Edit|Contact of|Remove) / }).first()).toBeHidden()
  const table = page.getByRole('grid')
  await expect(table.locator('thead')).toHaveCSS('display', 'table-header-group')
  await expect(table.locator('tbody td', { hasText: '@' }).first()).toBeVisible()
  expect(await table.evaluate(brokenWords)).toEqual([])
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over).toBeLessThanOrEqual(0)
})

/** The words of a list that are divided between two lines, and the cells that hide a part of theirs. */
function brokenWords(table: Element): string[] {
  const faults: string[] = []
  for (const cell of table.querySelectorAll('tbody td')) {
    for (const box of [cell, ...cell.querySelectorAll('*')]) {
      if (box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflow === 'hidden') {
        faults.push(`cut: ${box.textContent}`)
      }
    }
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) faults.push(word)
      }
    }
  }
  return faults
}
