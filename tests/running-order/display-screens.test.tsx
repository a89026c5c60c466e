// @vitest-environment jsdom
import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { makeJudgedOrder } from '../scenarios/judging.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { call } = stage
const office = await addAccount(stage)
const { tour_date_id, routines } = await makeJudgedOrder(stage, await openSeason(stage), office)
const [first = 0] = routines

/** The page as this cookie opens it. A display's cookie is not set by jsdom, which never sees headers. */
function visit(path: string, cookie: string) {
  cleanup()
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
}

async function change(states: readonly string[]) {
  const { version } = (await call(office, 'GET', `/v1/office/stage?tour_date_id=${tour_date_id}`)).json()
  const changes = states.map((state) => ({ id: first, state }))
  const reply = await call(office, 'PUT', '/v1/office/stage', { tour_date_id, version, changes })
  expect(reply.statusCode, reply.body).toBe(200)
}

test('the office makes a link for a screen, which shows the stage until the office ends it', async () => {
  await change(['checked_in', 'on_deck', 'on_stage'])
  const desk = (await stage.sessionOf(office)).cookie
  visit(`/office/tour-dates/${tour_date_id}/stage`, desk)
  fireEvent.click(await screen.findByRole('button', { name: 'Add a screen' }))
  const dialog = within(await screen.findByRole('dialog'))
  const place = dialog.getByRole('textbox', { name: 'Where it stands' })
  fireEvent.change(place, { target: { value: '  ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Make the link' }))
  // At once: no call is made for it.
  dialog.getByText('Required')
  expect(place.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(place, { target: { value: 'Lobby' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Make the link' }))
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  const { pathname } = new URL(link.value)
  expect(pathname).toMatch(/^\/display\/[\w-]{43}$/)

  visit(pathname, `callboard_display=${pathname.slice('/display/'.length)}`)
  const current = within(await screen.findByRole('region', { name: 'Stage' }))
  expect(current.getByText('Bluebird')).toBeTruthy()
  expect(within(current.getByRole('list')).getAllByRole('listitem')).toHaveLength(3)
  expect(document.querySelector('header')).toBeNull()

  visit(`/office/tour-dates/${tour_date_id}/stage`, desk)
  fireEvent.click(await screen.findByRole('button', { name: 'End the link of Lobby' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, end it' }))
  await screen.findByText(/A screen in the lobby or backstage can show/)
  visit(pathname, `callboard_display=${pathname.slice('/display/'.length)}`)
  await screen.findByText('This link has ended. Please ask the office for a new one.')
})

test('no screen is added for a city that is over', async () => {
  const now = stage.clock.time
  stage.clock.time = daysAfter(now, 400)
  visit(`/office/tour-dates/${tour_date_id}/stage`, (await stage.sessionOf(office)).cookie)
  await screen.findByText('This city is over, so its stage is no longer shown.')
  expect(screen.queryByRole('button', { name: 'Add a screen' })).toBeNull()
  stage.clock.time = now
})
