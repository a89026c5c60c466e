// @vitest-environment jsdom
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { insertException } from '@callboard/server/ledger/exception-queries.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { holdAnswers } from '../ui/hold-answers.ts'
import { openOfficeStage } from './office-stage.tsx'

const { beAn, db, dialog, event_id, fill, id, keys, marlowe, office, open, patient, press, stage, tour_date_id } =
  await openOfficeStage()

test('OFF-051 an administrator finds an account and resets its second factor, with a reason; not their own', async () => {
  const factor = { secret: 'KEPT', confirmed_at: stage.clock.now(), created: stage.clock.now() }
  const both = [marlowe.user_id, office.user_id].map((user_id) => ({ user_id, ...factor }))
  await db
    .insertInto('second_factors')
    .values(both)
    .onConflict((on) => on.doNothing())
    .execute()
  await open('/office/accounts', 'Accounts')
  const reset = /^Reset second step of /
  await screen.findByRole('button', { name: 'Reset second step of Desmond Marlowe' }, patient)
  expect(screen.queryByRole('button', { name: 'Reset second step of Wanda Abernathy' })).toBeNull()
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', marlowe.user_id)
    .executeTakeFirstOrThrow()
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: email } })
  await waitFor(() => expect(screen.queryByText('office@callboard.example')).toBeNull(), patient)
  await press(reset)
  const resetDialog = await dialog('Reset the second step of Desmond Marlowe?')
  fireEvent.click(resetDialog.getByRole('button', { name: 'Reset second step' }))
  await resetDialog.findByText('Please say why, and how you verified their identity.', {}, patient)
  fireEvent.change(resetDialog.getByLabelText('Reason'), { target: { value: 'Phone lost; called back' } })
  fireEvent.click(resetDialog.getByRole('button', { name: 'Reset second step' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: reset })).toBeNull(), patient)
  const left = await db.selectFrom('second_factors').select('user_id').execute()
  expect(left.map(({ user_id }) => user_id)).not.toContain(marlowe.user_id)
})

test('OFF-051 an administrator gives an account a role in the office, with a reason; not their own', async () => {
  await open('/office/accounts', 'Accounts')
  await press('Change role of Desmond Marlowe')
  expect(screen.queryByRole('button', { name: 'Change role of Wanda Abernathy' })).toBeNull()
  const roleDialog = await dialog('Role of Desmond Marlowe')
  fireEvent.click(roleDialog.getByLabelText('Administrator'))
  fireEvent.click(roleDialog.getByRole('button', { name: 'Change role' }))
  await roleDialog.findByText('Please say why.', {}, patient)
  fireEvent.change(roleDialog.getByLabelText('Reason'), { target: { value: 'Runs the tour from now on' } })
  fireEvent.click(roleDialog.getByRole('button', { name: 'Change role' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patient)
  const row = db.selectFrom('users').select('role').where('id', '=', marlowe.user_id)
  expect(await row.executeTakeFirst()).toEqual({ role: 'admin' })
  await db.updateTable('users').set({ role: 'user' }).where('id', '=', marlowe.user_id).execute()
})

test('OFF-051 an invitation that is on its way is not sent again by a second press', async () => {
  const email = 'twice@example.com'
  const person = { email, fname: 'Nora', lname: 'Diaz', role: 'office' }
  expect((await stage.call(office.user_id, 'POST', '/v1/office/invitations', person)).statusCode).toBe(200)
  await open('/office/accounts?who=invited', 'Accounts')
  const again = 'Send the invitation of Nora Diaz again'
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: again }, patient)
  const { answer } = holdAnswers('/resend')
  fireEvent.click(button)
  await waitFor(() => expect(button.disabled).toBe(true), patient)
  fireEvent.click(button)
  answer()
  await screen.findByText('Invitation sent again. The earlier link no longer works.', {}, patient)
  await waitFor(() => expect(button.disabled).toBe(false), patient)
  // The first one, and the one that was asked for.
  expect(await db.selectFrom('mails').where('to', '=', email).select('id').execute()).toHaveLength(2)
})

test('OFF-009 an administrator exempts an account; the office reads it alone', async () => {
  await open(`/office/registrations/${id}`, 'Marlowe Street Studio')
  const name = /^Can register in past and sold-out cities/
  fireEvent.click(await screen.findByRole('switch', { name }, patient))
  const exempt = async () =>
    (await db.selectFrom('users').where('id', '=', marlowe.user_id).select('exempt').executeTakeFirstOrThrow()).exempt
  await waitFor(async () => expect(await exempt()).toBe(true), patient)
  cleanup()
  await beAn('office')
  await open(`/office/registrations/${id}`, 'Marlowe Street Studio')
  expect((await screen.findByRole<HTMLInputElement>('switch', { name }, patient)).disabled).toBe(true)
})

test('OFF-021 a registration leads to its studio settings', async () => {
  const { place } = await open(`/office/registrations/${id}`, 'Marlowe Street Studio')
  fireEvent.click(await screen.findByRole('link', { name: 'Studio settings' }))
  await waitFor(() => expect(place()).toBe(`/office/studios/${marlowe.studio_id}`), patient)
})

test('OFF-020 pressed twice, one dialog records one payment', async () => {
  await open(`/office/registrations/${id}`, 'Marlowe Street Studio')
  fireEvent.click((await screen.findAllByRole('button', { name: 'Record payment' }, patient))[0] as HTMLElement)
  const paymentDialog = await dialog('Record a payment')
  fill(paymentDialog, { Amount: '40.00', 'Check number': '4071' })
  const record = paymentDialog.getByRole('button', { name: 'Record payment' })
  fireEvent.click(record)
  fireEvent.click(record)
  await screen.findByText('Check 4071', {}, patient)
  expect(new Set(keys).size).toBe(1)
  expect(await db.selectFrom('payments').where('registration_id', '=', id).select('id').execute()).toHaveLength(1)
})

test('OFF-051 a payment to check is listed on the first screen until it is settled', async () => {
  const kind = 'the bank returned a payment'
  await inTransaction(db, (tx) =>
    insertException(tx, { registration_id: id, attempt_id: null, kind, detail: 'P-77', created: stage.clock.now() }),
  )
  await open('/office', 'Today')
  const panel = within(await screen.findByRole('region', { name: 'Payments to look at' }, patient))
  expect(panel.getByRole('link', { name: 'Marlowe Street Studio' }).getAttribute('href')).toBe(
    `/office/registrations/${id}`,
  )
  fireEvent.click(panel.getByRole('button', { name: /^Settled: The bank returned a payment/ }))
  fireEvent.click((await dialog('Mark as resolved?')).getByRole('button', { name: 'Yes, it is resolved' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Payments to look at' })).toBeNull(), patient)
})

async function choose(list: string) {
  const listSelect = () => screen.getByLabelText<HTMLSelectElement>('List')
  fireEvent.change(listSelect(), { target: { value: list } })
  // The filter is in the URL, so that going back shows the same list.
  await waitFor(() => expect(listSelect().value).toBe(list), patient)
  await screen.findByRole('grid', {}, patient)
}

test('OFF-010 OFF-011 OFF-013 shared lists: a row is changed, a row is added, the rest stays', async () => {
  await open('/office/lists', 'Shared lists')
  const levels = await db.selectFrom('workshop_levels').select('id').execute()
  const [first] = await screen.findAllByRole('button', { name: /^Change / }, patient)
  if (first) fireEvent.click(first)
  const level = within(await screen.findByRole('dialog', {}, patient))
  fireEvent.change(level.getByLabelText(/^Recommended age/), { target: { value: '16 and up' } })
  fireEvent.click(level.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const rows = await db
      .selectFrom('workshop_levels')
      .where('recommended_age', '=', '16 and up')
      .select('id')
      .execute()
    expect(rows).toHaveLength(1)
  }, patient)
  expect(await db.selectFrom('workshop_levels').select('id').execute()).toHaveLength(levels.length)

  await choose('routine_categories')
  await press('New category')
  const category = await dialog('New category')
  fireEvent.click(category.getByRole('button', { name: 'Add' }))
  expect((await category.findAllByText('Required')).length).toBeGreaterThan(1)
  fill(category, { Category: 'Extended line', Abbreviation: 'EL', 'Fewest dancers': '16', 'Seconds on stage': '300' })
  fireEvent.click(category.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Extended line', {}, patient)).toBeTruthy()

  await choose('jacket_sizes')
  await press('New size')
  const size = await dialog('New size')
  fill(size, { Size: 'Adult 4XL' })
  fireEvent.click(size.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Adult 4XL', {}, patient)).toBeTruthy()
})

test('OFF-010 a list that is here whole is put in order by a column, which its address keeps', async () => {
  await open('/office/lists', 'Shared lists')
  const head = async () => await screen.findByRole('columnheader', { name: /^Recommended age/ }, patient)
  for (const direction of ['ascending', 'descending']) {
    fireEvent.click(within(await head()).getByRole('button'))
    await waitFor(async () => expect((await head()).getAttribute('aria-sort')).toBe(direction), patient)
  }
  expect(window.location.search).toBe('?sort=recommended_age&order=desc')
})

test('OFF-013 the office chooses the nomination, divisions and categories of a nomination type by name', async () => {
  await open('/office/lists', 'Shared lists')
  await choose('nomination_types')
  const [type] = await db
    .selectFrom('nomination_types')
    .where('event_id', 'is', null)
    .orderBy('id')
    .selectAll()
    .execute()
  const [nomination, other] = await db.selectFrom('nominations').orderBy('id').select(['id', 'name']).execute()
  const [division] = await db
    .selectFrom('age_divisions')
    .where('event_id', 'is', null)
    .orderBy('level_id')
    .select(['level_id', 'name'])
    .execute()
  if (!type || !nomination || !other || !division) throw new Error('The lists are empty')
  expect((await screen.findAllByText(nomination.name, {}, patient)).length).toBeGreaterThan(0)
  const [change] = await screen.findAllByRole('button', { name: `Change ${type.name}` }, patient)
  if (change) fireEvent.click(change)
  const form = await dialog(type.name)
  fireEvent.change(form.getByLabelText('Nomination'), { target: { value: String(other.id) } })
  // Names of the picked rows arrive list by list.
  const removes = await waitFor(() => {
    const buttons = form.queryAllByRole('button', { name: /^Remove / })
    expect(buttons).toHaveLength(type.age_divisions.length + type.categories.length)
    return buttons
  }, patient)
  for (const remove of removes) fireEvent.click(remove)
  fireEvent.change(form.getByLabelText('Age divisions'), { target: { value: String(division.level_id) } })
  form.getByRole('button', { name: `Remove ${division.name}` })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const row = await db
      .selectFrom('nomination_types')
      .where('id', '=', type.id)
      .select(['nomination_id', 'age_divisions', 'categories'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ nomination_id: other.id, age_divisions: [division.level_id], categories: [] })
  }, patient)
  const { nomination_id, age_divisions, categories } = type
  await db
    .updateTable('nomination_types')
    .where('id', '=', type.id)
    .set({ nomination_id, age_divisions, categories })
    .execute()
})

test('OFF-013 every list reads, and the office without an administrator changes none', async () => {
  await beAn('office')
  await open('/office/lists', 'Shared lists')
  const lists = [...screen.getByLabelText('List').querySelectorAll('option')].map(({ value }) => value).filter(Boolean)
  expect(lists).toHaveLength(9)
  for (const list of lists) {
    await choose(list)
    expect(screen.getAllByRole('row').length).toBeGreaterThan(1)
  }
  expect(screen.queryByRole('button', { name: /^(New|Change)/ })).toBeNull()
})

test('OFF-015 ATT-054 a lab is added to a city, and one is taken off', async () => {
  await db
    .updateTable('tour_dates')
    .set({ add_ons: ['lab'] })
    .where('id', '=', tour_date_id)
    .execute()
  await db.insertInto('city_choices').values({ tour_date_id, kind: 'lab', name: 'Turns' }).execute()
  await open(`/office/tour-dates/${tour_date_id}`, /./)
  fireEvent.click(await screen.findByRole('switch', { name: 'Turns is offered' }, patient))
  fireEvent.change(screen.getByLabelText('Name to add'), { target: { value: 'Partnering' } })
  await press('Add')
  await press('Save city')
  await waitFor(async () => {
    const rows = await db.selectFrom('city_choices').orderBy('id').select(['kind', 'name', 'offered']).execute()
    expect(rows).toEqual([
      { kind: 'lab', name: 'Turns', offered: false },
      { kind: 'lab', name: 'Partnering', offered: true },
    ])
  }, patient)
})

test('VAR-009 OFF-047 an administrator enters the intensives of a city with their prices', async () => {
  await db.updateTable('events').set({ is_intensive: true }).where('id', '=', event_id).execute()
  await open(`/office/tour-dates/${tour_date_id}`, /./)
  await press('Add an intensive')
  const group = within(await screen.findByRole('group', { name: 'Intensive 1' }, patient))
  fill(group, { Name: 'Summer track', Price: '495' })
  fireEvent.change(group.getByLabelText(/^Group price/), { target: { value: '450' } })
  await press('Save city')
  await waitFor(async () => {
    const rows = await db.selectFrom('intensives').select(['name', 'price', 'group_price', 'offered']).execute()
    expect(rows).toEqual([{ name: 'Summer track', price: 49_500, group_price: 45_000, offered: true }])
  }, patient)
  await db.updateTable('events').set({ is_intensive: false }).where('id', '=', event_id).execute()
})

test('OFF-010 prices that are being entered are kept by a reload, and stored by Save', async () => {
  const openEvent = () => open(`/office/events/${event_id}`, /./)
  const prices = async () => {
    await screen.findByRole('heading', { level: 2, name: 'Prices' }, patient)
    return screen.findAllByLabelText<HTMLInputElement>(/, whole event, regular rate$/, {}, patient)
  }
  await openEvent()
  const [first] = await prices()
  if (first) fireEvent.change(first, { target: { value: '312.5' } })
  await openEvent()
  expect((await prices())[0]?.value).toBe('312.5')
  await press('Save prices')
  await screen.findByText('Prices saved', {}, patient)
  await openEvent()
  await waitFor(async () => expect((await prices())[0]?.value).toBe('312.50'), patient)
  expect(screen.queryByText('We kept what you typed.')).toBeNull()
})

test('OFF-023 C109 the office records a scholarship for a dancer it finds by name, and denies an attendance', async () => {
  const [person_id = 0] = marlowe.person_ids
  const { fname, lname } = await db
    .selectFrom('persons')
    .where('id', '=', person_id)
    .select(['fname', 'lname'])
    .executeTakeFirstOrThrow()
  const pick = async (form: ReturnType<typeof within>, label: string) => {
    fireEvent.change(form.getByLabelText(label), { target: { value: `${fname} ${lname}` } })
    fireEvent.click(await form.findByRole('radio', { name: new RegExp(`^${fname} ${lname}`) }, patient))
  }
  await open('/office/scholarships', 'Scholarships')
  await press('Record scholarship')
  const form = await dialog('Record a scholarship')
  fireEvent.click(form.getByRole('button', { name: 'Record scholarship' }))
  await form.findByText('Please choose a dancer from the list.', {}, patient)
  await pick(form, 'Holder')
  fill(form, { Amount: '250' })
  fireEvent.click(form.getByRole('button', { name: 'Record scholarship' }))
  await screen.findByText('$250.00', {}, patient)
  expect(await db.selectFrom('scholarships').select(['person_id', 'amount']).execute()).toEqual([
    { person_id, amount: 25_000 },
  ])

  await open('/office/attended', 'Attended before')
  await press('Record attendance')
  const record = await dialog('Record attendance')
  await pick(record, 'Dancer')
  fireEvent.click(record.getByRole('radio', { name: 'Did not attend' }))
  fireEvent.click(record.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const rows = await db.selectFrom('attendance_records').select(['person_id', 'attended']).execute()
    expect(rows).toEqual([{ person_id, attended: false }])
  }, patient)
})

test('OFF-014 the office chooses a city’s nominations on its page', async () => {
  await db.updateTable('tour_dates').set({ nomination_types: [] }).where('id', '=', tour_date_id).execute()
  const { id: typeId, name } = await db
    .selectFrom('nomination_types')
    .orderBy('id')
    .select(['id', 'name'])
    .executeTakeFirstOrThrow()
  await open(`/office/tour-dates/${tour_date_id}`, /./)
  fireEvent.click(await screen.findByLabelText(`Teen & Senior ${name}`))
  fireEvent.click(screen.getByText('Save city'))
  await waitFor(async () => {
    const city = await db
      .selectFrom('tour_dates')
      .where('id', '=', tour_date_id)
      .select('nomination_types')
      .executeTakeFirstOrThrow()
    expect(city.nomination_types).toEqual([typeId])
  })
})

test('OFF-035 an administrator writes new terms: missing clauses are named at the field, then the page shows them', async () => {
  await open('/office/texts', 'Legal texts')
  await press('Change Terms and conditions')
  const form = await dialog('Change Terms and conditions')
  const words = form.getByLabelText<HTMLTextAreaElement>('Text')
  const before = words.value
  fill(form, { Text: before.replace('$35', 'something') })
  fireEvent.click(form.getByRole('button', { name: 'Save as a new version' }))
  const lacks = await form.findByText('This text must mention the fee of a returned check, $35.', {}, patient)
  expect(words.getAttribute('aria-describedby')).toContain(lacks.closest('[id]')?.id)
  fill(form, { Text: `${before}\n\n# Pets\n\nPets stay at home.` })
  fireEvent.click(form.getByRole('button', { name: 'Save as a new version' }))
  expect(await screen.findByText('Version 2', {}, patient)).toBeTruthy()
  cleanup()
  await open('/terms', 'Terms')
  expect(await screen.findByText('Last modified October 1, 2024', {}, patient)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Pets' })).toBeTruthy()
})
