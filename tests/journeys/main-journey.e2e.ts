import { expect, test, type Page } from '@playwright/test'
import { expectBillInSight } from './bill-in-sight.ts'
import { expectClearFoot } from './clear-foot.ts'
import { cutWords } from './cut-words.ts'
import { expectAccessible, fillCard, linkInMail, mailTo, newEmail, resizeTo, signIn } from './kit.ts'

async function next(page: Page) {
  await expectBillInSight(page)
  await expectClearFoot(page, [
    { width: 1024, height: 768 },
    { width: 1440, height: 900 },
  ])
  await page.getByRole('button', { name: 'Save and continue' }).click()
}

/** The amounts of all parts of the review end in one line, on a desk and on a phone. */
async function expectAmountsInOneColumn(page: Page) {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await resizeTo(page, size)
    const ends = await page
      .locator('[data-review] :is(.figures, dd)')
      .evaluateAll((amounts) => amounts.map((amount) => amount.getBoundingClientRect().right))
    expect(ends.length).toBeGreaterThan(5)
    expect(Math.max(...ends) - Math.min(...ends), `at ${size.width}`).toBeLessThan(1)
  }
}

async function signUp(page: Page, email: string) {
  await page.goto('/signup')
  await expectAccessible(page)
  await page.goto('/signup/studio')
  await page.getByRole('button', { name: 'Create a new studio' }).click()
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
  await fill('Studio name', 'Wren Street Dance')
  await fill('Address', '18 Mercer Street')
  await fill('City', 'Portland')
  await page.getByLabel('State / province').selectOption('Oregon')
  await fill('Zip', '97209')
  await fill('Phone', '5035550144')
  await fill('Email', email)
  await fill('Account email', email)
  await fill('Repeat account email', email)
  await fill('Password', 'Rehearsal7')
  await fill('Repeat password', 'Rehearsal7')
  await fill('First name', 'Ada')
  await fill('Last name', 'Okonkwo')
  await page.getByLabel('The owner').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('button', { name: 'resend confirmation email' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(await linkInMail(page, email, /confirm/i))
  await expect(page.getByText('Your email has been confirmed').first()).toBeVisible()
}

async function fillRoster(page: Page) {
  await page.goto('/roster')
  await expect(page.getByText('You do not have anyone in your roster.')).toBeVisible()
  // A child of another test's studio would be asked about here.
  const people = [
    ['Ana', 'Ruiz', 'Female', '03/01/2012'],
    ['Bea', 'Lindqvist', 'Female', '07/19/2013'],
    ['小龍', '李', 'Male', '05/12/2010'],
    ['Mia', 'O’Brien-Núñez', 'Female', '02/02/1990'],
  ] as const
  for (const [first, last, gender, birthdate] of people) {
    await page.getByLabel('First name').fill(first)
    await page.getByLabel('Last name').fill(last)
    await page.getByLabel('Gender').selectOption(gender)
    await page.getByLabel(/Birthdate/).fill(birthdate)
    await page.getByRole('button', { name: 'Add to roster' }).click()
    await expect(page.getByRole('row', { name: new RegExp(last) })).toBeVisible()
  }
  await expectAccessible(page)
}

async function enterRoutine(page: Page) {
  await page.getByRole('button', { name: 'ADD NEW ROUTINE' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Routine name').fill('First Light')
  await form.getByLabel('Performance division').selectOption({ index: 1 })
  await form.getByLabel(/Ana Ruiz/).check()
  await form.getByLabel(/Bea Lindqvist/).check()
  await expect(form.getByRole('status', { name: 'Category' })).toHaveText('Duo/Trio')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save routine' }).click()
  await expect(page.getByRole('row', { name: /First Light/ })).toBeVisible()
  await expectAccessible(page)
}

async function pay(page: Page) {
  await page.getByRole('radio', { name: /^Other amount/ }).check()
  await page.getByLabel('Amount to pay').fill('0.50')
  await fillCard(page, '4111111111111111')
  await page.getByRole('button', { name: /^Pay \$0\.50/ }).click()
  await expect(page.getByText('Your card was declined. Please try another payment method.').first()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('radio', { name: /^Full amount/ }).check()
  // The card is still there, and nothing else is to decide: one press.
  await page.getByRole('button', { name: /^Pay \$1,175\.00/ }).click()
}

/** A confirmation begins on its first page, and a list keeps its amounts below their head. */
async function expectOnPaper(page: Page, id: string) {
  await page.emulateMedia({ media: 'print' })
  await page.goto(`/event/${id}/confirmation`)
  await expect(page.getByRole('article')).toHaveCSS('break-inside', 'auto')
  await page.goto(`/event/${id}/payments`)
  const edge = (role: 'columnheader' | 'row') =>
    page
      .getByRole(role)
      .last()
      .locator(role === 'row' ? ':scope > :last-child' : ':scope')
      .evaluate((cell) => Math.round(cell.getBoundingClientRect().right))
  await expect.poll(async () => (await edge('columnheader')) - (await edge('row'))).toBe(0)
  await page.emulateMedia({ media: null })
  await page.goto(`/event/${id}/overview`)
}

test('WIZ-001 WIZ-015 ACC-087 REV-017 OFF-018 a new studio signs up, registers, is declined once, pays and is confirmed', async ({
  page,
  browser,
}) => {
  const email = newEmail('ada')
  await signUp(page, email)
  if (new URL(page.url()).pathname === '/signin' || (await page.getByRole('link', { name: /SIGN IN/ }).count()) > 0) {
    await signIn(page, email)
  }
  await fillRoster(page)

  await page.goto('/register')
  await expectAccessible(page)
  await page
    .getByRole('row', { name: /Salt Lake City/ })
    .getByRole('button', { name: 'Register' })
    .click()
  await expect(page.getByRole('heading', { name: 'Before you continue' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Begin registration' }).click()

  await expect(page.getByRole('heading', { name: 'Dancers', exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find in your roster' }).fill('a')
  await expect(page.getByRole('button', { name: /^\+ Add \d+ shown$/ })).toBeVisible()
  expect(await cutWords(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Find in your roster' }).fill('')
  await page.getByRole('button', { name: '+ ALL' }).click()
  await expect(page.getByRole('row', { name: /Ana Ruiz/ })).toBeVisible()
  await expectAccessible(page)
  await next(page)
  await expect(page.getByRole('heading', { name: 'Teachers', exact: true })).toBeVisible()
  await page.getByRole('button', { name: '+ ALL' }).click()
  await expect(page.getByRole('row', { name: /O’Brien-Núñez/ })).toBeVisible()
  // The roster has no one left to add: the button is disabled, and focus stays at the roster.
  await expect(page.getByRole('region', { name: 'Your roster' })).toBeFocused()
  await expectAccessible(page)
  await next(page)
  await expect(page.getByRole('heading', { name: 'Observers', exact: true })).toBeVisible()
  await expectAccessible(page)
  await next(page)
  await expect(page.getByRole('heading', { name: 'Are you entering competition?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'ENTER COMPETITION' }).click()
  await enterRoutine(page)
  await next(page)

  await expect(page.getByRole('heading', { name: 'Review', exact: true })).toBeVisible()
  await expectBillInSight(page)
  await expectAmountsInOneColumn(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please agree to the terms and conditions before continuing.').first()).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByLabel('I agree to the terms and conditions.').check()
  await page.getByLabel('I agree to the competition code.').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit' }).click()

  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible()
  await expectBillInSight(page)
  await expectAccessible(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'SUCCESS' })).toBeVisible()
  await expectAccessible(page)

  const confirmation = await mailTo(page.request, email, /^You are registered/)
  expect(confirmation.attachments.map(({ name }) => name).join()).toMatch(/\.pdf/)

  await page
    .getByRole('link', { name: 'Go to Overview' })
    .or(page.getByRole('button', { name: 'Go to Overview' }))
    .click()
  await page.waitForURL(/\/event\/\d+\/overview/)
  await expect(page.getByText('Hey there! It looks like you just registered!').first()).toBeVisible()
  await expectAccessible(page)
  const id = /event\/(\d+)/.exec(page.url())?.[1] ?? ''
  await expectOnPaper(page, id)

  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, 'office@callboard.example')
  await desk.goto(`/office/registrations/${id}`)
  await expect(desk.getByText('Wren Street Dance').first()).toBeVisible()
  await expectAccessible(desk)
  await desk
    .getByRole('button', { name: /^Confirm/ })
    .first()
    .click()
  await expect(desk.getByText(/Confirmed/).first()).toBeVisible()

  await page.reload()
  await expect(page.getByText('Hey there! It looks like you just registered!')).toHaveCount(0)
})
