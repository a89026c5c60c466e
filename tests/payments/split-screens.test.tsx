// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '../../web/src/api/call.ts'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { watchSession } from '../../web/src/shell/session.ts'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { setSignedInCookie } from '../ui/signed-in-cookie.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { registration, grace } = await completedCity(stage)
let stop = () => {}
afterEach(() => {
  stop()
  setSignedInCookie(true)
})

/** '$1,234.50' in cents. */
const centsOf = (text: string | null | undefined) => Math.round(Number((text ?? '').replaceAll(/[^\d.]/g, '')) * 100)

async function visit(search = '') {
  cleanup()
  stop()
  setSignedInCookie(true)
  const { cookie } = await stage.sessionOf(grace.user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', `/event/${registration.id}/payments${search}`)
  const queries = new QueryClient()
  const router = makeRouter(queries)
  stop = watchSession(queries, () => void router.open())
  render(<App nonce="" queries={queries} router={router} />)
}

test('the words on splitting the bill hold: three parts of each dancer, in sum the bill to the cent, also with a margin', async () => {
  await visit()
  const split = await screen.findByRole('button', { name: 'Split the bill' }, { timeout: 30_000 })
  screen.getByText(
    'Your bill split among your dancers: their own fees, their share of each routine, and an equal share of everything else. Promo codes lower what each owes in proportion. It adds up to your bill to the cent.',
  )
  fireEvent.click(split)
  const table = within(await screen.findByRole('table', { name: 'What each dancer owes' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Dancer', 'Own', 'Routines', 'For all', 'Owes'],
  ])
  const cells = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => centsOf(textContent)))
  const addsUp = (bill: number, margin: number) => {
    const rows = cells()
    const all = rows.at(-1) ?? []
    const dancers = rows.slice(0, -1)
    expect(dancers).toHaveLength(8)
    for (const column of all.keys()) {
      expect(dancers.reduce((sum, row) => sum + (row[column] ?? 0), 0)).toBe(all[column])
    }
    for (const row of rows) expect(row.slice(0, -1).reduce((sum, part) => sum + part, 0)).toBe(row.at(-1))
    expect(all.at(-1)).toBe(bill + margin)
    return all
  }
  const bill = centsOf(/Your bill (\$[\d,.]+)/.exec(table.getByText(/^Your bill/).textContent ?? '')?.[1])
  expect(bill).toBeGreaterThan(0)
  addsUp(bill, 0)
  // An equal share of everything else: no two dancers are more than a cent apart.
  const shares = cells()
    .slice(0, -1)
    .map((row) => row[2] ?? 0)
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)

  fireEvent.change(screen.getByLabelText('Add for the studio (%)'), { target: { value: '101' } })
  fireEvent.blur(screen.getByLabelText('Add for the studio (%)'))
  await screen.findByText('A percentage from 0 to 100.')
  fireEvent.change(screen.getByLabelText('Add for the studio (%)'), { target: { value: '2.5' } })
  await waitFor(() =>
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('Added'),
  )
  const below = table.getByText(/^Your bill/).textContent ?? ''
  const margin = centsOf(/added (\$[\d,.]+)/.exec(below)?.[1])
  expect(Math.abs(margin - bill * 0.025)).toBeLessThanOrEqual(8)
  addsUp(bill, margin)
  expect(screen.getByRole('link', { name: 'Shares as PDF' }).getAttribute('href')).toMatch(
    new RegExp(`^/v1/payments/shares/${registration.id}\\?format=pdf&margin=250$`),
  )
})

test('ROST-031 PAY-002 a payment keeps its amount and method through the end of a session, and nothing of a card', async () => {
  const isChosen = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
  const open = async () => {
    await visit('?pay=true')
    await screen.findByRole('radio', { name: 'Other amount' }, { timeout: 30_000 })
  }
  await open()
  expect(isChosen(/^Full amount/)).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Other amount' }))
  fireEvent.change(await screen.findByLabelText('Amount to pay'), { target: { value: '12.50' } })
  const bank = screen.getByRole<HTMLInputElement>('radio', { name: /^Bank account/ })
  fireEvent.click(bank)
  const isBank = !bank.disabled
  await stage.endSessions()
  setSignedInCookie(false)
  await call('GET /v1/mybtf/roster', {}).catch(() => undefined)
  await screen.findByText(/Your session ended after 7 days/, undefined, { timeout: 30_000 })
  const drafts = Object.entries(localStorage).filter(([key]) => key.includes('payments/choice'))
  expect(drafts.map(([, text]) => Object.keys(JSON.parse(String(text)).values.choice))).toEqual([
    ['type', 'entered', 'method'],
  ])

  await open()
  expect([isChosen('Other amount'), isChosen(/^Bank account/)]).toEqual([true, isBank])
  expect((await screen.findByLabelText<HTMLInputElement>('Amount to pay')).value).toBe('12.50')
  const notices = screen.getAllByText('We kept what you typed.')
  fireEvent.click(within(notices[0]?.parentElement ?? document.body).getByRole('button', { name: 'Discard' }))
  expect([isChosen(/^Full amount/), isChosen(/^Credit or debit card/)]).toEqual([true, true])
})
