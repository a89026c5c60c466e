// @vitest-environment jsdom
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { makeJudgedOrder } from '../scenarios/judging.ts'
import { created, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db } = stage
const season = await openSeason(stage)
const [desk = 0, second = 0] = await Promise.all(
  ['Haddad', 'Osei'].map(async (lname) => {
    const account = { email: `${lname}@example.com`, fname: 'Noor', lname, role: 'office' as const }
    return (await db.transaction().execute((tx) => insertAccount(tx, account, created))).user_id
  }),
)
const order = await makeJudgedOrder(stage, season, desk)
const city = `/office/tour-dates/${order.tour_date_id}`

async function visit(path: string, user_id: number) {
  cleanup()
  const { cookie } = await stage.sessionOf(user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
}
/** Lets the answers to this path wait. */
function holdBack(path: string) {
  let letThrough = () => {}
  const promise = new Promise<void>((resolve) => (letThrough = resolve))
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.startsWith(path)) await promise
    return answer(url, init)
  })
  return { letThrough: () => letThrough() }
}
const type = (label: string, value: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label)
  field.focus()
  fireEvent.change(field, { target: { value } })
  return field
}

test('OFF-031 the office adds a judge and a panel, gives it a block, and pairs a device', async () => {
  await visit('/office/judges', desk)
  fireEvent.click(await screen.findByRole('button', { name: 'Add a judge' }))
  const judge = await screen.findByRole('dialog', { name: 'Add a judge' })
  fireEvent.change(within(judge).getByLabelText('Name'), { target: { value: 'Paloma Reyes' } })
  fireEvent.click(within(judge).getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Change Paloma Reyes' })

  await visit(`${city}/judging`, desk)
  const scales = holdBack('/v1/office/scales')
  fireEvent.click(await screen.findByRole('button', { name: 'Add a panel' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a panel' })
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Panel A' } })
  await within(dialog).findAllByRole('option', { name: 'Paloma Reyes' })
  fireEvent.change(within(dialog).getByLabelText('Judge 1'), {
    target: { value: within(dialog).getAllByRole<HTMLOptionElement>('option', { name: 'Paloma Reyes' })[0]?.value },
  })
  // The proposed scale is part of what is saved.
  const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(true)
  scales.letThrough()
  await waitFor(() => expect(save.disabled).toBe(false))
  fireEvent.click(save)
  await screen.findByRole('heading', { name: 'Panel A' })
  const block = screen.getByLabelText<HTMLSelectElement>('Panel of Morning')
  const panel = within(block).getByRole<HTMLOptionElement>('option', { name: 'Panel A' })
  fireEvent.change(block, { target: { value: panel.value } })
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Panel of Morning').value).toBe(panel.value))

  fireEvent.click(await screen.findByRole('button', { name: 'Pair a device with judge 1 of Panel A' }))
  const pairing = await screen.findByRole('dialog', { name: 'Pair a device' })
  expect(pairing.textContent).toMatch(/Tablet number \d+, code \d{6}/)
})

test('OFF-030 scores are typed with Enter, checked beside the field, and confirmed by another person', async () => {
  await visit(`${city}/scores`, desk)
  await screen.findByRole('table', { name: 'Scores of Morning' })
  fireEvent.keyDown(type('1, judge 1', '94.25'), { key: 'Enter' })
  await screen.findByText('Marks go in steps of 0.5.')
  fireEvent.keyDown(type('1, judge 1', '94,5'), { key: 'Enter' })
  await screen.findByText('To confirm')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('2, judge 1')
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()

  fireEvent.blur(type('1, judge 2', '5'))
  const question = await screen.findByRole('dialog', { name: 'Is this mark right?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Yes, keep it' }))
  await waitFor(() => expect(screen.getAllByText('To confirm')).toHaveLength(2))
  fireEvent.blur(type('1, judge 3', '90'))
  await waitFor(() => expect(screen.getAllByText('To confirm')).toHaveLength(3))

  await visit(`${city}/scores`, second)
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm 3 scores' }))
  await screen.findByText('189.5')
  fireEvent.click(screen.getByLabelText('Missing only'))
  expect(screen.queryByText('Bluebird')).toBeNull()
  expect(screen.getByText('Undertow')).toBeTruthy()
})

test('an entry’s deduction is taken off and taken back; a locked block closes its fields', async () => {
  await visit(`${city}/scores`, desk)
  fireEvent.click(await screen.findByRole('button', { name: /Bluebird/ }))
  const dialog = await screen.findByRole('dialog', { name: '1 Bluebird' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Take points off' }))
  const points = await screen.findByRole('dialog', { name: 'Costume' })
  fireEvent.change(within(points).getByLabelText('Points'), { target: { value: '1' } })
  fireEvent.click(within(points).getByRole('button', { name: 'Take off' }))
  await screen.findByText('188.5')
  fireEvent.click(await screen.findByRole('button', { name: 'Take back' }))
  await screen.findByText('189.5')

  await visit(`${city}/scores`, desk)
  fireEvent.click(await screen.findByRole('button', { name: 'Lock the block' }))
  await screen.findByRole('button', { name: 'Unlock' })
  expect(screen.getByLabelText<HTMLInputElement>('1, judge 1').disabled).toBe(true)
})
