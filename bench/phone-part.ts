import { inventDancers } from '@callboard/server/dev/build-people.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../tests/journeys/find-chromium.ts'
import { makeStudio, signIn } from '../tests/journeys/kit.ts'
import type { Bench } from './bench.ts'
import { startDemonstration } from './demonstration.ts'
import { openDevtools, type Devtools } from './devtools.ts'
import { mainThreadTasks, type TraceEvent } from './main-thread-tasks.ts'
import { medians, printTable, type Cell } from './table.ts'

// The server writes cards instead of tables for it.
const userAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
const [width, height] = [390, 844]
const phone = { viewport: { width, height }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, userAgent } as const
/** A phone's processor takes so many times as long as this one. */
const slowdown = 4
/** A longer task keeps somebody waiting: what is over it counts as blocking, as Lighthouse counts. */
const blockingAboveMs = 50
const dancerCount = 58
/** Bytes a second. */
const slowLine = 50 * 1024
const quietMs = 1_500
const longestLoadMs = 60_000

type Visit = { screen: string; at: string; storageState?: Awaited<ReturnType<typeof signedInDancers>>['storageState'] }

/** Measures a phone's first load: CPU of the tasks of the main thread, and the first page over a slow line. */
export async function phonePart({ options, postgres }: Bench) {
  const demonstration = await startDemonstration(options.port + 7, postgres.folder)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const devtools = await openDevtools(await findChromium())
  try {
    const { dancersAt, storageState } = await signedInDancers(browser, demonstration.origin)
    const visits: Visit[] = [
      { screen: 'front', at: '/' },
      { screen: 'picker', at: '/register' },
      { screen: 'sign in', at: '/signin' },
      { screen: `dancers, ${dancerCount}`, at: dancersAt, storageState },
    ]
    const load: Cell[] = []
    const line: Cell[] = []
    for (let round = 0; round < options.rounds; round += 1) {
      for (const visit of visits) load.push(await measureTasks(devtools, demonstration.origin, visit))
      for (const latency of [0, 300]) {
        for (const visit of visits.slice(0, 2)) {
          line.push(await measureSlowLine(browser, demonstration.origin, visit, latency))
        }
      }
    }
    printTable(`Main thread of a first load on a phone: CPU of each task, times ${slowdown}`, medians(load, 'screen'))
    printTable(`First page at ${slowLine / 1024} kB a second`, medians(line, 'screen', 'latency ms'))
  } finally {
    await browser.close()
    await devtools.close()
    await demonstration.stop()
  }
}

/** A new studio whose dancers are all in a registration that has begun. */
async function signedInDancers(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await signIn(page, await makeStudio(page))
  const add = inventDancers(dancerCount).map(({ fname, lname, birthdate }) => ({
    fname,
    lname,
    gender_id: 1,
    birthdate: birthdate ?? '2012-05-04',
  }))
  await page.request.post('/v1/mybtf/roster/import', { data: { add } })
  await page.goto('/register')
  await page
    .getByRole('row', { name: /Salt Lake City/ })
    .getByRole('button', { name: 'Register' })
    .click()
  await page.getByRole('button', { name: 'Begin registration', exact: true }).click()
  await page.getByRole('button', { name: '+ ALL', exact: true }).click()
  await page.locator(`[role="grid"][aria-rowcount="${dancerCount + 1}"]`).waitFor()
  await page.getByRole('button', { name: 'Save and continue', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Teachers' }).waitFor()
  const storageState = await context.storageState()
  const dancersAt = new URL(page.url()).pathname.replace(/teachers$/, 'dancers')
  await context.close()
  return { dancersAt, storageState }
}

/** Everything that a trace of this visit tells, until nothing has been asked for and nothing has run for a while. */
async function traceOf(
  devtools: Devtools,
  at: string,
  { storageState }: Visit,
  hasScripts: boolean,
): Promise<TraceEvent[]> {
  const { send, on } = devtools
  const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext')
  if (storageState) {
    const cookies = storageState.cookies.map(({ name, value, domain, path }) => ({ name, value, domain, path }))
    await send('Storage.setCookies', { browserContextId, cookies })
  }
  const page = { url: 'about:blank', browserContextId, width, height }
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', page)
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 2, mobile: true }, sessionId)
  await send('Emulation.setUserAgentOverride', { userAgent }, sessionId)
  await send('Emulation.setScriptExecutionDisabled', { value: !hasScripts }, sessionId)
  await send('Page.enable', {}, sessionId)
  await send('Page.setLifecycleEventsEnabled', { enabled: true }, sessionId)
  const events: TraceEvent[] = []
  const stopReading = on('Tracing.dataCollected', ({ value }) => void events.push(...(value as TraceEvent[])))
  const complete = new Promise<void>((resolve) => on('Tracing.tracingComplete', () => resolve()))
  const idle = new Promise<void>((resolve) =>
    on('Page.lifecycleEvent', ({ name }) => (name === 'networkIdle' ? resolve() : undefined)),
  )
  const categories = 'toplevel,devtools.timeline,disabled-by-default-devtools.timeline,loading,__metadata'
  await send('Tracing.start', { transferMode: 'ReportEvents', categories })
  await send('Page.navigate', { url: at }, sessionId)
  await Promise.race([idle, wait(longestLoadMs, undefined, { ref: false })])
  await wait(quietMs)
  await send('Tracing.end')
  await complete
  stopReading()
  await send('Target.disposeBrowserContext', { browserContextId })
  return events
}

async function measureTasks(devtools: Devtools, origin: string, visit: Visit): Promise<Cell> {
  const cells: Cell[] = []
  // The bare limit: the same address without scripts, laid out and painted alone.
  for (const hasScripts of [true, false]) {
    const events = await traceOf(devtools, new URL(visit.at, origin).href, visit, hasScripts)
    const tasks = mainThreadTasks(events).map((ms) => ms * slowdown)
    const blocking = tasks.reduce((sum, ms) => sum + Math.max(0, ms - blockingAboveMs), 0)
    cells.push(
      hasScripts
        ? {
            'blocking ms': blocking,
            'longest ms': Math.max(0, ...tasks),
            'all ms': tasks.reduce((sum, ms) => sum + ms, 0),
          }
        : { 'bare blocking ms': blocking, 'bare all ms': tasks.reduce((sum, ms) => sum + ms, 0) },
    )
  }
  return Object.assign({ screen: visit.screen }, ...cells) as Cell
}

async function measureSlowLine(browser: Browser, origin: string, visit: Visit, latency: number): Promise<Cell> {
  const { storageState } = visit
  const context = await browser.newContext({ ...phone, baseURL: origin, ...(storageState && { storageState }) })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  let bytesBeforePaint = 0
  let isPainted = false
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (!isPainted) bytesBeforePaint += encodedDataLength
  })
  const throughput = { downloadThroughput: slowLine, uploadThroughput: slowLine }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput })
  await page.goto(visit.at, { waitUntil: 'commit' })
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    undefined,
    { timeout: 60_000, polling: 50 },
  )
  isPainted = true
  const readable = Number(await painted.jsonValue())
  await context.close()
  return {
    screen: visit.screen,
    'latency ms': latency,
    'readable s': readable / 1_000,
    'bare s (bytes on this line)': bytesBeforePaint / slowLine,
  }
}
