// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cents } from '@callboard/domain/kernel/money.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { PaymentPanel } from '../../web/src/payments/PaymentPanel.tsx'
import { bankAccount, billTo, openPaymentStage, type Payer } from './kit.ts'

const paymentStage = await openPaymentStage()
// The sandbox and the other side of the wire go on using the real one.
const wire = globalThis.fetch
// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => {
  vi.stubGlobal('fetch', wire)
})

/** The browser of this account. */
async function browserOf(user_id: number) {
  const ours = paymentStage.fetchAs((await paymentStage.sessionOf(user_id)).cookie)
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (url.startsWith('/') ? ours(url, init) : wire(url, init)))
}

async function visitOffice(path: string) {
  await browserOf(paymentStage.office)
  window.history.replaceState(null, '', `/office/${path}`)
  const queries = new QueryClient()
  render(<App queries={queries} router={makeRouter(queries)} nonce="" />)
}

async function violations() {
  const { violations: axeViolations } = await axe.run(document.body, {
    // jsdom has no layout, so contrast cannot be measured.
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  return axeViolations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Completed and paid whole. */
async function paidWhole(method = 1): Promise<Payer> {
  const payer = await paymentStage.payer()
  const profile = { token: await paymentStage.token(method === 6 ? bankAccount : undefined), billTo, last_four: '1111' }
  await payer.pay(payer.total, { method, profile })
  await payer.studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: payer.id })
  return payer
}

const amountOf = (text: string) => fireEvent.change(screen.getByLabelText('Amount'), { target: { value: text } })

test('OFF-020 A118 a refund shows its amount, cannot exceed the remainder, and a double press refunds once', async () => {
  const payer = await paidWhole()
  await visitOffice(`registrations/${payer.id}`)
  fireEvent.click(await screen.findByRole('button', { name: /^Refund / }))
  const dialog = await screen.findByRole('dialog', { name: 'Refund a payment' })
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Refund' })).toBeDefined()
  expect(await violations()).toEqual([])

  amountOf('100000')
  await within(dialog).findByText(/^Up to /)
  expect(within(dialog).queryByText(/^Afterwards/)).toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: /^Refund/ }))
  expect(await payer.attempts()).toHaveLength(1)

  amountOf('25')
  within(dialog).getByText('Afterwards $25.00 is due.')
  within(dialog).getByText('Afterwards nothing is due.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refund $25.00' }))
  await within(dialog).findByText('Please choose what happens to the bill.')
  expect(await payer.attempts()).toHaveLength(1)
  fireEvent.click(within(dialog).getByRole('radio', { name: /^Keep the bill/ }))
  const give = within(dialog).getByRole('button', { name: 'Refund $25.00' })
  fireEvent.click(give)
  fireEvent.click(give)
  await screen.findByText('$25.00 of it went back')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await payer.attempts()).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['charge', payer.total],
    ['refund', 2_500],
  ])
  expect(await paymentStage.agree(payer)).toBe(payer.total - 2_500)
})

test('FEE-029 a refund may charge for the reversal, and says beforehand what is due then', async () => {
  const payer = await paidWhole()
  await visitOffice(`registrations/${payer.id}`)
  fireEvent.click(await screen.findByRole('button', { name: /^Refund / }))
  const dialog = await screen.findByRole('dialog')
  amountOf('100')
  fireEvent.click(within(dialog).getByRole('switch', { name: 'Charge 2.5 % for the reversal, $2.50' }))
  within(dialog).getByText('Afterwards $102.50 is due.')
  within(dialog).getByText('Afterwards $2.50 is due.')
  fireEvent.click(within(dialog).getByRole('radio', { name: /^Also lower the bill by \$100.00/ }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refund $100.00' }))
  await screen.findByText('$100.00 of it went back')
  expect(await payer.standing()).toMatchObject({ raw: 250 })
})

test('PAY-054 a refund without an answer is shown as open, and no second one is offered', async () => {
  const payer = await paidWhole()
  await paymentStage.control.fault({ fault: 'webhook_lost' })
  await paymentStage.control.fault({ fault: 'process_then_drop', match: { type: 'refund' } })
  await visitOffice(`registrations/${payer.id}`)
  fireEvent.click(await screen.findByRole('button', { name: /^Refund / }))
  await screen.findByRole('dialog')
  amountOf('30')
  fireEvent.click(screen.getByRole('radio', { name: /^Keep the bill/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Refund $30.00' }))
  await screen.findByText(/Refunding \$30.00: waiting for the gateway/)
  expect(screen.queryByRole('button', { name: /^Refund / })).toBeNull()
  const open = (await payer.attempts()).at(-1)
  if (open) await paymentStage.lookInto(open)
  expect(await paymentStage.agree(payer)).toBe(payer.total - 3_000)
})

test('FEE-029 a bank’s return is recorded with its fee, said beforehand', async () => {
  const payer = await paidWhole(6)
  await visitOffice(`registrations/${payer.id}`)
  fireEvent.click(await screen.findByRole('button', { name: /^Record bank return: / }))
  const dialog = await screen.findByRole('dialog', { name: 'The bank returned this payment' })
  within(dialog).getByText(/no longer counts, and a returned payment fee of \$35.00 is added/)
  expect(await violations()).toEqual([])
  fireEvent.change(within(dialog).getByLabelText(/Reason \(office only\)/), { target: { value: 'No such account' } })
  fireEvent.change(within(dialog).getByLabelText(/Message to the studio/), { target: { value: 'Please pay by card' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record the return' }))
  await screen.findByText('All of it went back')
  screen.getByText('Office only: No such account')
  screen.getByText('To the studio: Please pay by card')
  // The pressed button is gone; focus stays among the payments.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Payments' })))
  expect(await payer.standing()).toMatchObject({ payments: 0, raw: payer.total + 3_500 })
})

test('OFF-020 a check that was recorded by mistake is taken back, without a fee, and can be recorded again', async () => {
  const payer = await paymentStage.payer()
  const check = (amount: number) =>
    paymentStage.asOffice('POST', `/v1/office/registrations/${payer.id}/payments`, {
      amount,
      payment_method_id: 2,
      details: { check_number: '4071' },
    })
  await check(34_000)
  await visitOffice(`registrations/${payer.id}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Recorded by mistake: Check 4071, $340.00' }))
  const dialog = await screen.findByRole('dialog', { name: 'This payment was recorded by mistake' })
  within(dialog).getByText(/\$340\.00 no longer counts, and no money is refunded\./)
  expect(await violations()).toEqual([])
  fireEvent.change(within(dialog).getByLabelText(/Reason \(office only\)/), { target: { value: 'Read 4 for 1' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Take it back' }))
  await screen.findByText('All of it went back')
  const rows = within(screen.getByRole('list', { name: 'Payments' })).getAllByRole('listitem')
  expect(rows[0]?.textContent).toMatch(/^Taken back, Check 4071.*Recorded by mistake.*Office only: Read 4 for 1/)
  expect(screen.queryByRole('button', { name: /^Recorded by mistake/ })).toBeNull()
  expect(await payer.standing()).toMatchObject({ payments: 0, raw: payer.total })
  cleanup()

  await check(31_000)
  await paymentPage(payer)
  expect((await payer.history()).map(({ amount }: { amount: number }) => amount)).toEqual([31_000, -34_000, 34_000])
})

test('FEE-029 a disputed card is recorded with the charge for the reversal', async () => {
  const payer = await paidWhole()
  await visitOffice(`registrations/${payer.id}`)
  const disputed = await screen.findByRole('button', { name: /^Record dispute: / })
  disputed.focus()
  fireEvent.click(disputed)
  const dialog = await screen.findByRole('dialog', { name: 'The card holder disputed this payment' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record the dispute' }))
  await screen.findByText('All of it went back')
  expect((await payer.standing()).raw).toBe(payer.total + Math.round(payer.total * 0.025))
})

test('OFF-020 a dancer is taken out from the office’s page, after what that changes was shown', async () => {
  const payer = await paidWhole()
  await visitOffice(`registrations/${payer.id}`)
  const [takeOut] = await screen.findAllByRole('button', { name: /^Take out / })
  if (takeOut) fireEvent.click(takeOut)
  const dialog = await screen.findByRole('dialog', { name: /^Take out / })
  await within(dialog).findByText(
    /^The total changes from \$.* to \$.*\. The balance changes from \$0\.00 due to \$.* overpaid\.$/,
  )
  fireEvent.change(within(dialog).getByLabelText(/Reason \(office only\)/), { target: { value: 'Broken ankle' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Take out' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await payer.standing()).raw).toBeLessThan(0)
})

async function paymentPage(payer: Payer) {
  await browserOf(payer.studio.user_id)
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <PaymentPanel registration={payer} onChanged={() => {}} onComplete={async () => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('Balance due')
}

test('PAY-037 above everything the payment page says that rates have changed, and that registration is closed', async () => {
  const payer = await paymentStage.payer()
  const { cutoff_end_date, end_date } = (await payer.record()).tour_date
  const ratesNotice = 'The rates for your registration has changed. We will update your registration accordingly.'
  await paymentPage(payer)
  expect(screen.queryByRole('note')).toBeNull()
  cleanup()

  const daysAfter = (deadline: string, days: number) => new Date(Date.parse(deadline) + days * 86_400_000).toISOString()
  paymentStage.clock.time = daysAfter(cutoff_end_date, 2) as typeof paymentStage.clock.time
  await paymentPage(payer)
  expect(screen.getAllByRole('note').map(({ textContent }) => textContent)).toContain(ratesNotice)
  expect(await violations()).toEqual([])
  cleanup()

  paymentStage.clock.time = daysAfter(end_date, 9) as typeof paymentStage.clock.time
  await paymentPage(payer)
  expect(screen.getAllByRole('note')[0]?.textContent).toMatch(/^Registration for .* is closed\.$/)
})

test('OFF-020 SEC-023 the books: nothing compared yet, a difference that was found, and a forged entry of the ledger', async () => {
  await visitOffice('books')
  await screen.findByText('Nothing compared yet')
  await paymentStage.gateway.charge({
    orderId: 'P-ELSEWHERE',
    amount: cents(7_700),
    tender: { kind: 'card' },
    source: { kind: 'token', token: await paymentStage.token() },
  })
  paymentStage.clock.time = new Date().toISOString() as typeof paymentStage.clock.time
  fireEvent.click(screen.getByRole('button', { name: 'Compare now' }))
  const findingsList = await screen.findByRole('list', { name: 'Findings' })
  expect((await within(findingsList).findByText(/Only at the gateway/)).closest('li')?.textContent).toMatch(
    /P-ELSEWHERE.*\$77\.00/,
  )
  const table = screen.getByRole('table', { name: 'The last three days' })
  expect(within(table).getByRole('row', { name: /^Charged/ }).textContent).toContain('$77.00')
  expect(await violations()).toEqual([])

  const read = screen.getByRole('button', { name: 'Verify from the beginning' })
  fireEvent.click(read)
  await screen.findByText(/none was altered/)
  await sql`alter table ledger disable trigger ledger_is_append_only`.execute(paymentStage.db)
  const [row] = await paymentStage.db
    .selectFrom('ledger')
    .select(['id', 'registration_id'])
    .orderBy('id')
    .limit(1)
    .execute()
  await sql`update ledger set note = 'forged' where id = ${row?.id}`.execute(paymentStage.db)
  fireEvent.click(read)
  await screen.findByText(`Registration ${row?.registration_id}, entry ${row?.id}: was changed`)
  expect(await violations()).toEqual([])
})
