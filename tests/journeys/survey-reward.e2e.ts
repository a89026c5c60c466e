import { expect, test, type Page } from '@playwright/test'
import { send } from './judged-block.ts'
import { expectLooksRight } from './looks-right.ts'
import { expectAccessible, signIn } from './kit.ts'

type OwnRegistrations = { registrations: { id: number; city: string }[] }

/** Rates everything that the page asks with the highest label. */
async function rateAll(page: Page) {
  for (const ratings of await page.getByRole('radiogroup').all())
    await ratings.getByRole('radio').last().check({ force: true })
}

/** A registration of the studio in front of its payment page, with one dancer of its roster. */
async function reachPayment(page: Page): Promise<number> {
  const { request } = page
  const tours = await send<{ id: number; event_city: { name: string } }[]>(request, 'get', '/v1/mybtf/tours?event_id=7')
  const tour_date_id = tours.find(({ event_city }) => event_city.name === 'Salt Lake City')?.id
  const { id } = await send<{ id: number }>(request, 'post', '/v1/mybtf/registration', { tour_date_id })
  const roster = await send<{ id: number; birthdate: string | null }[]>(request, 'get', '/v1/mybtf/roster')
  const dancer = roster.find(({ birthdate }) => birthdate !== null)
  const attendees = [{ person_id: dancer?.id, workshop_level_id: 2 }]
  await send(request, 'put', '/v1/dance360/workshop/attendees', { id, attendees })
  const agreements = { is_competing: false, waiver: true, review_email: 'grace@example.com' }
  const path = `/v1/dance360/registrations/${id}`
  await send(request, 'put', path, { ...agreements, info_acknowledged: true })
  for (const left_off of ['dancers', 'teachers', 'observers', 'competition'])
    await send(request, 'put', path, { left_off })
  await send(request, 'put', path, { reviewed: true })
  return id
}

test('SURV-001 SURV-021 PAY-040 a studio answers the survey, gets its code, and its next registration costs less', async ({
  page,
}) => {
  await signIn(page, 'grace@example.com')
  const { registrations } = await send<OwnRegistrations>(page.request, 'get', '/v1/mybtf/own-registrations')
  const id = registrations.find(({ city }) => city.startsWith('Sacramento'))?.id
  await page.goto(`/event/${id}/survey`)
  for (const number of [1, 2, 3, 4, 5]) {
    await expect(page.getByRole('heading', { name: `Page ${number} of 5` })).toBeVisible()
    await expectLooksRight(page, `survey-${number}`)
    if (number === 1) {
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(page.getByText('Required').first()).toBeVisible()
      await expectLooksRight(page, 'survey-required')
    }
    if (number === 3) await page.getByLabel('We did not take the workshop').check({ force: true })
    else await rateAll(page)
    if (number < 5) await page.getByRole('button', { name: 'Next' }).click()
  }
  await page.getByLabel('What should we keep?').fill('The warm-up room.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await expect(page.getByText(/takes \$50\.00 off your next Meridian registration/)).toBeVisible()
  const code = await page.getByLabel('Promo code').inputValue()
  expect(code).toBe('MERIDIANSURVEY50')
  await expectLooksRight(page, 'survey-thanks')

  const next = await reachPayment(page)
  await page.goto(`/registration/${next}/payment`)
  const pay = page.getByRole('radio', { name: /^Full amount/ })
  await expect(pay).toBeVisible()
  const amount = async () =>
    Number(
      /\$([\d,]+\.\d\d)/
        .exec(
          (await pay.getAttribute('aria-label')) ?? (await pay.locator('xpath=ancestor::label').textContent()) ?? '',
        )?.[1]
        ?.replace(',', ''),
    )
  const before = await amount()
  expect(before).toBeGreaterThan(50)
  await page.getByRole('button', { name: 'Add a promo code' }).click()
  await page.getByRole('textbox', { name: 'Promo code' }).fill(code)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Your promo code was applied and $50.00 has been taken off!')).toBeVisible()
  await expect.poll(amount).toBe(before - 50)
  await expectLooksRight(page, 'payment-code')
})
