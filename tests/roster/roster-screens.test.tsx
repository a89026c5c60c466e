// @vitest-environment jsdom
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertStudio } from '@callboard/server/dev/build-people.ts'
import { insertSeasons, lastSeason, thisSeason } from '@callboard/server/dev/build-season.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
let user_id = 0

beforeAll(() => stage.db.transaction().execute((tx) => insertSeasons(tx, [lastSeason, thisSeason])))

let studios = 0
beforeEach(async () => {
  studios += 1
  const born = (year: number) => calendarDate(`${year}-03-01`)
  const studio = await stage.db.transaction().execute((tx) =>
    insertStudio(tx, {
      email: `grace${studios}@example.com`,
      name: 'Larkspur Dance',
      owner: ['Grace', 'Oyelaran'],
      city: 'Portland',
      state_id: 38,
      created: instant('2024-01-01'),
      roster: [
        { fname: 'Ana', lname: 'Ruiz', birthdate: born(2012), gender_id: 1 },
        { fname: 'Tess', lname: 'Abbott', birthdate: born(1990), gender_id: 1 },
        { fname: 'Noor', lname: 'Zand', birthdate: null, gender_id: 2 },
      ],
    }),
  )
  user_id = studio.user_id
})

const patient = { timeout: 30_000 }

async function open() {
  const { cookie } = await stage.sessionOf(user_id)
  const fetch = vi.fn(stage.fetchAs(cookie))
  vi.stubGlobal('fetch', fetch)
  window.history.replaceState(null, '', '/roster')
  const queries = new QueryClient()
  render(<App queries={queries} router={makeRouter(queries)} nonce="" />)
  await screen.findByRole('heading', { level: 1, name: 'My Roster' }, patient)
  await screen.findByRole('button', { name: 'Add to roster' }, patient)
  const posts = () =>
    fetch.mock.calls.filter(([, init]) => init?.method === 'POST' && (init.body as string).includes('skipFuzzy'))
  return { posts }
}

const visibleNames = () =>
  within(screen.getByRole('grid', { name: 'Roster' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent)

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

function fill(fname: string, lname: string, birthdate = '', gender = '1') {
  type('First name', fname)
  type('Last name', lname)
  type('Gender', gender)
  type(/^Birthdate/, birthdate)
}
function add() {
  const button = screen.getByRole('button', { name: 'Add to roster' })
  button.focus()
  fireEvent.click(button)
}

test('ROST-002 ROST-008 ROST-011 ROST-029 the roster is a table with gender, birthdate and age, sorted by a click', async () => {
  await open()
  expect(visibleNames()).toEqual(['Abbott, Tess', 'Ruiz, Ana', 'Zand, Noor'])
  const ana = screen.getByRole('row', { name: /Ruiz, Ana/ })
  expect(ana.textContent).toMatch(/Female.*03\/01\/2012.*12/)
  fireEvent.click(screen.getByRole('button', { name: 'Age' }))
  expect(visibleNames()).toEqual(['Ruiz, Ana', 'Abbott, Tess', 'Zand, Noor'])
  fireEvent.click(screen.getByRole('button', { name: 'Age' }))
  expect(visibleNames()).toEqual(['Abbott, Tess', 'Ruiz, Ana', 'Zand, Noor'])
})

test('ROST-010 ROST-036 SHOW ME filters by age, and by a missing birthdate', async () => {
  await open()
  const show = (value: string) => type('SHOW ME', value)
  const options = [...screen.getByLabelText('SHOW ME').querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(options).toEqual(['all', '19 & under', '20 & over', 'no birthdate'])
  show('19 & under')
  expect(visibleNames()).toEqual(['Ruiz, Ana'])
  show('20 & over')
  expect(visibleNames()).toEqual(['Abbott, Tess'])
  show('no birthdate')
  expect(visibleNames()).toEqual(['Zand, Noor'])
})

test('ROST-003 ROST-005 ERR-023 ERR-028 an empty form says Required and leads to its first field; nothing is sent', async () => {
  const { posts } = await open()
  add()
  expect(await screen.findAllByText('Required')).toHaveLength(3)
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  fill('Mia', 'Solberg', '13/45/2012')
  add()
  expect(await screen.findByText('Invalid Birthdate (MM/DD/YYYY)')).toBeTruthy()
  expect(posts()).toHaveLength(0)
})

test('ROST-004 ROST-015 ROST-023 a person without a birthdate is added, said and shown at once', async () => {
  const { posts } = await open()
  fill('Mia', 'Solberg')
  add()
  expect(await screen.findByText('Roster Updated!', {}, patient)).toBeTruthy()
  await waitFor(() => expect(visibleNames()).toContain('Solberg, Mia'), patient)
  expect(JSON.parse(posts()[0]?.[1]?.body as string)).toMatchObject({
    mybtf_user_id: user_id,
    studio_id: expect.any(Number),
    previous_studio_id: null,
    skipFuzzy: false,
  })
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
})

test('ROST-016 ROST-018 ROST-019 declining a duplicate prompt cancels the add', async () => {
  const { posts } = await open()
  fill('ANA', 'ruiz')
  add()
  const prompt = await screen.findByText(
    'It looks like you already have a person named ANA ruiz. Would you still like to add this person to your roster?',
    {},
    patient,
  )
  expect(prompt).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'No, cancel' }))
  await waitFor(() => expect(screen.queryByText(/already have a person/)).toBeNull(), patient)
  expect(posts()).toHaveLength(0)
})

test('ROST-017 ROST-034 two prompts in a row: the name first, then the birthdate of somebody else', async () => {
  const { posts } = await open()
  fill('Ana', 'Ruiz', '03/01/1990')
  add()
  await screen.findByText(/a person named Ana Ruiz/, {}, patient)
  fireEvent.click(screen.getByRole('button', { name: 'Yes, add' }))
  await screen.findByText(/a person with the same birthdate/, {}, patient)
  expect(posts()).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Yes, add' }))
  await waitFor(() => expect(posts()).toHaveLength(1), patient)
})

test('ROST-020 ROST-021 ROST-022 a near match opens the picker, which marks people already added; choosing none adds a new person', async () => {
  const { posts } = await open()
  fill('Anna', 'Ruiz', '')
  add()
  const candidate = await screen.findByRole('button', { name: /Ana Ruiz.*03\/01\/2012/ }, patient)
  fireEvent.click(candidate)
  await screen.findByText('It looks like you already have this person in your roster!', {}, patient)
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  fireEvent.click(await screen.findByRole('button', { name: 'None of these, add Anna' }, patient))
  await waitFor(() => expect(visibleNames()).toContain('Ruiz, Anna'), patient)
  expect(JSON.parse(posts().at(-1)?.[1]?.body as string)).toMatchObject({ skipFuzzy: true })
})

test('ROST-012 ROST-013 A92 a row is edited in place; Save is off until everything is there', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Edit Noor Zand' }))
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save().disabled).toBe(true)
  type('Birthdate, MM/DD/YYYY', '02/02/2010')
  expect(save().disabled).toBe(false)
  fireEvent.click(save())
  expect(await screen.findByText('Roster Updated!', {}, patient)).toBeTruthy()
  await waitFor(
    () => expect(screen.getByRole('row', { name: /Zand, Noor/ }).textContent).toContain('02/02/2010'),
    patient,
  )
})

test('a row that is being edited is kept by a reload, and dropped by Cancel', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Edit Noor Zand' }))
  type('Birthdate, MM/DD/YYYY', '02/02/2010')
  cleanup()
  await open()
  expect(screen.getByLabelText<HTMLInputElement>('Birthdate, MM/DD/YYYY').value).toBe('02/02/2010')
  expect(screen.getByText('We kept what you typed.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  cleanup()
  await open()
  expect(screen.queryByLabelText('Birthdate, MM/DD/YYYY')).toBeNull()
})

test('pronouns are entered with a person, shown in the list and changed in place', async () => {
  await open()
  fill('Sky', 'Moreau', '05/05/2011')
  type(/^Pronouns/, 'they/them')
  add()
  const sky = () => screen.getByRole('row', { name: /Moreau, Sky/ })
  await waitFor(() => expect(sky().textContent).toContain('they/them'), patient)
  fireEvent.click(screen.getByRole('button', { name: 'Edit Sky Moreau' }))
  type('Pronouns', 'she/they')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sky().textContent).toContain('she/they'), patient)
})

test('ROST-014 removing asks first, then the person is gone', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Remove Ana Ruiz' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, remove' }, patient))
  await waitFor(() => expect(visibleNames()).toEqual(['Abbott, Tess', 'Zand, Noor']), patient)
})

test('ROST-027 the contact of a person asks for type and names; an email must be one', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Contact of Ana Ruiz' }))
  const dialog = within(await screen.findByRole('dialog', {}, patient))
  fireEvent.change(dialog.getByLabelText(/^Type/), { target: { value: '' } })
  fireEvent.change(dialog.getByLabelText(/^Email/), { target: { value: 'x' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Must be valid email')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/^Type/), { target: { value: '1' } })
  fireEvent.change(dialog.getByLabelText(/^Email/), { target: { value: 'ana@example.com' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(
    () => expect(screen.getByRole('row', { name: /Ruiz, Ana/ }).textContent).toContain('ana@example.com'),
    patient,
  )
})

test('ROST-027 a person without an address of their own shows the parent’s', async () => {
  await stage.db.deleteFrom('contacts').where('entered_by', '=', user_id).execute()
  await stage.db
    .updateTable('roster')
    .set({ reminder_email: 'parent@example.com' })
    .where('user_id', '=', user_id)
    .execute()
  await open()
  expect(screen.getByRole('row', { name: /Zand, Noor/ }).textContent).toContain('parent@example.com')
})

test('ROST-024 ERR-025 an empty roster says so', async () => {
  await stage.db.deleteFrom('roster').where('user_id', '=', user_id).execute()
  await open()
  expect(await screen.findByText('You do not have anyone in your roster.', {}, patient)).toBeTruthy()
})
