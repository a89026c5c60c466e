// @vitest-environment jsdom
import { runInThisContext } from 'node:vm'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { holdPlaces } from '@callboard/server/platform/http/pages.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { clearStoredData } from '../../web/src/shell/browser-storage.ts'
import { openStage } from '../kit.ts'
import { setSignedInCookie } from '../ui/signed-in-cookie.ts'

const stage = await openStage({ now: '2024-09-03T16:00:00Z' })
const { grace, tour_date_id, registration } = await smallCity(stage.db)

/** The places that the next page holds before a script runs. */
function heldPlaces() {
  runInThisContext(`{${holdPlaces}}`)
  return document.documentElement.dataset['due']
}

async function openLanding() {
  const { cookie } = await stage.sessionOf(grace.user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  setSignedInCookie(true)
  window.history.replaceState(null, '', '/')
  const queries = new QueryClient()
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
  await router.open()
  return screen.findByRole('region', { name: 'Due next' }, { timeout: 30_000 })
}

test('the front page holds as many places for what is due as it showed last, until the account signs out', async () => {
  expect(heldPlaces()).toBe('')
  const section = await openLanding()
  await waitFor(() => expect(section.querySelectorAll('li').length).toBeGreaterThan(0))
  expect(heldPlaces()).toBe(String(section.querySelectorAll('li').length))
  clearStoredData()
  expect(heldPlaces()).toBe('')
  setSignedInCookie(false)
})

test('COMP-064 an offer of the waiting list is named with the time until which its place is kept', async () => {
  const entry = { registration_id: registration.id, tour_date_id, title: 'Salt Road', takes_part: false }
  const ends = instant('2024-09-04T16:00:00Z')
  await stage.db
    .insertInto('waiting_entries')
    .values({ ...entry, state: 'offered', joined_at: stage.clock.now(), offer_ends: ends })
    .execute()
  const section = await openLanding()
  const card = await within(section).findByRole('link', { name: /A place is free for you/ })
  expect(card.textContent).toMatch(/Answer by Wed, Sep 4, 2024, 9:00 am PDT/)
  expect(card.getAttribute('href')).toBe(`/registration/${registration.id}`)
  await stage.db.updateTable('waiting_entries').set({ state: 'accepted' }).execute()
  cleanup()
  const keptLine = await within(await openLanding()).findByText(/Places from the waiting list are kept until/)
  expect(keptLine.closest('a')?.textContent).toContain('Finish your registration')
  setSignedInCookie(false)
})
