import { expect, test, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { axeProblems } from './axe-problems.ts'
import { brokenWords } from './broken-words.ts'
import { buttonsOutOfSight } from './buttons-out-of-sight.ts'
import { cutWords } from './cut-words.ts'
import { resizeTo } from './kit.ts'

// Every screen of the product, as its kind of caller. The list is read from the routes: a new screen is visited without a
// word here, unless its address has a parameter that nothing below knows; then this fails and asks for it.

const web = path.join(import.meta.dirname, '../../web/src')
const routes = ['routes.tsx', 'office-routes.ts']
  .map((file) => readFileSync(path.join(web, file), 'utf8'))
  .flatMap((text) => [...text.matchAll(/path: ['`](\/[^'`]*)['`]/g)].map(([, route = '']) => route))
  .flatMap((route) =>
    route.startsWith('/${path}')
      ? ['best-dancers', 'core-performers', 'proteges', 'the-cast-experience'].map((name) => `/${name}/:token`)
      : [route],
  )

/** Addresses that lead on to another one, and pages that only a demonstration or a developer has. */
const withoutScreen = [
  ...['/registration/:id', '/registration/:id/specialty-nominations', '/event/:id', '/event/:id/coda', '/judge'],
  // A review and a payment come before these: the main journey looks at them.
  ...['/registration/:id/payment', '/registration/:id/success'],
  ...['/dev', '/dev/sign-in', '/dev/clock', '/dev/mailbox', '/dev/kit'],
]

const screens = [...new Set(routes)].filter((route) => !withoutScreen.includes(route))
const isOffice = (route: string) => route.startsWith('/office')
const isOwners = (route: string) =>
  /^\/(registrations?|event|account|change-studio|roster|dashboard|awaiting-confirmation)\b/.test(route)
/** The cities of the tour whose table has the longest words. */
const picker = '/register?event=meridian'
/** Pages that are for everyone, without an account or a link. */
const publicPages = [
  ...['/', picker, '/signin', '/signup', '/signup/user', '/signup/studio', '/forgot-password'],
  ...['/privacy', '/terms'],
]
const isVisitors = (route: string) => !isOffice(route) && !isOwners(route)

/** Looks at 1440 px in the light theme and at 390 px in the dark one. */
const looks = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const
type Look = (typeof looks)[number]
/** Widths of a tablet, one beside each look. */
const tabletWidths = [1024, 820] as const

async function show(page: Page, { width, height, colorScheme }: Look) {
  await resizeTo(page, { width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** Goes to another screen as a link does, without loading the app again; waits until it has come with its data. */
async function go(page: Page, address: string) {
  await page.evaluate((to) => {
    const { pathname, search } = window.location
    if (pathname === to || pathname + search === to) return
    for (const title of document.querySelectorAll('h1')) title.setAttribute('data-before', '')
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await page
    .waitForFunction(
      () => document.querySelector('h1:not([data-before])') !== null && !document.querySelector('[data-waiting]'),
      undefined,
      { polling: 50, timeout: 60_000 },
    )
    // A screen with a theme of its own, as the portal, turns to it right after it has come.
    .then(() =>
      page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))),
    )
    .catch(() => {
      throw new Error(`${address} did not show a heading of its own, but ${page.url()}`)
    })
}

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      document.documentElement.scrollWidth >
      Math.min(window.innerWidth, Math.ceil(document.body.getBoundingClientRect().right)),
  )

/** `SCREENS_TURN=1` shows each screen in the look that it does not have here: both for every screen cost twice as much. */
const turn = process.env.SCREENS_TURN === '1' ? 1 : 0

/**
 * Problems of these screens, each in one look: every other one is light and wide, the rest are dark and narrow. Pages that
 * anyone may open have both.
 */
async function look(page: Page, addresses: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  for (const [parity, view] of looks.entries()) {
    await show(page, view)
    for (const address of addresses.filter(
      (path, place) => publicPages.includes(path) || (place + turn) % 2 === parity,
    )) {
      await go(page, address)
      const screenProblems = [
        ...((await isTooWide(page)) ? ['wider than the screen'] : []),
        ...(await cutWords(page)).map((words) => `cut: ${words}`),
        ...(await axeProblems(page)),
      ]
      problems.push(...screenProblems.map((problem) => `${address} at ${view.width} px: ${problem}`))
    }
    // Beside its bill or its menu a page of a tablet has little room: words of a table break there first.
    const width = tabletWidths[parity] ?? 1024
    await resizeTo(page, { width, height: 1024 })
    for (const address of addresses.filter((path, place) => path === picker || (place + turn) % 2 === parity)) {
      await go(page, address)
      const screenProblems = [
        ...((await isTooWide(page)) ? ['wider than the screen'] : []),
        ...(await brokenWords(page)).map((words) => `broken: ${words}`),
        ...(await buttonsOutOfSight(page)).map((name) => `out of sight: ${name}`),
      ]
      problems.push(...screenProblems.map((problem) => `${address} at ${width} px: ${problem}`))
    }
  }
  return problems
}

async function signInAs(page: Page, email: string, home: string) {
  await page.goto('/')
  const reply = await page.request.post('/v1/dev/sign-in-as', { data: { email } })
  expect(reply.ok(), await reply.text()).toBe(true)
  await page.goto(home)
  await page.locator('h1').first().waitFor()
}

const getJson = async <Reply>(page: Page, call: string) => {
  const reply = await page.request.get(call)
  expect(reply.ok(), `${call}: ${await reply.text()}`).toBe(true)
  return (await reply.json()) as Reply
}

/** The first `id` in what a call answers. */
const firstId = async (page: Page, call: string) =>
  /"id":(\d+)/.exec(JSON.stringify(await getJson(page, call)))?.[1] ?? '0'

/** Puts values into the parameters of routes; a parameter without one fails. */
const fill = (route: string, values: Readonly<Record<string, string>>) =>
  route.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${route}: say below which ${name} to visit`)
    return value
  })

type OwnRegistrations = { registrations: { id: number; city: string; completed: boolean; people: number }[] }
type OfficeRegistrations = { rows: { id: number; tour_date_id: number; city: string }[] }

test('ACC-076 SEC-026 UI-025 every screen passes axe, fits 1440 px, a tablet and 390 px, and cuts and breaks no words, in the light and the dark theme', async ({
  page,
}) => {
  await signInAs(page, 'grace@example.com', '/dashboard')
  const { registrations } = await getJson<OwnRegistrations>(page, '/v1/mybtf/own-registrations')
  const past = String(registrations.find(({ city }) => city.startsWith('Sacramento'))?.id)
  const drafts = registrations.filter(({ completed }) => !completed).toSorted((one, other) => other.people - one.people)
  const draft = String(drafts[0]?.id)
  const tokens = new Map<string, string>()
  for (const route of screens.filter((route) => isVisitors(route) && route.includes(':token'))) {
    const name = route.split('/').at(-2) ?? ''
    const data = { path: name, registration_id: Number(past), coda: route.startsWith('/coda') }
    const headers = { origin: new URL(page.url()).origin }
    const reply = await page.request.post('/v1/dance360/share-links', { data, headers })
    // Links of mails are none of these: their screens say that the link is no longer good.
    tokens.set(route, reply.ok() ? ((await reply.json()) as { token: string }).token : 'none')
  }
  const ownerScreens = screens
    .filter(isOwners)
    .map((route) =>
      fill(route, { id: route.startsWith('/event') ? past : draft, program: 'best-dancers', token: 'none' }),
    )
  const problems = await look(page, ownerScreens)

  await page.context().clearCookies()
  await page.goto('/')
  const visitorScreens = screens
    .filter(isVisitors)
    .map((route) => (route === '/register' ? picker : fill(route, { token: tokens.get(route) ?? 'none', id: '1' })))
  problems.push(...(await look(page, visitorScreens)))

  const { accounts } = await getJson<{ accounts: { email: string; role: string }[] }>(page, '/v1/dev/backstage')
  await signInAs(page, accounts.find(({ role }) => role === 'admin')?.email ?? '', '/office')
  const { rows } = await getJson<OfficeRegistrations>(page, '/v1/office/registrations')
  const judged = rows.find(({ id }) => String(id) === past)
  const ids = {
    registrations: past,
    'tour-dates': String(judged?.tour_date_id),
    studios: await firstId(page, '/v1/office/studios'),
    events: await firstId(page, '/v1/office/events'),
    people: await firstId(page, '/v1/office/people?q=an'),
    'group-mails': 'new',
  }
  const version = await firstId(page, '/v1/office/survey-versions')
  const officeScreens = screens.filter(isOffice).map((route) => {
    const id = Object.entries(ids).find(([name]) => route.startsWith(`/office/${name}/`))?.[1]
    return fill(route, { version, token: 'none', ...(id !== undefined && { id }) })
  })
  problems.push(...(await look(page, officeScreens)))
  expect(problems).toEqual([])
  expect(ownerScreens.length + visitorScreens.length + officeScreens.length).toBe(screens.length)
})
