import path from 'node:path'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { hashOf, newToken } from '@callboard/server/platform/http/sessions.ts'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '../tests/journeys/find-chromium.ts'
import type { Bench } from './bench.ts'
import { median, quantile } from './measure.ts'
import { openScreens, type Screens } from './screens-world.ts'
import { medians, printTable, type Cell } from './table.ts'

const widths = [1440, 390] as const
const slowdowns = [1, 4] as const

/** Measures paint, layout shift, and the time from a key or a press to the next frame. */
export async function screensPart(bench: Bench) {
  const screens = await openScreens(bench)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const tokens = { owner: await sessionOf(screens, screens.owner), office: await sessionOf(screens, screens.office) }
    await fill(screens, tokens.owner)
    // Sixteen visits each: two rounds tell as much as more of them.
    await measurePaint(browser, screens, tokens, Math.min(2, bench.options.rounds))
    await measureTouch(browser, screens, tokens.owner)
  } finally {
    await browser.close()
    await screens.close()
  }
}

async function sessionOf({ db, now }: Screens, user_id: number): Promise<string> {
  const token = newToken()
  const session = { token_hash: hashOf(token), user_id, created: now, expires_at: instant('2099-01-01') }
  await db.insertInto('sessions').values(session).execute()
  return token
}

/** Before these are left, the step after them cannot be opened. */
const stepsBefore = ['roster', 'dancers', 'teachers', 'observers']

/** The scenario's registration, filled up through the product's own calls. */
async function fill(screens: Screens, token: string) {
  const { db, registration_id, dancers } = screens
  // Registering needs a birthdate, and some people of the scenario have none.
  const birthdate = calendarDate('2012-05-04')
  await db.updateTable('persons').set({ birthdate }).where('birthdate', 'is', null).execute()
  await screens.call('PUT', '/v1/dance360/workshop/attendees', token, {
    id: registration_id,
    attendees: dancers.map((person_id) => ({ person_id, workshop_level_id: 1 })),
  })
  for (let n = 0; n < 60; n += 1) {
    await screens.call('POST', '/v1/dance360/routines', token, {
      registration_id,
      routine: { name: `Nocturne ${n + 1}`, choreographer: 'Mia Sol' },
      attendees: [4, 5, 6, 7].map((step) => ({ person_id: dancers[100 + ((n * 3 + step) % 100)] ?? 0 })),
      performance_division_id: 1 + (n % 3),
    })
  }
  for (const left_off of stepsBefore) {
    await screens.call('PUT', `/v1/dance360/registrations/${registration_id}`, token, { left_off })
  }
}

type Visit = { browser: Browser; screens: Screens; token?: string; width: number; slowdown: number }

async function openPage({ browser, screens, token, width, slowdown }: Visit) {
  const context = await browser.newContext({ viewport: { width, height: width > 700 ? 900 : 844 } })
  const url = screens.origin
  const cookies = { callboard_session: token, callboard_signed_in: '1' }
  if (token)
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value: value ?? '', url })))
  const page = await context.newPage()
  await page.addInitScript({ path: path.join(import.meta.dirname, 'in-page/watch.js') })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, close: () => context.close() }
}

/** Measurements that `in-page/watch.js` collects. */
type PageMeasurements = { lcp: number; cls: number; events: { id: number; ms: number }[] }
const seenBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: PageMeasurements }).seen)

/** Resolves with the measurements once the largest paint is unchanged for 1.5 seconds. */
async function settled(page: Page): Promise<PageMeasurements> {
  for (let before = -1; ;) {
    const measurements = await seenBy(page)
    if (measurements.lcp === before) return measurements
    before = measurements.lcp
    await page.waitForTimeout(1_500)
  }
}

async function measurePaint(
  browser: Browser,
  screens: Screens,
  tokens: { owner: string; office: string },
  rounds: number,
) {
  const step = (name: string) => `/registration/${screens.registration_id}/${name}`
  const visits = [
    { screen: 'front page', at: '/', token: undefined, shows: 'h1' },
    { screen: 'dancers, 300', at: step('dancers'), token: tokens.owner, shows: 'h1:text-is("Dancers")' },
    { screen: 'competition, 120', at: step('competition'), token: tokens.owner, shows: 'text=ADD NEW ROUTINE' },
    { screen: 'office list', at: '/office/registrations', token: tokens.office, shows: 'h1' },
  ]
  const rows: Cell[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const { screen, at, token, shows } of visits) {
      for (const width of widths) {
        for (const slowdown of slowdowns) {
          const { page, close } = await openPage({ browser, screens, width, slowdown, ...(token && { token }) })
          await page.goto(`${screens.origin}${at}`, { waitUntil: 'load' })
          await page.locator(shows).first().waitFor()
          const { lcp, cls } = await settled(page)
          rows.push({ screen, width, CPU: `1/${slowdown}`, 'LCP ms': lcp, CLS: Number(cls.toFixed(4)) })
          await close()
        }
      }
    }
  }
  printTable('First paint with an empty cache, no network delay', medians(rows, 'screen', 'width', 'CPU'))
}

async function measureTouch(browser: Browser, screens: Screens, token: string) {
  const rows: Cell[] = []
  for (const slowdown of slowdowns) {
    for (const [what, at, act] of touches(screens)) {
      const { page, close } = await openPage({ browser, screens, token, width: 1440, slowdown })
      await page.goto(`${screens.origin}${at}`, { waitUntil: 'load' })
      await act(page, 'ready')
      await page.evaluate(() => ((globalThis as unknown as { seen: PageMeasurements }).seen.events.length = 0))
      const times = await act(page, 'measure')
      await page.waitForTimeout(500)
      const { events } = await seenBy(page)
      // An event faster than the browser reports (16 ms) has no entry, and counts as that.
      const ids = [...new Set(events.map(({ id }) => id))]
      const slow = ids.map((id) => Math.max(...events.filter((event) => event.id === id).map(({ ms }) => ms)))
      const all = [...slow, ...Array.from({ length: Math.max(0, times - slow.length) }, () => 16)]
      rows.push({
        what,
        CPU: `1/${slowdown}`,
        times,
        'median ms': median(all),
        'p90 ms': quantile(all, 0.9),
        'worst ms': Math.max(...all),
      })
      await close()
    }
  }
  printTable('From a key or a press to the next paint, 300 dancers and 120 routines, 1440 px', rows)
}

/** Answers how often it pressed; 'ready' only gets there. */
type Act = (page: Page, until: 'ready' | 'measure') => Promise<number>

function touches({ registration_id, idle }: Screens): readonly (readonly [string, string, Act])[] {
  const dancers = `/registration/${registration_id}/dancers`
  const competition = `/registration/${registration_id}/competition`
  return [
    ['dancers: typing in the roster', dancers, typing('Find in your roster', 'marisa')],
    ['dancers: taking off, putting back', dancers, toggling(idle)],
    ['routines: typing in the filter', competition, typing('Filter routines', 'nocturne')],
    ['routine form: typing a name', competition, inForm(typing('Routine name', 'Paper lanterns'))],
    ['routine form: finding dancers', competition, inForm(typing('Find dancers', 'marisa'))],
    ['routine form: ticking dancers', competition, inForm(ticking)],
  ]
}

const pause = 150

const typing =
  (label: string, text: string): Act =>
  async (page, until) => {
    const field = page.getByLabel(label, { exact: false }).first()
    await field.click()
    if (until === 'ready') return 0
    for (const key of text) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      await page.waitForTimeout(pause)
    }
    return text.length
  }

/** Someone who dances in no routine: nothing has to be asked. */
const toggling =
  (name: string): Act =>
  async (page, until) => {
    const one = page.getByRole('region', { name: 'Your roster' }).getByRole('button', { name })
    await one.waitFor()
    if (until === 'ready') return 0
    await one.scrollIntoViewIfNeeded()
    const { x = 0, y = 0, width = 0, height = 0 } = (await one.boundingBox()) ?? {}
    for (let n = 0; n < 10; n += 1) {
      // At its place: finding it by its role among hundreds of rows would keep the page from the press.
      await page.mouse.click(x + width / 2, y + height / 2)
      await page.waitForTimeout(pause * 2)
    }
    return 10
  }

// By style and not by role: looking for roles among hundreds of rows takes the page longer than the tick.
const ticking: Act = async (page, until) => {
  const boxes = page.locator('[role=dialog] li input[type=checkbox]')
  await boxes.first().waitFor({ state: 'attached' })
  if (until === 'ready') return 0
  for (let n = 0; n < 8; n += 1) {
    await boxes.nth(n).click({ force: true })
    await page.waitForTimeout(pause * 2)
  }
  return 8
}

const inForm =
  (act: Act): Act =>
  async (page, until) => {
    if (until === 'ready') {
      await page.getByRole('button', { name: 'ADD NEW ROUTINE' }).click()
      await page.getByLabel('Routine name').waitFor()
    }
    return act(page, until)
  }
