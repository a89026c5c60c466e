// @vitest-environment jsdom
import { cents, usd } from '@callboard/domain/kernel/money.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '../eventually.ts'
import { BillingForm } from '../../web/src/payments/BillingForm.tsx'
import { PaymentHistory } from '../../web/src/payments/PaymentHistory.tsx'
import { PaymentPanel } from '../../web/src/payments/PaymentPanel.tsx'
import { openPaymentStage } from './kit.ts'
import { routineBody } from '../scenarios/small-city.ts'

const paymentStage = await openPaymentStage()
// The sandbox and the other side of the wire go on using the real one.
const wire = globalThis.fetch
afterEach(() => {
  vi.stubGlobal('fetch', wire)
})

async function show(user_id: number, screenPart: ReactNode) {
  const { cookie } = await paymentStage.sessionOf(user_id)
  const ours = paymentStage.fetchAs(cookie)
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (url.startsWith('/') ? ours(url, init) : wire(url, init)))
  const queries = new QueryClient()
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>{screenPart}</QueryClientProvider>
    </MantineProvider>,
  )
  return queries
}

test('PAY-001 PAY-002 PAY-053 the balance with its parts, three amounts, four methods, each with why it is not offered', async () => {
  const payer = await paymentStage.payer({}, { compete: true })
  await show(
    payer.studio.user_id,
    <PaymentPanel registration={payer} onChanged={() => {}} onComplete={async () => {}} />,
  )
  expect(await screen.findByText('Balance due')).toBeDefined()
  for (const label of ['Workshop', 'Competition', 'Media pass', 'Grand total', 'Payments'])
    expect(screen.getByText(label)).toBeDefined()
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent?.split('$')[0])).toEqual([
    'Full amount',
    'DepositHolds your places; the rest, ',
    'Other amount',
    'Credit or debit card',
    'Bank account (e-check)',
    'PayPalPayPal is not available for this event.',
    'Check (pay later)',
  ])
  screen.getByText(/^Holds your places; the rest, \$[\d,.]+, is due by \w{3}, \w{3} \d+, \d{4}\.$/)
  fireEvent.click(screen.getByRole('radio', { name: /Deposit/ }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Check/ }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Other amount' }))
  await screen.findByText(/A payment below the amount due now, \$[\d,.]+, does not hold your places\.$/)
})

test('PAY-025 PAY-028 paying by check: the phrase is typed, not pasted, and completing makes no payment call', async () => {
  const payer = await paymentStage.payer()
  const completed = vi.fn(async () => {})
  const postCount = paymentStage.posts.length
  const reserve = () => payer.studio.call('PUT', `/v1/dance360/registrations/${payer.id}`, { paying_by_check: true })
  await show(
    payer.studio.user_id,
    <PaymentPanel registration={payer} onChanged={() => {}} onReserve={reserve} onComplete={completed} />,
  )
  fireEvent.click(await screen.findByRole('radio', { name: /Check/ }))
  // No mailing address is set, so the page names a contact.
  expect(await screen.findByText(/^To find out where to send your check, email/)).toBeDefined()
  expect(screen.getByText(`Please write registration number ${payer.id} on it.`)).toBeDefined()
  const phrase = await screen.findByLabelText(/Type RESERVE MY REGISTRATION/)
  const paste = createEvent.paste(phrase)
  fireEvent(phrase, paste)
  expect(paste.defaultPrevented).toBe(true)
  const complete = screen.getByRole<HTMLButtonElement>('button', { name: 'COMPLETE REGISTRATION' })
  expect(complete.disabled).toBe(true)
  fireEvent.change(phrase, { target: { value: 'reserve my registration' } })
  expect(complete.disabled).toBe(false)
  fireEvent.click(complete)
  await eventually(() => expect(completed).toHaveBeenCalledOnce())
  expect((await payer.record()).paying_by_check).toBe(true)
  // The choice is carried out: another page with this form does not bring it back.
  expect(Object.keys(localStorage).filter((key) => /draft.*pay/i.test(key))).toEqual([])
  expect(paymentStage.posts).toHaveLength(postCount)
})

test('PAY-031 REV-032 covered by codes and credit alone: the page says what stays due, and promises no completion by itself', async () => {
  const payer = await paymentStage.payer({}, { compete: true })
  const panel = (onComplete = async () => {}) =>
    show(payer.studio.user_id, <PaymentPanel registration={payer} onChanged={() => {}} onComplete={onComplete} />)
  const { deposit_required, total } = await payer.standing()
  const credit = (amount: number) =>
    payer.studio.call('POST', '/v1/payments/credit-voucher-payment', {
      registration_id: payer.id,
      credit: { from: 'Season 2023', amount },
    })
  expect((await credit(deposit_required)).statusCode).toBe(200)
  await panel()
  expect(await screen.findByText('Your deposit is covered. One last step.')).toBeDefined()
  expect(screen.getByText(/^The rest of /).textContent).toContain(
    `The rest of ${usd(cents(total - deposit_required))} is due by`,
  )
  expect(screen.queryByText(/^If you leave now/)).toBeNull()
  cleanup()

  expect((await credit(total)).statusCode).toBe(200)
  await panel()
  expect(await screen.findByText('Nothing is left to pay. One last step.')).toBeDefined()
  expect(screen.queryByText(/^If you leave now|^The rest of/)).toBeNull()
})

test('PAY-009 PAY-011 PAY-031 a saved card pays the rest with one press, and COMPLETE REGISTRATION shows', async () => {
  const payer = await paymentStage.payer()
  const profile = { token: await paymentStage.token(), saveProfile: true, billTo: (await payer.standing()).bill_to }
  await payer.pay(500, { profile })
  const completed = vi.fn(async () => {})
  await show(payer.studio.user_id, <PaymentPanel registration={payer} onChanged={() => {}} onComplete={completed} />)
  expect(await screen.findByRole('radio', { name: /Visa ending in 1111/ })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add a new card' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'COMPLETE REGISTRATION' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Pay / }))
  expect(await screen.findByText(/We received your payment/, {}, { timeout: 30_000 })).toBeDefined()
  // The balance is the new one by then: no text or choice uses the previous balance.
  expect(screen.queryByText(/is left before/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull()
  expect(await screen.findByRole('button', { name: 'COMPLETE REGISTRATION' })).toBeDefined()
  // Nothing else is to decide, so it is completed at once.
  await eventually(() => expect(completed).toHaveBeenCalledOnce())
  expect(await paymentStage.agree(payer)).toBe(payer.total)
  cleanup()

  // Opened anew it waits for the press: nobody has just paid.
  await show(payer.studio.user_id, <PaymentPanel registration={payer} onChanged={() => {}} onComplete={completed} />)
  const button = await screen.findByRole('button', { name: 'COMPLETE REGISTRATION' })
  expect(screen.getByText('You’re paid up. One last step.')).toBeDefined()
  expect(screen.getByText(/^If you leave now, we complete it/)).toBeDefined()
  expect(completed).toHaveBeenCalledOnce()
  fireEvent.click(button)
  expect(completed).toHaveBeenCalledTimes(2)
})

test('ERR-019 a payment that fails stops waiting and says why, in the gateway’s words or in ours, where the focus then is', async () => {
  const payer = await paymentStage.payer()
  const profile = { token: await paymentStage.token(), saveProfile: true, billTo: (await payer.standing()).bill_to }
  await payer.pay(500, { profile })
  await paymentStage.control.fault({ fault: 'decline' })
  await show(
    payer.studio.user_id,
    <PaymentPanel registration={payer} onChanged={() => {}} onComplete={async () => {}} />,
  )
  const pay = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Pay / })
  fireEvent.click(await pay())
  expect(await screen.findByText(/^Your payment is on its way/)).toBeDefined()
  // Nothing has the focus meanwhile: a browser takes it from a button that waits.
  const declined = await screen.findByText(/^Your card was declined/, {}, { timeout: 30_000 })
  // Of a saved card nothing has to be typed again.
  expect(declined.textContent).toMatch(/ Nothing was charged\.$/)
  await eventually(() => expect(document.activeElement).toBe(declined))
  expect((await pay()).disabled).toBe(false)
  expect((await pay()).dataset['loading']).toBeUndefined()

  const before = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.endsWith('/nmi-payment') ? Response.json({ code: 'gone_wrong' }, { status: 422 }) : before(url, init),
  )
  fireEvent.click(await pay())
  expect(await screen.findByText('Something went wrong!')).toBeDefined()
  expect((await pay()).disabled).toBe(false)
})

test('PAY-054 an open payment offers no second one, and its outcome shows without a reload', async () => {
  const payer = await paymentStage.payer()
  await paymentStage.control.fault({ fault: 'webhook_lost' })
  await paymentStage.control.fault({ fault: 'process_then_drop' })
  await payer.pay(payer.total)
  await show(
    payer.studio.user_id,
    <PaymentPanel registration={payer} onChanged={() => {}} onComplete={async () => {}} />,
  )
  expect(await screen.findByText('We are confirming your payment. Do not pay again.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull()
  const [attempt] = await payer.attempts()
  if (attempt) await paymentStage.lookInto(attempt)
  expect(await screen.findByText(/We received your payment/, {}, { timeout: 30_000 })).toBeDefined()
})

test.each([
  { outcome: 'approved', faults: [], shown: /^We received your payment/ },
  {
    outcome: 'processing',
    faults: ['webhook_lost', 'process_then_drop'],
    shown: 'We are confirming your payment. Do not pay again.',
  },
] as const)('in the wizard a payment that is $outcome leaves no draft of its choice', async ({ faults, shown }) => {
  const payer = await paymentStage.payer()
  const profile = { token: await paymentStage.token(), saveProfile: true, billTo: (await payer.standing()).bill_to }
  await payer.pay(500, { profile })
  for (const fault of faults) await paymentStage.control.fault({ fault })
  await show(
    payer.studio.user_id,
    <PaymentPanel registration={payer} onChanged={() => {}} onComplete={async () => {}} />,
  )
  // The session of a test before may still be the owner of drafts.
  const draftKeys = () =>
    [sessionStorage, localStorage]
      .flatMap((storage) => Object.keys(storage))
      .filter((key) => key.endsWith(`payments/choice/${payer.id}`))
  fireEvent.click(await screen.findByRole('radio', { name: 'Other amount' }))
  const rest = (payer.total - 500) / 100
  fireEvent.change(await screen.findByLabelText('Amount to pay'), { target: { value: String(rest) } })
  await screen.findByRole('radio', { name: /Visa ending in 1111/ })
  expect(draftKeys()).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: /^Pay / }))
  expect(await screen.findByText(shown, {}, { timeout: 30_000 })).toBeDefined()
  expect(draftKeys()).toEqual([])
})

test('PAY-034 PAY-052 the history, empty and with a payment', async () => {
  const payer = await paymentStage.payer()
  const view = <PaymentHistory registration_id={payer.id} zone="America/Los_Angeles" />
  await show(payer.studio.user_id, view)
  expect(await screen.findByText("You don't have any payments.")).toBeDefined()
  cleanup()
  await payer.pay(500)
  await show(payer.studio.user_id, view)
  expect(await screen.findByText('ONLINE')).toBeDefined()
  expect(screen.getAllByText('$5.00').length).toBeGreaterThan(0)
})

test('PAY-013 the billing form asks for what the account lacks, says what is missing, and NEXT takes it', async () => {
  const payer = await paymentStage.payer()
  const standing = await payer.standing()
  const onBillTo = vi.fn()
  const start = { ...standing.bill_to, firstName: '', lastName: 'Oyelaran', address: '1 Main Street', city: 'Portland' }
  await show(
    payer.studio.user_id,
    <BillingForm paymentStatus={standing} start={{ ...start, zip: '97209', state_id: 38 }} onBillTo={onBillTo} />,
  )
  const first = screen.getByLabelText<HTMLInputElement>(/^First name/)
  for (const label of [/^Last name/, /^Billing address/]) expect(screen.getByLabelText(label)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'NEXT' }))
  expect(await screen.findByText('Required')).toBeDefined()
  expect(onBillTo.mock.calls).toEqual([[null]])
  fireEvent.change(first, { target: { value: 'Grace' } })
  // It counts as it is typed; NEXT only folds it up.
  expect(onBillTo).toHaveBeenLastCalledWith(expect.objectContaining({ firstName: 'Grace', state_id: 38 }))
  fireEvent.click(screen.getByRole('button', { name: 'NEXT' }))
  expect(await screen.findByRole('button', { name: 'Change the billing address' })).toBeDefined()
  cleanup()

  // Also after a reload, and so does the account's own.
  await show(
    payer.studio.user_id,
    <BillingForm paymentStatus={standing} start={{ ...start, zip: '97209', state_id: 38 }} onBillTo={onBillTo} />,
  )
  expect(screen.getByText(/Grace Oyelaran/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'NEXT' })).toBeNull()
})

test('PAY-045 while a completed registration is edited its promo codes are not sent again', async () => {
  const { id: event_id } = await paymentStage.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
  const { id: season_id } = await paymentStage.db.selectFrom('seasons').select('id').executeTakeFirstOrThrow()
  await paymentStage.db
    .insertInto('promo_codes')
    .values({ code: 'KEPT', type: 'total', value: 1_000, percentage: false, is_unique: false, event_id, season_id })
    .execute()
  const payer = await paymentStage.payer()
  const { studio, id } = payer
  const apply = { registration_id: id, promo_codes: ['KEPT'] }
  expect((await studio.call('PUT', '/v1/dance360/promo-codes', apply)).statusCode).toBe(200)
  const sentWhileShown = async (editing: boolean) => {
    await show(studio.user_id, <PaymentPanel registration={payer} editing={editing} onChanged={() => {}} />)
    const wired = vi.spyOn(globalThis, 'fetch')
    const promoCalls = () =>
      wired.mock.calls.filter(
        ([url, init]) => typeof url === 'string' && /promo-codes/.test(url) && init?.method === 'PUT',
      )
    await screen.findByText('Balance due')
    if (!editing) await eventually(() => expect(promoCalls()).toHaveLength(1))
    // Effects of opening start a few event loop turns after the first render.
    for (let turns = 0; turns < 5; turns += 1) await new Promise((turn) => setTimeout(turn))
    cleanup()
    return promoCalls().length
  }
  expect(await sentWhileShown(false)).toBe(1)

  expect((await payer.pay((await payer.standing()).balance)).status).toBe(200)
  const completion = await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  expect(completion.statusCode, completion.body).toBe(200)
  await paymentStage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
  expect((await studio.call('GET', `/v1/dance360/registrations/${id}/edit`)).statusCode).toBe(200)
  expect(await sentWhileShown(true)).toBe(0)
})

test('EDIT-013 the payment of an edit opens with the added amount; a promised check is still shown', async () => {
  const payer = await paymentStage.payer({}, { compete: true })
  const { studio, id, total } = payer
  const at = `/v1/dance360/registrations/${id}`
  const put = async (url: string, body: object) => {
    const reply = await studio.call('PUT', url, body)
    expect(reply.statusCode, reply.body).toBe(200)
  }
  await put(at, { paying_by_check: true })
  await put('/v1/mybtf/complete-registration', { registration_id: id })
  await paymentStage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
  await studio.call('GET', `${at}/edit`)
  const [, second = 0] = studio.dancers
  expect((await studio.call('POST', '/v1/dance360/routines', routineBody(id, [second]))).statusCode).toBe(200)
  await put(at, { waiver: true, competitionCodeWaiver: true })
  await put(at, { reviewed: true })
  await show(studio.user_id, <PaymentPanel registration={payer} editing onChanged={() => {}} />)
  const addedAmount = await screen.findByRole<HTMLInputElement>('radio', { name: /^What your changes add/ })
  expect(addedAmount.checked).toBe(true)
  expect(screen.getByText(/your registration is reserved until your check arrives/)).toBeDefined()
  expect(screen.getByText(/is due before your changes can be submitted/).textContent).toMatch(/^\$125\.00/)
  expect(addedAmount.closest('label')?.textContent).toContain('$125.00')
  const full = screen.getByRole<HTMLInputElement>('radio', { name: /^Full amount/ })
  expect(full.closest('label')?.textContent).toContain(usd(cents(total + 12_500)))
  fireEvent.click(full)
  expect([addedAmount.checked, full.checked]).toEqual([false, true])
})

test('PAY-045 PAY-039 opening payment checks the codes again: an invalid one is removed with a message; a new one is uppercased', async () => {
  const { id: event_id } = await paymentStage.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
  const { id: season_id } = await paymentStage.db.selectFrom('seasons').select('id').executeTakeFirstOrThrow()
  const code = { type: 'total', value: 1_000, percentage: false, is_unique: false, event_id, season_id } as const
  const codes = ['EARLYBIRD', 'FAMILY'].map((name) => ({ ...code, code: name }))
  await paymentStage.db.insertInto('promo_codes').values(codes).execute()
  const payer = await paymentStage.payer()
  const claim = { registration_id: payer.id, credit: { from: 'Spring raffle', amount: 500 } }
  expect((await payer.studio.call('POST', '/v1/payments/credit-voucher-payment', claim)).statusCode).toBe(200)
  const body = { registration_id: payer.id, promo_codes: ['EARLYBIRD', 'FAMILY'] }
  expect((await payer.studio.call('PUT', '/v1/dance360/promo-codes', body)).statusCode).toBe(200)
  await paymentStage.db.updateTable('promo_codes').set({ active: false }).where('code', '=', 'EARLYBIRD').execute()
  await show(
    payer.studio.user_id,
    <PaymentPanel registration={payer} onChanged={() => {}} onComplete={async () => {}} />,
  )
  expect(await screen.findByText(/It was removed from your registration\.$/)).toBeDefined()
  const { promo_codes, promo } = await payer.standing()
  expect([promo_codes.map((use: { code: string }) => use.code), promo]).toEqual([['FAMILY'], 1_000])
  const balanceText = () => screen.getByText('Balance due').closest('dl')?.textContent
  await eventually(() => expect(balanceText()).toContain('Credit: Spring raffle−$5.00Promo code FAMILY−$10.00'))

  fireEvent.click(await screen.findByRole('button', { name: /promo code/i }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Promo code/ })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('Required')).toBeDefined()
  fireEvent.change(field, { target: { value: 'tenner' } })
  expect(field.value).toBe('TENNER')
})

test('PAY-045 a promo code that is gone while payment is open is removed with its reason, and the bill is read anew', async () => {
  const { id: event_id } = await paymentStage.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
  const { id: season_id } = await paymentStage.db.selectFrom('seasons').select('id').executeTakeFirstOrThrow()
  const code = { code: 'THANKS', type: 'total', value: 1_000, percentage: false, is_unique: false } as const
  await paymentStage.db
    .insertInto('promo_codes')
    .values({ ...code, event_id, season_id })
    .execute()
  const payer = await paymentStage.payer()
  const body = { registration_id: payer.id, promo_codes: ['THANKS'] }
  expect((await payer.studio.call('PUT', '/v1/dance360/promo-codes', body)).statusCode).toBe(200)
  const onChanged = vi.fn()
  const queries = await show(payer.studio.user_id, <PaymentPanel registration={payer} onChanged={onChanged} />)
  await eventually(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(screen.queryByText(/removed from your registration/)).toBeNull()
  await paymentStage.db.updateTable('promo_codes').set({ active: false }).where('code', '=', 'THANKS').execute()
  await queries.invalidateQueries({ queryKey: ['GET /v1/payments/standing'] })
  expect((await screen.findByText(/removed from your registration/)).textContent).toMatch(/THANKS/)
  await eventually(() => expect(onChanged).toHaveBeenCalledTimes(2))
  expect(await payer.standing()).toMatchObject({ promo_codes: [], promo_codes_gone: [] })
})

test('PAY-013 the billing address is the studio’s, else the account’s own', async () => {
  const payer = await paymentStage.payer()
  const studioAddress = (await payer.standing()).bill_to
  expect(studioAddress.address).not.toBe('')
  const { user_id } = payer.studio
  const { person_id } = await paymentStage.db
    .selectFrom('users')
    .select('person_id')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const own = { address: '5 Juniper Street', city: 'Salem', zip: '97301', state_id: 38, country_id: 1 }
  await paymentStage.db
    .updateTable('addresses')
    .set(own)
    .where('person_id', '=', person_id)
    .where('is_parent', '=', false)
    .execute()
  expect((await payer.standing()).bill_to).toEqual(studioAddress)
  await paymentStage.db
    .updateTable('studios')
    .set({ address_id: null })
    .where('id', '=', payer.studio.studio_id)
    .execute()
  expect((await payer.standing()).bill_to).toMatchObject(own)
})
