import { inventDancers } from '@callboard/server/dev/build-people.ts'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { axeProblems } from './axe-problems.ts'
import { cutWords } from './cut-words.ts'

/** Nothing that axe finds, and no control whose words are cut, once the screen has come. */
export async function expectAccessible(page: Page) {
  await expect(async () => {
    await page.locator('h1').first().waitFor()
    expect(await axeProblems(page), page.url()).toEqual([])
    expect(await cutWords(page), `${page.url()} cuts words`).toEqual([])
  }).toPass({ timeout: 60_000 })
}

/**
 * A page no wider than the screen, less the room kept for a scrollbar: it is read without scrolling sideways, and the words
 * of its controls are whole. A phone's page is looked at on the narrowest phone as well.
 */
export async function expectNoOverflow(page: Page) {
  const over = await page.evaluate(() => {
    const edge = Math.ceil(document.body.getBoundingClientRect().right)
    return document.documentElement.scrollWidth - Math.min(window.innerWidth, edge)
  })
  expect(over, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0)
  expect(await cutWords(page), `${page.url()} cuts words`).toEqual([])
  const size = page.viewportSize()
  if (size?.width !== 390) return
  await resizeTo(page, { ...size, width: 320 })
  expect(await cutWords(page), `${page.url()} cuts words at 320 px`).toEqual([])
  await resizeTo(page, size)
}

/**
 * Gives the screen a size and waits until the page is laid out for it. The browser changes the screen's size first and the
 * `dvh` unit some frames later: what is measured between the two belongs to neither size.
 */
export async function resizeTo(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await page.waitForFunction(({ width, height }) => {
    const probe = document.createElement('div')
    probe.style.cssText = 'position: fixed; visibility: hidden; height: 100dvh'
    document.documentElement.append(probe)
    const isLaidOut = Math.abs(probe.getBoundingClientRect().height - height) < 1
    probe.remove()
    return isLaidOut && matchMedia(`(width: ${width}px)`).matches
  }, size)
}

let emailCount = 0
export const newEmail = (name: string) => `${name}.${process.pid}.${Date.now()}.${(emailCount += 1)}@example.com`

/** The link in the newest mail to an address, as the person would follow it. */
export async function linkInMail(page: Page, to: string, subject: RegExp): Promise<string> {
  const mail = await mailTo(page.request, to, subject)
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`No link in the mail to ${to}`)
  return new URL(link).pathname
}

type Mail = { to: string; subject: string; text: string; attachments: { name: string }[] }

/** The newest mail to an address with this subject, once it is there. */
export async function mailTo(request: APIRequestContext, to: string, subject: RegExp): Promise<Mail> {
  let mail: Mail | undefined
  await expect
    .poll(
      async () => {
        const { mails } = (await (await request.get(`/v1/dev/mailbox?to=${encodeURIComponent(to)}`)).json()) as {
          mails: Mail[]
        }
        mail = mails.find((mail) => mail.to === to && subject.test(mail.subject))
        return mail !== undefined
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  if (!mail) throw new Error('No email')
  return mail
}

/** The current authenticator code of an account with two-step sign-in. */
async function codeOf(request: APIRequestContext, email: string): Promise<string | null> {
  const { accounts } = (await (await request.get('/v1/dev/backstage')).json()) as {
    accounts: { email: string; code: string | null }[]
  }
  return accounts.find((account) => account.email === email)?.code ?? null
}

/** Signs in through the sign-in page. */
export async function signIn(page: Page, email: string, password = 'Rehearsal7') {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const code = await codeOf(page.request, email)
  if (code) {
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await page.waitForURL((url) => url.pathname !== '/signin')
}

/**
 * Signs in without the page, where signing in is not the point: of a code each is used once, so that two journeys which
 * begin at once refuse one another.
 */
export async function signInAs(page: Page, email: string) {
  const reply = await page.request.post('/v1/dev/sign-in-as', { data: { email } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

/** Fills the hosted card fields, each in the gateway's own frame. */
export async function fillCard(page: Page, number: string) {
  const frames = page.locator('iframe.CollectJSInlineIframe')
  await expect(frames).toHaveCount(3)
  for (const [place, value] of [number, '10 / 28', '999'].entries()) {
    await frames.nth(place).contentFrame().getByRole('textbox').fill(value)
  }
}

/** The email of a studio that has signed up and confirmed, with nobody on its roster. */
export async function makeStudio(page: Page): Promise<string> {
  const email = newEmail('ada')
  const { request } = page
  const studio = {
    name: 'Wren Street Dance',
    website: '',
    address: { address: '18 Mercer Street', city: 'Portland', state_id: 38, country_id: 1, zip: '97209' },
    phone: [{ value: '(503) 555-0144', primary: true }],
    email: [{ value: email, primary: true }],
    studio_contacts: [{ fname: 'Ada', lname: 'Okonkwo', person_type_id: 4, primary: true }],
    primary_mybtf_user: { email, email2: email, password: 'Rehearsal7', password2: 'Rehearsal7' },
  }
  const signedUp = await request.post('/v1/mybtf/new-studio-signup', { data: { studio } })
  expect(signedUp.ok(), await signedUp.text()).toBe(true)
  await page.goto(await linkInMail(page, email, /confirm/i))
  await expect(page.getByText('Your email has been confirmed').first()).toBeVisible()
  await page.context().clearCookies()
  return email
}

/**
 * Signs in as a new studio whose dancers and one teacher are on its roster, and begins its registration. Answers the
 * registration's id, at the step of dancers.
 */
export async function beginWithDancers(page: Page, count: number): Promise<string> {
  await signIn(page, await makeStudio(page))
  const people = inventDancers(count).map(({ fname, lname, birthdate }) => ({
    fname,
    lname,
    gender_id: 1,
    birthdate: birthdate ?? '2012-05-04',
  }))
  const teacher = { fname: 'Tamsin', lname: 'Volecroft', gender_id: 1, birthdate: '1990-02-02' }
  const imported = await page.request.post('/v1/mybtf/roster/import', { data: { add: [...people, teacher] } })
  expect(imported.ok(), await imported.text()).toBe(true)
  await page.goto('/register')
  await page
    .getByRole('row', { name: /Salt Lake City/ })
    .getByRole('button', { name: 'Register' })
    .click()
  await page.getByRole('button', { name: 'Begin registration', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dancers', exact: true })).toBeVisible()
  return /registration\/(\d+)/.exec(page.url())?.[1] ?? ''
}
