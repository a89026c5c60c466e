import { chromium, expect, type BrowserContext } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A browser with a profile on disk, as a tablet's: what it has stored is there when it starts again. */
export type ProfileBrowser = { context: BrowserContext; kill: () => Promise<void> }

/** Starts a browser of its own on this profile; `kill` ends all of its processes at once, as a dying battery does. */
export async function startBrowser(profile: string): Promise<ProfileBrowser> {
  const program = process.env.CHROMIUM ?? chromium.executablePath()
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
  const child = spawn(program, [...flags, `--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'], {
    // A process group of its own: the renderer and the storage must not outlive the browser.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exit = once(child, 'exit')
  const address = await new Promise<string>((resolve, reject) => {
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      words += part
      const endpoint = /DevTools listening on (ws:\S+)/.exec(words)?.[1]
      if (endpoint) resolve(endpoint)
    })
    child.once('exit', () => reject(new Error(`The browser did not start: ${words}`)))
    child.once('error', reject)
  })
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no window')
  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await exit
    await browser.close()
  }
  return { context, kill }
}

/** Waits until a cookie lies in the profile. Chromium writes cookies every half minute, and a kill before loses them. */
export async function expectCookieOnDisk(profile: string, name: string) {
  const isOnDisk = () =>
    readdirSync(profile, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^Cookies(-wal)?$/.test(path.basename(file)))
      .some((file) => readFileSync(path.join(profile, file)).includes(name))
  await expect.poll(isOnDisk, { timeout: 60_000 }).toBe(true)
}
