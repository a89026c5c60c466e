// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { dollars } from '@callboard/domain/kernel/money.ts'
import { insertCity, portland } from '@callboard/server/dev/build-cities.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { whenSaved } from '../../web/src/wizard/save-queue.ts'
import { openStage } from '../kit.ts'
import { answerDialog, waitForStep, dialog, heading, press, visitWizard } from './wizard-kit.tsx'
import { onPhone } from '../ui/screen-width.ts'
import { readUnsaved } from '../../web/src/wizard/people-changes.ts'
import { parseSearch } from '../../web/src/ui/search-values.ts'

const start = instant('2024-09-03T16:00:00Z')
const stage = await openStage({ now: start })
const { db, clock } = stage
const { grace, marlowe, registration, tour_date_id, event_id } = await smallCity(db)
const { id } = registration
const base = `/registration/${id}`

const setCity = (values: object) => db.updateTable('tour_dates').set(values).where('id', '=', tour_date_id).execute()
const setEvent = (values: object) => db.updateTable('events').set(values).where('id', '=', event_id).execute()
const setRegistration = (values: object) => db.updateTable('registrations').set(values).where('id', '=', id).execute()
const storedRow = () => db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

beforeEach(async () => {
  // Pending saves of the previous test finish first.
  await whenSaved(id)
  clock.time = start
  await setCity({ regenabled: true })
  await setEvent({ mobile_registration: 'full', is_nationals: false })
  await setRegistration({
    completed: false,
    confirmed: false,
    deleted: false,
    info_acknowledged: true,
    independent: false,
    studio_id: grace.studio_id,
    is_competing: true,
    visited_steps: ['dancers', 'teachers'],
    left_off: 'teachers',
    full_rates: false,
    late_rates: false,
    rates_told: 'discount',
  })
})

const visit = (path: string, user_id = grace.user_id) => visitWizard(stage, user_id, path)
const steps = () =>
  within(screen.getByRole('navigation', { name: 'Steps of your registration' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('WIZ-038 WIZ-003 the entry has no screen of its own: it resumes where one left off', async () => {
  const { router } = await visit(base)
  await waitForStep(router, `${base}/teachers`)
  await heading('Teachers')
  expect(steps()).toHaveLength(8)
})

test('WIZ-004 WIZ-005 WIZ-007 WIZ-008 WIZ-019 the bar says what is done, where one is, what is next and what must wait', async () => {
  await visit(`${base}/teachers`)
  await heading('Teachers')
  const words = () => steps().map((text) => text?.replace(/(done|here now|next|not open yet).*/, '$1'))
  expect(words()).toEqual([
    '1Roster, done',
    '2Dancers, done',
    '3Teachers, here now',
    '4Observers, next',
    '5Competition, not open yet',
    '6Review, not open yet',
    '7Payment, not open yet',
    'Success, not open yet',
  ])
  expect(screen.getAllByText('Finish Observers first.').length).toBeGreaterThan(0)
})

test('WIZ-017 WIZ-018 a step that is not open leads to the first unfinished one', async () => {
  await setRegistration({ visited_steps: [] })
  const { router } = await visit(`${base}/review`)
  await waitForStep(router, `${base}/dancers`)
})

test('WIZ-002 WIZ-043 ERR-006 somebody else’s registration, one that is not there, and no number at all lead home', async () => {
  for (const [path, who] of [
    [`${base}/dancers`, marlowe.user_id],
    ['/registration/99999', grace.user_id],
    ['/registration/first', grace.user_id],
  ] as const) {
    const { router } = await visit(path, who)
    await waitForStep(router, '/')
  }
})

test('WIZ-037 WIZ-046 WIZ-058 Save and continue stores where one was, and goes on; Go back goes back', async () => {
  await setRegistration({ visited_steps: [], left_off: null })
  const { router, sentCalls } = await visit(`${base}/dancers`)
  await heading('Dancers')
  press('Save and continue')
  await waitForStep(router, `${base}/teachers`)
  await waitFor(async () => expect((await storedRow()).left_off).toBe('dancers'))
  expect((await storedRow()).left_off_details).toEqual({ total_steps: 8, step_name: 'dancers', current_step: 2 })
  expect(sentCalls.filter(({ method, body }) => method === 'PUT' && body['left_off'] === 'dancers')).toHaveLength(1)
  await heading('Teachers')
  press('Go back')
  await waitForStep(router, `${base}/dancers`)
})

test('WIZ-027 VAR-010 M057 before you continue comes once, and says how to take part', async () => {
  await setRegistration({ info_acknowledged: false })
  await visit(`${base}/dancers`)
  await heading('before you continue')
  expect(screen.getByText(/^In person in Portland/)).toBeTruthy()
  press('Begin registration')
  await heading('Dancers')
  expect(window.location.pathname).toBe(`${base}/dancers`)
  expect((await storedRow()).info_acknowledged).toBe(true)
})

test('WIZ-024 ACC-068 an account without a studio says first how it comes', async () => {
  await setRegistration({ studio_id: null, ancillary: true })
  const { router } = await visit(base)
  await heading('Who are you registering with?')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'CONFIRM' }).disabled).toBe(true)
  fireEvent.click(screen.getByLabelText('affiliated with a studio but registering on my own'))
  press('CONFIRM')
  await waitForStep(router, '/change-studio')
  expect(parseSearch(window.location.search)).toMatchObject({ event: event_id, registration_id: id })
  cleanup()
  await visit(base)
  await heading('Who are you registering with?')
  fireEvent.click(screen.getByLabelText('not affiliated (independent dancer)'))
  press('CONFIRM')
  await heading('Teachers')
  expect((await storedRow()).independent).toBe(true)
  await setRegistration({ ancillary: false })
})

test('WIZ-025 WIZ-036 a confirmed registration shows that it is complete, from every step', async () => {
  await setRegistration({ completed: true, confirmed: true })
  const { router } = await visit(`${base}/teachers`)
  await waitForStep(router, base)
  await heading('This registration is complete')
  expect(screen.getByRole('link', { name: 'Go to your event' }).getAttribute('href')).toBe(`/event/${id}/overview`)
})

test('WIZ-035 a registration that waits for the office leads to its event', async () => {
  await setRegistration({ completed: true })
  const { router } = await visit(`${base}/dancers`)
  await waitForStep(router, `/event/${id}/overview`)
  // The event's own screen is there before this browser is closed.
  await screen.findByRole('heading', { level: 1 }, { timeout: 30_000 })
})

test('WIZ-042 M054 ERR-014 UI-017 a closed city says so on every step', async () => {
  await setCity({ regenabled: false })
  await visit(`${base}/dancers`)
  await heading('Dancers')
  expect(screen.getByText('Sorry! Registration for this event & city has closed')).toBeTruthy()
})

test('WIZ-059 an account on the exception list sees no such banner', async () => {
  await setCity({ regenabled: false })
  await db.insertInto('tour_date_exceptions').values({ tour_date_id, email: 'grace@example.com' }).execute()
  await visit(`${base}/dancers`)
  await heading('Dancers')
  expect(screen.queryByText('Sorry! Registration for this event & city has closed')).toBeNull()
  await db.deleteFrom('tour_date_exceptions').execute()
})

test('WIZ-045 UI-023 SEC-004 M042 a phone shows that registration is not available, where the brand sets so', async () => {
  await setEvent({ mobile_registration: 'notice' })
  onPhone()
  await visit(`${base}/dancers`)
  await heading('Sorry')
  expect(
    screen.getByText(
      'Registration is not yet available on mobile, however you may still view completed registrations.',
    ),
  ).toBeTruthy()
})

test('WIZ-045 where the brand has it on phones, the wizard works there and says in words what comes first', async () => {
  onPhone()
  await visit(`${base}/dancers`)
  await heading('Dancers')
  expect(screen.getByText('Step 2 of 8: Dancers')).toBeTruthy()
  expect(screen.getAllByText('Finish Observers first.').length).toBeGreaterThan(0)
})

test('WIZ-040 FEE-024 M055 ERR-013 a passed deadline is announced once, and the registration follows', async () => {
  clock.time = instant('2024-10-05T12:00:00Z')
  await visit(`${base}/teachers`)
  const ratesDialog = await dialog('Rates have changed')
  expect(ratesDialog.textContent).toContain(
    'The rates for your registration has changed. We will update your registration accordingly.',
  )
  await answerDialog('Rates have changed', 'OK')
  await waitFor(async () => expect((await storedRow()).full_rates).toBe(true))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('WIZ-039 UI-027 M053 ERR-016 after 15 minutes without mouse or key: not registered yet', async () => {
  await visit(`${base}/dancers`)
  await heading('Dancers')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.mouseMove(window)
  vi.advanceTimersByTime(800_000)
  fireEvent.keyDown(window, { key: 'a' })
  vi.advanceTimersByTime(800_000)
  expect(screen.queryByRole('dialog')).toBeNull()
  vi.advanceTimersByTime(101_000)
  vi.useRealTimers()
  await answerDialog('YOU ARE NOT REGISTERED YET.', 'KEEP GOING')
})

test('WIZ-044 ERR-005 completed in another window: sorry, and on to the event', async () => {
  const { router } = await visit(`${base}/dancers`)
  await heading('Dancers')
  await setRegistration({ completed: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Attended before (25% off), Ana Ruiz' }))
  const sorryDialog = await dialog('Sorry!')
  expect(sorryDialog.textContent).toContain('This registration has been completed.')
  await answerDialog('Sorry!', 'OK')
  await waitForStep(router, `/event/${id}/overview`)
})

test('WIZ-050 an unfinished registration may be deleted, after a question; the account page follows', async () => {
  const { router } = await visit(`${base}/dancers`)
  await heading('Dancers')
  press('Delete registration')
  await answerDialog('Delete this registration?', 'No, I want to keep it')
  expect((await storedRow()).deleted).toBe(false)
  press('Delete registration')
  fireEvent.click(within(await dialog('Delete this registration?')).getByRole('button', { name: 'Yes, delete it' }))
  await waitForStep(router, '/account')
  expect((await storedRow()).deleted).toBe(true)
})

test('WIZ-052 opening another registration shows nothing of the one before', async () => {
  const city = { ...portland, event_id, city: 'Tacoma', state: 'WA' }
  const tacoma = await db.transaction().execute((tx) => insertCity(tx, city))
  const reply = await stage.call(grace.user_id, 'POST', '/v1/mybtf/registration', { tour_date_id: tacoma })
  const { router } = await visit(`${base}/dancers`)
  await screen.findByRole('button', { name: 'Remove Ana Ruiz' }, { timeout: 30_000 })
  await router.navigate(`/registration/${reply.json().id}`)
  await heading('before you continue')
  press('Begin registration')
  await heading('Dancers')
  expect(screen.queryByRole('button', { name: 'Remove Ana Ruiz' })).toBeNull()
  expect(screen.getByText(/Tacoma, WA/)).toBeTruthy()
})

test('a crash of the browser loses nothing: what was not saved is offered again', async () => {
  const first = await visit(`${base}/dancers`)
  await heading('Dancers')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  fireEvent.click(await screen.findByRole('button', { name: 'Attended before (25% off), Ana Ruiz' }))
  expect(await screen.findByText(/not responding right now/, undefined, { timeout: 30_000 })).toBeTruthy()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText('You are offline. Nothing is lost; it is saved once you are back.')).toBeTruthy()
  onLine.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(JSON.stringify(readUnsaved(id))).toContain('attended_reg')
  first.close()

  await visit(`${base}/dancers`)
  // The page that crashed still tries to save in this process: nothing is saved before the new page asked.
  const online = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
    (init.method ?? 'GET') === 'GET' ? online(url, init) : Promise.reject(new TypeError('Failed to fetch')),
  )
  await answerDialog('Bring back your last changes?', 'Bring them back')
  const chip = await screen.findByRole('button', { name: 'Attended before (25% off), Ana Ruiz' })
  await waitFor(() => expect(chip.getAttribute('aria-pressed')).toBe('true'))
  vi.stubGlobal('fetch', online)
  const attended = () =>
    db
      .selectFrom('attendees')
      .innerJoin('persons', 'persons.id', 'attendees.person_id')
      .where('persons.fname', '=', 'Ana')
      .where('registration_id', '=', id)
      .select('attended_reg')
      .executeTakeFirstOrThrow()
  await waitFor(async () => expect((await attended()).attended_reg).toBe(true), { timeout: 30_000 })
})

// Payments are never deleted, so this test is the last.
test('WIZ-050 a registration with a payment offers no deletion', async () => {
  const values = { registration_id: id, payment_method_id: 2, timestamp: clock.now(), amount: dollars(50) }
  await db.insertInto('payments').values(values).execute()
  await visit(`${base}/dancers`)
  await heading('Dancers')
  expect(screen.queryByRole('button', { name: 'Delete registration' })).toBeNull()
})
