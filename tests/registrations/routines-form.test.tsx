// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answer,
  button,
  dialog,
  openRoutinesScreen,
  press,
  type,
  waitUntil,
  visitStep,
  type OpenRoutinesScreen,
} from './routines-kit.tsx'

const { stage, rehearsed, db } = await openRoutinesScreen()

/** The list, and on it the form of a new routine. */
async function openForm(rehearsal: OpenRoutinesScreen) {
  const visit = await visitStep(stage, rehearsal.studio, rehearsal.id, 'competition')
  await press('ADD NEW ROUTINE')
  await dialog('New routine')
  const roster = (await rehearsal.studio.call('GET', '/v1/mybtf/roster')).json() as {
    id: number
    fname: string
    lname: string
  }[]
  const nameOf = (person_id: number | undefined) => {
    const person = roster.find(({ id }) => id === person_id)
    return `${person?.fname} ${person?.lname}`
  }
  /** Ticks or unticks the dancer at this position. */
  const pick = (place: number) => fireEvent.click(box(nameOf(rehearsal.studio.dancers[place])))
  return { ...visit, nameOf, pick, dancer: (place: number) => nameOf(rehearsal.studio.dancers[place]) }
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const previewText = (name: string) => screen.getByRole('status', { name }).textContent
const option = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) })
const help = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')
const fill = () => {
  type('Routine name', 'Paper Lanterns')
  fireEvent.change(screen.getByLabelText('Performance division'), { target: { value: '1' } })
}
const sorry = async (message: string) => {
  within(await dialog('Sorry!')).getByText(message)
  await answer('Sorry!', 'OK')
}

test('COMP-019 COMP-026 COMP-069 COMP-074 a routine is entered: its category, division and fee follow its dancers', async () => {
  const rehearsal = await rehearsed({ compete: true })
  const { pick, dancer } = await openForm(rehearsal)
  fill()
  type(/Choreographer/, 'Mia Sol')
  expect([previewText('Category'), previewText('Age division'), previewText('Fee')]).toEqual(['–', '–', '–'])
  for (const place of [0, 1, 2, 3]) pick(place)
  expect([previewText('Category'), previewText('Age division'), previewText('Fee')]).toEqual([
    'Small Group',
    'Junior',
    '$232.00',
  ])
  screen.getByText('Ages on January 1, 2025: 6, 9, 13, 17')
  fireEvent.click(screen.getByRole('button', { name: `Take ${dancer(3)} out` }))
  expect([previewText('Category'), previewText('Fee')]).toEqual(['Duo/Trio', '$225.00'])
  await press('Save routine')
  await screen.findByRole('button', { name: 'Paper Lanterns' }, { timeout: 30_000 })
  const [routine] = (await rehearsal.record()).routines
  expect([routine.routine, routine.attendees.length, routine.fee]).toEqual([
    { name: 'Paper Lanterns', choreographer: 'Mia Sol' },
    3,
    22_500,
  ])
})

test('COMP-027 COMP-028 COMP-072 ERR-018 a dialog lists missing fields, the form marks them, and no input is lost', async () => {
  await openForm(await rehearsed({ compete: true }))
  await press('Save routine')
  await sorry('Please fill out all required fields.')
  await waitUntil(() => expect(document.activeElement).toBe(screen.getByLabelText('Routine name')))
  type('Routine name', 'Paper Lanterns')
  await press('Save routine')
  await sorry('Please fill out all required fields.')
  fill()
  await press('Save routine')
  await sorry('Please add at least one dancer to the routine.')
  expect(screen.getByLabelText<HTMLInputElement>('Routine name').value).toBe('Paper Lanterns')
})

test('COMP-049 COMP-066 a dancer missing from the workshop links there, and the typed routine waits in the list', async () => {
  const rehearsal = await rehearsed({ compete: true })
  const roster = { fname: 'Wren', lname: 'Halloran', gender_id: 1, birthdate: '2012-03-01' }
  expect(
    (await rehearsal.studio.call('POST', '/v1/mybtf/roster', { person: roster, skipFuzzy: true })).statusCode,
  ).toBe(200)
  const { path, router } = await openForm(rehearsal)
  type('Routine name', 'Paper Lanterns')
  const wren = await screen.findByRole('checkbox', { name: 'Wren Halloran' }, { timeout: 30_000 })
  fireEvent.click(wren)
  within(await dialog('Not in the workshop yet')).getByText(
    'Please register this dancer for the workshop and try again.',
  )
  await answer('Not in the workshop yet', 'Cancel')
  expect(box('Wren Halloran').checked).toBe(false)
  fireEvent.click(wren)
  await answer('Not in the workshop yet', 'Go to Workshop')
  await waitUntil(() => expect(path()).toBe(`/registration/${rehearsal.id}/dancers`))
  await router.navigate(`/registration/${rehearsal.id}/competition`)
  await press('Continue')
  await dialog('New routine')
  expect(screen.getByLabelText<HTMLInputElement>('Routine name').value).toBe('Paper Lanterns')
})

test('COMP-050 a one-day dancer is not taken', async () => {
  const rehearsal = await rehearsed({ compete: true, people: { 2: { one_day: true, workshop_level_id: 3 } } })
  const { pick, dancer } = await openForm(rehearsal)
  pick(2)
  await sorry('Please change this dancer to a full workshop dancer (not one-day) and try again.')
  expect(box(dancer(2)).checked).toBe(false)
})

test('COMP-051 a teacher puts the routine into Showcase, said once', async () => {
  const rehearsal = await rehearsed({ compete: true })
  const { nameOf, pick } = await openForm(rehearsal)
  pick(0)
  fireEvent.click(box(nameOf(rehearsal.studio.teachers[0])))
  await answer('Attention', 'Got it!')
  expect(previewText('Age division')).toBe('Showcase')
  screen.getByText('Showcase: a teacher dances in it')
})

test('COMP-041 COMP-042 COMP-073 options that do not fit say why, and are switched off when they no longer fit', async () => {
  const { pick } = await openForm(await rehearsed({ compete: true }))
  for (const place of [0, 1, 2]) pick(place)
  expect(option('Age up').disabled).toBe(true)
  expect(help(option('Age up'))).toContain('Aging up needs 4 or more dancers, all under 21, and an older division.')
  expect(screen.getByLabelText<HTMLSelectElement>('Extra time').disabled).toBe(true)
  screen.getByText('Extra time needs 4 or more dancers.')
  pick(3)
  fireEvent.click(option('Age up'))
  fireEvent.change(screen.getByLabelText('Extra time'), { target: { value: '2' } })
  expect([previewText('Age division'), previewText('Fee')]).toEqual(['Teen', '$272.00'])
  screen.getByText('Aged up from Junior to Teen')
  pick(3)
  expect(option('Age up').checked).toBe(false)
  screen.getByText('Switched off, because it no longer fits these dancers: Age up, Extra time.')
  expect(previewText('Fee')).toBe('$225.00')
})

test('COMP-033 COMP-034 the free routine says what it needs', async () => {
  const { pick } = await openForm(await rehearsed({ compete: true, dancers: 8 }))
  for (const place of [0, 1]) pick(place)
  expect(help(option('Free routine'))).toContain('The free routine needs 4 to 9 dancers.')
  for (const place of [2, 3]) pick(place)
  expect(help(option('Free routine'))).toContain('The free routine comes with 10 or more paying dancers.')
})

test('COMP-033 a second free routine is not offered', async () => {
  const rehearsal = await rehearsed({ casts: [[0, 1, 2, 3]] })
  const [{ id }] = (await rehearsal.record()).routines
  await db.updateTable('registration_routines').set({ free_ballet: true }).where('id', '=', id).execute()
  const { pick } = await openForm(rehearsal)
  for (const place of [4, 5, 6, 7]) pick(place)
  expect(option('Free routine').disabled).toBe(true)
  expect(help(option('Free routine'))).toContain('You can only have one free routine.')
})

test('COMP-020 solos and duo/trios are not virtual where only groups are', async () => {
  const { pick } = await openForm(
    await rehearsed({ compete: true, city: { allows_virtual: true, virtual_only_groups: true } }),
  )
  pick(0)
  expect(option('Virtual').disabled).toBe(true)
  expect(help(option('Virtual'))).toContain('Virtual Competition is not available for solo and duo/trio routines.')
  for (const place of [1, 2, 3]) pick(place)
  expect(option('Virtual').disabled).toBe(false)
})

test('COMP-030 COMP-072 a category the city does not offer is refused', async () => {
  const city = { categories: [{ category_id: 2, enabled: false }] }
  const { pick } = await openForm(await rehearsed({ compete: true, city }))
  fill()
  for (const place of [0, 1]) pick(place)
  await press('Save routine')
  await sorry('Duo/Trio routines are disabled for this city.')
})

test('COMP-031 COMP-072 a category that is full is refused', async () => {
  const city = { categories: [{ category_id: 1, max_routines: 1 }] }
  const { pick } = await openForm(await rehearsed({ casts: [[0]], city }))
  fill()
  pick(1)
  await press('Save routine')
  await sorry('Routine limits for this category have been reached.')
})

test('COMP-032 COMP-072 a dancer has one solo', async () => {
  const { pick } = await openForm(await rehearsed({ casts: [[0]] }))
  fill()
  pick(0)
  await press('Save routine')
  await sorry('Solos are limited to one Solo per dancer.')
})

test('COMP-035 under five dancers the city’s solo limit holds', async () => {
  const { pick } = await openForm(await rehearsed({ compete: true, dancers: 4, city: { solo_groups: 0 } }))
  fill()
  pick(0)
  await press('Save routine')
  await sorry(
    'The limit of solos has been reached for this city from registrations with under 5 dancers. If you would like to be added to the waiting list, please email hello@meridian.example.',
  )
})

test('ERR-002 a lost network keeps everything typed; the second try saves it', async () => {
  const rehearsal = await rehearsed({ compete: true })
  const { pick, hooks } = await openForm(rehearsal)
  fill()
  pick(0)
  hooks.offline = (url, method) => method === 'POST' && url.endsWith('/routines')
  await press('Save routine')
  await answer('Could not connect to server', 'OK')
  expect(screen.getByLabelText<HTMLInputElement>('Routine name').value).toBe('Paper Lanterns')
  delete hooks.offline
  await press('Save routine')
  await screen.findByRole('button', { name: 'Paper Lanterns' }, { timeout: 30_000 })
  expect((await rehearsal.record()).routines).toHaveLength(1)
})

test('leaving a form with something typed is asked first', async () => {
  await openForm(await rehearsed({ compete: true }))
  type('Routine name', 'Paper Lanterns')
  await press('Cancel')
  await answer('Leave this routine unsaved?', 'Keep editing')
  expect(screen.getByLabelText<HTMLInputElement>('Routine name').value).toBe('Paper Lanterns')
  await press('Cancel')
  await answer('Leave this routine unsaved?', 'Leave it')
  await waitUntil(() => expect(screen.queryByRole('dialog', { name: 'New routine' })).toBeNull())
})

test('one routine after another: the form comes back with the division and choreographer of the last alone', async () => {
  const rehearsal = await rehearsed({ compete: true })
  const { pick } = await openForm(rehearsal)
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value
  fill()
  type(/^Choreographer/, 'Mia Sol')
  const division = field(/^Performance division/)
  pick(0)
  // From the middle of the form; on a Mac by its own key.
  fireEvent.keyDown(screen.getByRole('searchbox', { name: 'Find dancers' }), { key: 'Enter', ctrlKey: true })
  await waitUntil(() => expect(field(/^Routine name/)).toBe(''))
  expect([field(/^Performance division/), field(/^Choreographer/)]).toEqual([division, 'Mia Sol'])
  expect(screen.queryByRole('list', { name: 'In this routine' })).toBeNull()
  await button('Save routine')
  expect((await rehearsal.record()).routines).toHaveLength(1)
  type('Routine name', 'Second Light')
  fireEvent.keyDown(screen.getByLabelText('Routine name'), { key: 'Enter' })
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find dancers' }))
  pick(1)
  fireEvent.keyDown(screen.getByLabelText('Routine name'), { key: 'Enter', metaKey: true })
  await waitUntil(() => expect(field(/^Routine name/)).toBe(''))
  expect((await rehearsal.record()).routines).toHaveLength(2)
})

test('the dancer finder says what Enter does, leaves a tie to the person, and never removes anybody', async () => {
  const registration = await rehearsed({ compete: true })
  const { dancer } = await openForm(registration)
  const first = dancer(0)
  const finder = screen.getByRole('searchbox', { name: 'Find dancers' })
  const find = (text: string) => fireEvent.change(finder, { target: { value: text } })
  const enter = () => fireEvent.keyDown(finder, { key: 'Enter' })

  find(first)
  await screen.findByText(`Press Enter to add ${first}.`)
  within(box(first).closest('li') as HTMLElement).getByText('↵ adds')
  enter()
  expect(box(first).checked).toBe(true)
  expect((finder as HTMLInputElement).value).toBe('')

  find(first)
  await screen.findByText(`${first} is already in this routine.`)
  enter()
  expect(box(first).checked).toBe(true)

  // A letter that begins the names of two dancers or more who are not in yet.
  const others = [...Array(12).keys()].slice(1).map(dancer)
  const letter = others.map((name) => name.charAt(0)).find((one, at, all) => all.indexOf(one) < at) ?? ''
  expect(letter).not.toBe('')
  find(letter)
  const tie = await screen.findByText(/dancers fit\. Keep typing, or press ↓ to choose one\./)
  expect(tie).toBeTruthy()
  enter()
  find('')
  expect(within(screen.getByRole('list', { name: 'In this routine' })).getAllByRole('listitem')).toHaveLength(1)

  find('junior')
  await screen.findByText('No one matches “junior”.')
})
