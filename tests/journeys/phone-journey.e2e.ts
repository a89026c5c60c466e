import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { expectBillInSight } from './bill-in-sight.ts'
import { expectClearFoot } from './clear-foot.ts'
import { expectAccessible, expectNoOverflow, linkInMail, newEmail, signIn, resizeTo } from './kit.ts'
import { smallTargets } from './small-targets.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** A parent with an account of their own and one child, as if they had signed up yesterday. */
async function makeParent(page: Page): Promise<string> {
  const email = newEmail('ines')
  const request: APIRequestContext = page.request
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
  const signedUp = await request.post('/v1/mybtf/signup', { data: { person, user: { email, password: 'Rehearsal7' } } })
  expect(signedUp.ok(), await signedUp.text()).toBe(true)
  await page.goto(await linkInMail(page, email, /confirm/i))
  await expect(page.getByText('Your email has been confirmed').first()).toBeVisible()
  return email
}

async function next(page: Page) {
  await expectBillInSight(page)
  await expectClearFoot(page, [{ width: 390, height: 844 }])
  await page.getByRole('button', { name: 'Save and continue' }).click()
}

async function looksRight(page: Page) {
  await expectAccessible(page)
  await expectNoOverflow(page)
  expect(await smallTargets(page), page.url()).toEqual([])
}

/** A form longer than the screen leaves the title of its dialog all of its room. */
async function expectRoomForTitle(page: Page, opener: Locator) {
  await resizeTo(page, { width: 390, height: 420 })
  await opener.click()
  const dialog = page.getByRole('dialog')
  const header = dialog.locator('header')
  await expect(header).toBeVisible()
  expect(await dialog.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
  // One line of a title, with its padding above and below.
  expect((await header.boundingBox())?.height).toBeGreaterThanOrEqual(72)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await resizeTo(page, { width: 390, height: 844 })
}

test('WIZ-045 TOUR-001 UI-022 REV-003 a parent registers one dancer on a phone', async ({ page }) => {
  const email = await makeParent(page)
  await page.context().clearCookies()
  await signIn(page, email)
  await looksRight(page)
  await page.goto('/roster')
  await page.getByLabel('First name').fill('Lou')
  await page.getByLabel('Last name').fill('Moreau')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByLabel(/Birthdate/).fill('04/05/2013')
  await page.getByRole('button', { name: 'Add to roster' }).click()
  await expect(page.getByText('Roster Updated!').first()).toBeVisible()
  await expect(page.getByText('04/05/2013').first()).toBeVisible()
  await looksRight(page)
  await expectRoomForTitle(page, page.getByRole('button', { name: 'Contact of Lou Moreau' }))

  await page.goto('/register')
  await expect(page.getByRole('table')).toHaveCount(0)
  await looksRight(page)
  const city = page.getByRole('listitem').filter({ hasText: 'Albuquerque' })
  await city.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL(/registration\/\d+/)
  await page.getByLabel(/not affiliated \(independent dancer\)/).check()
  await looksRight(page)
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await page.getByRole('button', { name: 'Begin registration' }).click()
  await expect(page.getByRole('heading', { name: 'Dancers', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('button', { name: '+ ALL' }).click()
  await expect(page.getByText('1 in all').or(page.getByText('0 not registered')).first()).toBeVisible()
  await looksRight(page)
  for (const heading of ['Teachers', 'Observers']) {
    await next(page)
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await looksRight(page)
  }
  await next(page)
  await expect(page.getByText('Independent Registrations cannot compete').first()).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: 'CONTINUE' }).click()

  await expect(page.getByRole('heading', { name: 'Review', exact: true })).toBeVisible()
  await expectBillInSight(page)
  await looksRight(page)
})

test('a large step reads its data once, and cards out of sight are not laid out until they come near', async ({
  page,
}) => {
  await signIn(page, 'grace@example.com')
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto('/registration/9/dancers')
  const cards = page.getByRole('grid', { name: 'Dancers' }).locator('tbody tr')
  await expect(cards).toHaveCount(58)
  const isLaidOut = () =>
    cards.last().evaluate((card) => card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isLaidOut()).toBe(false)
  await cards.last().scrollIntoViewIfNeeded()
  await expect.poll(isLaidOut).toBe(true)
  // Started by the document, and not made again by the scripts.
  const reads = /^POST .*\/authenticate$|^GET .*\/(registrations\/9|city|roster)$/
  expect(calls.filter((call) => reads.test(call)).toSorted()).toEqual([
    'GET /v1/dance360/registrations/9',
    expect.stringMatching(/^GET .*\/city$/),
    'GET /v1/mybtf/roster',
    'POST /v1/mybtf/authenticate',
  ])
})
