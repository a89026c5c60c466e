// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { cents, dollars, usd } from '@callboard/domain/kernel/money.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  button,
  closeRoutinesScreen,
  dialog,
  heading,
  openRoutinesScreen,
  press,
  waitUntil,
  visitStep,
} from './routines-kit.tsx'

const { stage, rehearsed, db } = await openRoutinesScreen()

type ReviewedOptions = Parameters<typeof rehearsed>[0] & { paid?: 'all' | 'deposit' | 'too much'; byCheck?: boolean }

/** A reviewed registration, its places held, with so much of it paid. */
async function reviewed({ paid, byCheck = false, ...more }: ReviewedOptions = {}) {
  const rehearsal = await rehearsed({
    casts: [[0, 1, 2, 3]],
    values: { waiver: true, competition_code_waiver: true, review_email: 'desk@example.com' },
    ...more,
  })
  const { studio, id } = rehearsal
  const put = await studio.call('PUT', `/v1/dance360/registrations/${id}`, { reviewed: true })
  if (put.statusCode !== 200) throw new Error(put.body)
  const { fees } = await rehearsal.record()
  if (paid) {
    const payment = { registration_id: id, payment_method_id: 1, timestamp: stage.clock.now() }
    const amount = { all: fees.total, deposit: dollars(200), 'too much': fees.total + 4_050 }[paid]
    await db
      .insertInto('payments')
      .values({ ...payment, amount })
      .execute()
    await db.updateTable('registrations').set({ paid: amount }).where('id', '=', id).execute()
  }
  if (byCheck) await rehearsal.setRegistration({ paying_by_check: true })
  return { ...rehearsal, total: fees.total as number }
}

/** Completes it as the payment step does. */
async function complete(rehearsal: Awaited<ReturnType<typeof reviewed>>) {
  const visit = await visitStep(stage, rehearsal.studio, rehearsal.id, 'payment')
  await press('COMPLETE REGISTRATION')
  return visit
}
const next = () =>
  within(screen.getByRole('navigation', { name: 'What’s next' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('PAY-031 REV-017 REV-018 REV-020 WIZ-015 a covered registration is completed: thanks, balance, and the four ways on', async () => {
  const rehearsal = await reviewed({ paid: 'all' })
  const { sentCalls, path } = await complete(rehearsal)
  await heading('SUCCESS')
  expect(path()).toBe(`/registration/${rehearsal.id}/success`)
  expect((await rehearsal.record()).completed).toBe(true)
  screen.getByRole('heading', { level: 2, name: 'Thank You, Grace!' })
  screen.getByText('$0.00')
  screen.getByText('Paid in full')
  screen.getByText(/^\$[\d,.]+ paid\. You are registered for/)
  expect(next()).toEqual([
    ['Go to Overview', `/event/${rehearsal.id}/overview`],
    ['View Confirmation', `/event/${rehearsal.id}/confirmation`],
    ['Submit Waivers', `/event/${rehearsal.id}/waivers`],
    ['Upload Music', `/event/${rehearsal.id}/music`],
  ])
  const call = sentCalls.find(({ url }) => url.endsWith('/complete-registration'))
  expect(call?.body).toMatchObject({
    registration_id: rehearsal.id,
    season_id: 41,
    studio_id: rehearsal.studio.studio_id,
  })
  expect(call?.body['attendees']).toHaveLength(13)
  // The payment step that was left saves nothing behind the completion's back.
  await new Promise((go) => setTimeout(go, 500))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(
    sentCalls.filter(({ method, url }) => method === 'PUT' && url.endsWith(`/registrations/${rehearsal.id}`)),
  ).toEqual([])
})

test('REV-017 after a deposit the page shows the balance and its due date', async () => {
  const rehearsal = await reviewed({ paid: 'deposit' })
  await complete(rehearsal)
  await heading('SUCCESS')
  const rest = (rehearsal.total / 100 - 200).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  screen.getByText(rest)
  screen.getByText('Fri, Oct 25, 2024')
  const panel = screen.getByRole('region', { name: 'Balance' })
  expect(panel.textContent).toContain(`Total${usd(cents(rehearsal.total))}Paid−$200.00${rest}`)
})

test('FEE-027 the review of an edit after the due date says that the payment is overdue', async () => {
  const rehearsal = await reviewed({ paid: 'deposit' })
  const { studio, id } = rehearsal
  const body = { registration_id: id }
  expect((await studio.call('PUT', '/v1/mybtf/complete-registration', body)).statusCode).toBe(200)
  await rehearsal.setRegistration({ confirmed: true })
  const totals = async () => {
    closeRoutinesScreen()
    await visitStep(stage, studio, id, 'review')
    await heading('Review')
    return (await screen.findByRole('region', { name: 'Totals' })).textContent
  }
  expect((await studio.call('GET', `/v1/dance360/registrations/${id}/edit`)).statusCode).toBe(200)
  expect(await totals()).toMatch(/Payment is due by 10\/25\/2024\.$/)
  const { time } = stage.clock
  stage.clock.time = instant('2024-10-27T16:00:00Z')
  expect(await totals()).toMatch(/Payment was due by 10\/25\/2024 and is overdue\.$/)
  stage.clock.time = time
})

test('A118 an overpaid registration has 0 due with the amount that is too much, and no due date, at the review and at the end', async () => {
  const rehearsal = await reviewed({ paid: 'too much' })
  await visitStep(stage, rehearsal.studio, rehearsal.id, 'review')
  await heading('Review')
  const totals = await screen.findByRole('region', { name: 'Totals' })
  expect(totals.textContent).toMatch(/Balance due\$0\.00Overpaid\$40\.50$/)
  expect(totals.textContent).not.toContain('due by')

  await complete(rehearsal)
  await heading('SUCCESS')
  const panel = screen.getByRole('region', { name: 'Balance' })
  expect(panel.textContent).toMatch(/\$0\.00Paid in fullOverpaid: \$40\.50\. The office will be in touch\.$/)
})

test('REV-018 MUS-020 without a competition there is no music to upload', async () => {
  await complete(await reviewed({ paid: 'all', casts: [], seen: true, city: { no_competition: true } }))
  await heading('SUCCESS')
  expect(next().map(([name]) => name)).toEqual(['Go to Overview', 'View Confirmation', 'Submit Waivers'])
})

test('REV-018 MUS-020 without a routine there is no music to upload', async () => {
  await complete(await reviewed({ paid: 'all', casts: [], compete: false }))
  await heading('SUCCESS')
  expect(next().map(([name]) => name)).toEqual(['Go to Overview', 'View Confirmation', 'Submit Waivers'])
})

test('REV-019 PAY-036 an owner who pays by check sees the mailing instructions, PENDING, and the hotel', async () => {
  await complete(await reviewed({ byCheck: true, city: { hotel: 'Harbor House Hotel' } }))
  await heading('SUCCESS')
  screen.getByRole('heading', { level: 2, name: 'Pay by check' })
  screen.getByText('PENDING: waiting for your check')
  screen.getByText(/^To find out where to send your check, email/)
  const hotel = within(screen.getByRole('region', { name: 'Hotel' }))
  hotel.getByText('Harbor House Hotel')
})

test('REV-024 UI-024 the event’s own words take the place of ours', async () => {
  await db.updateTable('events').set({ success_text: 'See you under the lights!' }).execute()
  await complete(await reviewed({ paid: 'all' }))
  await heading('SUCCESS')
  screen.getByText('See you under the lights!')
})

test('REV-017 WIZ-021 EDIT-016 M122 while it is on its way the screen says so, and nothing else can be done', async () => {
  const rehearsal = await reviewed({ paid: 'all' })
  const { hooks } = await visitStep(stage, rehearsal.studio, rehearsal.id, 'payment')
  let go = () => {}
  const whenReleased = new Promise<void>((resolve) => {
    go = resolve
  })
  hooks.before = (url) => (url.endsWith('/complete-registration') ? whenReleased : undefined)
  await press('COMPLETE REGISTRATION')
  await heading('SUBMITTING YOUR REGISTRATION...')
  const steps = screen.getByRole('navigation', { name: 'Steps of your registration' })
  expect(steps.textContent).toContain('PENDING')
  expect(steps.closest('[inert]')).not.toBeNull()
  go()
  await heading('SUCCESS')
})

test('a completion without an answer shows an error and returns to the payment', async () => {
  const rehearsal = await reviewed({ paid: 'all' })
  const { hooks, path } = await visitStep(stage, rehearsal.studio, rehearsal.id, 'payment')
  hooks.offline = (url) => url.endsWith('/complete-registration')
  await press('COMPLETE REGISTRATION')
  within(await dialog('Could not connect to server'))
    .getByRole('button', { name: 'OK' })
    .click()
  await waitUntil(() => expect(path()).toBe(`/registration/${rehearsal.id}/payment`))
  delete hooks.offline
  await button('COMPLETE REGISTRATION')
})
