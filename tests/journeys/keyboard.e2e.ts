import { expect, test, type Locator, type Page } from '@playwright/test'
import { makeStudio } from './kit.ts'

/** The focused element: its name for the report, and whether its focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return null
    const shows = (element: Element | null | undefined) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    }
    // A field may show it on its frame, a tick on the box drawn beside it, the whole of a page on its heading.
    const frames = [at, at.parentElement, at.parentElement?.parentElement, at.nextElementSibling, at.closest('label')]
    const label = at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40) ?? ''
    const { width, height } = at.getBoundingClientRect()
    return {
      name: `${at.tagName} ${label} ${at.id}`,
      seen: at.tagName === 'IFRAME' || at.tagName === 'MAIN' || frames.some(shows),
      shown: width > 0 && height > 0,
    }
  })

/** By arrow keys from the one stop of a table or list to a control in it: down to its row, then along the row. */
async function reachInside(page: Page, target: Locator) {
  await target.waitFor()
  const inside = await target.evaluateHandle((element) => element.closest('table, ul')?.querySelector('[tabindex="0"]'))
  const stop = inside.asElement()
  if (!stop) throw new Error(`${String(target)} is in no table or list`)
  for (let stops = 0; !(await stop.evaluate((element) => element === document.activeElement)); stops++) {
    if (stops > 60) throw new Error(`${page.url()}: Tab never comes to the list of ${String(target)}`)
    await page.keyboard.press('Tab')
  }
  const isInRow = () =>
    target.evaluate((element) => element.closest('tr, li')?.contains(document.activeElement) ?? false)
  for (let rows = 0; rows < 120 && !(await isInRow()); rows++) await page.keyboard.press('ArrowDown')
  for (let cells = 0; cells < 20 && !(await has(target)); cells++) await page.keyboard.press('ArrowRight')
  await expect(target).toBeFocused()
}

const has = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Tab, and Tab again, until the control has focus; it is seen at every stop between. */
async function reach(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await target.waitFor()
  for (let stops = 0; stops < 120; stops++) {
    if (await has(target)) return
    await page.keyboard.press(key)
    const at = await focused(page)
    if (at) expect(at, `${page.url()}: ${at.name} has focus, and nobody sees it`).toMatchObject({ seen: true })
  }
  throw new Error(`${page.url()}: Tab never comes to ${String(target)}`)
}

const press = async (page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') => {
  await reach(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, target: Locator, text: string) {
  await reach(page, target)
  await page.keyboard.type(text)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const arrives = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()

async function fillRoster(page: Page) {
  for (const [first, last, birthdate] of [
    ['Odalys', 'Pikeforth', '03012012'],
    ['Zephyrine', 'Wrexham', '07192013'],
    ['Thessaly', 'Quill', '02021990'],
  ] as const) {
    await type(page, page.getByLabel('First name'), first)
    await type(page, page.getByLabel('Last name'), last)
    await type(page, page.getByLabel('Gender'), 'F')
    await type(page, page.getByLabel(/Birthdate/), birthdate)
    await press(page, button(page, 'Add to roster'))
    await expect(page.getByRole('row', { name: new RegExp(last) })).toBeVisible()
  }
}

test('UI-025 a studio registers, competes and reserves without touching a mouse', async ({ page }) => {
  const email = await makeStudio(page)

  await page.goto('/signin')
  await type(page, page.getByLabel('Email'), email)
  await type(page, page.getByLabel('Password', { exact: true }), 'Rehearsal7')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/signin')

  await press(page, page.getByRole('link', { name: 'My Roster' }).first())
  await arrives(page, 'My Roster')
  await fillRoster(page)

  await press(page, page.getByRole('link', { name: 'Register' }).first())
  const city = page.getByRole('row', { name: /Salt Lake City/ }).getByRole('button', { name: 'Register' })
  await press(page, city)
  await press(page, button(page, 'Begin registration'))

  await arrives(page, 'Dancers')
  await reachInside(page, page.getByRole('button', { name: /^Odalys Pikeforth/ }))
  await page.keyboard.press('Enter')
  await reachInside(page, page.getByRole('button', { name: /^Zephyrine Wrexham/ }))
  await page.keyboard.press('Enter')
  await expect(button(page, 'Remove Zephyrine Wrexham')).toBeVisible()
  await reachInside(page, button(page, /^Attended before .*, Odalys Pikeforth$/))
  await page.keyboard.press('Space')
  await expect(button(page, /^Attended before .*, Odalys Pikeforth$/)).toHaveAttribute('aria-pressed', 'true')
  await press(page, button(page, 'Save and continue'))

  await arrives(page, 'Teachers')
  await press(page, button(page, '+ ALL'))
  await expect(button(page, 'Remove Thessaly Quill')).toBeVisible()
  await press(page, button(page, 'Save and continue'))

  await arrives(page, 'Observers')
  await press(page, button(page, 'Save and continue'))

  await press(page, button(page, 'ENTER COMPETITION'))
  await press(page, button(page, 'ADD NEW ROUTINE'))
  const form = page.getByRole('dialog')
  await type(page, form.getByLabel('Routine name'), 'First Light')
  await reach(page, form.getByLabel('Performance division'))
  await page.keyboard.press('ArrowDown')
  await reachInside(page, form.getByLabel(/Odalys Pikeforth/))
  await page.keyboard.press('Space')
  await reachInside(page, form.getByLabel(/Zephyrine Wrexham/))
  await page.keyboard.press('Space')
  await expect(form.getByRole('status', { name: 'Category' })).toHaveText('Duo/Trio')
  await press(page, form.getByRole('button', { name: 'Save routine' }))
  await expect(page.getByRole('row', { name: /First Light/ })).toBeVisible()
  await press(page, button(page, 'Save and continue'))

  await arrives(page, 'Review')
  // A refusal takes focus, Escape puts it away, and focus is in the field to put right.
  const submit = button(page, 'Submit')
  const terms = page.getByLabel('I agree to the terms and conditions.')
  await press(page, submit)
  await expect(page.getByRole('dialog', { name: 'Sorry!' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(terms).toBeFocused()
  await page.keyboard.press('Space')
  await press(page, page.getByLabel('I agree to the competition code.'), 'Space')
  await press(page, submit)

  await arrives(page, 'Payment')
  // Into the gateway's own fields, through them, and out of them again.
  const fields = page.locator('iframe.CollectJSInlineIframe')
  await expect(fields).toHaveCount(3)
  const card = page.getByRole('radio', { name: /card$/ })
  await expect(card).toBeChecked()
  for (const [place, value] of ['4111111111111111', '1028', '999'].entries()) {
    await reach(page, fields.nth(place))
    await page.keyboard.type(value)
    await expect(fields.nth(place).contentFrame().getByRole('textbox')).toHaveValue(/\d/)
  }
  await expect(button(page, /^Pay \$/)).toBeEnabled()
  await reach(page, card, 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /^Check/ })).toBeChecked()
  await type(page, page.getByLabel(/Type RESERVE MY REGISTRATION/), 'reserve my registration')
  await press(page, button(page, 'COMPLETE REGISTRATION'))
  await expect(page.getByRole('heading', { name: 'SUCCESS' })).toBeVisible()
})
