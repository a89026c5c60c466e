// @vitest-environment jsdom
import { identityKey } from '@callboard/domain/registrations/attendees/set-options.ts'
import type { LineRefusal } from '@callboard/domain/registrations/line-refusals.ts'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { ReviewSection } from '../../web/src/registrations/review/ReviewSection.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import {
  answer,
  button,
  closeRoutinesScreen,
  dialog,
  heading,
  openRoutinesScreen,
  press,
  type,
  waitUntil,
  visitStep,
  type OpenRoutinesScreen,
} from './routines-kit.tsx'

type Person = Parameters<typeof identityKey>[0]

const { stage, rehearsed, db, clock } = await openRoutinesScreen()
const start = clock.time
afterEach(() => {
  clock.time = start
})

/** A registration whose owner has come as far as the review, open there. */
async function open(rehearsal: OpenRoutinesScreen) {
  const visit = await visitStep(stage, rehearsal.studio, rehearsal.id, 'review')
  await heading('Review')
  return {
    ...visit,
    at: (step: string) => waitUntil(() => expect(visit.path()).toBe(`/registration/${rehearsal.id}/${step}`)),
  }
}
const ready = (options: Parameters<typeof rehearsed>[0] = {}) =>
  rehearsed({ casts: options.compete === false ? [] : [[0, 1, 2, 3]], ...options })
const tick = async (name: RegExp) => fireEvent.click(await screen.findByRole('checkbox', { name }))
const agree = async () => {
  await tick(/terms and conditions/)
  await tick(/competition code/)
}
const ticked = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked
const sorry = async (message: string) => {
  within(await dialog('Sorry!')).getByText(message)
  await answer('Sorry!', 'OK')
}
const amountOf = (name: string) =>
  within(screen.getByRole('region', { name: 'Totals' })).getByText(name).nextElementSibling?.textContent

test('REV-001 REV-022 REV-028 every section is there, every amount says why, and the totals are those of the payment page', async () => {
  const rehearsal = await ready()
  await open(rehearsal)
  for (const name of ['Workshop attendees', 'Competition routines', 'Media season pass', 'Totals', 'Terms']) {
    await screen.findByRole('heading', { level: 2, name })
  }
  const actions = within(screen.getByRole('region', { name: 'Actions' }))
  expect(actions.getAllByRole('checkbox', { name: /^I agree to the/ })).toHaveLength(2)
  actions.getByRole('button', { name: 'Submit' })
  const people = within(screen.getByRole('list', { name: 'Workshop attendees' }))
  const [first] = people.getAllByRole('button')
  expect(first?.textContent).toMatch(/Born \d{1,2}\/\d{1,2}\/\d{4}\$225\.00$/)
  fireEvent.click(first ?? document.body)
  people.getByText(/^Early rate, held through /)
  const routines = within(screen.getByRole('list', { name: 'Competition routines' }))
  fireEvent.click(routines.getByRole('button'))
  routines.getByText('Small Group: 4 dancers at $58.00 each')
  const { fees } = await rehearsal.record()
  expect(amountOf('Grand total')).toBe(`$${(fees.total / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`)
  expect(amountOf('Competition')).toBe('$232.00')
  screen.getByText(/the rest is due by 10\/25\/2024\.$/)
})

test('REV-001 COMP-064 waiting routines are listed apart, and are not charged yet', async () => {
  const rehearsal = await ready()
  await db
    .updateTable('registration_routines')
    .set({ status: 'waiting' })
    .where('registration_id', '=', rehearsal.id)
    .execute()
  await open(rehearsal)
  const list = within(await screen.findByRole('list', { name: 'Waiting list' }))
  list.getByText('Not charged yet')
  expect(amountOf('Competition')).toBe('$0.00')
})

test('REV-004 REV-016 A72 M110 both agreements are asked for, each with its text', async () => {
  const { path } = await open(await ready())
  const message = 'Please agree to the terms and conditions before continuing.'
  await press('Submit')
  await sorry(message)
  // It is at the end of a long page: one is taken there.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /agree to the terms and conditions/ })),
  )
  await press('Read the terms and conditions')
  within(await dialog('Terms and conditions')).getByText(/Deposits are non-refundable/)
  await answer('Terms and conditions', 'OK')
  await tick(/terms and conditions/)
  await press('Submit')
  await sorry(message)
  expect(path()).toMatch(/review$/)
})

test('REV-007 COMP-084 submitting reviews, holds the places, and leads on; the time left is seen', async () => {
  const rehearsal = await ready()
  await open(rehearsal)
  type('Review email', 'desk@example.com')
  // As after a reload.
  cleanup()
  const { at } = await open(rehearsal)
  expect(screen.getByLabelText<HTMLInputElement>('Review email').value).toBe('desk@example.com')
  await screen.findByText('We kept what you typed.')
  await agree()
  await press('Submit')
  await at('payment')
  const record = await rehearsal.record()
  expect([record.reviewed, record.waiver, record.competitionCodeWaiver]).toEqual([true, true, true])
  expect(record.review_email).toBe('desk@example.com')
  expect(record.hold).not.toBeNull()
})

test('REV-015 REV-027 unticking takes the review back, and both have to be agreed to again', async () => {
  const rehearsal = await ready({ values: { waiver: true, competition_code_waiver: true } })
  expect(
    (await rehearsal.studio.call('PUT', `/v1/dance360/registrations/${rehearsal.id}`, { reviewed: true })).statusCode,
  ).toBe(200)
  await open(rehearsal)
  await screen.findByText(/^Your places and prices are held until \d{1,2}:\d\d [ap]m$/)
  expect(ticked(/competition code/)).toBe(true)
  await tick(/terms and conditions/)
  await waitUntil(() => expect(ticked(/competition code/)).toBe(false))
  await waitUntil(async () => expect((await rehearsal.record()).reviewed).toBe(false))
  const { waiver, competitionCodeWaiver, hold } = await rehearsal.record()
  expect([waiver, competitionCodeWaiver, hold]).toEqual([false, false, null])
})

test('REV-002 a wrong review email is refused, and its field is where one is led', async () => {
  await open(await ready())
  await agree()
  type('Review email', 'desk@')
  await press('Submit')
  await sorry('Must be valid email')
  await waitUntil(() => expect(document.activeElement).toBe(screen.getByLabelText('Review email')))
})

test('REV-003 REV-006 an independent enters the responsible person, who is saved', async () => {
  const rehearsal = await ready({ compete: false, values: { ancillary: true, independent: true } })
  const { at } = await open(rehearsal)
  await screen.findByRole('heading', { name: 'Contact for this registration' })
  await tick(/terms and conditions/)
  await screen.findByLabelText('Address')
  type('Address', '')
  await press('Submit')
  await sorry('Please fill out all required fields.')
  type('First name', 'Ines')
  type('Last name', 'Moreau')
  type('Address', '12 Elm Street, Portland')
  type('Phone', '4155550132')
  await press('Submit')
  await at('payment')
  expect((await rehearsal.record()).ancillary_person).toMatchObject({
    fname: 'Ines',
    address: '12 Elm Street, Portland',
  })
})

test('REV-008 WIZ-047 ERR-017 without a dancer or teacher the dancers’ step is where it is mended', async () => {
  const rehearsal = await ready({ compete: false })
  await db.updateTable('attendees').set({ workshop_level_id: 31 }).where('registration_id', '=', rehearsal.id).execute()
  const { at } = await open(rehearsal)
  await press('Submit')
  await sorry('To continue, please register at least one dancer or teacher.')
  await at('dancers')
})

test('REV-009 COMP-059 WIZ-047 ERR-017 a closed competition leads to the routines that have to go', async () => {
  const rehearsal = await ready()
  await rehearsal.setCity({ compenabled: false })
  const { at } = await open(rehearsal)
  await press('Submit')
  await sorry('Competition has been closed. Please remove all routines before completing your registration.')
  await at('competition')
})

test('REV-010 COMP-060 without routines one is added, or the competition left', async () => {
  const rehearsal = await ready({ casts: [], compete: true })
  const { at, path } = await open(rehearsal)
  const question = 'You currently have no registered routines. Would you like to add a routine?'
  await press('Submit')
  within(await dialog('No routines yet')).getByText(question)
  await answer('No routines yet', 'I am not competing')
  await waitUntil(async () => expect((await rehearsal.record()).is_competing).toBe(false))
  expect(path()).toMatch(/review$/)
  await rehearsal.studio.call('PUT', `/v1/dance360/registrations/${rehearsal.id}`, { is_competing: true })
  closeRoutinesScreen()
  await open(rehearsal)
  await press('Submit')
  await answer('No routines yet', 'Add a routine')
  await waitUntil(() => expect(window.location.pathname).toBe(`/registration/${rehearsal.id}/competition`))
  expect(at).toBeDefined()
})

test('REV-010 M100 putting the question away decides nothing', async () => {
  const rehearsal = await ready({ casts: [], compete: true })
  const { path } = await open(rehearsal)
  await screen.findByText('Sorry, you did not have any routines for this city.')
  await press('Submit')
  await answer('No routines yet', 'Close')
  expect([(await rehearsal.record()).is_competing, path()]).toEqual([true, `/registration/${rehearsal.id}/review`])
})

test('REV-011 COMP-062 a finals soloist must dance in a group', async () => {
  const rehearsal = await ready({ casts: [[0]] })
  await db
    .updateTable('registration_routines')
    .set({ finals: true })
    .where('registration_id', '=', rehearsal.id)
    .execute()
  const { at } = await open(rehearsal)
  await press('Submit')
  within(await dialog('Sorry!')).getByText(/must be in a group routine to compete in the finals solos\.$/)
  await answer('Sorry!', 'OK')
  await at('competition')
})

test('REV-012 COMP-036 too many solos of a small registration: how many have to go', async () => {
  const rehearsal = await ready({ dancers: 4, casts: [[0], [1]], city: { solo_groups: 2 } })
  await db
    .updateTable('capacity')
    .set({ taken: 1 })
    .where('tour_date_id', '=', rehearsal.tour_date_id)
    .where('key', '=', 'small_solos')
    .execute()
  const { at } = await open(rehearsal)
  await press('Submit')
  within(await dialog('Sorry!')).getByText(/Please remove 1 solo\(s\) to continue\.$/)
  await answer('Sorry!', 'OK')
  await at('competition')
})

test('REV-013 a passed deadline is announced, and nothing is submitted at a price not shown', async () => {
  const rehearsal = await ready()
  const { path } = await open(rehearsal)
  await agree()
  closeRoutinesScreen()
  clock.time = '2024-10-05T12:00:00.000Z' as typeof clock.time
  await visitStep(stage, rehearsal.studio, rehearsal.id, 'review')
  within(await dialog('Rates have changed')).getByText(/rates for your registration has changed/)
  await answer('Rates have changed', 'OK')
  await waitUntil(async () => expect((await rehearsal.record()).full_rates).toBe(true))
  expect(path()).toMatch(/review$/)
})

test('REV-014 a media pass paid elsewhere meanwhile is not charged: the new total is shown first', async () => {
  const rehearsal = await ready()
  const people = (await rehearsal.record()).attendees as Record<
    string,
    { id: number; person_id: number; person: Person }
  >
  const [dancer] = Object.values(people)
  if (!dancer) throw new Error('No one is registered')
  const { person_id, person } = dancer
  await rehearsal.studio.call('PUT', `/v1/dance360/attendees/${dancer.id}`, { media_pass: true })
  const elsewhere = await ready()
  const { path } = await open(rehearsal)
  await waitUntil(() => expect(amountOf('Media season pass')).toBe('$49.99'))
  await db
    .insertInto('media_passes')
    .values({ season_id: 41, identity_key: identityKey(person), person_id, registration_id: elsewhere.id })
    .execute()
  await agree()
  await press('Submit')
  within(await dialog('Your total has changed')).getByText(/paid elsewhere/)
  await answer('Your total has changed', 'OK')
  await waitUntil(() => expect(amountOf('Media season pass')).toBe('$0.00'))
  expect(path()).toMatch(/review$/)
  await press('Submit')
  await waitUntil(() => expect(path()).toMatch(/payment$/))
})

test('A101 ATT-053 a media season pass is bought on the review as well', async () => {
  const rehearsal = await ready({ compete: false })
  await open(rehearsal)
  const panel = within(await screen.findByRole('list', { name: 'Dancers with a media season pass' }))
  screen.getByText(/^Unlimited photos and videos/)
  fireEvent.click(panel.getAllByRole('checkbox').at(-1) ?? document.body)
  await waitUntil(() => expect(amountOf('Media season pass')).toBe('$49.99'))
  await button('Submit')
})

test('REV-023 WIZ-047 ATT-007 a line that no longer holds says why, and leads to the step that mends it', async () => {
  const rehearsal = await ready()
  const [dancer = 0] = rehearsal.studio.dancers
  await db
    .updateTable('persons')
    .set({ birthdate: calendarDate('2023-06-01') })
    .where('id', '=', dancer)
    .execute()
  const { at } = await open(rehearsal)
  await screen.findByText('1 line needs a decision before you can submit. It is marked below.')
  const people = within(screen.getByRole('list', { name: 'Workshop attendees' }))
  people.getByText(/does not meet the age requirements\.$/)
  fireEvent.click(people.getByRole('button', { name: 'Go to Dancers' }))
  await at('dancers')
})

test('REV-001 a long group is collapsed; a row with a problem stays visible', () => {
  const refusal: LineRefusal = {
    code: 'submit.line',
    tab: 'dancers',
    field: 'birthdate',
    person_id: 30,
    routine: null,
    reason: 'attendee.birthdate_missing',
    sentence: 'Needs a birthdate',
  }
  const rows = Array.from({ length: 30 }, (_, place) => ({
    key: `person:${place + 1}`,
    name: `Dancer ${place + 1}`,
    details: [],
    amount: null,
    lines: [],
    ...(place === 29 && { refusal }),
  }))
  render(
    <MantineProvider>
      <ReviewSection title="Workshop attendees" noun="attendees" rows={rows} empty={null} />
    </MantineProvider>,
  )
  const names = () => screen.getAllByText(/^Dancer \d+$/).map(({ textContent }) => textContent)
  expect(names()).toHaveLength(9)
  expect(names().at(-1)).toBe('Dancer 30')
  fireEvent.click(screen.getByRole('button', { name: 'Show all 30 attendees' }))
  expect(names()).toHaveLength(30)
  // The button would be far above what is in sight.
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(names()).toHaveLength(9)
  expect(scroll.mock.instances).toEqual([screen.getByRole('button', { name: 'Show all 30 attendees' })])
})
