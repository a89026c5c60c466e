// @vitest-environment jsdom
import { handOverCodes, handOverText } from '@callboard/domain/judging/hand-over.ts'
import { handOverKey, sealOf } from '@callboard/server/judging/hand-over-seal.ts'
import { hashOf } from '@callboard/server/platform/http/sessions.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeJudgedOrder, makePanel, pairDirectly } from '../scenarios/judging.ts'
import { openJudgingScreens } from './judging-screens-kit.tsx'

const { stage, db, season, desk, visit } = await openJudgingScreens()

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
  expect(screen.getByRole('button', { name: 'Scan with the camera' })).toBeTruthy()
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
