// @vitest-environment jsdom
import { daysAfter, instant } from '@callboard/domain/kernel/instant.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeJudgedOrder, makePanel, pairDirectly } from '../scenarios/judging.ts'
import { openJudgingScreens } from './judging-screens-kit.tsx'

const { stage, db, season, desk, second, visit } = await openJudgingScreens()
const order = await makeJudgedOrder(stage, season, desk)
const city = `/office/tour-dates/${order.tour_date_id}`

/** Lets the answers to this path wait. */
function holdBack(path: string) {
  let letThrough = () => {}
  const promise = new Promise<void>((resolve) => (letThrough = resolve))
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.startsWith(path)) await promise
    return answer(url, init)
  })
  return { letThrough: () => letThrough() }
}
const type = (label: string, value: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label)
  field.focus()
  fireEvent.change(field, { target: { value } })
  return field
}

test('OFF-031 the office adds a judge and a panel, gives it a block, and pairs a device', async () => {
  await visit('/office/judges', desk)
  fireEvent.click(await screen.findByRole('button', { name: 'Add a judge' }))
  const judge = await screen.findByRole('dialog', { name: 'Add a judge' })
  fireEvent.change(within(judge).getByLabelText('Name'), { target: { value: 'Paloma Reyes' } })
  fireEvent.click(within(judge).getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Change Paloma Reyes' })

  await visit(`${city}/judging`, desk)
  const scales = holdBack('/v1/office/scales')
  fireEvent.click(await screen.findByRole('button', { name: 'Add a panel' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a panel' })
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Panel A' } })
  await within(dialog).findAllByRole('option', { name: 'Paloma Reyes' })
  fireEvent.change(within(dialog).getByLabelText('Judge 1'), {
    target: { value: within(dialog).getAllByRole<HTMLOptionElement>('option', { name: 'Paloma Reyes' })[0]?.value },
  })
  // The proposed scale is part of what is saved.
  const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(true)
  scales.letThrough()
  await waitFor(() => expect(save.disabled).toBe(false))
  fireEvent.click(save)
  await screen.findByRole('heading', { name: 'Panel A' })
  const block = screen.getByLabelText<HTMLSelectElement>('Panel of Morning')
  const panel = within(block).getByRole<HTMLOptionElement>('option', { name: 'Panel A' })
  fireEvent.change(block, { target: { value: panel.value } })
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Panel of Morning').value).toBe(panel.value))

  fireEvent.click(await screen.findByRole('button', { name: 'Pair a device with judge 1 of Panel A' }))
  const pairing = await screen.findByRole('dialog', { name: 'Pair a device' })
  expect(pairing.textContent).toMatch(/Tablet number \d+, code \d{6}/)
})

test('no device is offered to a city that is over', async () => {
  const { tour_date_id, blocks } = await makeJudgedOrder(stage, season, desk)
  await makePanel(stage, tour_date_id, { blocks: blocks.slice(0, 1) })
  const now = stage.clock.time
  stage.clock.time = daysAfter(now, 400)
  await visit(`/office/tour-dates/${tour_date_id}/judging`, desk)
  await screen.findByText('This city is over. Tablets can be paired until the day after it.')
  expect(screen.queryByRole('button', { name: /^Pair a device/ })).toBeNull()
  stage.clock.time = now
})

test('the board shows what a tablet holds, and after 45 seconds of silence what it last reported', async () => {
  const { tour_date_id, blocks } = await makeJudgedOrder(stage, season, desk)
  const { seats } = await makePanel(stage, tour_date_id, { blocks: blocks.slice(0, 1) })
  const { id } = await pairDirectly(stage, desk, seats[0] ?? 0)
  const read = async () => {
    await visit(`/office/tour-dates/${tour_date_id}/judging`, desk)
    return (await screen.findByText(/connected|^Connected|^No contact/)).textContent
  }
  expect(await read()).toBe('Paired, not connected yet')
  const report = { battery: 40, queued_sheets: 3, queued_bytes: 2_400_000, recording: true }
  const silentFor = (seconds: number) => {
    const last_seen = instant(new Date(Date.parse(stage.clock.now()) - 1_000 * seconds).toISOString())
    return db
      .updateTable('judge_devices')
      .set({ ...report, last_seen })
      .where('id', '=', id)
      .execute()
  }
  const facts = 'recording, 3 unsent, 3 MB of recordings not sent, battery 40 %'
  await silentFor(45)
  expect(await read()).toBe(`Connected, ${facts}`)
  await silentFor(46)
  expect(await read()).toBe(`No contact for 46 s. Last report: ${facts}`)
  await silentFor(600)
  expect(await read()).toBe(`No contact for 10 min. Last report: ${facts}`)
})

test('OFF-030 scores are typed with Enter, checked beside the field, and confirmed by another person', async () => {
  await visit(`${city}/scores`, desk)
  await screen.findByRole('table', { name: 'Scores of Morning' })
  fireEvent.keyDown(type('1, judge 1', '94.25'), { key: 'Enter' })
  await screen.findByText('Marks go in steps of 0.5.')
  fireEvent.keyDown(type('1, judge 1', '94,5'), { key: 'Enter' })
  await screen.findByText('To confirm')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('2, judge 1')
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()

  fireEvent.blur(type('1, judge 2', '5'))
  const question = await screen.findByRole('dialog', { name: 'Is this mark right?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Yes, keep it' }))
  await waitFor(() => expect(screen.getAllByText('To confirm')).toHaveLength(2))
  fireEvent.blur(type('1, judge 3', '90'))
  await waitFor(() => expect(screen.getAllByText('To confirm')).toHaveLength(3))

  await visit(`${city}/scores`, second)
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm 3 scores' }))
  await screen.findByText('189.5')
  fireEvent.click(screen.getByRole('switch', { name: 'Missing only' }))
  expect(screen.queryByText('Bluebird')).toBeNull()
  expect(screen.getByText('Undertow')).toBeTruthy()
})

test('OFF-030 a mark that could not be stored, or that one would rather change, stays in its field', async () => {
  await visit(`${city}/scores`, desk)
  await screen.findByRole('table', { name: 'Scores of Morning' })
  const isKept = async (label: string, value: string) => {
    const field = () => screen.getByLabelText<HTMLInputElement>(label)
    await waitFor(() => expect(field().parentElement?.textContent).toBe('Not saved. Press Enter to try again.'))
    await waitFor(() => expect(document.activeElement).toBe(field()))
    expect(field().value).toBe(value)
  }
  const answer = globalThis.fetch
  let calls = 0
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return answer(url, init)
    calls += 1
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  fireEvent.keyDown(type('2, judge 1', '91'), { key: 'Enter' })
  const failure = await screen.findByRole('dialog', { name: 'Could not connect to server' })
  fireEvent.click(within(failure).getByRole('button', { name: 'OK' }))
  await isKept('2, judge 1', '91')
  fireEvent.blur(screen.getByLabelText('2, judge 1'))
  expect([calls, screen.queryByRole('dialog')]).toEqual([1, null])
  vi.stubGlobal('fetch', answer)

  fireEvent.keyDown(type('2, judge 1', '9'), { key: 'Enter' })
  const question = await screen.findByRole('dialog', { name: 'Is this mark right?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Change it' }))
  await isKept('2, judge 1', '9')
  fireEvent.keyDown(screen.getByLabelText('2, judge 1'), { key: 'Escape' })
  expect(screen.getByLabelText<HTMLInputElement>('2, judge 1').value).toBe('')
  expect(screen.queryByText('Not saved. Press Enter to try again.')).toBeNull()
})

test.each([
  ['canceled', 'Disqualified'],
  ['scratched', 'Scratched'],
  ['no_show', 'No show'],
] as const)('the row of an entry that is %s says “%s” and shows no total', async (state, words) => {
  const setState = (next: typeof state | 'planned') =>
    db
      .updateTable('running_order_entries')
      .where('registration_routine_id', '=', order.routines[0] ?? 0)
      .set({ state: next })
      .execute()
  await setState(state)
  await visit(`${city}/scores`, desk)
  const row = await screen.findByRole('row', { name: new RegExp(`Bluebird.*${words}`) })
  expect(within(row).queryByText('189.5')).toBeNull()
  // A disqualified entry danced: its marks may still be typed.
  const fields = within(row).getAllByRole<HTMLInputElement>('textbox')
  expect(fields.map(({ disabled }) => disabled)).toEqual(fields.map(() => state !== 'canceled'))
  fireEvent.click(within(row).getByRole('button', { name: /Bluebird/ }))
  const dialog = await screen.findByRole('dialog', { name: '1 Bluebird' })
  expect(within(dialog).getByText(`${words}, so it has no total`)).toBeTruthy()
  await setState('planned')
})

test('an entry’s deduction is taken off and taken back; a locked block closes its fields', async () => {
  await visit(`${city}/scores`, desk)
  fireEvent.click(await screen.findByRole('button', { name: /Bluebird/ }))
  const dialog = await screen.findByRole('dialog', { name: '1 Bluebird' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Deduct points' }))
  const fill = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  const deduct = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Deduct' }))
  fill('Points', '1000')
  deduct()
  await within(dialog).findByText('The highest total of this panel is 300 points. Deduct no more than that.')
  fill('Points', '50')
  deduct()
  await within(dialog).findByText('Required')
  fill('Reason', 'A strap broke')
  deduct()
  const question = await screen.findByRole('dialog', { name: 'Deduct 50 points from entry 1?' })
  fireEvent.click(within(question).getByRole('button', { name: 'No, change them' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Deduct 50 points from entry 1?' })).toBeNull())
  expect(screen.getByText('189.5')).toBeTruthy()
  fill('Points', '1')
  deduct()
  await screen.findByText('188.5')
  expect(within(dialog).getByText('A strap broke')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await screen.findByText('189.5')

  await visit(`${city}/scores`, desk)
  fireEvent.click(await screen.findByRole('button', { name: 'Lock the block' }))
  await screen.findByRole('button', { name: 'Unlock' })
  expect(screen.getByLabelText<HTMLInputElement>('1, judge 1').disabled).toBe(true)
})

test('Enter stores the one score of a locked block that was reopened, past the closed fields below it', async () => {
  await visit(`${city}/scores`, desk)
  fireEvent.click(await screen.findByRole('button', { name: /Bluebird/ }))
  const dialog = await screen.findByRole('dialog', { name: '1 Bluebird' })
  fireEvent.click(within(dialog).getByRole('button', { name: /^Reopen: Judge 1/ }))
  const question = await screen.findByRole('dialog', { name: 'Reopen this score?' })
  fireEvent.change(within(question).getByLabelText('Reason'), { target: { value: 'Read wrong' } })
  fireEvent.click(within(question).getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('1, judge 1').disabled).toBe(false))
  screen.getByLabelText('1, judge 1').focus()
  fireEvent.keyDown(type('1, judge 1', '95'), { key: 'Enter' })
  // The question takes the focus from the field, and is asked once.
  const unusual = await screen.findByRole('dialog', { name: 'Is this mark right?' })
  await waitFor(() => expect(unusual.contains(document.activeElement)).toBe(true))
  fireEvent.click(within(unusual).getByRole('button', { name: 'Yes, keep it' }))
  expect(await screen.findByText('To confirm')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Is this mark right?' })).toBeNull()
})

test('OFF-030 a mark in parts is typed part by part, its sum is shown, and a second person sees its parts', async () => {
  const criteria = [
    { name: 'Technique', max_points: 6_000 },
    { name: 'Artistry', max_points: 4_000 },
  ]
  const { id: scale_id } = await db
    .insertInto('score_scales')
    .values({ name: 'Parts', criteria: JSON.stringify(criteria) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const panel = await makePanel(stage, order.tour_date_id, { name: 'Panel P', blocks: order.blocks.slice(2) })
  await db.updateTable('panels').where('id', '=', panel.id).set({ scale_id }).execute()
  await visit(`${city}/scores`, desk)
  fireEvent.click(await screen.findByRole('button', { name: '3, judge 1: type the parts' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark of 3, judge 1' })
  const field = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label)
  fireEvent.change(field('Technique'), { target: { value: '60.5' } })
  fireEvent.blur(field('Technique'))
  expect(dialog.textContent).toContain('The highest mark is 60.')
  fireEvent.change(field('Technique'), { target: { value: '55' } })
  fireEvent.change(field('Artistry'), { target: { value: '38,5' } })
  expect(within(dialog).getByLabelText('Sum').textContent).toBe('Sum: 93.5 of 100')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: '3, judge 1: 93.5' })

  await visit(`${city}/scores`, second)
  fireEvent.click(await screen.findByRole('button', { name: /Lanterns/ }))
  const entry = await screen.findByRole('dialog', { name: '3 Lanterns' })
  expect(entry.textContent).toContain('93.5. Technique 55. Artistry 38.5. To confirm')
  fireEvent.click(within(entry).getByRole('button', { name: /^Confirm/ }))
  await waitFor(() => expect(entry.textContent).toContain('Counts'))
})

test('PROG-022 audition marks are typed for three judges in ballet and in jazz, and confirmed by another person', async () => {
  const audition = await makeJudgedOrder(stage, season, desk)
  const vip = await db.selectFrom('vip_types').select('id').orderBy('id').executeTakeFirstOrThrow()
  const dancer = await db
    .selectFrom('attendees')
    .where('registration_id', '=', audition.registration_id)
    .select(['id', 'person_id'])
    .executeTakeFirstOrThrow()
  await db.updateTable('attendees').where('id', '=', dancer.id).set({ vip_type_id: vip.id }).execute()
  const page = `/office/tour-dates/${audition.tour_date_id}/auditions`
  await visit(page, desk)
  await screen.findByText('No auditions to score')
  for (const kind of ['ballet', 'jazz'] as const) {
    const { id } = await makePanel(stage, audition.tour_date_id, { name: kind })
    await db.updateTable('panels').where('id', '=', id).set({ kind }).execute()
  }
  await visit(page, desk)
  const table = await screen.findByRole('table', { name: 'Audition scores' })
  const seats = [...table.querySelectorAll('thead th')].map(({ firstChild }) => firstChild?.textContent)
  expect(table.querySelectorAll('thead th')).toHaveLength(1 + 3 + 3 + 2)
  expect(seats[0]).toBe('Dancer')
  const fields = [...table.querySelectorAll('input')].map((input) => input.getAttribute('aria-label') ?? '')
  expect(fields.map((label) => label.replace(/^.*, /, ''))).toEqual([
    ...['ballet 1', 'ballet 2', 'ballet 3', 'jazz 1', 'jazz 2', 'jazz 3'],
  ])
  for (const [index, label] of fields.entries()) {
    fireEvent.blur(type(label, '9' + index))
    await waitFor(() => expect(screen.getAllByText('To confirm')).toHaveLength(index + 1))
  }
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()

  await visit(page, second)
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm 6 scores' }))
  await waitFor(() => expect(screen.queryByText('To confirm')).toBeNull())
  expect(fields.map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual(
    [0, 1, 2, 3, 4, 5].map((digit) => `9${digit}`),
  )
  const row = screen.getByRole<HTMLTableElement>('table', { name: 'Audition scores' }).tBodies[0]?.rows[0]
  expect([...(row?.cells ?? [])].slice(-2).map(({ textContent }) => textContent)).toEqual([
    String(91 * 3 + 94 * 3),
    '1',
  ])
})

test('OFF-030 the grid shows what a judge has read through, and what two devices disagree about', async () => {
  const { tour_date_id, blocks, routines } = await makeJudgedOrder(stage, season, desk)
  const panel = await makePanel(stage, tour_date_id, { blocks: blocks.slice(0, 1), seats: 4 })
  const at = instant('2024-11-02T15:00:00Z')
  const sheet = (entry: number, seat: number, more: object = {}) => ({
    ...{ client_id: crypto.randomUUID() as string, registration_routine_id: routines[entry] ?? 0 },
    ...{ seat_id: panel.seats[seat] ?? 0, revision: 1, points: 9_000, criteria: null, abstained: null },
    ...{ source: 'tablet' as const, received_at: at, ...more },
  })
  await db
    .insertInto('score_sheets')
    .values([
      sheet(0, 0, { verified_at: at }),
      sheet(1, 0, { verified_at: at }),
      sheet(0, 1, { verified_at: at }),
      sheet(1, 1),
      sheet(0, 2, { contested: true }),
      sheet(0, 2, { contested: true, points: 8_000 }),
      sheet(0, 3, { verified_at: at }),
      // Nothing to read through before another person has confirmed it.
      sheet(1, 3, { source: 'paper', entered_by: desk }),
    ])
    .execute()
  await visit(`/office/tour-dates/${tour_date_id}/scores`, desk)
  const table = await screen.findByRole('table', { name: 'Scores of Morning' })
  const heads = [...table.querySelectorAll('thead th')].map(({ textContent }) => textContent)
  expect(heads.slice(1, 5)).toEqual([
    ...['1No oneAll read through', '2No one1 of 2 read through', '3No one', '4No oneAll read through'],
  ])
  const states = [...table.querySelectorAll('tbody td[data-state]')].map(({ textContent, attributes }) => [
    attributes.getNamedItem('data-state')?.value,
    textContent,
  ])
  expect(states).toEqual([
    ['marked', 'Read through'],
    ['marked', 'Read through'],
    ['contested', 'Contested'],
    ['marked', 'Read through'],
    ['marked', 'Read through'],
    ['marked', ''],
    ['missing', ''],
    ['to_confirm', 'To confirm'],
  ])
})

test('OFF-031 recusing a judge names judge, studio and the totals that change; then the form is empty', async () => {
  const { tour_date_id, registration_id, routines, blocks } = await makeJudgedOrder(stage, season, desk)
  const { seats } = await makePanel(stage, tour_date_id, { seats: 4, blocks: blocks.slice(0, 1) })
  const sheets = seats.map((seat_id, index) => ({
    ...{ client_id: crypto.randomUUID() as string, registration_routine_id: routines[0] ?? 0, seat_id, revision: 1 },
    ...{ points: 9_000 + 100 * index, source: 'tablet' as const, received_at: stage.clock.now() },
  }))
  await db.insertInto('score_sheets').values(sheets).execute()
  await visit(`/office/tour-dates/${tour_date_id}/scores`, desk)
  const dropped = await screen.findByText('Dropped')
  expect(dropped.closest('td')?.querySelector('input')?.value).toBe('90')

  await visit(`/office/tour-dates/${tour_date_id}/judging`, desk)
  await screen.findByText(/3 of 4 marks count: the lowest is dropped\./)
  const judgeField = screen.getByLabelText<HTMLSelectElement>('Recuse')
  const studioField = screen.getByLabelText<HTMLSelectElement>('For')
  const studio = within(studioField).getAllByRole<HTMLOptionElement>('option').at(-1)
  fireEvent.change(judgeField, { target: { value: String(seats[3]) } })
  fireEvent.change(studioField, { target: { value: String(registration_id) } })
  fireEvent.click(screen.getByRole('button', { name: 'Recuse' }))
  const title = `Recuse Judge 4 for ${studio?.textContent}?`
  const question = await screen.findByRole('dialog', { name: title })
  expect(within(question).getByRole('list', { name: 'Totals that change' }).textContent).toMatch(/: 276 becomes 273$/)
  fireEvent.change(within(question).getByLabelText('Reason'), { target: { value: 'Family' } })
  fireEvent.click(within(question).getByRole('button', { name: 'Recuse' }))
  const remove = await screen.findByRole('button', { name: `Remove: Judge 4 does not judge ${studio?.textContent}` })
  await waitFor(() => expect([judgeField.value, studioField.value]).toEqual(['', '']))

  fireEvent.click(remove)
  const back = await screen.findByRole('dialog', { name: `Let Judge 4 judge ${studio?.textContent}?` })
  expect(back.textContent).toMatch(/The mark for this entry counts again:.*: 273 becomes 276/)
  fireEvent.click(within(back).getByRole('button', { name: 'Yes, let them judge' }))
  await waitFor(async () => {
    const rows = await db.selectFrom('recusals').where('seat_id', 'in', seats).select('seat_id').execute()
    expect(rows).toEqual([])
  })
})

test('OFF-031 each Disconnect, Remove and Change of the judging page is named by its judge and panel', async () => {
  const { seats } = await makePanel(stage, order.tour_date_id, { name: 'Panel Named', seats: 2 })
  await pairDirectly(stage, desk, seats[1] ?? 0)
  const { registration_id } = await db
    .selectFrom('registration_routines')
    .where('id', '=', order.routines[0] ?? 0)
    .select('registration_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('recusals')
    .values({ seat_id: seats[0] ?? 0, registration_id, reason: 'Former teacher' })
    .execute()
  await visit(`${city}/judging`, desk)
  await screen.findByRole('button', { name: 'Disconnect the device of judge 2 of Panel Named' })
  expect(screen.getByRole('button', { name: /^Remove: .*1.* does not judge / })).toBeTruthy()
  for (const name of ['Disconnect', 'Remove', 'Change']) expect(screen.queryByRole('button', { name })).toBeNull()
})
