import { expect, test, type APIRequestContext, type Browser, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, fillCard, linkInMail, mailTo, newEmail, signIn, resizeTo } from './kit.ts'

const dancers = [
  ['Ines', 'Halloway', '2012-03-09'],
  ['Lotte', 'Brandwyn', '2013-07-29'],
  ['Mai', 'Sato', '2012-11-30'],
] as const

async function send(request: APIRequestContext, method: 'post' | 'put', path: string, data: object) {
  const reply = await request[method](path, { data })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  return reply.json()
}

/** A new studio with three dancers and a routine, reviewed: in front of the payment page of Salt Lake City. */
async function studioAtPayment(page: Page): Promise<{ email: string; id: number; total: number }> {
  const { request } = page
  const email = newEmail('money')
  const account = { email, email2: email, password: 'Rehearsal7', password2: 'Rehearsal7' }
  await send(request, 'post', '/v1/mybtf/new-studio-signup', {
    studio: {
      name: `Copper Lane Dance ${email.split('.')[2]}`,
      address: { address: '18 Mercer Street', city: 'Portland', state_id: 38, country_id: 1, zip: '97209' },
      phone: [{ value: '5035550144', primary: true }],
      email: [{ value: email, primary: true }],
      studio_contacts: [{ fname: 'Ada', lname: 'Okonkwo', person_type_id: 4, primary: true }],
      primary_mybtf_user: account,
    },
  })
  await page.goto(await linkInMail(page, email, /confirm/i))
  await expect(page.getByText('Your email has been confirmed').first()).toBeVisible()
  const people: number[] = []
  for (const [fname, lname, birthdate] of dancers) {
    const reply = await send(request, 'post', '/v1/mybtf/roster', {
      person: { fname, lname, gender_id: 1, birthdate },
      skipFuzzy: true,
    })
    people.push(reply.person.id)
  }
  const tours = (await (await request.get('/v1/mybtf/tours?event_id=7')).json()) as {
    id: number
    event_city: { name: string }
  }[]
  const tour_date_id = tours.find(({ event_city }) => event_city.name === 'Salt Lake City')?.id
  const { id } = await send(request, 'post', '/v1/mybtf/registration', { tour_date_id })
  const attendees = people.map((person_id) => ({ person_id, workshop_level_id: 2 }))
  await send(request, 'put', '/v1/dance360/workshop/attendees', { id, attendees })
  await send(request, 'post', '/v1/dance360/routines', {
    registration_id: id,
    routine: { name: 'First Light', choreographer: 'Mia Sol' },
    attendees: people.slice(0, 2).map((person_id) => ({ person_id })),
    performance_division_id: 1,
  })
  const agreements = { is_competing: true, waiver: true, competitionCodeWaiver: true, review_email: email }
  await send(request, 'put', `/v1/dance360/registrations/${id}`, { ...agreements, info_acknowledged: true })
  for (const left_off of ['dancers', 'teachers', 'observers', 'competition']) {
    await send(request, 'put', `/v1/dance360/registrations/${id}`, { left_off })
  }
  const { fees } = await send(request, 'put', `/v1/dance360/registrations/${id}`, { reviewed: true })
  await page.goto(`/registration/${id}/payment`)
  await expect(page.getByRole('heading', { name: 'Make a payment' })).toBeVisible()
  return { email, id, total: fees.total }
}

const usd = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

test('PAY-004 PAY-007 PAY-009 PAY-011 PAY-013 PAY-038 PAY-056 declined, then a deposit with a card that is kept, then the balance with that card', async ({
  page,
}) => {
  const { id, total } = await studioAtPayment(page)
  await expectAccessible(page)
  await page.getByRole('radio', { name: /^Other amount/ }).check()
  await page.getByLabel('Amount to pay').fill('0.50')
  await page.getByLabel('Save this card for future use').check()
  const payHalf = page.getByRole('button', { name: 'Pay $0.50' })
  await expect(payHalf).toBeDisabled()
  await fillCard(page, '4111111111111111')
  await payHalf.click()
  await expect(page.getByText('Your card was declined.').first()).toBeVisible()
  // Choices and billing address stay, and the card does: Pay makes a new token of it.
  await expect(page.getByLabel('Amount to pay')).toHaveValue('0.50')
  await expect(page.getByLabel('Save this card for future use')).toBeChecked()
  await expect(page.getByText('18 Mercer Street')).toBeVisible()

  await page.getByRole('radio', { name: /^Deposit/ }).check()
  await page.getByRole('button', { name: 'Pay $50.00' }).click()
  await expect(page.getByRole('heading', { name: 'SUCCESS' })).toBeVisible()
  await expect(page.getByText(usd(total - 5_000)).first()).toBeVisible()
  // The cards are as wide as the bar of steps above them.
  const endOf = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().right)
  const steps = page.getByRole('navigation', { name: 'Steps of your registration' })
  expect(await endOf(page.getByRole('region', { name: 'Balance' }))).toBeCloseTo(await endOf(steps), 0)

  await page.goto(`/event/${id}/payments`)
  await expect(page.getByText('ONLINE').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Make a payment' }).click()
  await expect(page.getByText(/^PENDING: your deposit is paid/)).toBeVisible()
  await expect(page.getByRole('radio', { name: /Visa ending in 1111/ })).toBeChecked()
  await page.getByRole('button', { name: 'Add a new card' }).click()
  await page.getByRole('button', { name: 'Cancel, use a saved one' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Pay ${usd(total - 5_000)}` }).click()
  await expect(page.getByText(/We received your payment/).first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('row', { name: /ONLINE/ })).toHaveCount(2)
})

test('PAY-010 PAY-024 a bank account pays once it is authorized, word for word, with a copy in the mail', async ({
  page,
}) => {
  const { email, total } = await studioAtPayment(page)
  await page.getByRole('radio', { name: /^Bank account/ }).check()
  const frames = page.locator('iframe.CollectJSInlineIframe')
  await expect(frames).toHaveCount(3)
  for (const [place, value] of ['Ada Okonkwo', '24413815', '490000018'].entries()) {
    await frames.nth(place).contentFrame().getByRole('textbox').fill(value)
  }
  await page.getByRole('button', { name: `Pay ${usd(total)}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Authorize this bank payment' })
  await expect(dialog).toContainText(`I, Ada Okonkwo, authorize`)
  await expect(dialog).toContainText(`personal checking account ending in 3815 for a single payment of ${usd(total)}`)
  const agree = dialog.getByRole('button', { name: `Authorize and pay ${usd(total)}` })
  await expect(agree).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByLabel('I have read this and authorize the payment').check()
  await agree.click()
  await expect(page.getByRole('heading', { name: 'SUCCESS' })).toBeVisible()
  const copy = await mailTo(page.request, email, /^Your authorization of a bank payment/)
  expect(copy.text).toContain('account ending in 3815')
})

/** The filled buttons that a toast lies over, once it is there. */
const coveredByToast = async (page: Page, text: string) => {
  const coveredButtons = await page.waitForFunction((words) => {
    const toast = [...document.querySelectorAll('output > div')].find((one) => one.textContent.includes(words))
    if (!toast) return null
    const { left, right, top, bottom } = toast.getBoundingClientRect()
    const isUnder = (button: Element) => {
      const box = button.getBoundingClientRect()
      return box.left < right && box.right > left && box.top < bottom && box.bottom > top
    }
    const buttons = [...document.querySelectorAll('main button:not([data-variant="default"], [data-variant="subtle"])')]
    return buttons.filter(isUnder).map((button) => button.textContent)
  }, text)
  return coveredButtons.jsonValue()
}

/** The office creates a code on its own page. */
async function officeCreates(browser: Browser, code: string) {
  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, 'admin@callboard.example')
  await desk.goto('/office/promo-codes')
  await desk.getByRole('button', { name: 'New code' }).click()
  const dialog = desk.getByRole('dialog', { name: 'New promo code' })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase())
  await dialog.getByLabel('Amount taken off').fill('25')
  await expectAccessible(desk)
  const create = dialog.getByRole('button', { name: 'Create code' })
  const isScrolled = () => dialog.evaluate((form) => form.scrollHeight > form.clientHeight)
  await expect(create).toBeInViewport({ ratio: 1 })
  expect(await isScrolled()).toBe(false)
  // On a lower screen the fields scroll, and the buttons stay.
  await resizeTo(desk, { width: 1280, height: 640 })
  await expect(create).toBeInViewport({ ratio: 1 })
  expect(await isScrolled()).toBe(true)
  await create.click()
  await expect(desk.getByRole('row', { name: new RegExp(code) })).toContainText('$25.00 off the total')
  await expectAccessible(desk)
  await desk.close()
}

test('PAY-025 PAY-029 PAY-036 PAY-037 PAY-039 PAY-046 PAY-048 OFF-022 UI-014 a promo code, a credit, and the rest by check: reserved, and pending until it is here', async ({
  page,
  browser,
}) => {
  const code = `FALL${Date.now().toString(36).toUpperCase()}`
  await officeCreates(browser, code)
  const { id, total } = await studioAtPayment(page)
  await page.getByRole('button', { name: 'Add a promo code' }).click()
  await page.getByRole('textbox', { name: 'Promo code' }).fill(code.toLowerCase())
  await expect(page.getByRole('textbox', { name: 'Promo code' })).toHaveValue(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(await coveredByToast(page, 'Your promo code was applied and $25.00 has been taken off!')).toEqual([])
  await resizeTo(page, { width: 820, height: 1180 })
  await page.getByRole('button', { name: 'Add credit/vouchers' }).click()
  await page.getByLabel('From').fill('Spring raffle')
  await page.getByLabel('Amount', { exact: true }).fill('10')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Your credit/vouchers have been applied!')).toBeVisible()
  const balanceText = usd(total - 3_500)
  await expect(page.getByText(balanceText).first()).toBeVisible()

  // Opening the page again sends the codes once more.
  const evaluated = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith('/promo-codes'),
  )
  await page.reload()
  expect((await evaluated).postDataJSON()).toEqual({ registration_id: id, promo_codes: [code] })

  await page.getByRole('radio', { name: /^Check/ }).check()
  await page.getByLabel(/Type RESERVE MY REGISTRATION/).pressSequentially('reserve my registration')
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'COMPLETE REGISTRATION' }).click()
  await expect(page.getByRole('heading', { name: 'SUCCESS' })).toBeVisible()
  await expect(page.getByText('PENDING').first()).toBeVisible()
  await expect(page.getByText(balanceText).first()).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/event/${id}/payments`)
  await expect(page.getByText(/^PENDING: your registration is reserved until your check arrives/)).toBeVisible()
})
