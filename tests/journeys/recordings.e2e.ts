import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { publishedBlock, seatPanel, send } from './judged-block.ts'
import { expectAccessible, expectNoOverflow, signInAs, resizeTo } from './kit.ts'

// A microphone that beeps, and no question whether it may be used.
test.use({
  launchOptions: {
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    ],
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
  },
})

type Preview = { input_hash: string; warnings: { key: string }[]; proposal: { id: number } }

/** Says that an entry has danced, step by step as the stage manager does. */
async function dance(request: APIRequestContext, tour_date_id: number, id: number) {
  const path = '/v1/office/stage'
  let { version } = await send<{ version: number }>(request, 'get', `${path}?tour_date_id=${tour_date_id}`)
  for (const state of ['checked_in', 'on_deck', 'on_stage', 'danced']) {
    const body = { tour_date_id, version, changes: [{ id, state }] }
    ;({ version } = await send<{ version: number }>(request, 'put', path, body))
  }
}

/** Releases the critiques of a city as two people. */
async function releaseCritiques(proposer: APIRequestContext, confirmer: APIRequestContext, tour_date_id: number) {
  const path = '/v1/office/results/critiques'
  const { input_hash, warnings } = await send<Preview>(proposer, 'get', `${path}?tour_date_id=${tour_date_id}`)
  const accepted = warnings.map(({ key }) => key)
  const body = { tour_date_id, input_hash, accepted, reason: '' }
  const { proposal } = await send<Preview>(proposer, 'post', `${path}/propose`, body)
  await send(confirmer, 'post', `${path}/confirm`, { tour_date_id, proposal_id: proposal.id, embargo_until: null })
}

async function pairTablet(tablet: Page, url: string) {
  const { pathname, search } = new URL(url)
  await tablet.goto(pathname + search)
  await tablet.getByRole('button', { name: 'Pair' }).click()
  await expect(tablet.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
}

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: RegExp) {
  const focusedName = () =>
    page.evaluate(() => {
      const { activeElement } = document
      const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLSelectElement
      const label = isField ? activeElement.labels?.[0] : activeElement
      return activeElement?.getAttribute('aria-label') ?? label?.textContent ?? ''
    })
  for (let presses = 0; presses < 80; presses += 1) {
    if (name.test(await focusedName())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}`)
}

/** Plays, seeks, goes to a mark and shares, without a mouse. */
async function hearByKeyboard(page: Page, article: Locator) {
  const slider = article.getByRole('slider')
  const place = async () => Number(await slider.inputValue())
  await page.reload()
  await article.waitFor()
  await tabTo(page, /^Play Judge 1/)
  await page.keyboard.press('Enter')
  await expect(article.getByRole('button', { name: /^Pause/ })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(article.getByRole('button', { name: /^Play/ })).toBeFocused()
  await tabTo(page, /^Position in Judge 1/)
  await page.keyboard.press('Home')
  await expect.poll(place).toBe(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(place).toBe(1)
  await page.keyboard.press('Home')
  await tabTo(page, /Good: Focus/)
  await page.keyboard.press('Enter')
  await expect(article.getByRole('button', { name: /^Pause/ })).toBeVisible()
  await tabTo(page, /^Speed/)
  await page.keyboard.press('ArrowDown')
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.reload()
  await article.waitFor()
  await tabTo(page, /^Share critiques/)
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Link to these critiques')).toBeVisible()
}

/** A second of video as this browser records it. */
const recordVideo = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const paint = canvas.getContext('2d')
    const painting = setInterval(() => paint?.fillRect(Math.random() * 300, Math.random() * 150, 20, 20), 40)
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const end = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    setTimeout(() => recorder.stop(), 1_000)
    await end
    clearInterval(painting)
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })

/** The office uploads a whole video critique of seat 1; its name assigns it. */
async function uploadVideoCritique(office: Page, label: string) {
  const buffer = Buffer.from(await recordVideo(office))
  await office.getByLabel('Kind').selectOption({ label: 'Whole video critiques' })
  await office.locator('input[type=file]').setInputFiles({ name: `${label}_1.webm`, mimeType: 'video/webm', buffer })
}

/** Downloads the video critique without a mouse. Returns the name of the file. */
async function downloadByKeyboard(page: Page): Promise<string> {
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.reload()
  await page.getByRole('article').first().waitFor()
  await tabTo(page, /^Download the video critique of/)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  return download.suggestedFilename()
}

type MediaCity = {
  entries: { id: number; label: string; studio: string; seats: { id: number; media: { state: string }[] }[] }[]
}

test('RES-010 OFF-031 a critique recorded without a network is heard in the portal', async ({ browser }) => {
  const desk = await browser.newContext()
  const office = await desk.newPage()
  await signInAs(office, 'office@callboard.example')
  const { request } = office
  const isOwnCity = ({ start_date }: { start_date: string }) => start_date.startsWith('2025-01')
  const { tour_date_id, block_id, registrations } = await publishedBlock(request, isOwnCity)
  const [seat_id] = await seatPanel(request, { tour_date_id, block_id }, 1)
  // A name of its own: the demonstration has an item called Focus below another.
  const item = { name: `Focus ${tour_date_id}`, parent_id: null, event_id: null }
  await send(request, 'post', '/v1/office/critique-items', item)
  const { url } = await send<{ url: string }>(request, 'post', '/v1/office/devices', { seat_id })

  const tabletContext = await browser.newContext({ viewport: { width: 1024, height: 768 } })
  const tablet = await tabletContext.newPage()
  await pairTablet(tablet, url)
  await tabletContext.setOffline(true)
  await tablet.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(tablet.getByText('Recording entry')).toBeVisible()
  // The microphone beeps once a second.
  await expect
    .poll(() => tablet.getByLabel('Loudness').evaluate((meter: HTMLMeterElement) => meter.value))
    .toBeGreaterThan(0)
  // A recording takes time: nothing else tells that some seconds of sound are there.
  await tablet.waitForTimeout(2_500)
  await tablet.getByLabel('Find an item').fill(item.name)
  await tablet.getByRole('button', { name: `Good: ${item.name}`, exact: true }).click()
  for (const digit of '91') await tablet.getByRole('button', { name: digit, exact: true }).click()
  await tablet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(tablet.getByText('2 of')).toBeVisible()
  await expect(tablet.getByText('1 recording saved on this tablet, not sent yet')).toBeVisible()
  await tablet.getByRole('button', { name: 'Stop recording' }).click()
  await tabletContext.setOffline(false)
  await expect(tablet.getByText(/recordings? saved on this tablet/)).toHaveCount(0, { timeout: 40_000 })

  const firstEntry = async () => {
    const { entries } = await send<MediaCity>(request, 'get', `/v1/office/media?tour_date_id=${tour_date_id}`)
    return entries.find(({ seats }) => seats.some(({ media }) => media.length > 0))
  }
  const mediaStates = async () => (await firstEntry())?.seats.flatMap(({ media }) => media.map(({ state }) => state))
  await expect.poll(mediaStates).toEqual(['ready'])
  const entry = await firstEntry()

  await office.goto(`/office/tour-dates/${tour_date_id}/recordings`)
  await expect(office.getByRole('button', { name: `Listen: entry ${entry?.label}, Judge 1` })).toBeVisible()
  await uploadVideoCritique(office, entry?.label ?? '')
  await expect.poll(mediaStates).toEqual(['ready', 'ready'])

  await dance(request, tour_date_id, entry?.id ?? 0)
  const secondDesk = await browser.newContext()
  const admin = await secondDesk.newPage()
  await signInAs(admin, 'admin@callboard.example')
  await releaseCritiques(request, admin.request, tour_date_id)
  const home = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const owner = await home.newPage()
  const registration = registrations.find(({ studio }) => studio === entry?.studio)
  await signInAs(owner, registration?.email ?? '')
  await owner.goto(`/event/${registration?.id}/critiques`)
  const article = owner.getByRole('article', { name: new RegExp(`^${entry?.label} `) })
  await article.getByRole('button', { name: /^Play/ }).click()
  await expect(article.getByRole('button', { name: /^Pause/ })).toBeVisible()
  const position = article.getByRole('slider')
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0)
  for (const width of [390, 1440]) {
    await resizeTo(owner, { width, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await owner.emulateMedia({ colorScheme })
      await expectAccessible(owner)
    }
    await expectNoOverflow(owner)
  }
  await hearByKeyboard(owner, article)
  expect(await downloadByKeyboard(owner)).toMatch(/judge 1.*\.(webm|mp4)$/)
  for (const context of [desk, secondDesk, home, tabletContext]) await context.close()
})
