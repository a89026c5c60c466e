import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoOverflow, signIn, signInAs, resizeTo } from './kit.ts'

const guarded = [
  '/dashboard',
  '/registrations/incomplete',
  '/roster',
  '/account',
  '/registration/1',
  '/registration/1/dancers',
  '/event/1/overview',
  '/office',
]

test('UI-025 a page of 1280 px that is magnified four times needs no scrolling sideways', async ({ page }) => {
  await resizeTo(page, { width: 320, height: 844 })
  await signIn(page, 'grace@example.com')
  for (const path of ['/', '/register', '/registration/9/competition', '/event/3/waivers']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoOverflow(page)
  }
})

test('SEC-001 SEC-003 SEC-027 a visitor is sent to sign in from every page that is somebody’s', async ({ page }) => {
  for (const path of guarded) {
    await page.goto(path)
    await page.waitForURL(/\/signin/)
  }
})

test('ACC-075 UI-020 a path that leads nowhere says so', async ({ page }) => {
  await page.goto('/nope')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expectAccessible(page)
})

test('SEC-002 ACC-011 ERR-026 a signed-in visitor is not asked to sign in; signing out ends the session', async ({
  page,
}) => {
  await signIn(page, 'marlowe@example.com')
  await page.goto('/signin')
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/account')
  await expectAccessible(page)
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('You have been logged out.').first()).toBeVisible()
  await page.goto('/account')
  await page.waitForURL(/\/signin/)
})

test('SEC-028 an owner who types the office’s address gets in nowhere', async ({ page }) => {
  await signIn(page, 'grace@example.com')
  await page.goto('/office/registrations')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('UI-025 back and forward show a page where it was left; a new page begins at its top', async ({ page }) => {
  await resizeTo(page, { width: 1440, height: 400 })
  await page.goto('/privacy')
  await page.getByRole('heading', { level: 1, name: /Privacy/ }).waitFor()
  const position = () => page.evaluate(() => window.scrollY)
  await page.evaluate(() => window.scrollTo(0, 150))
  expect(await position()).toBe(150)
  // A click would scroll the link into sight first.
  await page.getByRole('link', { name: 'Terms' }).evaluate((link: HTMLElement) => link.click())
  await page.getByRole('heading', { level: 1, name: /Terms/ }).waitFor()
  expect(await position()).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 90))
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: /Privacy/ }).waitFor()
  await expect.poll(position).toBe(150)
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: /Terms/ }).waitFor()
  await expect.poll(position).toBe(90)
})

test('UI-025 where motion is reduced, another theme is there at once', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto('/privacy')
  await page.getByRole('heading', { level: 1, name: /Privacy/ }).waitFor()
  const read = () =>
    page.evaluate(() => ({
      colors: [...document.querySelectorAll('body, body *')].map((element) => getComputedStyle(element).color),
      // An animation of its own, as a mark of loading has, is no transition.
      transitions: document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ transitionProperty, effect }) => {
          const target = effect instanceof KeyframeEffect ? effect.target : null
          return `${transitionProperty} of ${target?.tagName} ${target?.className}`
        }),
    }))
  const [dark] = (await read()).colors
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.waitForFunction((before) => getComputedStyle(document.body).color !== before, dark)
  const first = await read()
  expect(first.transitions).toEqual([])
  expect((await read()).colors).toEqual(first.colors)
})

test('TOUR-022 a press on a page whose scripts are still on their way is not lost', async ({ page }) => {
  let letThrough = () => {}
  const release = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/*.js', async (route) => {
    await release
    await route.continue()
  })
  await page.goto('/register', { waitUntil: 'commit' })
  const row = page.getByRole('row', { name: /Salt Lake City/ })
  await row.getByRole('button', { name: 'Register' }).click()
  letThrough()
  await page.waitForURL(/\/signin/)
  // They are off while React is loaded, which takes half as long without them.
  const stack = await page.evaluate(() => new Error('read').stack ?? '')
  expect(stack.split('\n').length).toBeGreaterThan(1)
})

test('ROST-025 beside a long bill a name that is searched for, and the button that adds it, stay in sight', async ({
  page,
}) => {
  await signInAs(page, 'grace@example.com')
  type Own = { registrations: { id: number; completed: boolean; people: number }[] }
  const { registrations } = (await (await page.request.get('/v1/mybtf/own-registrations')).json()) as Own
  const [largest] = registrations
    .filter(({ completed }) => !completed)
    .toSorted((one, other) => other.people - one.people)
  await page.goto(`/registration/${largest?.id}/dancers`)
  const panel = page.getByRole('region', { name: 'Your roster' })
  await panel.getByRole('searchbox').fill('amar')
  const add = panel.getByRole('button', { name: /^\+ Add \d+ shown$/ })
  await expect(add).toBeInViewport({ ratio: 1 })
  await expect(panel.getByRole('listitem').first()).toBeInViewport({ ratio: 0.9 })
})
