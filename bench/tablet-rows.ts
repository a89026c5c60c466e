import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { convertAudio } from '@callboard/server/critiques/convert.ts'
import { chromium } from '@playwright/test'
import { findChromium } from '../tests/journeys/find-chromium.ts'
import type { JudgedWorld } from './judged-world.ts'
import { median, quantile } from './measure.ts'
import type { Cell } from './table.ts'

const marks = 60
const audioSeconds = 210

/**
 * A mark on the judge's tablet without a network, from the press on Save to the screen that shows the next entry, beside
 * one committed write of the same browser.
 */
export async function tabletRow({ product, panels }: JudgedWorld): Promise<Cell> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 } })
    const { hostname } = new URL(product.origin)
    const cookie = {
      name: 'callboard_judge',
      value: panels[0]?.tablets[0]?.token ?? '',
      domain: hostname,
      path: '/v1/judging',
    }
    await context.addCookies([cookie])
    const page = await context.newPage()
    // tsx names functions by a helper of its own, which the page does not have.
    await page.addInitScript('globalThis.__name = (one) => one')
    await page.goto(`${product.origin}/judge/tablet`)
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    await context.setOffline(true)
    const { saves, commits } = await page.evaluate(async (count) => {
      const press = (name: string) =>
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()
      const shows = (text: string) =>
        new Promise<void>((resolve, reject) => {
          const limit = setTimeout(() => reject(new Error(`${text} was not shown within 10 s`)), 10_000)
          const look = () => {
            if (!document.body.textContent.includes(text)) return
            clearTimeout(limit)
            observer.disconnect()
            resolve()
          }
          const observer = new MutationObserver(look)
          observer.observe(document.body, { subtree: true, childList: true, characterData: true })
          look()
        })
      const frame = () => new Promise(requestAnimationFrame)
      const store = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('bench', 1)
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('sheets'))
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const commit = (key: number) =>
        new Promise<void>((resolve) => {
          const write = store.transaction('sheets', 'readwrite', { durability: 'strict' })
          write.objectStore('sheets').put({ points: 9_000, note: 'x'.repeat(300) }, key)
          write.addEventListener('complete', () => resolve())
        })
      const saves: number[] = []
      const commits: number[] = []
      for (let entry = 1; entry <= count; entry += 1) {
        // A press reads the mark of the rendered screen, as between two taps of a finger.
        press('9')
        await frame()
        press('0')
        await frame()
        const began = performance.now()
        press('Save')
        await shows(`${entry + 1} of`)
        saves.push(performance.now() - began)
        const committing = performance.now()
        await commit(entry)
        commits.push(performance.now() - committing)
        await frame()
      }
      return { saves, commits }
    }, marks)
    return {
      what: 'mark saved on the tablet',
      'p50 ms': median(saves),
      'p95 ms': quantile(saves, 0.95),
      limit: 'one strict IndexedDB commit',
      'limit p50 ms': median(commits),
      ratio: median(saves) / median(commits),
    }
  } finally {
    await browser.close()
  }
}

/** A judge's recording made playable, beside the encoder alone; without ffmpeg there is no row. */
export async function audioRows(): Promise<Cell[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'callboard-audio-'))
  const file = path.join(folder, 'recording.webm')
  const run = (...args: string[]) => {
    const began = performance.now()
    const { status } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args])
    return status === 0 ? performance.now() - began : null
  }
  try {
    const tone = `sine=frequency=220:duration=${audioSeconds}`
    if (run('-f', 'lavfi', '-i', tone, '-ac', '1', '-c:a', 'libopus', '-b:a', '48k', file) === null) return []
    const bare = run('-i', file, '-c:a', 'aac', '-b:a', '64k', path.join(folder, 'bare.m4a')) ?? 0
    const began = performance.now()
    const programs = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }
    await convertAudio(programs, { file, container: 'webm' }, path.join(folder, 'out.m4a'))
    const time = performance.now() - began
    return [
      {
        what: `recording of ${audioSeconds} s made playable`,
        'p50 ms': time,
        'p95 ms': time,
        limit: 'its encoder alone',
        'limit p50 ms': bare,
        ratio: time / bare,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
