import { expect, test } from '@playwright/test'
import { resizeTo, signIn, signInAs } from './kit.ts'

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

type OwnRegistrations = { registrations: { id: number; city: string }[] }
type OfficeRegistration = { tour_date_id: number }

test('RES-007 RES-013 OFF-030 critiques, results and scores print without switches and links, and a page holds more than one routine', async ({
  page,
}) => {
  await signIn(page, 'grace@example.com')
  const own = await page.request.get('/v1/mybtf/own-registrations')
  const { registrations } = (await own.json()) as OwnRegistrations
  const id = registrations.find(({ city }) => city.startsWith('Sacramento'))?.id ?? 0
  await page.emulateMedia({ media: 'print' })
  await resizeTo(page, { width: 710, height: 950 })
  for (const place of ['critiques', 'results']) {
    await page.goto(`/event/${id}/coda/${place}`)
    const routines = page.getByRole('article')
    await expect(routines.first()).toBeVisible()
    await expect(page.getByText('Share critiques')).toBeHidden()
    const pdf = await page.pdf({ format: 'Letter' })
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
    expect(pages, place).toBeLessThan((await routines.count()) * (place === 'critiques' ? 0.7 : 0.5))
  }
  await signInAs(page, 'admin@callboard.example')
  const record = await page.request.get(`/v1/office/registrations/${id}`)
  const { tour_date_id } = (await record.json()) as OfficeRegistration
  await page.goto(`/office/tour-dates/${tour_date_id}/scores`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Missing only')).toBeHidden()
  await expect(page.getByText('Receive marks')).toBeHidden()
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
