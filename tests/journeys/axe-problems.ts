import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Problems that axe finds, as 'rule: elements'. The gateway's frames are its own business. Elements in order stay in
 * the page: to bring that out takes longer than to look.
 */
export const axeProblems = (page: Page): Promise<string[]> =>
  page.evaluate(async (source) => {
    type Axe = {
      run: (
        context: object,
        options: object,
      ) => Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>
    }
    const place = window as unknown as { axe?: Axe }
    // oxlint-disable-next-line no-eval -- a script of this test, in its own browser
    if (!place.axe) (0, eval)(source)
    if (!place.axe) throw new Error('axe did not load')
    const { violations } = await place.axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'], iframes: false })
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 4)
          .map(({ target }) => target.join(' '))
          .join(', ')}`,
    )
  }, axe)
