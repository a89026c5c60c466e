// @vitest-environment jsdom
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertStudio } from '@callboard/server/dev/build-people.ts'
import { insertSeasons, lastSeason, thisSeason } from '@callboard/server/dev/build-season.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import type { RosterPerson } from '../../contract/src/roster/roster.ts'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { readSheets } from '../../web/src/roster/read-sheet.ts'
import { rosterCsv, rosterXlsx } from '../../web/src/roster/write-sheet.ts'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
let user_id = 0
let studios = 0

beforeAll(() => stage.db.transaction().execute((tx) => insertSeasons(tx, [lastSeason, thisSeason])))

beforeEach(async () => {
  studios += 1
  const studio = await stage.db.transaction().execute((tx) =>
    insertStudio(tx, {
      email: `importing${studios}@example.com`,
      name: 'Larkspur Dance',
      owner: ['Grace', 'Oyelaran'],
      city: 'Portland',
      state_id: 38,
      created: instant('2024-01-01'),
      roster: [
        { fname: 'Ana', lname: 'Ruiz', birthdate: calendarDate('2012-03-01'), gender_id: 1 },
        { fname: 'Noor', lname: 'Zand', birthdate: null, gender_id: 2 },
        { fname: 'Katherine', lname: 'Lindqvist', birthdate: calendarDate('2011-05-05'), gender_id: 1 },
      ],
    }),
  )
  user_id = studio.user_id
})

const patient = { timeout: 30_000 }

async function open({ isReadAlready = false } = {}) {
  const { cookie } = await stage.sessionOf(user_id)
  const fetch = vi.fn(stage.fetchAs(cookie))
  vi.stubGlobal('fetch', fetch)
  window.history.replaceState(null, '', '/roster/import')
  const queries = new QueryClient()
  render(<App queries={queries} router={makeRouter(queries)} nonce="" />)
  await screen.findByRole('heading', { level: 1, name: 'Import people' }, patient)
  if (!isReadAlready) await screen.findByLabelText(/Excel or CSV file/, {}, patient)
  return { posts: () => fetch.mock.calls.filter(([url]) => typeof url === 'string' && url.endsWith('/roster/import')) }
}

const file = (content: string | Uint8Array | Buffer, name = 'roster.csv') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name)

const choose = (one: File) => fireEvent.change(screen.getByLabelText(/Excel or CSV file/), { target: { files: [one] } })

const people = async () => (await stage.call(user_id, 'GET', '/v1/mybtf/roster')).json() as RosterPerson[]
const rosterLines = async () =>
  (await people()).map(({ fname, lname, birthdateString }) => `${fname} ${lname} ${birthdateString}`)

const saveButton = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const rows = () =>
  within(screen.getByRole('table', { name: 'People of the sheet' }))
    .getAllByRole('row')
    .slice(1)

async function violations() {
  const { violations: axeViolations } = await axe.run(document.body, {
    // jsdom has no layout, so contrast cannot be measured.
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  return axeViolations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test('a sheet with a title, blank rows and all sorts of people is read, put right and saved once', async () => {
  const { posts } = await open()
  expect(await violations()).toEqual([])
  choose(
    file(
      [
        'Larkspur Dance roster,,,',
        ',,,',
        'Student Name,DOB,M/F,Parent Email',
        '"Solberg, Mia",4/25/2011,F,mum@example.com',
        '"Ruiz, Ana",3/1/2012,F,',
        '"Zand, Noor",3/1/2010,M,',
        ',,,',
        '"Lindqvist, Kate",,F,',
        '"Okafor, Ben",sometime,M,',
        'Mia Solberg,,F,',
      ].join('\r\n'),
    ),
  )
  await screen.findByRole('heading', { name: '6 people found' }, patient)
  const status = () => screen.getByRole('region', { name: 'Save the import' }).textContent
  expect(status()).toContain(
    '1 to add, 1 birthdate to complete, 1 already in your roster, 1 twice in this sheet, 1 needs a correction, 1 needs your answer',
  )
  expect(saveButton('Add 1 person').disabled).toBe(true)
  expect(await violations()).toEqual([])

  fireEvent.change(screen.getByLabelText('Birthdate of row 9'), { target: { value: '12/31/2010' } })
  fireEvent.change(screen.getByLabelText('What happens with Kate Lindqvist, row 8'), { target: { value: 'add' } })
  expect(posts()).toHaveLength(0)
  expect(await rosterLines()).toHaveLength(3)
  const add = saveButton('Add 3 people')
  fireEvent.click(add)
  fireEvent.click(add)
  await screen.findByText(/3 people joined your roster. 1 birthdate is complete now/, {}, patient)
  expect(screen.getByRole('link', { name: 'Choose a city' }).getAttribute('href')).toBe('/register')
  expect(await violations()).toEqual([])
  expect((await rosterLines()).toSorted()).toEqual([
    'Ana Ruiz 03/01/2012',
    'Ben Okafor 12/31/2010',
    'Kate Lindqvist ',
    'Katherine Lindqvist 05/05/2011',
    'Mia Solberg 04/25/2011',
    'Noor Zand 03/01/2010',
  ])
  expect((await people()).find(({ fname }) => fname === 'Mia')?.reminder_email).toBe('mum@example.com')
})

test('dates that can be read both ways are asked about before anything can be saved', async () => {
  await open()
  choose(file('First;Last;Geburtstag / DOB;Sex\r\nZoë;Lund;01/02/2011;F\r\nMax;Lund;03/04/2012;M'))
  await screen.findByRole('heading', { name: '2 people found' }, patient)
  expect(saveButton('Add 2 people').disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /the day comes first/ }))
  await waitFor(() => expect(saveButton('Add 2 people').disabled).toBe(false), patient)
  fireEvent.click(saveButton('Add 2 people'))
  await screen.findByText(/2 people joined your roster/, {}, patient)
  expect(await rosterLines()).toEqual(expect.arrayContaining(['Zoë Lund 02/01/2011', 'Max Lund 04/03/2012']))
})

test('rows pasted into the empty field are read at once; undone, they are in the field again', async () => {
  await open()
  const rows = 'Mia\tSolberg\t2011-04-25\nBen\tOkafor\t2010-12-31'
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Copied rows')
  const clipboardData = { getData: () => rows }
  fireEvent.paste(field(), { clipboardData })
  await screen.findByRole('heading', { name: '2 people found' }, patient)
  fireEvent.click(saveButton('Undo paste'))
  expect(field().value).toBe(rows)
  // A correction of what is there is read when it is asked for.
  fireEvent.paste(field(), { clipboardData })
  expect(screen.queryByRole('heading', { name: '2 people found' })).toBeNull()
  fireEvent.click(saveButton('Read the rows'))
  await screen.findByRole('heading', { name: '2 people found' }, patient)
  fireEvent.click(saveButton('Choose another sheet'))
  expect(field().value).toBe('')
})

test('rows pasted on the page are read without a press on the field; those for another field are not', async () => {
  await open()
  const clipboardData = { getData: () => 'Mia\tSolberg\t2011-04-25' }
  const other = document.body.appendChild(document.createElement('input'))
  fireEvent.paste(other, { clipboardData })
  expect(screen.getByLabelText<HTMLTextAreaElement>('Copied rows').value).toBe('')
  other.remove()
  fireEvent.paste(document.body, { clipboardData })
  await screen.findByRole('heading', { name: '1 person found' }, patient)
  // Nothing takes a paste any more once the sheet is here.
  fireEvent.paste(document.body, { clipboardData: { getData: () => 'Ben\tOkafor\t2010-12-31' } })
  expect(screen.getByRole('heading', { name: '1 person found' })).toBeTruthy()
})

test('a sheet and its corrections are kept by a reload, and gone once they are saved or dropped', async () => {
  await open()
  choose(file('First,Last,Gender,Birthdate\nMia,Solberg,Female,2011-04-25\nBen,,Male,2010-12-31\n'))
  await screen.findByRole('heading', { name: '2 people found' }, patient)
  fireEvent.change(screen.getByLabelText(/^Last name/), { target: { value: 'Okafor' } })
  await waitFor(() => expect(saveButton('Add 2 people').disabled).toBe(false), patient)

  cleanup()
  await open({ isReadAlready: true })
  await screen.findByRole('heading', { name: '2 people found' }, patient)
  expect(screen.getByText('We kept what you typed.')).toBeTruthy()
  expect(screen.getByDisplayValue('Okafor')).toBeTruthy()
  fireEvent.click(saveButton('Add 2 people'))
  await screen.findByText('2 people joined your roster.', {}, patient)
  expect(await rosterLines()).toContain('Ben Okafor 12/31/2010')

  cleanup()
  await open()
  choose(file('First,Last,Gender,Birthdate\nIda,Holm,Female,2011-04-25\n'))
  await screen.findByRole('heading', { name: '1 person found' }, patient)
  cleanup()
  await open({ isReadAlready: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }, patient))
  expect(await screen.findByLabelText(/Excel or CSV file/)).toBeTruthy()
})

test('a sheet that is too large to keep says so', async () => {
  await open()
  const notes = 'x'.repeat(490)
  choose(file(`First,Last,Notes\n${Array.from({ length: 1300 }, (_, line) => `Ida${line},Holm,${notes}`).join('\n')}`))
  await screen.findByText(/This is too long to keep/, {}, patient)
})

test('rows copied out of a spreadsheet are read; a missing gender is given to all at once', async () => {
  await open()
  fireEvent.change(screen.getByLabelText('Copied rows'), {
    target: { value: 'Mia\tSolberg\t2011-04-25\nBen\tOkafor\t2010-12-31' },
  })
  fireEvent.click(saveButton('Read the rows'))
  await screen.findByRole('heading', { name: '2 people found' }, patient)
  expect(screen.getAllByText('Required')).toHaveLength(2)
  fireEvent.change(screen.getByLabelText(/Gender for rows without one/), { target: { value: '1' } })
  await waitFor(() => expect(saveButton('Add 2 people').disabled).toBe(false), patient)
})

test('a wrongly guessed column can be chosen again', async () => {
  await open()
  choose(file('Kid,Whatever,Sex\r\nMia,Solberg,F'))
  await screen.findByText(/Choose above which column holds the names/, {}, patient)
  fireEvent.change(screen.getByLabelText('Kid'), { target: { value: 'fname' } })
  fireEvent.change(screen.getByLabelText('Whatever'), { target: { value: 'lname' } })
  await screen.findByRole('heading', { name: '1 person found' }, patient)
  expect(rows()[0]?.textContent).toContain('MiaSolbergFemale')
})

test.each([
  ['a PDF', file('%PDF-1.7\u0000\u0001\u0002\u0003\u0004\u0005', 'x.csv'), /cannot read this file as a sheet/],
  [
    'a damaged Excel file',
    file(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9, 9]), 'x.xlsx'),
    /cannot read this file as a sheet/,
  ],
  ['an old Excel file', file(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'x.xls'), /old Excel format/],
  ['a web page', file('<!doctype html><table></table>', 'x.csv'), /cannot read this file as a sheet/],
  ['an empty file', file('', 'x.csv'), /sheet is empty/],
  ['a huge file', file(new Uint8Array(6 * 1024 * 1024), 'x.csv'), /larger than 5 MB/],
])('%s is refused in words', async (_, one, words) => {
  await open()
  choose(one)
  expect(await screen.findByText(words, {}, patient)).toBeTruthy()
})

test('1001 people are too many, and nothing can be saved', async () => {
  await open()
  choose(file(`First,Last\r\n${Array.from({ length: 1001 }, (_, n) => `A${n},B${n}`).join('\r\n')}`))
  expect(await screen.findByText(/This sheet holds 1,001 people/, {}, patient)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
})

test('500 people are shown and saved', async () => {
  await open()
  const lines = Array.from({ length: 500 }, (_, n) => `First${n},Name${n * 7},F,${1 + (n % 12)}/${1 + (n % 28)}/2012`)
  choose(file(`First,Last,Sex,DOB\r\n${lines.join('\r\n')}`))
  await screen.findByRole('heading', { name: '500 people found' }, patient)
  fireEvent.click(saveButton('Add 500 people'))
  await screen.findByText(/500 people joined your roster/, {}, { timeout: 30_000 })
  expect(await rosterLines()).toHaveLength(503)
}, 30_000)

const cellsOf = async (one: File) => {
  const read = await readSheets(one)
  if (!read.ok) throw new Error(read.problem)
  return read.sheets.map(({ cells }) => cells)
}

test('a cell of 3 MB is cut to what a field can hold', async () => {
  const [cells] = await cellsOf(file(`First,Last,DOB\n${'a'.repeat(3_000_000)},Muñoz,${' '.repeat(80_000)}10:30`))
  expect(cells?.[1]?.[0]).toHaveLength(500)
  expect(cells?.[1]?.[1]).toBe('Muñoz')
})

test.each([
  ['UTF-8 with a mark', Buffer.from('\u{feff}First,Last\r\nZoë,Muñoz', 'utf8')],
  ['UTF-8 without', Buffer.from('First,Last\r\nZoë,Muñoz', 'utf8')],
  ['Windows-1252', Buffer.from('First,Last\r\nZoë,Muñoz', 'latin1')],
  ['UTF-16', Buffer.from('\u{feff}First,Last\r\nZoë,Muñoz', 'utf16le')],
  ['semicolons', Buffer.from('First;Last\nZoë;Muñoz', 'utf8')],
  ['tabs', Buffer.from('First\tLast\nZoë\tMuñoz', 'utf8')],
])('text with %s is read', async (_, bytes) => {
  expect(await cellsOf(file(bytes))).toEqual([
    [
      ['First', 'Last'],
      ['Zoë', 'Muñoz'],
    ],
  ])
})

test('an Excel file is read: the longest sheet first, merged titles, real dates in any time zone', async () => {
  const day = new Date('2012-03-01T00:00:00Z')
  const excel = await writeXlsx([
    { sheet: 'Notes', data: [[{ value: 'Keep this list up to date', type: String }]] },
    {
      sheet: 'Dancers',
      data: [
        [{ value: 'Larkspur Dance', type: String, columnSpan: 3 }, null, null],
        [],
        [
          { value: 'First', type: String },
          { value: 'Last', type: String },
          { value: 'DOB', type: String },
        ],
        [
          { value: 'Mia', type: String },
          { value: 'Solberg', type: String },
          { value: day, type: Date, format: 'dd/mm/yyyy' },
        ],
      ],
    },
  ]).toBuffer()
  const [longest] = await cellsOf(file(excel, 'roster.xlsx'))
  expect(longest?.at(-2)).toEqual(['First', 'Last', 'DOB'])
  expect(longest?.at(-1)).toEqual(['Mia', 'Solberg', '2012-03-01'])
})

test('the roster downloaded as CSV or Excel is read again as it was, and a formula stays text', async () => {
  await stage.call(user_id, 'POST', '/v1/mybtf/roster', {
    person: {
      fname: '=1+1',
      lname: '@Zoë',
      gender_id: 1,
      birthdate: '2013-01-31',
      email: [{ value: 'zoe@example.com' }],
    },
    skipFuzzy: true,
  })
  const lists = (await stage.call(user_id, 'GET', '/v1/mybtf/people-lists')).json()
  const roster = await people()
  const csv = await rosterCsv(roster, lists)
  expect(await csv.text()).toContain(`'=1+1,'@Zoë,Female,01/31/2013`)
  const xlsx = await rosterXlsx(roster, lists)
  const ofCsv = await cellsOf(new File([csv], 'roster.csv'))
  const ofXlsx = await cellsOf(new File([xlsx], 'roster.xlsx'))
  const plain = (cells: (typeof ofCsv)[number] | undefined) =>
    cells
      ?.map((row) => row.map((cell) => cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1')))
      .filter((row) => row.join('') !== '')
  expect(plain(ofXlsx[0])).toEqual(plain(ofCsv[0]))
  expect(ofCsv[0]?.find(([first]) => first === '=1+1')?.slice(0, 6)).toEqual([
    '=1+1',
    '@Zoë',
    'Female',
    '01/31/2013',
    '',
    'zoe@example.com',
  ])

  await open()
  choose(new File([xlsx], 'roster.xlsx'))
  await screen.findByRole('heading', { name: `${roster.length} people found` }, patient)
  expect(screen.getByRole('region', { name: 'Save the import' }).textContent).toContain(
    `0 to add, ${roster.length} already in your roster`,
  )
})
