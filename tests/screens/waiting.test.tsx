// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { offerPlaces } from '@callboard/server/waiting/offer.ts'
import { expect, test } from 'vitest'
import { button, dialog, openTheatre, press, until, visitStep, type Rehearsed } from './routines-kit.tsx'

const { stage, rehearsed, db } = await openTheatre()

const open = ({ studio, id }: Rehearsed) => visitStep(stage, studio, id, 'competition')

const setCounts = (tour_date_id: number, counts: { places?: number; taken?: number }) =>
  db
    .updateTable('capacity')
    .set(counts)
    .where('tour_date_id', '=', tour_date_id)
    .where('key', '=', 'routines')
    .execute()

const full = async () => {
  const given = await rehearsed({ compete: true, city: { total_routine_limit: 5, waiting_list: true } })
  await setCounts(given.tour_date_id, { places: 0 })
  return given
}

test('A18 COMP-018 COMP-016 beside the sold-out sentence stands the button to join; the routine then waits, next in line, unpaid', async () => {
  const given = await full()
  await open(given)
  await press('ADD NEW ROUTINE')
  const asked = await dialog('Sorry')
  within(asked).getByText(
    'Competition for Meridian Portland is SOLD OUT. To join the waitlist please email hello@meridian.example.',
  )
  fireEvent.click(within(asked).getByRole('button', { name: 'Join the waiting list' }))
  const form = await screen.findByRole('dialog', { name: 'A routine for the waiting list' })
  fireEvent.change(within(form).getByLabelText('Routine name'), { target: { value: 'Night Train' } })
  fireEvent.change(within(form).getByLabelText('Performance division'), { target: { value: '1' } })
  const [first] = within(form).getAllByRole('checkbox')
  if (!first) throw new Error('Nobody can be chosen')
  fireEvent.click(first)
  fireEvent.click(within(form).getByRole('button', { name: 'Join the waiting list' }))
  await screen.findByText('Next in line')
  screen.getByText('Waiting for room in the city.')
  const { routines, waiting_list_routines } = await given.record()
  expect([routines.length, waiting_list_routines.length]).toEqual([0, 1])
})

test('A18 OFF-024 an offer is answered where the routine waits; accepted, it is a routine of the registration', async () => {
  const given = await full()
  const record = await given.record()
  const [person_id] = Object.keys(record.attendees).map(Number)
  const joined = await given.studio.call('POST', '/v1/waiting-list', {
    registration_id: given.id,
    routines: [{ routine: { name: 'Night Train' }, attendees: [{ person_id }], performance_division_id: 1 }],
  })
  expect(joined.statusCode).toBe(200)
  await setCounts(given.tour_date_id, { places: 1 })
  await offerPlaces(stage.app, given.tour_date_id)
  await open(given)
  await screen.findByText('A place is free for you')
  await button('Decline')
  await press('Accept')
  await screen.findByText('Accepted')
  await until(async () => expect((await given.record()).routines).toHaveLength(1))
  await until(() =>
    expect(within(screen.getByRole('table', { name: 'Routines' })).getByText('Night Train')).toBeDefined(),
  )
})
