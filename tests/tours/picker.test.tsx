// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertCities, portland, type CityInput } from '@callboard/server/dev/build-cities.ts'
import { insertAccount, insertStudio } from '@callboard/server/dev/build-people.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { insertEvents, insertSeasons, lastSeason, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { takeRememberedRoute } from '../../web/src/shell/session.ts'
import { openStage } from '../kit.ts'
import { onPhone, screenWidth } from '../ui/screen-width.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const created = instant('2024-01-01')

const cities: readonly CityInput[] = [
  portland,
  { city: 'Boise', state: 'ID', starts: '2024-09-20' },
  { city: 'Spokane', state: 'WA', starts: '2024-11-22', regenabled: false },
  { city: 'Tucson', state: 'AZ', starts: '2024-12-06', canceled: true },
  { city: 'Fresno', state: 'CA', starts: '2025-01-10', postponed: true },
  { city: 'El Paso', state: 'TX', starts: '2025-01-17', canceled: true, postponed: true },
  { city: 'Anchorage', state: 'AK', starts: '2025-04-25', coming_soon: true, venue: null },
  { city: 'Everywhere', state: '', starts: '2025-05-05', virtual_only: true, venue: null },
  // Grace has a registration in each of these.
  { city: 'Reno', state: 'NV', starts: '2024-10-25' },
  { city: 'Eugene', state: 'OR', starts: '2024-11-01' },
  { city: 'Chico', state: 'CA', starts: '2024-09-13' },
  { city: 'Helena', state: 'MT', starts: '2025-02-07', canceled: true },
]

let grace: Awaited<ReturnType<typeof insertStudio>>
let unconfirmed: Awaited<ReturnType<typeof insertAccount>>
const registrationIds: Record<string, number> = {}
let portlandId = 0

beforeAll(async () => {
  await stage.db.transaction().execute(async (tx) => {
    await insertSeasons(tx, [lastSeason, thisSeason])
    const plain = { ...plainEvent, mobile_registration: 'notice' as const }
    const noLate = { ...plainEvent, id: 8, name: 'Northlight', subdomain: 'northlight', hide_early_rate_deadline: true }
    await insertEvents(tx, [plain, noLate], [40, 41])
    const ids = await insertCities(tx, [
      ...cities,
      { event_id: 8, city: 'Buffalo', state: 'NY', starts: '2025-02-28', late: null },
    ])
    portlandId = ids[0] ?? 0
    const roster = [{ fname: 'Ana', lname: 'Ruiz' }]
    const studioValues = {
      email: 'grace@example.com',
      name: 'Larkspur',
      city: 'Portland',
      state_id: 38,
      roster,
      created,
    }
    grace = await insertStudio(tx, { ...studioValues, owner: ['Grace', 'Oyelaran'] })
    unconfirmed = await insertAccount(tx, { email: 'u@example.com', fname: 'U', lname: 'F', confirmed: false }, created)
    const own = { user_id: grace.user_id, studio_id: grace.studio_id, dancers: [], at: created }
    const states = { Reno: 'completed', Eugene: 'draft', Chico: 'draft', Helena: 'completed' } as const
    for (const [city, state] of Object.entries(states)) {
      const tour_date_id = ids[cities.findIndex((one) => one.city === city)] ?? 0
      registrationIds[city] = (await insertRegistration(tx, { ...own, tour_date_id, state })).id
    }
  })
})

async function show(user_id: number, path: string) {
  const cookie = user_id ? (await stage.sessionOf(user_id)).cookie : ''
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
}

async function open(user_id = 0, path = '/register?event=meridian') {
  await show(user_id, path)
  await screen.findByRole('button', { name: /^Register for (Portland|Buffalo)/ }, { timeout: 30_000 })
}

const rowOf = (city: string) => {
  const row = screen.getByRole('rowheader', { name: new RegExp(`^${city}`) }).closest('tr')
  if (!row) throw new Error(`${city} has no row`)
  return within(row)
}
const button = (city: string) => rowOf(city).getByRole<HTMLButtonElement>('button')
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)

test('TOUR-001 TOUR-002 TOUR-021 TOUR-022 a table for a visitor, in the top navigation under Register', async () => {
  await open()
  expect(headers()).toEqual([
    'City',
    'Date',
    'Early rate deadline',
    'Regular rate deadline',
    'Venue',
    'Status',
    'Action',
  ])
  const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Register' })
  expect(link.getAttribute('href')).toBe('/register')
  expect(rowOf('Portland').getByText('Thu, Oct 3, 11:59 pm PDT')).toBeTruthy()
  expect(rowOf('Portland').getByText('in 2 days')).toBeTruthy()
})

test.each([
  [767, 'cards'],
  [768, 'table'],
])('TOUR-001 UI-005 UI-022 at %i px the cities are %s', async (wide, kind) => {
  screenWidth.now = wide
  await open()
  expect(screen.queryAllByRole('table')).toHaveLength(kind === 'table' ? 1 : 0)
  expect(screen.queryByRole('heading', { level: 2, name: /Portland/ }) !== null).toBe(kind === 'cards')
})

test('TOUR-003 TOUR-004 deadline columns that say nothing are not there', async () => {
  await open(0, '/register?event=northlight')
  expect(headers()).toEqual(['City', 'Date', 'Venue', 'Status', 'Action'])
})

test('TOUR-022 the city somebody came for is marked and has the focus', async () => {
  const { id } = await stage.db
    .selectFrom('tour_dates as t')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .where('c.name', '=', 'Fresno')
    .select('t.id')
    .executeTakeFirstOrThrow()
  await open(0, `/register?event=meridian&city=${id}`)
  const row = screen.getByRole('rowheader', { name: /^Fresno/ }).closest('tr')
  expect(document.activeElement).toBe(row)
})

test('TOUR-005 a venue, TBA, or virtual only', async () => {
  await open()
  expect(rowOf('Portland').getByText('Expo Pavilion')).toBeTruthy()
  expect(rowOf('Anchorage').getByText('TBA')).toBeTruthy()
  expect(rowOf('Everywhere').getByText('Virtual only')).toBeTruthy()
})

test.each([
  ['Boise', 'Passed', 'Over'],
  ['Spokane', 'Sold Out', 'No places left'],
  ['Tucson', 'Canceled', 'Not taking place'],
  ['Fresno', 'Postponed', 'New dates follow'],
  ['El Paso', 'Canceled/Postponed', 'Not taking place'],
  ['Anchorage', 'Coming Soon', 'Not open yet'],
])(
  'TOUR-006 TOUR-007 TOUR-009 TOUR-010 TOUR-011 TOUR-012 %s is %s, and its action does nothing but say why: %s',
  async (city, label, reason) => {
    await open(grace.user_id)
    expect(rowOf(city).getByText(label)).toBeTruthy()
    expect(button(city).disabled).toBe(true)
    expect(button(city).textContent).toBe(reason)
  },
)

test('TOUR-014 a visitor signs in first, and the city is where they come back to', async () => {
  await open()
  fireEvent.click(button('Portland'))
  await waitFor(() => expect(window.location.pathname).toBe('/signin'))
  expect(takeRememberedRoute()).toBe(`/register?event=meridian&city=${portlandId}`)
})

test('TOUR-015 an account with an unconfirmed address is asked to confirm it', async () => {
  await open(unconfirmed.user_id)
  fireEvent.click(button('Portland'))
  await waitFor(() => expect(window.location.pathname).toBe('/awaiting-confirmation'))
  expect(takeRememberedRoute()).toBe(`/register?event=meridian&city=${portlandId}`)
})

test('TOUR-021 a visitor reads what a city costs before anything is begun, and whether independents can compete', async () => {
  await open()
  expect(rowOf('Portland').getByText('Independents: workshop only')).toBeTruthy()
  expect(rowOf('Boise').queryByRole('link', { name: /^Prices/ })).toBeNull()
  fireEvent.click(rowOf('Portland').getByRole('link', { name: 'Prices of Portland, OR' }))
  await screen.findByRole('heading', { level: 1, name: 'Prices: Portland, OR' }, { timeout: 30_000 })
  expect(window.location.pathname).toBe(`/register/${portlandId}/prices`)
  const table = within(screen.getAllByRole('table')[0] as HTMLElement)
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Level',
    'Early rate',
    'Regular rate',
    'Late rate',
  ])
  expect(table.getByRole('columnheader', { name: 'Early rate' }).getAttribute('aria-current')).toBe('true')
  expect(table.getAllByRole('row')[1]?.textContent).toContain('$')
  screen.getByText(/^Early rate now/)
})

const pricesOf = async (city: string, user_id: number) => {
  const { id } = await stage.db
    .selectFrom('tour_dates as t')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .where('c.name', '=', city)
    .select('t.id')
    .executeTakeFirstOrThrow()
  await show(user_id, `/register/${id}/prices`)
  const heading = await screen.findByRole(
    'heading',
    { level: 1, name: new RegExp(`^Prices: ${city}`) },
    { timeout: 30_000 },
  )
  return within(heading.closest('header') as HTMLElement)
}

test('TOUR-014 TOUR-018 the prices of a city register there at once, or go on with what was begun', async () => {
  const portlandPrices = await pricesOf('Portland', 0)
  fireEvent.click(await portlandPrices.findByRole('button', { name: 'Register for Portland, OR' }))
  await waitFor(() => expect(window.location.pathname).toBe('/signin'))
  cleanup()
  const eugene = await pricesOf('Eugene', grace.user_id)
  fireEvent.click(await eugene.findByRole('button', { name: 'Finish Registration for Eugene, OR' }))
  await waitFor(() => expect(window.location.pathname).toContain(`/registration/${registrationIds['Eugene']}`))
})

test.each([
  ['Boise', 'Passed', 'Over'],
  ['Spokane', 'Sold Out', 'No places left'],
  ['Tucson', 'Canceled', 'Not taking place'],
  ['Anchorage', 'Coming Soon', 'Not open yet'],
])('TOUR-012 the prices of %s, which is %s, offer no registration: %s', async (city, label, reason) => {
  const header = await pricesOf(city, grace.user_id)
  const button = await header.findByRole<HTMLButtonElement>('button', { name: new RegExp(`: ${label}. ${reason}`) })
  expect(button.disabled).toBe(true)
  header.getByText(label)
  expect(header.queryByText(/rate now/)).toBeNull()
})

test.each([
  ['TOUR-008 TOUR-016 a completed registration is viewed', 'Reno', 'View Registration', '/event/{id}/overview'],
  ['TOUR-031 also where the city was canceled', 'Helena', 'View Registration', '/event/{id}/overview'],
  ['TOUR-008 TOUR-018 an unfinished one goes on', 'Eugene', 'Finish Registration', '/registration/{id}'],
  ['TOUR-030 also where the city has passed', 'Chico', 'Finish Registration', '/registration/{id}'],
])('%s', async (_, city, text, place) => {
  await open(grace.user_id)
  expect(button(city).textContent).toBe(text)
  fireEvent.click(button(city))
  const path = place.replace('{id}', String(registrationIds[city]))
  await waitFor(() => expect(window.location.pathname.startsWith(path)).toBe(true))
})

test('TOUR-017 on a phone there is a notice where registering on one is not offered', async () => {
  onPhone()
  await open(grace.user_id)
  fireEvent.click(screen.getByRole('button', { name: /^Register for Portland/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Sorry' })
  expect(dialog.textContent).toContain(
    'Registration is not yet available on mobile, however you may still view completed registrations.',
  )
})

test('TOUR-019 TOUR-032 Register makes one registration and opens it, however often it is clicked', async () => {
  await open(grace.user_id)
  fireEvent.click(button('Portland'))
  fireEvent.click(button('Portland'))
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/registration\/\d+/))
  const registrations = await stage.db
    .selectFrom('registrations')
    .select('id')
    .where('user_id', '=', grace.user_id)
    .execute()
  expect(registrations).toHaveLength(5)
})
