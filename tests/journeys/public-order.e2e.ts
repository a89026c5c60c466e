import { expect, test } from '@playwright/test'
import { send } from './judged-block.ts'
import { expectLooksRight } from './looks-right.ts'
import { signInAs } from './kit.ts'

type CityRow = { id: number; tour_date_id: number; start_date: string; email: string; city: string; completed: boolean }
type OfficeOrder = { version: number; blocks: { id: number }[] }

test('a studio asks for a routine, the office answers and makes the order public, a visitor finds an entry', async ({
  browser,
}) => {
  const office = await (await browser.newContext()).newPage()
  await signInAs(office, 'office@callboard.example')
  const { request } = office
  const { rows } = await send<{ rows: CityRow[] }>(request, 'get', '/v1/office/registrations')
  const row = rows.find(
    ({ start_date, email, completed }) =>
      start_date.startsWith('2024-02') && email === 'grace@example.com' && completed,
  )
  if (!row) throw new Error('The demonstration has no completed registration of Grace in February 2024')
  const { id, tour_date_id, start_date } = row

  const studio = await (await browser.newContext()).newPage()
  await signInAs(studio, row.email)
  await studio.goto(`/event/${id}/schedule`)
  await studio
    .getByRole('button', { name: /^Ask for/ })
    .first()
    .click()
  const form = studio.getByRole('dialog', { name: /^Request for/ })
  await form.getByLabel('Request', { exact: true }).fill('Our bus arrives at ten.')
  await form.getByLabel('Not before').fill('10:00')
  await expectLooksRight(studio, 'request')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(studio.getByText('“Our bus arrives at ten.”')).toBeVisible()
  await expectLooksRight(studio, 'requests')

  const path = '/v1/office/running-order'
  const block = { stage: 1, kind: 'routines', name: 'Friday', local_start: `${start_date}T09:00`, minutes: 0 }
  const read = () => send<OfficeOrder>(request, 'get', `${path}?tour_date_id=${tour_date_id}`)
  const write = async (place: string, body: object = {}) =>
    send(request, 'post', `${path}${place}`, { tour_date_id, version: (await read()).version, ...body })
  await write('/blocks', block)
  await write('/draft')
  await office.goto(`/office/tour-dates/${tour_date_id}/running-order`)
  await office.getByLabel('Entries', { exact: true }).selectOption({ label: 'With a request: 1' })
  await office.getByRole('button', { name: /^Answer for/ }).click()
  const answer = office.getByRole('dialog', { name: /^Answer for/ })
  await answer.getByLabel('Answer').fill('You dance after ten.')
  await answer.getByRole('button', { name: 'Save' }).click()
  await expect(answer).toBeHidden()
  await expectLooksRight(office, 'order-requests')

  await write('/publish')
  await office.reload()
  await office.getByRole('button', { name: 'Public page' }).click()
  const page = office.getByRole('dialog', { name: 'Public page' })
  // The label covers the box of a switch.
  await page.getByText('Anyone with the link may read this order').click()
  await expect(page.getByLabel('Link to the public page')).toBeVisible()
  await expectLooksRight(office, 'order-readers')
  const address = await page.getByLabel('Link to the public page').inputValue()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(new URL(address).pathname)
  await expect(visitor.getByRole('heading', { name: 'Running order' })).toBeVisible()
  await expectLooksRight(visitor, 'public-order')
  const [title = ''] = await visitor.getByRole('listitem').locator('b').allTextContents()
  await visitor.getByPlaceholder('Number, title or studio').fill(title)
  await expect(visitor.getByRole('listitem').locator('b').first()).toHaveText(title)
  expect(await visitor.context().cookies()).toEqual([])
})
