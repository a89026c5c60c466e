import { expect, test, type Locator, type Page } from '@playwright/test'
import { beginWithDancers, expectAccessible } from './kit.ts'

const dancerCount = 60
const routineCount = 24

/** Why the focused element is not wholly in sight: out of the window, or below a bar that stays there; null: it is. */
const coverOf = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body || at.tagName === 'MAIN') return null
    const { top, bottom, left, width, height } = at.getBoundingClientRect()
    const name = `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40) ?? ''}`
    if (height > window.innerHeight / 2 || width === 0) return null
    if (top < 0 || bottom > window.innerHeight) return `${name} is out of the window (${top} to ${bottom})`
    for (const y of [top + 2, top + height / 2, bottom - 2]) {
      let over = document.elementFromPoint(left + width / 2, y)
      for (; over && !over.contains(at); over = over.parentElement) {
        const { position } = getComputedStyle(over)
        if (position === 'sticky' || position === 'fixed') return `${name} is below ${over.className || over.tagName}`
      }
    }
    return null
  })

/** Presses a key until the target has focus, and counts; at each stop focus is in sight. */
async function countTo(page: Page, target: Locator, key = 'Tab'): Promise<number> {
  await target.waitFor()
  for (let count = 0; count < 200; count++) {
    // A skip link slides in.
    await expect.poll(() => coverOf(page), { message: page.url() }).toBeNull()
    if (await target.evaluate((element) => element === document.activeElement)) return count
    await page.keyboard.press(key)
  }
  throw new Error(`${page.url()}: ${key} never comes to ${String(target)}`)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const arrives = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()

async function addRoutines(page: Page, registration_id: string) {
  const reply = await page.request.get(`/v1/dance360/registrations/${registration_id}`)
  const { attendees } = (await reply.json()) as { attendees: Record<string, { person_id: number }> }
  const ids = Object.values(attendees).map(({ person_id }) => person_id)
  for (let number = 0; number < routineCount; number++) {
    const cast = [0, 1, 2, 3].map((place) => ({ person_id: ids[(number * 4 + place) % dancerCount] }))
    const routine = { name: `Nocturne ${number + 1}`, choreographer: 'Mia Sol' }
    const addition = await page.request.post('/v1/dance360/routines', {
      data: { registration_id: Number(registration_id), routine, attendees: cast, performance_division_id: 1 },
    })
    expect(addition.ok(), await addition.text()).toBe(true)
  }
}

test('UI-025 tables are one stop: few presses of Tab lead through a step of sixty dancers, and focus is never covered', async ({
  page,
}) => {
  const id = await beginWithDancers(page, dancerCount)
  const all = button(page, '+ ALL')
  const forward = button(page, 'Save and continue')
  await all.click()
  await expect(page.getByRole('grid', { name: 'Dancers' })).toHaveAttribute('aria-rowcount', String(dancerCount + 1))
  await all.evaluate((element) => (element as HTMLButtonElement).parentElement?.querySelector('a')?.focus())
  const toForward = await countTo(page, forward)
  expect(toForward).toBeLessThanOrEqual(12)
  await countTo(page, page.getByRole('checkbox', { name: /^Select (?!all)/ }).first(), 'Shift+Tab')
  // Through the whole table, by row and by page, and back.
  await countTo(page, page.getByRole('row').nth(40).getByRole('checkbox'), 'ArrowDown')
  for (const key of ['ArrowRight', 'ArrowRight', 'PageDown', 'PageDown', 'Control+End', 'PageUp', 'Control+Home']) {
    await page.keyboard.press(key)
    await expect.poll(() => coverOf(page)).toBeNull()
  }
  await expectAccessible(page)

  await page.keyboard.press('Control+Enter')
  await arrives(page, 'Teachers')
  await page.keyboard.press('Control+Enter')
  await arrives(page, 'Observers')
  await page.keyboard.press('Control+Enter')
  await button(page, 'ENTER COMPETITION').click()
  await button(page, 'ADD NEW ROUTINE').click()
  const form = page.getByRole('dialog', { name: 'New routine' })
  const finder = form.getByRole('searchbox', { name: 'Find dancers' })
  const another = form.getByRole('button', { name: 'Save and add another' })
  await form.getByLabel('Routine name').fill('First Light')
  await form.getByLabel('Performance division').selectOption({ index: 1 })
  for (const place of [0, 1, 2]) {
    await finder.focus()
    await page.keyboard.press('ArrowDown')
    for (let row = 0; row < place; row++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
  }
  await expect(form.getByRole('list', { name: 'In this routine' }).getByRole('listitem')).toHaveCount(3)
  await finder.focus()
  const toAnother = await countTo(page, another)
  await finder.focus()
  await page.keyboard.press('Control+Enter')
  await expect(form.getByLabel('Routine name')).toHaveValue('')
  await expect(form.getByLabel('Routine name')).toBeFocused()
  await page.keyboard.press('Escape')

  await addRoutines(page, id)
  await page.reload()
  await arrives(page, 'ADD ROUTINES TO THE COMPETITION')
  await page.keyboard.press('Control+Enter')
  await arrives(page, 'Review')
  const terms = page.getByLabel('I agree to the terms and conditions.')
  await page.locator('#content').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to actions' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  const toTerms = await countTo(page, terms)
  expect(toAnother).toBeLessThanOrEqual(8)
  expect(toTerms + 2).toBeLessThanOrEqual(4)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page)
})
