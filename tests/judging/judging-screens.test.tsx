// @vitest-environment jsdom
import { handOverCodes, handOverText } from '@callboard/domain/judging/hand-over.ts'
import { handOverKey, sealOf } from '@callboard/server/judging/hand-over-seal.ts'
import { hashOf } from '@callboard/server/platform/http/sessions.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { makeJudgedOrder, makePanel, pairDirectly } from '../scenarios/judging.ts'
import { created, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db } = stage
const season = await openSeason(stage)
const [desk = 0, second = 0] = await Promise.all(
  ['Haddad', 'Osei'].map(async (lname) => {
    const account = { email: `${lname}@example.com`, fname: 'Noor', lname, role: 'office' as const }
    return (await db.transaction().execute((tx) => insertAccount(tx, account, created))).user_id
  }),
)
const order = await makeJudgedOrder(stage, season, desk)
const city = `/office/tour-dates/${order.tour_date_id}`

async function visit(path: string, user_id: number) {
  cleanup()
  const { cookie } = await stage.sessionOf(user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
}
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

test('an entry’s deduction is taken off and taken back; a locked block closes its fields', async () => {
  await visit(`${city}/scores`, desk)
  fireEvent.click(await screen.findByRole('button', { name: /Bluebird/ }))
  const dialog = await screen.findByRole('dialog', { name: '1 Bluebird' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Deduct points' }))
  const points = await screen.findByRole('dialog', { name: 'Costume' })
  fireEvent.change(within(points).getByLabelText('Points'), { target: { value: '1' } })
  fireEvent.click(within(points).getByRole('button', { name: 'Deduct' }))
  await screen.findByText('188.5')
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

test('OFF-030 a sheet of scores is looked through: wrong cells are named, and nothing is stored until a person says so', async () => {
  const { tour_date_id, blocks } = await makeJudgedOrder(stage, season, desk)
  await makePanel(stage, tour_date_id, { blocks: blocks.slice(0, 1) })
  const page = `/office/tour-dates/${tour_date_id}/scores/import`
  const paste = async (text: string) => {
    await visit(page, desk)
    fireEvent.change(await screen.findByLabelText('Copied rows'), { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: 'Read the rows' }))
  }
  await paste('Number\tJudge\tScore\n1\t1\t94.5\n1\t2\t=90\n1\t1\t95\n9\t1\t90')
  const wrong = await screen.findByRole('list', { name: 'Cells to fix' })
  expect([...wrong.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Row 3, column C: =90This is a formula. Enter the value itself.',
    'Row 4, column A: 1Row 2 has the same number and seat.',
    'Row 5, column A: 9No entry has this number.',
  ])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Store 1 mark' }).disabled).toBe(true)

  const rows = '1\t1\t94.5\n1\t2\t55'
  // The page keeps the sheet that is looked through, also as it is left.
  cleanup()
  localStorage.clear()
  await visit(page, desk)
  fireEvent.paste(await screen.findByLabelText('Copied rows'), { clipboardData: { getData: () => rows } })
  await screen.findByRole('table', { name: 'Marks of the sheet' })
  fireEvent.click(screen.getByRole('button', { name: 'Undo paste' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Copied rows').value).toBe(rows)
  fireEvent.click(screen.getByRole('button', { name: 'Read the rows' }))
  await screen.findByRole('table', { name: 'Marks of the sheet' })
  const count = () => db.selectFrom('score_sheets').where('source', '=', 'import').select('points').execute()
  expect(await count()).toEqual([])
  const store = screen.getByRole<HTMLButtonElement>('button', { name: 'Store 2 marks' })
  expect(store.disabled).toBe(true)
  fireEvent.click(screen.getByLabelText('2 unusual marks are right'))
  fireEvent.click(store)
  await screen.findByRole('heading', { name: /^Scores in/ })
  expect((await count()).map(({ points }) => points).toSorted()).toEqual([5_500, 9_450])
})

const scoreRows = 'Number;Judge;Score\r\n1;1;94,5\r\n2;3;90\r\n'
test.each([
  ['UTF-8', Buffer.from(`\uFEFF${scoreRows}`, 'utf8')],
  ['UTF-16', Buffer.from(`\uFEFF${scoreRows}`, 'utf16le')],
])('OFF-030 a file of scores in %s with a byte order mark is read whole, its first cell too', async (_, bytes) => {
  const { tour_date_id, blocks } = await makeJudgedOrder(stage, season, desk)
  await makePanel(stage, tour_date_id, { blocks: blocks.slice(0, 1) })
  const readFile = async (content: Uint8Array<ArrayBuffer>) => {
    await visit(`/office/tour-dates/${tour_date_id}/scores/import`, desk)
    fireEvent.change(await screen.findByLabelText(/^Excel or CSV file/), {
      target: { files: [new File([content], 'scores.csv', { type: 'text/csv' })] },
    })
    const table = await screen.findByRole('table', { name: 'Marks of the sheet' })
    return [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
  }
  expect(await readFile(new Uint8Array(bytes))).toEqual([
    ['2', '1', '1', '94.5'],
    ['3', '2', '3', '90'],
  ])
  expect(screen.queryByRole('list', { name: 'Cells to fix' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Store 2 marks' }).disabled).toBe(false)
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
  expect(table.querySelectorAll('thead th')).toHaveLength(1 + 3 + 3)
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
})

test('marks that a tablet hands over are read as text, missing codes are counted, and all of them stored at once', async () => {
  const { tour_date_id, blocks, routines } = await makeJudgedOrder(stage, season, desk)
  const panel = await makePanel(stage, tour_date_id, { blocks: blocks.slice(0, 1) })
  const device = await pairDirectly(stage, desk, panel.seats[0] ?? 0)
  const empty = {
    criteria: null,
    abstained: null,
    note: '',
    switches: [],
    critique_marks: [],
    base_sheet: null,
    marked_at: null,
  }
  const text = handOverText(
    routines.slice(0, 2).map((registration_routine_id) => ({
      ...{ client_id: crypto.randomUUID(), registration_routine_id, revision: 1, points: 9_000 },
      ...{ critique: 'Use the floor. '.repeat(100), ...empty },
    })),
  )
  const seal = sealOf(handOverKey(hashOf(device.token)), text)
  const codes = handOverCodes({ device_id: device.id, seal, text })
  expect(codes.length).toBeGreaterThan(1)
  await visit(`/office/tour-dates/${tour_date_id}/scores/receive`, desk)
  const paste = (value: string) => {
    fireEvent.change(screen.getByLabelText(/^Code as text/), { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: 'Add the code' }))
  }
  const { event, city: town } = (await stage.call(desk, 'GET', `/v1/office/panels?tour_date_id=${tour_date_id}`)).json()
  const title = await screen.findByRole('heading', { name: `Receive marks in ${town}`, level: 1 })
  expect(title.closest('header')?.textContent).toContain(event)
  expect(screen.getByText('This browser cannot read codes. Paste them as text.')).toBeTruthy()
  paste('https://example.com')
  await screen.findByText('This text has no code from a judge’s tablet.')
  paste(codes[0] ?? '')
  await screen.findByText(`1 code read, ${codes.length - 1} missing`)
  const store = screen.getByRole<HTMLButtonElement>('button', { name: 'Store the marks' })
  expect(store.disabled).toBe(true)
  paste(codes.join('\n'))
  await screen.findByText(`${codes.length} codes read, all there`)
  fireEvent.click(store)
  await screen.findByText('2 stored')
  expect(screen.getByRole('heading', { name: 'Panel A, judge 1' })).toBeTruthy()
  paste(codes.join('\n'))
  fireEvent.click(store)
  await screen.findByText('2 stored before')
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
