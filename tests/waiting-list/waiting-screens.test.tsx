// @vitest-environment jsdom
import { usd } from '@callboard/domain/kernel/money.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { offerPlaces } from '@callboard/server/waiting-list/offer.ts'
import { expect, test } from 'vitest'
import {
  answer,
  button,
  dialog,
  openRoutinesScreen,
  press,
  waitUntil,
  visitStep,
  type OpenRoutinesScreen,
} from '../registrations/routines-kit.tsx'
import { visitWizard } from '../registrations/wizard-kit.tsx'

const { stage, season, rehearsed, db } = await openRoutinesScreen()

const open = ({ studio, id }: OpenRoutinesScreen) => visitStep(stage, studio, id, 'competition')

const setCounts = (tour_date_id: number, counts: { places?: number; taken?: number }) =>
  db
    .updateTable('capacity')
    .set(counts)
    .where('tour_date_id', '=', tour_date_id)
    .where('key', '=', 'routines')
    .execute()

const full = async () => {
  const rehearsal = await rehearsed({ compete: true, city: { total_routine_limit: 5, waiting_list: true } })
  await setCounts(rehearsal.tour_date_id, { places: 0 })
  return rehearsal
}

test('A18 COMP-018 COMP-016 the sold-out sentence has a button to join; the routine then waits, next in line, unpaid', async () => {
  const rehearsal = await full()
  await open(rehearsal)
  await press('ADD NEW ROUTINE')
  const soldOutDialog = await dialog('Sorry')
  within(soldOutDialog).getByText(
    'Competition for Meridian Portland is SOLD OUT. To join the waitlist please email hello@meridian.example.',
  )
  within(soldOutDialog).getByText('You can also join the waiting list here.')
  fireEvent.click(within(soldOutDialog).getByRole('button', { name: 'Join the waiting list' }))
  const form = await screen.findByRole('dialog', { name: 'A routine for the waiting list' })
  fireEvent.change(within(form).getByLabelText('Routine name'), { target: { value: 'Night Train' } })
  fireEvent.change(within(form).getByLabelText('Performance division'), { target: { value: '1' } })
  const [first] = await within(form).findAllByRole('checkbox')
  if (!first) throw new Error('Nobody can be chosen')
  fireEvent.click(first)
  await waitUntil(() => expect(within(form).getByRole('list', { name: 'In this routine' })).toBeDefined())
  fireEvent.click(within(form).getByRole('button', { name: 'Join the waiting list' }))
  await screen.findByText('Next in line')
  await screen.findByText('Waiting for room in the city.')
  const { routines, waiting_list_routines } = await rehearsal.record()
  expect([routines.length, waiting_list_routines.length]).toEqual([0, 1])
})

test('A18 OFF-024 an offer is answered where the routine waits; accepted, it is a routine of the registration', async () => {
  const rehearsal = await full()
  const record = await rehearsal.record()
  const [person_id] = Object.keys(record.attendees).map(Number)
  const joined = await rehearsal.studio.call('POST', '/v1/waiting-list', {
    registration_id: rehearsal.id,
    routines: [{ routine: { name: 'Night Train' }, attendees: [{ person_id }], performance_division_id: 1 }],
  })
  expect(joined.statusCode).toBe(200)
  await setCounts(rehearsal.tour_date_id, { places: 1 })
  await offerPlaces(stage.app, rehearsal.tour_date_id)
  await open(rehearsal)
  await screen.findByText('A place is free for you')
  await button('Decline')
  await press('Accept')
  await screen.findByText('Accepted')
  await waitUntil(async () => expect((await rehearsal.record()).routines).toHaveLength(1))
  await waitUntil(() =>
    expect(within(screen.getByRole('grid', { name: 'Routines' })).getByText('Night Train')).toBeDefined(),
  )
})

test('A18 OFF-024 an offer of a completed registration names its fee, and accepting asks about it', async () => {
  const rehearsal = await full()
  const [person_id] = Object.keys((await rehearsal.record()).attendees).map(Number)
  await rehearsal.studio.call('POST', '/v1/waiting-list', {
    registration_id: rehearsal.id,
    routines: [{ routine: { name: 'Night Train' }, attendees: [{ person_id }], performance_division_id: 1 }],
  })
  const completedColumns = { completed: true, completed_at: stage.clock.now(), hold_began: null, hold_ends: null }
  await db.updateTable('registrations').set(completedColumns).where('id', '=', rehearsal.id).execute()
  await setCounts(rehearsal.tour_date_id, { places: 1 })
  await offerPlaces(stage.app, rehearsal.tour_date_id)
  await visitWizard(stage, rehearsal.studio.user_id, `/event/${rehearsal.id}/overview`)
  await screen.findByText(/Accepting adds \$[\d.]+ to your bill\./)
  await press('Accept')
  const box = await dialog('Accept this offer?')
  within(box).getByText(/^\$[\d.]+ is added to your bill\.$/)
  expect((await rehearsal.record()).routines).toHaveLength(0)
  fireEvent.click(within(box).getByRole('button', { name: 'Yes, accept' }))
  await screen.findByText('Your routine is in')
  expect((await rehearsal.record()).routines).toHaveLength(1)
})

test('A18 of an offer for two routines one may be taken; the other leaves the line', async () => {
  const rehearsal = await full()
  const cast = Object.keys((await rehearsal.record()).attendees).map((id) => ({ person_id: Number(id) }))
  const routineOf = (name: string, attendees: typeof cast) => ({
    routine: { name },
    attendees,
    performance_division_id: 1,
  })
  const joined = await rehearsal.studio.call('POST', '/v1/waiting-list', {
    registration_id: rehearsal.id,
    routines: [routineOf('Night Train', cast.slice(0, 1)), routineOf('Day Train', cast.slice(0, 2))],
  })
  expect(joined.statusCode).toBe(200)
  await setCounts(rehearsal.tour_date_id, { places: 2 })
  await offerPlaces(stage.app, rehearsal.tour_date_id)
  await open(rehearsal)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Day Train' }))
  await press('Accept 1 of 2')
  await screen.findByText('Accepted')
  await screen.findByText('No longer waiting')
  const { routines, waiting_list_routines } = await rehearsal.record()
  const names = (of: { routine: { name: string } }[]) => of.map(({ routine }) => routine.name)
  expect([names(routines), names(waiting_list_routines)]).toEqual([['Night Train'], ['Day Train']])
})

/** A studio with three routines in a city that has places for one of them, and for as many of others. */
async function oneFits(places = 4) {
  const rehearsal = await rehearsed({
    compete: true,
    casts: [[0], [1], [2]],
    city: { total_routine_limit: 4, waiting_list: true },
  })
  await setCounts(rehearsal.tour_date_id, { places, taken: 3 })
  return rehearsal
}

test('A18 COMP-081 COMP-084 a routine that does not fit is marked before Submit, and waits by one press', async () => {
  const rehearsal = await oneFits(3)
  await open(rehearsal)
  expect(await screen.findAllByText('No place')).toHaveLength(3)
  expect(screen.getAllByText('Portland is full.')).toHaveLength(3)
  const [, second] = (await rehearsal.record()).routines
  await press('Put Study 2 on the waiting list')
  await screen.findByText('Next in line')
  await waitUntil(() => expect(screen.getAllByText('No place')).toHaveLength(2))
  const { routines, waiting_list_routines } = await rehearsal.record()
  expect(routines).toHaveLength(2)
  expect(waiting_list_routines).toMatchObject([{ id: second.id, routine: second.routine, attendees: second.attendees }])
})

test('A18 COMP-084 a routine that Submit refuses joins the waiting list there, and the rest is submitted', async () => {
  const rehearsal = await oneFits()
  const call = await open(rehearsal)
  expect(await screen.findAllByText('No place')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Put Study/ })).toBeNull()
  expect(
    screen.getAllByText(
      'Portland has room for 1 of your 3 routines. When you submit, you can put it on the waiting list.',
    ),
  ).toHaveLength(2)
  cleanup()
  await visitStep(stage, rehearsal.studio, rehearsal.id, 'review')
  for (const box of await screen.findAllByRole('checkbox', { name: /agree|accept/i })) fireEvent.click(box)
  await press('Submit')
  const box = await dialog('Sorry!')
  within(box).getByText(
    'Portland has room for 1 of your 3 routines, so there is no place for “Study 2” and “Study 3”. Please remove 2 routines in Competition, or put them on the waiting list. On the waiting list “Study 2” and “Study 3” keep everything you entered. Nothing is charged before a place is free and you accept it.',
  )
  fireEvent.click(within(box).getByRole('button', { name: 'Join the waiting list and submit' }))
  await waitUntil(() => expect(call.path()).toBe(`/registration/${rehearsal.id}/payment`))
  const { reviewed, routines, waiting_list_routines } = await rehearsal.record()
  const names = (of: { routine: { name: string } }[]) => of.map(({ routine }) => routine.name)
  expect([reviewed, names(routines), names(waiting_list_routines)]).toEqual([true, ['Study 1'], ['Study 2', 'Study 3']])
})

/** A studio whose last dancer is not registered, in a city whose first level and whose routines are all gone. */
async function fullLevel() {
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const registered = { ...studio, dancers: studio.dancers.slice(0, 2) }
  const city = { waiting_list: true, total_routine_limit: 5 }
  const rehearsal = await rehearsed({ studio: registered, compete: true, city })
  await setCounts(rehearsal.tour_date_id, { places: 0 })
  await db
    .updateTable('capacity')
    .set({ places: 0 })
    .where('tour_date_id', '=', rehearsal.tour_date_id)
    .where('key', '=', 'level:1')
    .execute()
  return { ...rehearsal, newcomer: studio.dancers[2] ?? 0 }
}

test('A18 OFF-024 a routine waits with a dancer who is not registered, at the level its form says', async () => {
  const rehearsal = await fullLevel()
  await open(rehearsal)
  await press('ADD NEW ROUTINE')
  fireEvent.click(within(await dialog('Sorry')).getByRole('button', { name: 'Join the waiting list' }))
  const form = await screen.findByRole('dialog', { name: 'A routine for the waiting list' })
  fireEvent.change(within(form).getByLabelText('Routine name'), { target: { value: 'Night Train' } })
  fireEvent.change(within(form).getByLabelText('Performance division'), { target: { value: '1' } })
  const [standing] = await within(form).findAllByText(/^Would register as /)
  const row = standing?.closest('label')
  if (!row) throw new Error('Nobody would come in')
  fireEvent.click(within(row).getByRole('checkbox'))
  const level = await within(form).findByRole('combobox', { name: /^Workshop level of / })
  fireEvent.change(level, { target: { value: '1' } })
  within(form).getByText('Register with this routine')
  // Nothing is owed yet, for the dancer who would come in no more than for the routine.
  const { fees } = await rehearsal.record()
  const total = await within(form).findByRole('status', { name: 'Registration total' })
  expect(total.textContent).toBe(`Registration total ${usd(fees.total)} stays the same`)
  fireEvent.click(within(form).getByRole('button', { name: 'Join the waiting list' }))
  await screen.findByText('Next in line')
  await screen.findByText(/^Waiting for room in the city and a place in /)
  const { attendees, waiting_list_routines } = await rehearsal.record()
  expect(waiting_list_routines[0].attendees).toEqual([
    // The registration has no attendees yet: no person, no day.
    { person_id: rehearsal.newcomer, workshop_level_id: 1, person: null, one_day: false },
  ])
  expect(Object.keys(attendees)).not.toContain(String(rehearsal.newcomer))
})

test('A18 a dancer without a birthdate cannot wait for a level, and is told so with the way to the roster', async () => {
  const rehearsal = await fullLevel()
  await db.updateTable('persons').set({ birthdate: null }).where('id', '=', rehearsal.newcomer).execute()
  await visitStep(stage, rehearsal.studio, rehearsal.id, 'dancers')
  await press(/^Join the waiting list for /)
  const form = await dialog(/^Waiting list for /)
  const link = await within(form).findByRole('link', { name: 'Add it in the roster' })
  expect([link.getAttribute('href'), link.parentElement?.textContent]).toEqual([
    '/roster',
    'Needs a birthdate first. Add it in the roster',
  ])
  expect(within(form).queryByText(/Go to the roster\?/)).toBeNull()
})

test('A18 ATT-019 a full level has a button to join its line; chosen people wait, and the step shows it', async () => {
  const rehearsal = await fullLevel()
  await visitStep(stage, rehearsal.studio, rehearsal.id, 'dancers')
  await press(/^Join the waiting list for /)
  const form = await dialog(/^Waiting list for /)
  const boxes = await within(form).findAllByRole<HTMLInputElement>('checkbox')
  const free = boxes.find(({ disabled, checked }) => !disabled && !checked)
  if (!free) throw new Error('Nobody can wait')
  fireEvent.click(free)
  fireEvent.click(within(form).getByRole('button', { name: 'Join the waiting list' }))
  const line = await screen.findByRole('region', { name: 'Waiting list' })
  await within(line).findByText('Next in line')
  fireEvent.click(await within(line).findByRole('button', { name: /^Leave the waiting list with / }))
  await answer('Leave the waiting list?', 'Yes, leave')
  await waitUntil(() => expect(screen.queryByText('Next in line')).toBeNull())
})
