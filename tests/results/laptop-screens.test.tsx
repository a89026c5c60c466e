// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { handOverCodes, handOverText } from '@callboard/domain/judging/hand-over.ts'
import { handOverKey, sealOf } from '@callboard/server/judging/hand-over-seal.ts'
import { hashOf } from '@callboard/server/platform/http/sessions.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitForElementToBeRemoved } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
const { tour_date_id, device_id, device_token, routine_id } = world.judging

/** The code of a correction that only the tablet has. */
function codeOfCorrection(): string {
  const mark = { registration_routine_id: routine_id, revision: 2, points: 9_400, criteria: null, abstained: null }
  const texts = { critique: '', note: '', switches: [], critique_marks: [], base_sheet: null, marked_at: null }
  const text = handOverText([{ client_id: crypto.randomUUID(), ...mark, ...texts }])
  const seal = sealOf(handOverKey(hashOf(device_token)), text)
  return handOverCodes({ device_id, seal, text })[0] ?? ''
}

test('OFF-030 codes of a tablet count on the laptop at once, and the server stores them once it is asked to', async () => {
  const stage = await copy()
  const { cookie } = await stage.sessionOf(cast.office)
  const online = stage.fetchAs(cookie)
  let isOnline = true
  vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) =>
    isOnline ? online(...args) : Promise.reject(new TypeError('Failed to fetch')),
  )
  const visit = () => {
    cleanup()
    window.history.replaceState(null, '', `/judge/awards/${tour_date_id}`)
    const queries = new QueryClient()
    render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
  }
  visit()
  await screen.findByText(/^Connected, as of/)
  isOnline = false
  visit()
  await screen.findByText(/^No connection/)
  fireEvent.click(screen.getByRole('tab', { name: 'Codes of tablets' }))
  const field = await screen.findByLabelText(/^Code as text/)
  fireEvent.change(field, { target: { value: 'no code' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add the code' }))
  await screen.findByText('This is not a code from a judge’s tablet.')
  fireEvent.change(field, { target: { value: codeOfCorrection() } })
  fireEvent.click(screen.getByRole('button', { name: 'Add the code' }))
  await screen.findByText('All codes are there: its marks count here.')
  await screen.findByText('1 only on this laptop')
  fireEvent.click(screen.getByRole('tab', { name: 'Marks' }))
  await screen.findByText('Scanned')
  expect(screen.getByText('94')).toBeTruthy()

  const count = async () => (await stage.db.selectFrom('score_sheets').select('client_id').execute()).length
  const before = await count()
  isOnline = true
  visit()
  await screen.findByText(/^Connected, as of/)
  fireEvent.click(await screen.findByRole('button', { name: 'Send to the server' }))
  await waitForElementToBeRemoved(() => screen.queryByText('1 only on this laptop'))
  expect(await count()).toBe(before + 1)
})
