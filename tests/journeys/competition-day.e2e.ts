import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { send } from './judged-block.ts'
import { expectLooksRight } from './looks-right.ts'
import { expectAccessible, signInAs } from './kit.ts'

type CityRow = {
  id: number
  tour_date_id: number
  start_date: string
  studio: string | null
  email: string
  city: string
}
/** The city of last year that no other journey judges; its studio has twelve routines with dancers in common. */
async function dayCity(request: APIRequestContext): Promise<CityRow> {
  const { rows } = await send<{ rows: CityRow[] }>(request, 'get', '/v1/office/registrations')
  const row = rows.find(({ start_date }) => start_date.startsWith('2023-11'))
  if (!row) throw new Error('The demonstration has no city in November 2023')
  return row
}

async function addBlock(office: Page, { name, kind, starts }: { name: string; kind: string; starts: string }) {
  await office.getByRole('button', { name: 'Add a block' }).click()
  const form = office.getByRole('dialog', { name: 'Add a block' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Kind').selectOption({ label: kind })
  await form.getByLabel('Starts').fill(starts)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(office.getByRole('heading', { name, exact: true })).toBeVisible()
}

/** Titles of the entries in their order on the page. */
const titlesOf = (office: Page, block: string) =>
  office
    .getByRole('list', { name: `Entries of ${block}` })
    .getByRole('button', { name: /^Move / })
    .evaluateAll((handles) =>
      handles.map((handle) => (handle.getAttribute('aria-label') ?? '').replace(/^Move \S+ (.*): up and.*$/, '$1')),
    )

/** Moves entries up by key until a move makes a hard conflict, which the page asks about by name. */
async function moveUntilConflict(office: Page, block: string) {
  const handles = office.getByRole('list', { name: `Entries of ${block}` }).getByRole('button', { name: /^Move / })
  const question = office.getByRole('dialog', { name: 'Keep this conflict?' })
  const count = await handles.count()
  for (let place = 1; place < count; place += 1) {
    const before = await titlesOf(office, block)
    await handles.nth(place).focus()
    await office.keyboard.press('ArrowUp')
    await expect
      .poll(async () => (await question.isVisible()) || (await titlesOf(office, block)).join() !== before.join())
      .toBe(true)
    if (await question.isVisible()) return question
    // Its focus goes with the entry that was moved.
    await expect(handles.nth(place - 1)).toBeFocused()
  }
  throw new Error('No move makes a hard conflict')
}

test('OFF-035 the office drafts an order, improves it, moves an entry by keys, and publishes; the studio reads its entries', async ({
  browser,
}) => {
  const office = await (await browser.newContext()).newPage()
  await signInAs(office, 'office@callboard.example')
  const { request } = office
  const city = await dayCity(request)
  await office.goto(`/office/tour-dates/${city.tour_date_id}/running-order`)
  await addBlock(office, { name: 'Friday morning', kind: 'Routines', starts: `${city.start_date}T09:00` })
  await addBlock(office, { name: 'Friday awards', kind: 'Awards', starts: `${city.start_date}T18:00` })
  await office.getByRole('button', { name: 'Draft the rest' }).click()
  await expect(office.getByRole('heading', { name: /^Not in the order/ })).toHaveCount(0)
  await expectLooksRight(office, 'order-draft')

  await office.getByRole('button', { name: 'Improve the order' }).click()
  const dialog = office.getByRole('dialog', { name: 'Improve the order' })
  const drafted = await titlesOf(office, 'Friday morning')
  await expect(dialog.getByRole('button', { name: 'Stop and use this order' })).toBeEnabled()
  await expectLooksRight(office, 'order-improve')
  await dialog.getByRole('button', { name: /se this order$/ }).click()
  await expect(dialog).toBeHidden()
  const improved = await titlesOf(office, 'Friday morning')
  expect(improved).not.toEqual(drafted)
  expect(improved.toSorted()).toEqual(drafted.toSorted())

  const question = await moveUntilConflict(office, 'Friday morning')
  await expect(question).toContainText(/ back to back\.| at the same time\./)
  await expectLooksRight(office, 'order-conflict')
  await question.getByLabel('Reason').fill('Their teacher asks for it')
  await question.getByRole('button', { name: 'Move anyway' }).click()
  await expect(question).toBeHidden()
  await expect(office.getByText(/Conflict kept: Their teacher asks for it/).first()).toBeVisible()

  await office.getByRole('button', { name: 'Publish', exact: true }).click()
  const publish = office.getByRole('dialog', { name: 'Publish the running order?' })
  await expect(publish.getByText(city.studio ?? '')).toBeVisible()
  await expectAccessible(office)
  await publish.getByRole('button', { name: 'Publish' }).click()
  await expect(office.getByText(/Studios see the current order\./)).toBeVisible()
  const order = await titlesOf(office, 'Friday morning')

  const studio = await (await browser.newContext()).newPage()
  await signInAs(studio, city.email)
  await studio.goto(`/event/${city.id}/schedule`)
  for (const title of order) await expect(studio.getByText(title, { exact: true })).toBeVisible()
  const names = await studio.getByRole('listitem').locator('b').allTextContents()
  expect(names).toEqual(order)
  await expectLooksRight(studio, 'schedule')
})
