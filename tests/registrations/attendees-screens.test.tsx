// @vitest-environment jsdom
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { answerDialog, dialog, heading, visitWizard } from './wizard-kit.tsx'

const stage = await openStage({ now: '2024-09-03T16:00:00Z' })
const { db } = stage
const { grace, registration } = await smallCity(db)
const { id } = registration
await db
  .updateTable('registrations')
  .set({ info_acknowledged: true, visited_steps: ['dancers', 'teachers', 'observers'] })
  .where('id', '=', id)
  .execute()

async function step(name: string, title: string) {
  await visitWizard(stage, grace.user_id, `/registration/${id}/${name}`)
  await heading(title)
}
const button = (name: string | RegExp) => screen.findByRole('button', { name }, { timeout: 30_000 })
const attendee = (fname: string) =>
  db
    .selectFrom('attendees')
    .innerJoin('persons', 'persons.id', 'attendees.person_id')
    .where('persons.fname', '=', fname)
    .where('registration_id', '=', id)
    .select(['attended_reg', 'one_day', 'workshop_level_id'])
    .executeTakeFirst()

test('ROST-025 ROST-026 ATT-009 M065 M066 M067 the roster panel has SHOW ME, EDIT, and + ALL, which adds every eligible person', async () => {
  await step('dancers', 'Dancers')
  await button(/^Finn Delgado/)
  const options = screen.getByRole<HTMLSelectElement>('combobox', { name: 'SHOW ME' }).options
  expect([...options].map(({ text }) => text)).toEqual(['all', '19 & under', '20 & over', 'no birthdate'])
  expect(screen.getByRole('link', { name: 'EDIT' }).getAttribute('href')).toBe(`/registration/${id}/roster`)
  expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe(
    `/roster/import?back=${encodeURIComponent(`/registration/${id}/dancers`)}`,
  )
  // 'Saved' answers a change: nothing has been saved yet.
  expect(screen.queryByText(/^(Saved|Saving…)$/)).toBeNull()
  fireEvent.click(await button('+ ALL'))
  await button('Remove Finn Delgado')
  await screen.findByText('Saved', {}, { timeout: 30_000 })
  expect(screen.queryByRole('button', { name: /^Remove Quinn/ })).toBeNull()
  await waitFor(async () => expect(await attendee('Finn')).toBeTruthy(), { timeout: 30_000 })
})

test('ROST-025 the roster and the list are ordered by the name as it is shown', async () => {
  await step('dancers', 'Dancers')
  const list = await screen.findByRole('list', { name: 'Everyone' }, { timeout: 30_000 })
  const entries = await within(list).findAllByRole('button')
  const names = entries.map((entry) => entry.querySelector('span')?.textContent ?? '')
  expect(names.length).toBeGreaterThan(3)
  // A roster that has just come takes no focus.
  expect(document.activeElement).not.toBe(screen.getByRole('region', { name: 'Your roster' }))
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en-US')))
  const removeLabels = screen
    .getAllByRole('button', { name: /^Remove / })
    .map((remove) => remove.getAttribute('aria-label') ?? '')
  expect(removeLabels.length).toBeGreaterThan(1)
  expect(removeLabels).toEqual(removeLabels.toSorted((one, other) => one.localeCompare(other, 'en-US')))
})

test('ROST-025 ROST-026 beside a search the button adds the people who are shown, and says how many', async () => {
  await step('observers', 'Observers')
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Find in your roster' }), {
    target: { value: 'quinn' },
  })
  fireEvent.click(await button('+ Add 1 shown'))
  await waitFor(async () => expect(await attendee('Quinn')).toBeTruthy(), { timeout: 5_000 })
  const observers = await db
    .selectFrom('attendees')
    .innerJoin('workshop_levels', 'workshop_levels.id', 'attendees.workshop_level_id')
    .where('registration_id', '=', id)
    .where('workshop_levels.kind', '=', 'observer')
    .select('person_id')
    .execute()
  expect(observers).toHaveLength(1)
  expect((await button('+ Add 0 shown')).hasAttribute('disabled')).toBe(true)
})

test('ROST-026 the button counts the people who fit the step alone', async () => {
  await step('dancers', 'Dancers')
  const search = await screen.findByRole('searchbox', { name: 'Find in your roster' })
  // Without a birthdate Quinn is added to no step for dancers.
  fireEvent.change(search, { target: { value: 'quinn' } })
  expect((await button('+ Add 0 shown')).hasAttribute('disabled')).toBe(true)
})

test('a registered dancer is shown with the pronouns of the roster', async () => {
  const [ana] = grace.person_ids
  const own = db.updateTable('roster').where('user_id', '=', grace.user_id)
  await own
    .where('person_id', '=', ana ?? 0)
    .set({ pronouns: 'she/they' })
    .execute()
  await step('dancers', 'Dancers')
  const name = await button('Ana Ruiz')
  expect(name.parentElement?.textContent).toContain('she/they')
})

test('ATT-033 M073 ERR-011 a dancer who competes cannot be removed, and a dialog gives the reason', async () => {
  await step('dancers', 'Dancers')
  fireEvent.click(await button('Remove Ana Ruiz'))
  const names = await db
    .selectFrom('registration_routines as q')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .innerJoin('routine_attendees as a', 'a.registration_routine_id', 'q.id')
    .innerJoin('persons as p', 'p.id', 'a.person_id')
    .where('q.registration_id', '=', id)
    .where('p.fname', '=', 'Ana')
    .orderBy('q.id')
    .select('d.name')
    .execute()
  const routines = names.map(({ name }) => name).join(', ')
  const sentence = 'This person must be removed from the competition first'
  expect((await dialog('Sorry!')).textContent).toContain(`${sentence}\nIn: ${routines}.`)
  await answerDialog('Sorry!', 'OK')
  await button('Remove Ana Ruiz')

  fireEvent.click(await screen.findByRole('checkbox', { name: /Ana Ruiz/ }))
  fireEvent.click(await button('Remove 1'))
  const some = 'Some dancers are competing and cannot be removed.'
  expect((await dialog('Sorry!')).textContent).toContain(`${some}\nIn: ${routines}.`)
  await answerDialog('Sorry!', 'OK')
})

test('ROST-025 the number of those who are not registered shows them alone, also while they are added', async () => {
  const finn = db.selectFrom('persons').where('fname', '=', 'Finn').select('id')
  await db.deleteFrom('attendees').where('registration_id', '=', id).where('person_id', 'in', finn).execute()
  await step('dancers', 'Dancers')
  const panel = within(screen.getByRole('region', { name: 'Your roster' }))
  await panel.findByRole('button', { name: /^Ana Ruiz/ })
  const toggle = panel.getByRole('button', { name: /^\d+ not registered$/ })
  fireEvent.click(toggle)
  expect(panel.queryByRole('button', { name: /^Ana Ruiz/ })).toBeNull()
  const entry = panel.getByRole('button', { name: /^Finn Delgado/ })
  fireEvent.click(entry)
  await waitFor(() => expect(entry.getAttribute('aria-pressed')).toBe('true'))
  expect(panel.getByRole('button', { name: /^Finn Delgado/ })).toBe(entry)
  fireEvent.click(toggle)
  await panel.findByRole('button', { name: /^Ana Ruiz/ })
})

test('ATT-023 M075 a dancer who competes cannot attend one day only', async () => {
  await step('dancers', 'Dancers')
  fireEvent.click(await button('One day, Ana Ruiz'))
  expect((await dialog('Sorry!')).textContent).toContain(
    'This dancer is competing and one day dancers are ineligible to compete. Please remove this person from all competing routines first.',
  )
})

test('ATT-020 another workshop level is asked about first', async () => {
  await step('dancers', 'Dancers')
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Workshop level of Ella Marsh' })
  const before = select.value
  const other = [...select.options].find(({ value }) => Number(value) < Number(before))
  fireEvent.change(select, { target: { value: other?.value } })
  await answerDialog('Change workshop level', 'Keep the old level')
  expect(select.value).toBe(before)
  fireEvent.change(select, { target: { value: other?.value } })
  await answerDialog('Change workshop level', 'Change level')
  await waitFor(async () => expect((await attendee('Ella'))?.workshop_level_id).toBe(Number(other?.value)), {
    timeout: 30_000,
  })
})

test('ATT-036 ATT-037 unnamed observers run from 0 to 100, and are priced at once', async () => {
  await step('observers', 'Observers')
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'One-day observers' })
  expect([...select.options].filter(({ value }) => value !== '')).toHaveLength(101)
  fireEvent.change(select, { target: { value: '3' } })
  const bill = screen.getByRole('complementary', { name: 'Your bill' })
  await waitFor(() => expect(within(bill).getByText('3 one-day observers')).toBeTruthy())
})
