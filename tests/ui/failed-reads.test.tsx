// @vitest-environment jsdom
import { insertCity } from '@callboard/server/dev/build-cities.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { QueryClient } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { eventually } from '../eventually.ts'
import { openStage } from '../kit.ts'
import { setSignedInCookie } from './signed-in-cookie.ts'

const stage = await openStage({ now: '2024-09-03T16:00:00Z' })
const { grace, registration, now } = await smallCity(stage.db)
const boise = await stage.db
  .transaction()
  .execute((tx) => insertCity(tx, { city: 'Boise', state: 'ID', starts: '2024-12-06', waiting_list: true }))
const completed = await stage.db.transaction().execute((tx) =>
  insertRegistration(tx, {
    tour_date_id: boise,
    user_id: grace.user_id,
    studio_id: grace.studio_id,
    at: now,
    state: 'completed',
    dancers: grace.person_ids.slice(0, 5),
    routines: [{ name: 'Paper Lanterns', cast: [0, 1, 2, 3] }],
  }),
)
const { event_id } = await stage.db
  .selectFrom('tour_dates')
  .select('event_id')
  .where('id', '=', boise)
  .executeTakeFirstOrThrow()
const { cookie } = await stage.sessionOf(grace.user_id)
const patient = { timeout: 30_000 }

/** Opens a screen; the server answers 500 to the calls of one path until `mend`. */
async function open(path: string, failing: RegExp) {
  const network = { isBroken: true }
  const fetch = stage.fetchAs(cookie)
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    network.isBroken && failing.test(url) ? new Response('{}', { status: 500 }) : fetch(url, init),
  )
  setSignedInCookie(true)
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App queries={queries} router={makeRouter(queries)} nonce="" />)
  await screen.findAllByRole('heading', { level: 1 }, patient)
  return {
    mend: () => {
      network.isBroken = false
    },
  }
}

const wizard = `/registration/${registration.id}`
const event = `/event/${completed.id}`

test.each([
  ['/account', /contact-info/, /^Contact$/],
  ['/account', /studios\/\d+\/profile/, /^Studio$/],
  ['/account', /second-factor/, /^Second step$/],
  ['/account', /sessions/, /this one/],
  ['/roster', /people-lists/, /Ages are as of January 1/],
  ['/dashboard', /own-registrations/, /Portland/],
  [`${wizard}/roster`, /people-lists/, /Bea/],
  [`${wizard}/dancers`, /mybtf\/roster/, /Finn/],
  [`${event}/overview`, /\/event-area$/, /^Balance$/],
  [`${event}/overview`, /waiting-list/, /^Balance$/],
  [`${event}/waivers`, /mybtf\/waivers/, /Bea/],
  [`${event}/music`, /music/, /Paper Lanterns/],
])('ERR-001 ERR-002 %s: a read of %s that fails is said, and read again on request', async (path, failing, text) => {
  const { mend } = await open(path, failing)
  const again = await screen.findByRole('button', { name: 'Try again' }, patient)
  await eventually(() => expect(document.querySelector('[data-waiting]')).toBeNull())
  mend()
  fireEvent.click(again)
  await eventually(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  expect((await screen.findAllByText(text, {}, patient)).length).toBeGreaterThan(0)
})

/** The city has no place for a routine left, so that one may wait for it. */
const sellOut = () =>
  stage.db
    .updateTable('capacity')
    .set(({ ref }) => ({ places: ref('taken') }))
    .where('tour_date_id', '=', boise)
    .where('key', '=', 'routines')
    .execute()

test('A18 ERR-001 the form of a routine that waits is read again when its city could not be read', async () => {
  await sellOut()
  const { mend } = await open(`${event}/overview`, /tour-dates\/\d+\/city/)
  fireEvent.click(await screen.findByRole('button', { name: 'Add a routine to the waiting list' }, patient))
  const again = await screen.findByRole('button', { name: 'Try again' }, patient)
  mend()
  fireEvent.click(again)
  await screen.findByRole('dialog', { name: 'A routine for the waiting list' }, patient)
})

test('A18 a routine that is sent to the waiting list again, since its reply was lost, joins once', async () => {
  await sellOut()
  await open(`${event}/overview`, /^never$/)
  await screen.findByText(/^Sold out in this city: the competition\b.*You can wait for a place/, {}, patient)
  const fetch = globalThis.fetch
  let sendCount = 0
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const reply = await fetch(url, init)
    if (init?.method !== 'POST' || !url.includes('/v1/waiting-list')) return reply
    sendCount += 1
    if (sendCount === 1) throw new TypeError('network')
    return reply
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Add a routine to the waiting list' }, patient))
  const form = await screen.findByRole('dialog', { name: 'A routine for the waiting list' }, patient)
  fireEvent.change(within(form).getByLabelText('Routine name'), { target: { value: 'Night Train' } })
  fireEvent.change(within(form).getByLabelText('Performance division'), { target: { value: '1' } })
  // Two: a second solo of one dancer would be refused by the form itself.
  const dancers = await within(form).findAllByRole('checkbox', {}, patient)
  for (const dancer of dancers.slice(0, 2)) fireEvent.click(dancer)
  await within(form).findByRole('list', { name: 'In this routine' }, patient)
  const join = () => fireEvent.click(within(form).getByRole('button', { name: 'Join the waiting list' }))
  join()
  await eventually(() => expect(sendCount).toBe(1))
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }, patient))
  await eventually(() => {
    join()
    expect(sendCount).toBe(2)
  })
  await screen.findByText(/changed/, {}, patient)
  await eventually(async () => {
    const reply = await stage.call(grace.user_id, 'GET', `/v1/dance360/registrations/${completed.id}`)
    expect(reply.json().waiting_list_routines.map((one: { routine: { name: string } }) => one.routine.name)).toEqual([
      'Night Train',
    ])
  })
  expect(within(form).getByLabelText('Routine name')).toHaveProperty('value', 'Night Train')
})

/** Opens a screen as the office. */
async function openAsOffice(path: string, failing: RegExp) {
  await stage.db.updateTable('users').set({ role: 'admin' }).where('id', '=', grace.user_id).execute()
  onTestFinished(async () => {
    await stage.db.updateTable('users').set({ role: 'user' }).where('id', '=', grace.user_id).execute()
  })
  return await open(path, failing)
}

test.each([
  ['/office/judges', /office\/scales/, /^Scales$/],
  ['/office/events', /office\/seasons$/, /Ages on January 1/],
  ['/office/events', /season-copies/, /Ages on January 1/],
  [`/office/events/${event_id}`, /office\/seasons$/, /^Whole event, early$/],
  [`/office/events/${event_id}`, /\/prices/, /^Whole event, early$/],
  [`/office/events/${event_id}`, /static\/workshop_levels/, /^Whole event, early$/],
  ['/office/money', /office\/seasons$/, /^Charges, payments/],
  [`/office/registrations/${completed.id}`, /authorizations/, /Paper Lanterns/],
  [`/office/registrations/${completed.id}`, /nominations/, /Paper Lanterns/],
  [`/office/tour-dates/${boise}/judging`, /office\/devices/, /Judging/],
])('ERR-001 ERR-002 %s: the office is told of a read of %s that fails, and repeats it', async (path, failing, text) => {
  const { mend } = await openAsOffice(path, failing)
  const again = await screen.findByRole('button', { name: 'Try again' }, patient)
  mend()
  fireEvent.click(again)
  await eventually(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  await eventually(() => expect(document.querySelector('[data-waiting]')).toBeNull())
  expect((await screen.findAllByText(text, {}, patient)).length).toBeGreaterThan(0)
})

test.each([
  ['/confirm/anything', /mybtf\/confirm/],
  ['/unsubscribe/anything', /unsubscribe/],
  ['/invitation/anything', /invitations\/open/],
  ['/waivers/sign/anything', /waivers\/sign/],
  ['/waivers/anything', /waivers\/shared/],
  ['/office/exports/anything', /saved-exports\/open/],
])('ERR-001 %s: a link is not called invalid while the server cannot tell', async (path, failing) => {
  const { mend } = await openAsOffice(path, failing)
  const again = await screen.findByRole('button', { name: 'Try again' }, patient)
  expect(screen.queryByText(/new email|does not open/)).toBeNull()
  mend()
  fireEvent.click(again)
  await eventually(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
})

test('ERR-001 ERR-002 choices that could not be loaded are said once for all, and read again on request', async () => {
  const { mend } = await openAsOffice('/office/entries', /office\/(tour-dates|events|static|saved-views)/)
  const question = await screen.findByRole('dialog', { name: 'Some choices could not be loaded' }, patient)
  mend()
  fireEvent.click(within(question).getByRole('button', { name: 'Try again' }))
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  await eventually(() => expect(screen.getAllByRole('option', { name: /Boise/ }).length).toBeGreaterThan(0))
})

test.each(['/office/entries', '/office/tour-dates'])(
  'ERR-001 %s: a page that fails with its choices says so once, and one press repeats all',
  async (path) => {
    const { mend } = await openAsOffice(path, /v1\/(office|mybtf\/static)/)
    const again = await screen.findByRole('button', { name: 'Try again' }, patient)
    // A dialog about the choices would be open by then.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.querySelector('[data-waiting]')).toBeNull()
    mend()
    fireEvent.click(again)
    await eventually(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
    await eventually(() => expect(screen.getAllByRole('option', { name: /Boise|2024/ }).length).toBeGreaterThan(0))
  },
)

test('ERR-001 choices that could not be loaded are asked about again only after half a minute away', async () => {
  await openAsOffice('/office/registrations', /office\/tour-dates/)
  const openQuestion = () => screen.queryByRole('dialog', { name: 'Some choices could not be loaded' })
  await eventually(() => expect(openQuestion()).not.toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  await eventually(() => expect(openQuestion()).toBeNull())
  const returnToWindow = () => fireEvent(window, new Event('visibilitychange'))
  returnToWindow()
  // A read that is made again here would have failed by then.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(openQuestion()).toBeNull()
  const later = Date.now() + 31_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  onTestFinished(() => void vi.restoreAllMocks())
  returnToWindow()
  await eventually(() => expect(openQuestion()).not.toBeNull())
})
