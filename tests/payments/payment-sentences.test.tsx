// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PaymentPanel } from '../../web/src/payments/PaymentPanel.tsx'
import { ToastHost } from '../../web/src/ui/Overlays.tsx'
import { openPaymentStage } from './kit.ts'

const paymentStage = await openPaymentStage()
// The sandbox and the other side of the wire go on using the real one.
const wire = globalThis.fetch
afterEach(() => {
  vi.stubGlobal('fetch', wire)
})

/** The payment page of somebody who has yet to pay, with its toasts. */
async function openPayment() {
  const payer = await paymentStage.payer()
  const { cookie } = await paymentStage.sessionOf(payer.studio.user_id)
  const ours = paymentStage.fetchAs(cookie)
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (url.startsWith('/') ? ours(url, init) : wire(url, init)))
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <PaymentPanel registration={payer} onChanged={() => {}} onComplete={async () => {}} />
        <ToastHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('Balance due')
  return payer
}

test('PAY-009 M112 M113 a new card is saved by words of its own, a new bank account by others', async () => {
  await openPayment()
  fireEvent.click(await screen.findByRole('radio', { name: /^Credit or debit card/ }))
  expect(await screen.findByLabelText('Save this card for future use')).toBeDefined()
  expect(screen.queryByLabelText('Save this account for future use')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /^Bank account/ }))
  expect(await screen.findByLabelText('Save this account for future use')).toBeDefined()
  expect(screen.queryByLabelText('Save this card for future use')).toBeNull()
})

async function applyCode(code: string) {
  fireEvent.click(await screen.findByRole('button', { name: /promo code/i }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^Promo code/ }), { target: { value: code } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }))
}

test('PAY-046 M114 M115 a code that takes nothing off says so, one that does says how much', async () => {
  const { id: event_id } = await paymentStage.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
  const { id: season_id } = await paymentStage.db.selectFrom('seasons').select('id').executeTakeFirstOrThrow()
  const code = { value: 1_000, percentage: false, is_unique: false, event_id, season_id } as const
  // Nobody competes, so nothing of the competition can come off.
  const codes = [
    { ...code, type: 'competition' as const, code: 'COMPETE' },
    { ...code, type: 'total' as const, code: 'TENNER' },
  ]
  await paymentStage.db.insertInto('promo_codes').values(codes).execute()
  const payer = await openPayment()
  await applyCode('COMPETE')
  expect(await screen.findByText('Your promo code was applied but you did not receive any discounts')).toBeDefined()
  expect((await payer.standing()).promo).toBe(0)
  await applyCode('TENNER')
  expect(await screen.findByText('Your promo code was applied and $10.00 has been taken off!')).toBeDefined()
  expect((await payer.standing()).promo).toBe(1_000)
})

test('PAY-048 PAY-063 M116 M117 a credit that is saved, and one that is cleared, say so', async () => {
  const payer = await openPayment()
  const credit = async () => (await payer.standing()).credit_claim
  fireEvent.click(await screen.findByRole('button', { name: /credit\/vouchers/i }))
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: 'Spring raffle' } })
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '10' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('Your credit/vouchers have been applied!')).toBeDefined()
  expect(await credit()).toMatchObject({ from: 'Spring raffle', amount: 1_000 })
  fireEvent.click(await screen.findByRole('button', { name: /credit\/vouchers/i }))
  fireEvent.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(await screen.findByText('Your credit/vouchers have been cleared!')).toBeDefined()
  expect(await credit()).toBeNull()
})
