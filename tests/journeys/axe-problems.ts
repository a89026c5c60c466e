import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Problems that axe finds, as 'rule: elements'. The gateway's frames are its own business. Elements in order stay in
 * the page: to bring that out takes longer than to look.
 */
export async function axeProblems(page: Page): Promise<string[]> {
  // The script is half a megabyte: a page is sent it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async () => {
    type Axe = {
      run: (
        context: object,
        options: object,
      ) => Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>
    }
    const place = window as unknown as { axe: Axe }
    const options = { resultTypes: ['violations'], iframes: false }
    const { violations } = await place.axe.run({ exclude: ['iframe'] }, options)
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 4)
          .map(({ target }) => target.join(' '))
          .join(', ')}`,
    )
  })
}
