import { expect, test, type Page } from '@playwright/test'
import { makeStudio, signIn } from './kit.ts'

/**
 * Milliseconds within which a page that is at work answers a key press. A page that reads the smaller sheet itself stands
 * still for 3,600; a worker of a busy machine kept one waiting for 420.
 */
const quickEnough = 1_500

/** A sheet of one person with one cell of so many characters, quotes and separators in it. */
const sheetWith = (characters: number) =>
  `First,Last,Gender,Birthdate,Notes\nMia,Solberg,Female,2011-04-25,"${'a "" ; , b '.repeat(Math.ceil(characters / 10))}"\n`

/** Presses a key every 20 ms until the sheet is read; the longest time from a press to its handling and the next frame. */
async function longestAnswer(page: Page): Promise<number> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { answerTimes: times })
    document.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => times.push(performance.now() - timeStamp))
    })
  })
  const heading = page.getByRole('heading', { name: '1 person found' })
  while (!(await heading.isVisible())) {
    await page.keyboard.press('Shift')
    await page.waitForTimeout(20)
  }
  return page.evaluate(() => Math.max(...(window as unknown as { answerTimes: number[] }).answerTimes))
}

test('the page answers while a sheet with a huge cell is read in a worker', async ({ page }) => {
  await signIn(page, await makeStudio(page))
  for (const characters of [80_000, 3_000_000]) {
    await page.goto('/roster/import')
    const discard = page.getByRole('button', { name: 'Discard' })
    const field = page.getByLabel('Excel or CSV file')
    await field.or(discard).first().waitFor()
    if (await discard.isVisible()) await discard.click()
    const worker = page.waitForEvent('worker')
    const buffer = Buffer.from(sheetWith(characters))
    await field.setInputFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer })
    expect(await longestAnswer(page), `a cell of ${characters} characters`).toBeLessThan(quickEnough)
    await worker
  }
})
