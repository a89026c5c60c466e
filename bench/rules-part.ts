import path from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { findChromium } from '../tests/journeys/find-chromium.ts'
import { median, quantile } from './measure.ts'
import { linesOfOne, timeQuotes } from './rules-work.ts'
import { printTable } from './table.ts'

const batches = 60

/** One quote of a large studio, where it is computed: on the server and in the browser, by the same function. */
export async function rulesPart() {
  const inNode = timeQuotes(batches)
  const inChromium = await timedInChromium()
  const row = (where: string, times: readonly number[]) => ({
    where,
    'µs a quote': median(times),
    'p99 µs': quantile(times, 0.99),
  })
  printTable(`Quote of 100 dancers and 60 routines, ${linesOfOne()} lines`, [
    row(`Node ${process.version}`, inNode),
    row('Chromium', inChromium),
  ])
}

async function timedInChromium(): Promise<number[]> {
  const bundle = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: path.join(import.meta.dirname, 'rules-work.ts'), name: 'rules', formats: ['iife'] },
    },
  })
  const [output] = Array.isArray(bundle) ? bundle : []
  const code = output?.output[0].code ?? ''
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const page = await browser.newPage()
  await page.addScriptTag({ content: code })
  const times = await page.evaluate(
    (n) => (globalThis as unknown as { rules: { timeQuotes: (batches: number) => number[] } }).rules.timeQuotes(n),
    batches,
  )
  await browser.close()
  return times
}
