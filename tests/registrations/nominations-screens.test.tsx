// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { allTypes, nationalsStudio, openNationals, sotyCity } from '../scenarios/nationals-city.ts'
import { openSeason } from '../scenarios/small-city.ts'
import { answerDialog, waitForStep, dialog, heading, press, visitWizard } from './wizard-kit.tsx'

const stage = await openStage({ now: '2025-03-01T16:00:00Z' })
const season = await openSeason(stage)
await openNationals(stage)
const city = { ...sotyCity, nomination_types: allTypes, disabled_best_dancers: true }
const before = ['roster', 'dancers', 'teachers', 'observers', 'competition']

async function nominating(cityValues: object = {}, visited: readonly string[] = before) {
  const studio = await season.studio({ dancers: 12 })
  const { id, routine_ids } = await nationalsStudio(stage, studio, await season.city({ ...city, ...cityValues }))
  await stage.db
    .updateTable('registrations')
    .set({ info_acknowledged: true, visited_steps: [...visited] })
    .where('id', '=', id)
    .execute()
  const one = (nomination_type_id: number, place: number) => ({
    nomination_type_id,
    registrations_routine_id: routine_ids[place - 1] ?? 0,
  })
  const put = (nomination_routines: readonly object[], has_soty: boolean) =>
    studio.call('PUT', '/v1/dance360/nominations', { id, has_soty, nomination_routines })
  const read = async () => (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
  const visit = (step: string) => visitWizard(stage, studio.user_id, `/registration/${id}/${step}`)
  async function complete() {
    const open = `/v1/dance360/registrations/${id}`
    await studio.call('PUT', open, { waiver: true, competitionCodeWaiver: true })
    await studio.call('PUT', open, { reviewed: true })
    await studio.call('PUT', open, { paying_by_check: true })
    await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
    await stage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
  }
  return {
    studio,
    id,
    routine_ids,
    one,
    put,
    read,
    complete,
    visit,
    at: (step: string) => `/registration/${id}/${step}`,
  }
}

const half = (name: string) => within(screen.getByRole('region', { name }))
const choose = (field: HTMLElement, label: string) => {
  const option = within(field).getByRole<HTMLOptionElement>('option', { name: label })
  fireEvent.change(field, { target: { value: option.value } })
}
const older = [
  'Small Group',
  'Small Group, second entry',
  'Large Group',
  'Large Group, second entry',
  'Line',
  'Group of any size',
]

function chooseTwelve() {
  for (const [first, name] of [
    [1, 'TEEN & SENIOR DIVISION'],
    [7, 'MINI & JUNIOR DIVISION'],
  ] as const) {
    for (const [place, label] of older.entries()) choose(half(name).getByLabelText(label), `Piece ${first + place}`)
  }
}

test('PROG-023 PROG-024 PROG-026 PROG-027 PROG-028 PROG-029 yes shows twelve routines in two columns, with their requirements until they are met', async () => {
  const { visit, at, read } = await nominating()
  const { router } = await visit('soty')
  expect(await screen.findByRole('heading', { name: /enter your studio into the Studio of the Year\?/ })).toBeTruthy()
  press('Yes')

  expect(screen.getByText(/Only 4 of the 12 routines may be choreographed by an outside choreographer\./)).toBeTruthy()
  const first = half('TEEN & SENIOR DIVISION').getByLabelText('Small Group')
  const options = within(first)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  // Piece 6 is a small group as well, entered below.
  expect(options).toEqual(['SELECT ROUTINE', 'Piece 1', 'Piece 2', 'Piece 6'])

  chooseTwelve()
  choose(half('MINI & JUNIOR DIVISION').getByLabelText('Small Group'), 'Piece 8')
  // A routine chosen again moves: its other place is open.
  press('Save and continue')
  await answerDialog('Sorry!', 'OK')
  expect(screen.getByText('Please choose all 12 routines: 1 to go.')).toBeTruthy()
  choose(half('MINI & JUNIOR DIVISION').getByLabelText('Small Group, second entry'), 'Piece 7')

  for (const piece of [1, 2, 3, 4, 5]) fireEvent.click(screen.getByLabelText(`Piece ${piece}: outside choreographer`))
  expect(screen.getByText('5 of 4 by outside choreographers')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Piece 5: outside choreographer'))
  press('Save and continue')
  await waitForStep(router, at('studio-awards'))
  const { has_soty, nomination_routines } = await read()
  expect([has_soty, nomination_routines.length]).toEqual([true, 12])
})

test('PROG-027 a place without a routine that fits says so', async () => {
  const { visit, routine_ids, studio, id } = await nominating()
  await studio.call('POST', `/v1/dance360/registrations/${id}/routine-removals`, {
    routine_ids: routine_ids.slice(0, 6),
  })
  await visit('soty')
  await screen.findByRole('button', { name: 'Yes' })
  press('Yes')
  const list = half('TEEN & SENIOR DIVISION').getByLabelText<HTMLSelectElement>('Line')
  expect([list.disabled, list.textContent]).toEqual([true, 'NO ELIGIBLE ROUTINES'])
})

test('PROG-024 PROG-025 I AM NOT ENTERING asks before it removes the nominations, and goes on', async () => {
  const { visit, at, one, put, read } = await nominating()
  await put(
    Array.from({ length: 12 }, (_, place) => one(place + 1, place + 1)),
    true,
  )
  const { router } = await visit('soty')
  await screen.findByText('12 of 12 chosen')
  press('I AM NOT ENTERING')
  const confirmation = await dialog()
  expect(confirmation.textContent).toContain('Are you sure you want remove all your Studio of the Year nominations?')
  fireEvent.click(within(confirmation).getByRole('button', { name: 'Yes' }))
  await waitForStep(router, at('studio-awards'))
  expect(await read()).toMatchObject({ has_soty: false, nomination_routines: [] })
})

test('PROG-030 a city without it says so, and OK goes on', async () => {
  const { visit, at } = await nominating({ has_soty: false })
  const { router } = await visit('soty')
  expect(
    await screen.findByText('Sorry! The Studio of The Year competition is not happening in Las Vegas this year.'),
  ).toBeTruthy()
  press('OK')
  await waitForStep(router, at('studio-awards'))
})

test('WIZ-011 PROG-032 PROG-033 PROG-035 studio awards are added and removed; three group routines go on', async () => {
  const { visit, at, read } = await nominating({}, [...before, 'soty'])
  const { router } = await visit('studio-awards')
  await heading('Studio awards')
  expect(screen.getByRole('button', { name: 'Go back' })).toBeTruthy()
  press('Add Best group performance')
  const award = half('Best group performance')
  choose(award.getByLabelText('Mini'), 'Piece 7')
  choose(award.getByLabelText('Teen'), 'Piece 1')
  expect(screen.getByText(/Studio awards need at least 3 different group routines/)).toBeTruthy()

  press('Add Best group choreography')
  choose(half('Best group choreography').getByLabelText('Mini & Junior'), 'Piece 8')
  expect(half('Best group choreography').getByLabelText<HTMLInputElement>('Choreographer').value).toBe('Mia Sol')
  press('Save and continue')
  await waitForStep(router, at('specialty-awards'))
  expect((await read()).nomination_routines.map((one: { details: object }) => one.details)).toEqual([
    { outside: false, name: null },
    { outside: false, name: null },
    { outside: false, name: 'Mia Sol' },
  ])

  await heading('Specialty awards')
  press('Go back')
  await heading('Studio awards')
  press('Remove Best group performance')
  press('Remove Best group choreography')
  press('Save and continue')
  await waitForStep(router, at('specialty-awards'))
  expect((await read()).nomination_routines).toEqual([])
})

test('WIZ-012 PROG-033 PROG-037 both addresses lead to the specialty awards, which name the $250 and ask for the designer', async () => {
  const { visit, at, read } = await nominating({}, [...before, 'soty', 'studio-awards'])
  const { router } = await visit('specialty-nominations')
  await waitForStep(router, at('specialty-awards'))
  await heading('Specialty awards')
  expect(screen.getByText(/Winners of a specialty award receive \$250\./)).toBeTruthy()
  press('Add Costume design')
  const award = half('Costume design')
  choose(award.getByLabelText('Any division'), 'Piece 13')
  press('Save and continue')
  await answerDialog('Sorry!', 'OK')
  fireEvent.change(award.getByLabelText('Costume designer'), { target: { value: 'Ida Wren' } })
  press('Save and continue')
  await waitForStep(router, at('review'))
  const [saved] = (await read()).nomination_routines
  expect(saved).toMatchObject({ nomination_type_id: 51, details: { name: 'Ida Wren' } })
})

test('REV-001 EVT-017 the review lists what is nominated, and the overview counts it', async () => {
  const { id, studio, visit, one, put, complete } = await nominating({}, [
    ...before,
    'soty',
    'studio-awards',
    'specialty-awards',
  ])
  const costume = { ...one(51, 13), details: { outside: false, name: 'Ida Wren' } }
  await put([...Array.from({ length: 12 }, (_, place) => one(place + 1, place + 1)), costume], true)
  const { close } = await visit('review')
  await screen.findByRole('list', { name: 'Studio of the Year' })
  expect(half('Studio of the Year').getByText('Teen & Senior Large Group, second entry')).toBeTruthy()
  expect(half('Studio awards').getByText('Nothing is nominated for a studio award.')).toBeTruthy()
  expect(half('Specialty nominations').getByText('Ida Wren')).toBeTruthy()
  close()

  await complete()
  await visitWizard(stage, studio.user_id, `/event/${id}/overview`)
  await heading('Overview')
  const card = (title: string) => screen.getByRole('heading', { name: title }).closest('li')?.textContent
  expect(card('Studio of the Year')).toContain('12/12')
  expect(card('Studio awards')).toContain('0/6')
  expect(card('Specialty awards')).toContain('1/3')
})

test('PROG-031 PROG-036 EDIT-012 in an edit the Studio of the Year is locked, and an award is only removed', async () => {
  const { studio, id, visit, at, one, put, complete } = await nominating()
  const nominated = [...Array.from({ length: 12 }, (_, place) => one(place + 1, place + 1)), one(61, 1)]
  expect((await put(nominated, true)).statusCode).toBe(200)
  const open = `/v1/dance360/registrations/${id}`
  await complete()
  await studio.call('GET', `${open}/edit`)

  const { router } = await visit('soty')
  await screen.findByText('12 of 12 chosen')
  for (const list of screen.getAllByRole<HTMLSelectElement>('combobox')) expect(list.disabled).toBe(true)
  press('I AM NOT ENTERING')
  const sorryDialog = await dialog('Sorry')
  expect(sorryDialog.textContent).toContain(
    'Please email hello@nationals.example to make changes to your Studio Of The Year nominated routines.',
  )
  await answerDialog('Sorry', 'OK')
  press('Save and continue')
  await waitForStep(router, at('studio-awards'))
  await heading('Studio awards')
  expect(screen.queryByRole('button', { name: /^Add / })).toBeNull()
  press('Save and continue')
  await heading('Specialty awards')
  press('Remove Piece 1 from People’s choice, Any division')
  const confirmation = await dialog()
  expect(confirmation.textContent).toContain('Remove this nomination? It cannot be added again.')
  fireEvent.click(within(confirmation).getByRole('button', { name: 'Yes, remove it' }))
  await screen.findByText('Nothing nominated yet.')
  press('Save and continue')
  await waitForStep(router, at('review'))
  await waitFor(async () =>
    expect((await studio.call('GET', `${open}/edit`)).json().nomination_routines).toHaveLength(12),
  )
})
