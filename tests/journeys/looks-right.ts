import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, resizeTo } from './kit.ts'

/**
 * A screen on a phone and on a desk: nothing is cut or wider than the screen, and axe finds nothing. `SHOTS` names a folder
 * for pictures of it.
 */
export async function expectLooksRight(page: Page, name: string) {
  await resizeTo(page, { width: 390, height: 844 })
  await expectNoOverflow(page)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-390.png`, fullPage: true })
  await resizeTo(page, { width: 1440, height: 900 })
  await expectNoOverflow(page)
  await expectAccessible(page)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-1440.png`, fullPage: true })
}
