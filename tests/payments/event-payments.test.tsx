// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { paths } from '../../web/src/shell/paths.ts'
import { makeRouter } from '../../web/src/routes.tsx'
import { billTo, openPaymentStage } from './kit.ts'

const paymentStage = await openPaymentStage()
// The sandbox and the other side of the wire go on using the real one.
const wire = globalThis.fetch
const patient = { timeout: 30_000 }
afterEach(() => {
  vi.stubGlobal('fetch', wire)
})

/** A studio that completed with its deposit, by a card it saved. */
async function afterDeposit() {
  const payer = await paymentStage.payer({}, { compete: true })
  const { deposit_required } = await payer.standing()
  const profile = {
    token: await paymentStage.token(),
    saveProfile: true,
    billTo,
    last_four: '1111',
    details: { type: 'visa' },
  }
  await payer.pay(deposit_required, { profile })
  const reply = await payer.studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: payer.id })
  expect(reply.statusCode).toBe(200)
  return { ...payer, deposit: deposit_required as number, rest: payer.total - deposit_required }
}

async function visit(payer: { id: number; studio: { user_id: number } }, path = `/event/${payer.id}/payments`) {
  const ours = paymentStage.fetchAs((await paymentStage.sessionOf(payer.studio.user_id)).cookie)
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (url.startsWith('/') ? ours(url, init) : wire(url, init)))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App queries={queries} router={makeRouter(queries)} nonce="" />)
  await screen.findByRole('heading', { level: 1, name: 'Payments' }, patient)
}

const view = (name: string) => screen.getByRole('tab', { name })
const isSelected = (name: string) => view(name).getAttribute('aria-selected') === 'true'
const dollarsOf = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

test('PAY-032 EVT-025 EVT-026 with a payment the history opens: when, how, from where and how much', async () => {
  const payer = await afterDeposit()
  await visit(payer)
  expect(isSelected('History')).toBe(true)
  const table = await screen.findByRole('grid', { name: 'Payments' }, patient)
  const [, row] = within(table).getAllByRole('row')
  expect(row?.textContent).toMatch(/2024.*Card ending in 1111.*ONLINE/)
  expect(row?.textContent).toContain(dollarsOf(payer.deposit))
  for (const name of ['Date', 'Method', 'Origin', 'Amount']) within(table).getByRole('button', { name })
})

test('a press on what is owed opens the view that pays, with a payment too', async () => {
  const payer = await afterDeposit()
  await visit(payer, paths.payBalance(payer.id))
  expect(isSelected('Make a payment')).toBe(true)
})

test('PAY-032 without a payment the view that pays opens', async () => {
  const payer = await paymentStage.payer()
  await payer.studio.call('PUT', `/v1/dance360/registrations/${payer.id}`, { paying_by_check: true })
  await payer.studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: payer.id })
  await visit(payer)
  expect(isSelected('Make a payment')).toBe(true)
})

test('PAY-033 PAY-035 PAY-059 EVT-003 the rest is paid with one press: the history shows it, and nothing is owed any more', async () => {
  const payer = await afterDeposit()
  await visit(payer)
  expect(screen.getByRole('link', { name: 'PAY BALANCE' }).dataset['red']).toBe('true')
  fireEvent.click(view('Make a payment'))

  const panels = await screen.findAllByRole('region', { name: 'Current balance' }, patient)
  expect(panels).toHaveLength(1)
  expect(panels[0]?.textContent).toContain(`Balance due${dollarsOf(payer.rest)}`)
  // Outside of the flow nothing completes, and no check is promised.
  expect(screen.queryByRole('button', { name: 'COMPLETE REGISTRATION' })).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Check/ }).disabled).toBe(true)

  await screen.findByRole('radio', { name: /Visa ending in 1111/ }, patient)
  const pay = screen.getByRole('button', { name: /^Pay / })
  pay.focus()
  fireEvent.click(pay)
  await waitFor(() => expect(isSelected('History')).toBe(true), patient)
  await waitFor(() => expect(document.activeElement).toBe(view('History')))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3), patient)
  expect(screen.getAllByRole('row')[1]?.textContent).toContain(dollarsOf(payer.rest))
  const tab = await screen.findByRole('link', { name: 'PAYMENT' }, patient)
  expect(tab.dataset['red']).toBeUndefined()
  expect(await paymentStage.agree(payer)).toBe(payer.total)
})

test('PAY-033 after a payment of another amount the form begins anew: no draft of it comes back', async () => {
  const payer = await afterDeposit()
  await visit(payer, paths.payBalance(payer.id))
  const choose = async () => {
    fireEvent.click(await screen.findByRole('radio', { name: 'Other amount' }, patient))
    fireEvent.change(await screen.findByLabelText('Amount to pay'), { target: { value: '12.50' } })
  }
  await choose()
  await screen.findByRole('radio', { name: /Visa ending in 1111/ }, patient)
  fireEvent.click(screen.getByRole('button', { name: 'Pay $12.50' }))
  await waitFor(() => expect(isSelected('History')).toBe(true), patient)
  fireEvent.click(view('Make a payment'))
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^Full amount/ }, patient)).checked).toBe(true)
  expect(screen.queryByText('We kept what you typed.')).toBeNull()

  // A choice that was not paid does come back.
  await choose()
  fireEvent.click(view('History'))
  fireEvent.click(view('Make a payment'))
  await screen.findByText('We kept what you typed.', undefined, patient)
})

test('PAY-008 a balance that another tab paid: the refusal is said, and the whole area reads what is due now', async () => {
  const payer = await afterDeposit()
  await visit(payer, paths.payBalance(payer.id))
  await screen.findByRole('radio', { name: /Visa ending in 1111/ }, patient)
  screen.getByText('PENDING: a balance is owed')
  await payer.pay(payer.rest)
  fireEvent.click(screen.getByRole('button', { name: /^Pay / }))
  await screen.findByText('There is nothing left to pay.', undefined, patient)
  await waitFor(() => expect(screen.queryByText('PENDING: a balance is owed')).toBeNull(), patient)
  await screen.findByText('Everything is paid. Thank you!', undefined, patient)
  expect(screen.getByRole('link', { name: 'PAYMENT' }).dataset['red']).toBeUndefined()
  expect(document.body.textContent).not.toMatch(/Pay by |Was due by /)
  screen.getByText('There is nothing left to pay.')
  expect(await paymentStage.agree(payer)).toBe(payer.total)
})
