import { inventDancers } from '@callboard/server/dev/build-people.ts'
import { enterChoice } from '@callboard/domain/roster/find-people.ts'
import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { findChromium } from '../tests/journeys/find-chromium.ts'
import { linkInMail } from '../tests/journeys/kit.ts'
import type { Bench } from './bench.ts'
import { startDemonstration } from './demonstration.ts'
import { Hands, type HandsMode } from './hands.ts'
import { printTable, type Cell } from './table.ts'

/** Measured by hand on 2026-11-22, and what is aimed at. */
const earlier = {
  owner: { presses: 91, keys: 1_529, seconds: 491, aim: 330 },
  parent: { presses: 65, keys: 216, seconds: 132, aim: 90 },
} as const

const dancerCount = 60
type Dancer = ReturnType<typeof inventDancers>[number]
const modes: readonly HandsMode[] = ['mouse', 'keyboard']

/** Counts what an owner with sixty dancers and forty routines and a parent with two children press and type. */
export async function handsPart({ options, postgres }: Bench) {
  const demonstration = await startDemonstration(options.port + 6, postgres.folder)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const rows: Cell[] = []
  try {
    for (const [journey, walk] of [['owner', walkOwner] as const, ['parent', walkParent] as const]) {
      const before = earlier[journey]
      rows.push({
        journey,
        by: 'before',
        presses: before.presses,
        keys: before.keys,
        seconds: before.seconds,
        aim: before.aim,
      })
      for (const mode of modes) {
        const hands = await openHands(browser, demonstration.origin, mode)
        await walk(hands)
        const { presses, keys, seconds } = hands
        rows.push({ journey, by: mode, presses, keys, seconds: Math.round(seconds), aim: before.aim })
        await hands.page.context().close()
      }
    }
  } finally {
    await browser.close()
    await demonstration.stop()
  }
  printTable('Hands: 1.2 s a press, 0.25 s a key, from the front page to SUCCESS', rows)
}

async function openHands(browser: Browser, baseURL: string, mode: HandsMode): Promise<Hands> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto('/')
  return new Hands(page, mode)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first()
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const arrival = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** The link in the mail is one press; the page it opens signs nobody in. */
/** Pastes as a key would, where focus is; the page reads the clipboard of the event. */
const paste = (target: Locator, text: string) =>
  target.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

async function confirmAndSignIn(hands: Hands, email: string) {
  const { page } = hands
  await page.goto(await linkInMail(page, email, /confirm/i))
  hands.presses += 1
  await page.getByText('Your email has been confirmed').first().waitFor()
  if ((await page.getByRole('link', { name: /SIGN IN/ }).count()) === 0) return
  await page.goto('/signin')
  hands.presses += 1
  await hands.fill(field(page, 'Email'), email)
  await hands.fill(field(page, 'Password'), 'Rehearsal7')
  await hands.key('Enter')
  await page.waitForURL((url) => url.pathname !== '/signin')
}

async function beginCity(hands: Hands) {
  const { page } = hands
  await hands.press(link(page, 'Register'))
  await hands.press(page.getByRole('row', { name: /Reno/ }).getByRole('button', { name: 'Register' }))
  const independent = page.getByLabel(/^not affiliated/)
  const begin = button(page, 'Begin registration')
  await independent.or(begin).first().waitFor()
  if ((await independent.count()) > 0) {
    await hands.press(independent, 'Space')
    await hands.press(button(page, 'CONFIRM'))
  }
  await hands.press(begin)
  await arrival(page, 'Dancers')
}

async function submitAndPay(hands: Hands) {
  const { page } = hands
  await arrival(page, 'Review')
  for (const name of ['terms and conditions', 'competition code']) {
    const tick = page.getByLabel(`I agree to the ${name}.`)
    if ((await tick.count()) > 0) await hands.press(tick, 'Space')
  }
  await hands.save()
  await arrival(page, 'Payment')
  const fields = page.locator('iframe.CollectJSInlineIframe')
  await fields.nth(2).waitFor()
  for (const [place, text] of ['4111111111111111', '1028', '999'].entries()) {
    const input = fields.nth(place).contentFrame().getByRole('textbox')
    if (hands.mode === 'keyboard') await hands.focus(fields.nth(place))
    else if (place === 0) {
      await input.click()
      hands.presses += 1
    } else await hands.key('Tab')
    // Focus crosses from one document into another.
    await page.waitForTimeout(400)
    await hands.text(text)
  }
  const billing = [
    ['Billing address', '18 Mercer Street'],
    ['City', 'Portland'],
    ['ZIP / postal code', '97209'],
  ] as const
  for (const [label, text] of billing) {
    const input = field(page, label)
    if ((await input.count()) > 0 && (await input.inputValue()) === '') await hands.fill(input, text)
  }
  const state = field(page, 'State / province')
  if ((await state.count()) > 0 && (await state.inputValue()) === '') await hands.choose(state, 'Oregon')
  await hands.press(button(page, /^Pay \$/))
  await page.getByRole('heading', { name: 'SUCCESS' }).waitFor({ timeout: 60_000 })
}

/** Sizes of the forty casts: sixteen solos, four duos, four trios, twelve groups of six, four lines of twelve. */
const castSizes = [16, 4, 4, 12, 4].flatMap((count, kind) =>
  Array.from({ length: count }, () => [1, 2, 3, 6, 12][kind] ?? 1),
)
const titles = [
  'First Light',
  'Paper Lanterns',
  'Undertow',
  'Sugar Rush',
  'The Long Way',
  'Static',
  'Bluebird',
  'Night Train',
]

const beginnings = (text: string) => Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1))

/** Types the shortest text for which Enter adds this dancer: initials, or the beginning of either name or both. */
async function addDancer(hands: Hands, dancer: Dancer, cast: readonly Dancer[], all: readonly Dancer[]) {
  const { fname, lname } = dancer
  const name = `${fname} ${lname}`
  const state = { isIn: (person: Dancer) => cast.includes(person), canAdd: () => true }
  const isEnough = (text: string) => {
    const choice = enterChoice(all, text, state)
    return choice.kind === 'add' && choice.person === dancer
  }
  const both = beginnings(fname).flatMap((first) => beginnings(lname).map((last) => `${first} ${last}`))
  const initials = fname.charAt(0) + lname.charAt(0)
  const texts = [initials, ...beginnings(name), ...beginnings(lname), ...both].toSorted(
    (one, other) => one.length - other.length,
  )
  await hands.text((texts.find(isEnough) ?? name).toLowerCase())
  await hands.key('Enter')
  await hands.page.getByRole('button', { name: `Take ${name} out` }).waitFor()
}

async function walkOwner(hands: Hands) {
  const { page } = hands
  const email = `ada.${hands.mode}@example.com`
  await hands.press(link(page, /SIGN IN/))
  await hands.press(page.getByRole('main').getByRole('link', { name: /sign up/i }))
  await hands.press(link(page, /^Studio/))
  await hands.press(button(page, 'Create a new studio'))
  const fill = (label: string, text: string) => hands.fill(field(page, label), text)
  await fill('Studio name', 'Wren Street Dance')
  await fill('Address', '18 Mercer Street')
  await fill('City', 'Portland')
  await hands.choose(field(page, 'State / province'), 'Oregon')
  await fill('Zip', '97209')
  await fill('Phone', '5035550144')
  await fill('Email', email)
  for (const label of ['Account email', 'Repeat account email']) {
    if ((await field(page, label).inputValue()) === '') await fill(label, email)
  }
  for (const label of ['Password', 'Repeat password']) await fill(label, 'Rehearsal7')
  await fill('First name', 'Ada')
  await fill('Last name', 'Okonkwo')
  await hands.press(button(page, 'Sign up'))
  await confirmAndSignIn(hands, email)

  const dancers = inventDancers(dancerCount)
  await hands.press(link(page, 'Import your roster'))
  const day = (birthdate: string) => birthdate.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
  const lines = dancers.map(({ fname, lname, birthdate }) =>
    [fname, lname, 'Female', day(birthdate ?? '2012-05-04')].join('\t'),
  )
  // Copied in the sheet, pasted on the page: two keys.
  await field(page, 'Copied rows').waitFor()
  await paste(page.locator('body'), ['First name\tLast name\tGender\tBirthdate', ...lines].join('\n'))
  hands.keys += 2
  await hands.press(button(page, /^Add \d+ people/))
  await page.getByText(/joined your roster/).waitFor()

  await beginCity(hands)
  await hands.press(button(page, '+ ALL'))
  await hands.save()
  for (const step of ['Teachers', 'Observers']) {
    await arrival(page, step)
    await hands.save()
  }
  await hands.press(button(page, 'ENTER COMPETITION'))
  await hands.press(button(page, 'ADD NEW ROUTINE'))
  const form = page.getByRole('dialog')
  const nameField = form.getByLabel('Routine name')
  let next = 0
  for (const [number, size] of castSizes.entries()) {
    await hands.fill(nameField, `${titles[number % titles.length]} ${1 + Math.floor(number / titles.length)}`)
    if (number === 0) await hands.choose(form.getByLabel('Performance division'), 'Jazz')
    if (number > 0) await hands.key('Enter')
    else await hands.focus(form.getByRole('searchbox', { name: 'Find dancers' }))
    const cast: Dancer[] = []
    for (let seat = 0; seat < size; seat += 1) {
      const dancer = dancers[next++ % dancerCount]
      if (!dancer) continue
      await addDancer(hands, dancer, cast, dancers)
      cast.push(dancer)
    }
    await hands.save()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[role=dialog] input[name=name]')?.value === '',
    )
  }
  await hands.key('Escape')
  await form.waitFor({ state: 'detached' })
  await hands.save()
  await submitAndPay(hands)
}

async function walkParent(hands: Hands) {
  const { page } = hands
  const email = `nora.${hands.mode}@example.com`
  const fill = (label: string | RegExp, text: string) => hands.fill(page.getByLabel(label).first(), text)
  await hands.press(link(page, /SIGN IN/))
  await hands.press(page.getByRole('main').getByRole('link', { name: /sign up/i }))
  await hands.press(link(page, /individual/i))
  await fill('First name', 'Nora')
  await fill('Last name', 'Vance')
  await hands.choose(page.getByLabel('I am a…'), 'Parent')
  await hands.fill(field(page, 'Email'), email)
  if ((await field(page, 'Repeat email').count()) > 0) await hands.fill(field(page, 'Repeat email'), email)
  for (const label of ['Password', 'Repeat password']) {
    if ((await field(page, label).count()) > 0) await hands.fill(field(page, label), 'Rehearsal7')
  }
  await hands.key('Enter')
  await confirmAndSignIn(hands, email)
  await hands.press(link(page, 'My Roster'))
  for (const [first, birthdate] of [
    ['Odalys', '03012012'],
    ['Zephyr', '07192013'],
  ] as const) {
    await fill('First name', `${first}`)
    await fill('Last name', `Vance${hands.mode === 'mouse' ? '' : 's'}`)
    await hands.choose(page.getByLabel('Gender').first(), 'Female')
    await fill(/Birthdate/, birthdate)
    await hands.key('Enter')
    await page.getByRole('row', { name: new RegExp(first) }).waitFor()
  }
  await beginCity(hands)
  await hands.press(button(page, '+ ALL'))
  await hands.save()
  for (const step of ['Teachers', 'Observers']) {
    await arrival(page, step)
    await hands.save()
  }
  // The city's competition is for studios.
  await arrival(page, /^Independent/)
  await hands.save()
  await arrival(page, 'Review')
  for (const [label, text] of [
    ['Phone', '5035550144'],
    ['Address', '18 Mercer Street, Portland'],
  ] as const) {
    const input = field(page, label)
    if ((await input.inputValue()) === '') await hands.fill(input, text)
  }
  await submitAndPay(hands)
}
