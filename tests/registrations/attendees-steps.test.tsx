// @vitest-environment jsdom
import { dollars } from '@callboard/domain/kernel/money.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { allSaved, answerDialog, waitForStep, dialog, heading, press, visitWizard } from './wizard-kit.tsx'
import { openAttendeesStage } from './attendees-stage.tsx'

const { attendees, button, db, current, patience, rosterEntry, saved, setEvent, stage, step, tour_date_id, user_id } =
  await openAttendeesStage()

test.each([
  ['ATT-006', 'dancers', 'Dancers'],
  ['ATT-010', 'teachers', 'Teachers'],
])('%s who has no birthdate is not added; the roster is offered', async (_, name, title) => {
  const { router } = await step(name, title)
  await rosterEntry('Noor Zand')
  expect((await dialog('Birthdate missing')).textContent).toContain('Noor Zand needs a birthdate first.')
  await answerDialog('Birthdate missing', 'Stay here')
  expect(screen.queryByRole('button', { name: 'Remove Noor Zand' })).toBeNull()
  await rosterEntry('Noor Zand')
  await answerDialog('Birthdate missing', 'Go to the roster')
  await waitForStep(router, `/registration/${current.id}/roster`)
})

test('ATT-007 a child under 4 does not meet the age requirements', async () => {
  await step('dancers', 'Dancers')
  await rosterEntry('Pip Lowe')
  expect((await dialog('Sorry!')).textContent).toContain('Pip Lowe does not meet the age requirements.')
  await answerDialog('Sorry!', 'OK')
  expect(await attendees()).toEqual([])
})

test('ATT-008 ATT-070 an adult among the dancers: is this a teacher? Yes makes them one', async () => {
  await step('dancers', 'Dancers')
  await rosterEntry('Tess Abbott')
  expect((await dialog('Teacher or dancer?')).textContent).toContain('Is Tess Abbott a teacher?')
  await answerDialog('Teacher or dancer?', 'Yes, a teacher')
  await saved('Tess', { workshop_level_id: 5 })
  expect(screen.queryByRole('button', { name: 'Remove Tess Abbott' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Tess Abbott, 34, teacher' })).toBeTruthy()
})

test('ATT-008 the same question answered with no registers a dancer', async () => {
  await step('dancers', 'Dancers')
  await rosterEntry('Tess Abbott')
  await answerDialog('Teacher or dancer?', 'No, a dancer')
  await button('Remove Tess Abbott')
  await saved('Tess', { workshop_level_id: 4 })
})

test('ATT-008 a combined workshop does not ask', async () => {
  await setEvent({ is_combined_workshop: true })
  await step('dancers', 'Dancers')
  await rosterEntry('Tess Abbott')
  await button('Remove Tess Abbott')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('ATT-011 ATT-070 a 17-year-old among the teachers: is this a dancer? Yes makes them one', async () => {
  await step('teachers', 'Teachers')
  await rosterEntry('Vic Young')
  expect((await dialog('Dancer or teacher?')).textContent).toContain('Is Vic Young a dancer?')
  await answerDialog('Dancer or teacher?', 'Yes, a dancer')
  await saved('Vic', { workshop_level_id: 4 })
  expect(screen.getByRole('button', { name: 'Vic Young, 17, dancer' })).toBeTruthy()
})

test('ATT-012 + ALL on the teachers step adds who is 18 and over', async () => {
  await step('teachers', 'Teachers')
  await button(/^Tess Abbott/)
  press('+ ALL')
  await button('Remove Tess Abbott')
  await allSaved()
  expect((await attendees()).map(({ fname }) => fname)).toEqual(['Tess'])
})

test('ATT-013 ATT-059 M069 a workshop has a step for each kind, and nobody goes on without a dancer or teacher', async () => {
  await step('teachers', 'Teachers')
  const steps = within(screen.getByRole('navigation', { name: 'Steps of your registration' }))
  for (const name of ['Dancers', 'Teachers', 'Observers']) expect(steps.getAllByText(name).length).toBeGreaterThan(0)
  press('Save and continue')
  const sorryDialog = await dialog('Sorry!')
  expect(sorryDialog.textContent).toContain('To continue, please register at least one dancer or teacher.')
  await answerDialog('Sorry!', 'OK')
  expect(window.location.pathname).toBe(`/registration/${current.id}/teachers`)
})

test('ATT-014 ATT-015 ATT-059 an intensive has one step for everybody, and an intensive for each', async () => {
  await setEvent({ is_intensive: true })
  await db.deleteFrom('intensives').where('tour_date_id', '=', tour_date_id).execute()
  const track = { tour_date_id, name: 'Contemporary track', price: dollars(695) }
  await db.insertInto('intensives').values(track).execute()
  await step('dancers', 'Attendees')
  const steps = within(screen.getByRole('navigation', { name: 'Steps of your registration' }))
  expect(steps.queryByText('Teachers')).toBeNull()
  press('Save and continue')
  expect((await dialog('Sorry!')).textContent).toContain('To continue, please register at least one attendee.')
  await answerDialog('Sorry!', 'OK')
  await rosterEntry('Uma Reyes')
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Intensive of Uma Reyes' })
  press('Save and continue')
  expect((await dialog('Sorry!')).textContent).toContain('Please select an intensive for all attendees.')
  await answerDialog('Sorry!', 'OK')
  fireEvent.change(select, { target: { value: select.options[1]?.value } })
  await waitFor(() => expect(screen.queryByText('Please select an intensive for all attendees.')).toBeNull())
})

test('ROST-037 a person added to the roster appears in the side panel of the next step at once', async () => {
  const { router } = await step('roster', 'Roster')
  fireEvent.change(await screen.findByLabelText(/^First name/, {}, patience), { target: { value: 'Wren' } })
  fireEvent.change(screen.getByLabelText(/^Last name/), { target: { value: 'Abara' } })
  fireEvent.change(screen.getByLabelText(/^Gender/), { target: { value: '1' } })
  fireEvent.change(screen.getByLabelText(/^Birthdate/), { target: { value: '03/04/2012' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add to roster' }))
  await waitFor(async () =>
    expect(await db.selectFrom('persons').select('id').where('fname', '=', 'Wren').execute()).toHaveLength(1),
  )
  await router.navigate(`/registration/${current.id}/dancers`)
  await heading('Dancers')
  await button(/^Wren Abara, 12$/)
})

test('ROST-024 M028 an empty roster says so, and comes before every other step', async () => {
  const rows = await db.deleteFrom('roster').where('user_id', '=', user_id).returningAll().execute()
  try {
    const { router } = await visitWizard(stage, user_id, `/registration/${current.id}/dancers`)
    await waitForStep(router, `/registration/${current.id}/roster`)
    expect(await screen.findByText('You do not have anyone in your roster.', undefined, patience)).toBeTruthy()
    expect(screen.getAllByText('Add someone to your roster first.').length).toBeGreaterThan(0)
  } finally {
    await db
      .insertInto('roster')
      .values(rows.map(({ id: _, ...row }) => row))
      .execute()
  }
})
