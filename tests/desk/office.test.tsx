// @vitest-environment jsdom
import { cents } from '@callboard/domain/kernel/money.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { RegistrationPage } from '../../web/src/desk/office/RegistrationPage.tsx'
import { RegistrationsPage } from '../../web/src/registrations/office/RegistrationsPage.tsx'
import { StudioPage } from '../../web/src/desk/office/StudioPage.tsx'
import { StudiosPage } from '../../web/src/roster/office/StudiosPage.tsx'
import { createRouter } from '../../web/src/ui/router/router.ts'
import { RouterProvider } from '../../web/src/ui/router/RouterProvider.tsx'
import { DialogHost } from '../../web/src/ui/Overlays.tsx'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { marlowe, office, tour_date_id } = await smallCity(stage.db)
const { id } = await inTransaction(stage.db, (tx) =>
  insertRegistration(tx, {
    tour_date_id,
    user_id: marlowe.user_id,
    studio_id: marlowe.studio_id,
    dancers: marlowe.person_ids.slice(0, 1),
    at: instant('2024-09-20T10:00:00Z'),
    state: 'completed',
  }),
)

type Ask = (url: string, init?: RequestInit) => Promise<Response>

async function open(path: string, through: (ask: Ask) => Ask = (ask) => ask) {
  const { cookie } = await stage.sessionOf(office.user_id)
  vi.stubGlobal('fetch', through(stage.fetchAs(cookie)))
  const routes = [
    { path: '/office/registrations', component: RegistrationsPage },
    { path: '/office/registrations/:id', component: RegistrationPage },
    { path: '/office/studios', component: StudiosPage },
    { path: '/office/studios/:id', component: StudioPage },
  ]
  window.history.replaceState(null, '', path)
  const router = createRouter({ routes, context: {} })
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
        <DialogHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('OFF-048 the list is searched while typing and filtered by status', async () => {
  await open('/office/registrations')
  await screen.findByRole('link', { name: /Larkspur Dance Conservatory/ })
  screen.getByRole('link', { name: /Marlowe Street Studio/ })

  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'marl' } })
  await waitFor(() => expect(screen.queryByRole('link', { name: /Larkspur/ })).toBeNull())
  screen.getByRole('link', { name: /Marlowe Street Studio/ })

  fireEvent.change(screen.getByLabelText('Search'), { target: { value: '' } })
  await screen.findByRole('link', { name: /Larkspur/ })
  fireEvent.change(screen.getByLabelText(/^Status/), { target: { value: 'unconfirmed' } })
  await waitFor(() => expect(screen.queryByRole('link', { name: /Larkspur/ })).toBeNull())
  expect(screen.getByRole('row', { name: /Marlowe Street Studio/ }).textContent).toContain('To review')
})

test('OFF-048 the list is sorted by the completion date that it shows, not by its status', async () => {
  await open('/office/registrations')
  const grid = await screen.findByRole('grid')
  const marlowe = await within(grid).findByRole('row', { name: /Marlowe Street Studio/ })
  const [completedHeader, statusHeader] = ['Completed', 'Status'].map((name) =>
    within(grid).getByRole('columnheader', { name: new RegExp(`^${name}`) }),
  )
  expect(statusHeader?.querySelector('button')).toBeNull()
  expect(statusHeader?.getAttribute('aria-sort')).toBeNull()
  expect(completedHeader?.getAttribute('aria-sort')).toBe('descending')
  const place = [...(completedHeader?.parentElement?.children ?? [])].indexOf(completedHeader as Element)
  expect(marlowe.children[place]?.textContent).toMatch(/^\d+\/\d+\/2024$/)
})

test('OFF-018 OFF-026 a claimed credit blocks CONFIRM and says so; once verified it confirms', async () => {
  await stage.db
    .insertInto('credits')
    .values({ registration_id: id, from: 'Voucher 12', amount: 5_000 as never })
    .execute()
  await open(`/office/registrations/${id}`)
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Confirm' })
  expect(confirm.disabled).toBe(true)
  screen.getByText('Please decide on the credit of this registration first.')

  fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('button', { name: 'Undo confirmation' })
  const row = await stage.db.selectFrom('registrations').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ confirmed: true, confirmed_by: office.user_id, viewed: true })
})

test('OFF-019 opening a completed registration marks it as viewed', async () => {
  await stage.db.updateTable('registrations').set({ viewed: false }).where('id', '=', id).execute()
  await open(`/office/registrations/${id}`)
  await screen.findByRole('heading', { name: 'Marlowe Street Studio' })
  await waitFor(async () => {
    const { viewed } = await stage.db
      .selectFrom('registrations')
      .where('id', '=', id)
      .select('viewed')
      .executeTakeFirstOrThrow()
    expect(viewed).toBe(true)
  })
})

test('OFF-020 a check is recorded in the dialog, which asks for its number', async () => {
  await open(`/office/registrations/${id}`)
  const [record] = await screen.findAllByRole('button', { name: 'Record payment' })
  if (record) fireEvent.click(record)
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a payment' }))
  fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '40.00' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Record payment' }))
  await dialog.findByText('Please enter the number of the check.')
  fireEvent.change(dialog.getByLabelText('Check number'), { target: { value: '4071' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Record payment' }))
  await screen.findByText('Check 4071')
})

test('OFF-050 a check of that number, and more than is due, are asked about; an amount past every bill is refused in dollars', async () => {
  await open(`/office/registrations/${id}`)
  await screen.findByText('Check 4071')
  const [record] = await screen.findAllByRole('button', { name: 'Record payment' })
  if (record) fireEvent.click(record)
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a payment' }))
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const press = () => fireEvent.click(dialog.getByRole('button', { name: 'Record payment' }))
  type('Check number', '4071')
  type('Amount', '99999999999')
  press()
  await dialog.findByText('Enter at most $21,474,836.47.')
  type('Amount', '90000.00')
  press()
  const question = within(await screen.findByRole('dialog', { name: 'Is this right?' }))
  question.getByText(/more than the \$[\d,.]+ that is due\. Check 4071 is recorded already, with \$40\.00\.$/)
  fireEvent.click(question.getByRole('button', { name: 'No, go back' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is this right?' })).toBeNull())
  expect(await stage.db.selectFrom('payments').where('amount', '=', cents(9_000_000)).select('id').execute()).toEqual(
    [],
  )
  type('Amount', '1.00')
  press()
  const again = within(await screen.findByRole('dialog', { name: 'Is this right?' }))
  fireEvent.click(again.getByRole('button', { name: 'Yes, record it' }))
  await waitFor(() => expect(screen.getAllByText('Check 4071')).toHaveLength(2))
})

test('OFF-020 a refund begins without what is still owed, a payment with it', async () => {
  await open(`/office/registrations/${id}`)
  const [record] = await screen.findAllByRole('button', { name: 'Record payment' })
  if (record) fireEvent.click(record)
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a payment' }))
  const amount = () => (dialog.getByLabelText('Amount') as HTMLInputElement).value
  const balance = amount()
  fireEvent.click(dialog.getByLabelText('Refund'))
  expect(amount()).toBe('')
  fireEvent.click(dialog.getByLabelText('Received'))
  expect(amount()).toBe(balance)
  expect(balance).not.toBe('')
})

test('a bank transfer is recorded with its reference, which the dialog asks for', async () => {
  await open(`/office/registrations/${id}`)
  const [record] = await screen.findAllByRole('button', { name: 'Record payment' })
  if (record) fireEvent.click(record)
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a payment' }))
  fireEvent.change(dialog.getByLabelText('Payment method'), { target: { value: 'transfer' } })
  fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '40.00' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Record payment' }))
  await dialog.findByText('Please enter the reference of the transfer.')
  fireEvent.change(dialog.getByLabelText('Bank reference'), { target: { value: 'FT-204' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Record payment' }))
  await screen.findByText('Bank transfer FT-204')
})

test('OFF-039 a studio and its contact data are asked for together, and shown together', async () => {
  const studio = `/v1/office/studios/${marlowe.studio_id}`
  let answer = () => {}
  const gate = new Promise<void>((resolve) => (answer = resolve))
  const [calls, replies]: [string[], string[]] = [[], []]
  await open(`/office/studios/${marlowe.studio_id}`, (ask) => async (url, init) => {
    calls.push(url)
    const reply = await ask(url, init)
    if (url === `${studio}/profile`) await gate
    replies.push(url)
    return reply
  })
  await waitFor(() => expect(replies).toContain(studio))
  expect(calls).toContain(`${studio}/profile`)
  // Time to be drawn.
  await wait(100)
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  answer()
  await screen.findByRole('heading', { level: 1, name: 'Marlowe Street Studio' })
  screen.getByText('Contact data')
  screen.getByRole('switch', { name: /^Flagged/ })
})

test('OFF-021 OFF-039 a studio is found as one types, opened, and treated otherwise with one switch', async () => {
  await open('/office/studios')
  await screen.findByRole('link', { name: 'Larkspur Dance Conservatory' })
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'zzqqx' } })
  await screen.findByRole('heading', { name: 'No studios match' })
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'marl' } })
  fireEvent.click(await screen.findByRole('link', { name: 'Marlowe Street Studio' }))

  await screen.findByRole('heading', { level: 1, name: 'Marlowe Street Studio' })
  screen.getByText('The owner has an account.')
  const flagged = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Flagged/ })
  expect(flagged().checked).toBe(false)
  fireEvent.click(flagged())
  await waitFor(() => expect(flagged().checked).toBe(true))
  const studioFlags = stage.db
    .selectFrom('studios')
    .where('id', '=', marlowe.studio_id)
    .select(['flagged', 'bypass_deposit'])
  expect(await studioFlags.executeTakeFirst()).toEqual({ flagged: true, bypass_deposit: false })
})

test('OFF-041 notes that somebody else changed meanwhile are shown, and replaced only when saved again', async () => {
  await open(`/office/registrations/${id}`)
  const notes = await screen.findByLabelText<HTMLTextAreaElement>(/^Notes/)
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save notes' }))
  fireEvent.change(notes, { target: { value: 'Ours' } })
  const theirs = await stage.call(office.user_id, 'PUT', `/v1/office/registrations/${id}`, { notes: 'Theirs' })
  expect(theirs.statusCode).toBe(200)
  save()
  const message = await screen.findByText(/^Someone else changed the notes .* now reads “Theirs”/)
  expect(notes.getAttribute('aria-describedby')).toContain(message.id)
  expect([notes.value, document.activeElement]).toEqual(['Ours', notes])

  save()
  const query = stage.db.selectFrom('registrations').where('id', '=', id).select('notes')
  await waitFor(async () => expect(await query.executeTakeFirst()).toEqual({ notes: 'Ours' }))
})
