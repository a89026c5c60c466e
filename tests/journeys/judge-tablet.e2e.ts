import { expect, test, type Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { publishedBlock, seatPanel, send } from './judged-block.ts'
import { expectAccessible, signIn, resizeTo } from './kit.ts'
import { expectCookieOnDisk, startBrowser, type ProfileBrowser } from './profile-browser.ts'
import { expectFitsTablet } from './tablet-targets.ts'

let profile = ''
let tabletBrowser: ProfileBrowser | undefined
test.beforeEach(() => {
  profile = mkdtempSync(path.join(os.tmpdir(), 'callboard-tablet-'))
})
test.afterEach(async () => {
  await tabletBrowser?.kill()
  rmSync(profile, { recursive: true, force: true })
})

/** The tablet's page in a browser of its own, which keeps its profile when it is killed. */
async function openTablet(): Promise<Page> {
  tabletBrowser = await startBrowser(profile)
  const tablet = await tabletBrowser.context.newPage()
  await resizeTo(tablet, { width: 1024, height: 768 })
  return tablet
}

/** The service worker keeps the files that this page has loaded. */
async function expectKept(tablet: Page) {
  await tablet.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect
    .poll(() => tablet.evaluate(async () => (await (await caches.open('callboard-judge-1')).keys()).length))
    .toBeGreaterThan(5)
}

async function press(tablet: Page, digits: string) {
  for (const digit of digits) {
    await tablet.getByRole('button', { name: digit === '.' ? 'Point' : digit, exact: true }).click()
  }
  await tablet.getByRole('button', { name: 'Save', exact: true }).click()
}

test('OFF-031 two judges mark a block without a network, the browser of one is killed, marks are handed over, nothing is lost or twice, and the block is locked', async ({
  browser,
  baseURL,
}) => {
  const desk = await browser.newContext()
  const office = await desk.newPage()
  await signIn(office, 'office@callboard.example')
  const { request } = office
  const isOwnCity = ({ start_date }: { start_date: string }) => start_date.startsWith('2025-07')
  const { tour_date_id, block_id, count } = await publishedBlock(request, isOwnCity)
  const seats = await seatPanel(request, { tour_date_id, block_id }, 3)
  const item = { name: `Technique ${tour_date_id}`, parent_id: null, event_id: null }
  const technique = await send<{ id: number }>(request, 'post', '/v1/office/critique-items', item)
  const turns = { name: 'Turns', parent_id: technique.id, event_id: null }
  const { id: turns_id } = await send<{ id: number }>(request, 'post', '/v1/office/critique-items', turns)
  const { url } = await send<{ url: string }>(request, 'post', '/v1/office/devices', { seat_id: seats[0] })

  let tablet = await openTablet()
  const { pathname, search } = new URL(url)
  await tablet.goto(`${baseURL}${pathname}${search}`)
  await expect(tablet.getByRole('button', { name: 'Pair' })).toBeEnabled()
  await expectFitsTablet(tablet, 'pairing')
  await tablet.getByRole('button', { name: 'Pair' }).click()
  await expect(tablet.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await expectKept(tablet)
  await tablet.reload()
  await expect(tablet.getByText('1 of')).toBeVisible()

  // A list of items, and the question before an abstention.
  await tablet.getByRole('button', { name: item.name, exact: true }).click()
  await tablet.getByRole('button', { name: `Good: ${item.name}, Turns` }).click()
  await tablet.getByRole('button', { name: 'Abstain' }).click()
  await expectFitsTablet(tablet, 'entry')
  await tablet.getByRole('button', { name: 'No', exact: true }).click()
  await tablet.getByRole('button', { name: `Take back good: ${item.name}, Turns` }).click()

  // The other judge has a phone, and types what the office shows.
  type Offer = { pairing_id: number; code: string }
  const offer = await send<Offer>(request, 'post', '/v1/office/devices', { seat_id: seats[1] })
  const phoneContext = await browser.newContext({ viewport: { width: 390, height: 844 } })
  let phone = await phoneContext.newPage()
  await phone.goto('/judge')
  await phone.getByLabel('Tablet number').fill(String(offer.pairing_id))
  await phone.getByLabel('Code').fill(offer.code)
  await phone.getByRole('button', { name: 'Pair' }).click()
  await expect(phone.getByText('1 of')).toBeVisible()
  await expectKept(phone)
  await phoneContext.setOffline(true)
  await press(phone, '88')
  // The next entry says that the mark is saved: a page that is closed before then keeps it as typed.
  await expect(phone.getByText('2 of')).toBeVisible()
  await phone.close({ runBeforeUnload: false })

  await tablet.context().setOffline(true)
  await tablet.getByLabel('Find an item').fill('turns')
  await tablet.getByRole('button', { name: `Good: ${item.name}, Turns` }).click()
  await press(tablet, '91')
  await expect(tablet.getByText('2 of')).toBeVisible()
  await press(tablet, '92.5')
  await expect(tablet.getByText('2 saved on this tablet, not sent yet')).toBeVisible()

  // Every process of the tablet's browser is killed; it starts again without a network.
  await expectCookieOnDisk(profile, 'callboard_judge')
  await tabletBrowser?.kill()
  tablet = await openTablet()
  await tablet.context().setOffline(true)
  await tablet.goto(`${baseURL}/judge/tablet`)
  phone = await phoneContext.newPage()
  await phone.goto('/judge/tablet')
  await press(phone, '89.5')
  await expect(phone.getByText('2 saved on this tablet, not sent yet')).toBeVisible()
  await expect(tablet.getByText('2 saved on this tablet, not sent yet')).toBeVisible()
  await expect(tablet.getByText('3 of')).toBeVisible()
  await press(tablet, '93')
  await expect(tablet.getByText('3 saved on this tablet, not sent yet')).toBeVisible()

  // Without any network the office scans the codes; here it takes their text.
  await tablet.getByRole('button', { name: 'Hand over' }).click()
  await expect(tablet.getByRole('img', { name: 'Code 1 of 1' })).toBeVisible()
  await expectFitsTablet(tablet, 'hand-over')
  const code = await tablet.locator('details p').textContent()
  await office.goto(`/office/tour-dates/${tour_date_id}/scores/receive`)
  await office.getByLabel(/^Code as text/).fill(code ?? '')
  await office.getByRole('button', { name: 'Add the code' }).click()
  await office.getByRole('button', { name: 'Store the marks' }).click()
  await expect(office.getByText('3 stored')).toBeVisible()
  await expectAccessible(office)
  await office.goto(`/office/tour-dates/${tour_date_id}/scores/import`)
  await expect(office.getByLabel('Copied rows')).toBeVisible()
  await expectAccessible(office)
  await tablet.getByRole('button', { name: 'Back to judging' }).click()

  await tablet.context().setOffline(false)
  await phoneContext.setOffline(false)
  await expect(tablet.getByText('All sent')).toBeVisible({ timeout: 45_000 })
  await expect(phone.getByText('All sent')).toBeVisible({ timeout: 45_000 })
  type Cell = { seat_id: number; points: number | null; next_revision: number }
  const grid = await send<{ entries: { cells: Cell[] }[] }>(
    request,
    'get',
    `/v1/office/scores?tour_date_id=${tour_date_id}`,
  )
  const cellsOf = (position: number) =>
    grid.entries.flatMap(({ cells }) => cells.filter(({ seat_id }) => seat_id === seats[position - 1]))
  expect(cellsOf(2).flatMap(({ points }) => points ?? [])).toEqual([8_800, 8_950])
  const own = cellsOf(1)
  expect(own.flatMap(({ points }) => points ?? [])).toEqual([9_100, 9_250, 9_300])
  expect(own.map(({ next_revision }) => next_revision)).toEqual(own.map((_, index) => (index < 3 ? 2 : 1)))
  expect(own).toHaveLength(count)
  type Critiques = { entries: { sheets: { good: number[] }[] }[] }
  const critiques = await send<Critiques>(request, 'get', `/v1/office/critiques?tour_date_id=${tour_date_id}`)
  expect(critiques.entries.flatMap(({ sheets }) => sheets.flatMap(({ good }) => good))).toEqual([turns_id])

  // One more without a network: the block is locked before it comes.
  await tablet.context().setOffline(true)
  await press(tablet, '94')
  await expect(tablet.getByText('1 saved on this tablet, not sent yet')).toBeVisible()

  // The third judge wrote on paper: one person types it, another confirms it and locks the block.
  await office.goto(`/office/tour-dates/${tour_date_id}/scores`)
  await office.getByLabel('1, judge 3').fill('90')
  await office.getByLabel('1, judge 3').press('Enter')
  await expect(office.getByText(/, 1 to confirm,/)).toBeVisible()
  await expect(office.getByRole('button', { name: 'Confirm 1 score' })).toHaveCount(0)
  const otherDesk = await browser.newContext()
  const admin = await otherDesk.newPage()
  await signIn(admin, 'admin@callboard.example')
  await admin.goto(`/office/tour-dates/${tour_date_id}/scores`)
  await admin.getByRole('button', { name: 'Confirm 1 score' }).click()
  await expect(admin.getByText(/, 0 to confirm,/)).toBeVisible()
  await admin.getByRole('button', { name: 'Lock the block' }).click()
  // The browser took focus from the button while it waited.
  await expect(admin.getByRole('button', { name: 'Unlock' })).toBeFocused()
  await tablet.context().setOffline(false)
  await expect(tablet.getByText('This block is locked.')).toBeVisible({ timeout: 45_000 })
  await expect(tablet.getByText('1 not accepted: see Review')).toBeVisible()
  await tablet.getByRole('button', { name: 'Review' }).click()
  await expect(tablet.getByRole('heading', { name: 'Not accepted' })).toBeVisible()
  await expect(tablet.getByText('94. Not accepted: This block is locked.')).toHaveCount(2)
  await expectFitsTablet(tablet, 'review')
  for (const context of [desk, otherDesk, phoneContext]) await context.close()
})
