// @vitest-environment jsdom
import { runInThisContext } from 'node:vm'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { holdPlaces } from '@callboard/server/platform/http/pages.ts'
import { QueryClient } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { clearStoredData } from '../../web/src/shell/browser-storage.ts'
import { openStage } from '../kit.ts'
import { setSignedInCookie } from '../ui/signed-in-cookie.ts'

const stage = await openStage({ now: '2024-09-03T16:00:00Z' })
const { grace } = await smallCity(stage.db)

/** The places that the next page holds before a script runs. */
function heldPlaces() {
  runInThisContext(`{${holdPlaces}}`)
  return document.documentElement.dataset['due']
}

test('the front page holds as many places for what is due as it showed last, until the account signs out', async () => {
  expect(heldPlaces()).toBe('')
  const { cookie } = await stage.sessionOf(grace.user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  setSignedInCookie(true)
  window.history.replaceState(null, '', '/')
  const queries = new QueryClient()
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
  await router.open()
  const section = await screen.findByRole('region', { name: 'Due next' }, { timeout: 30_000 })
  await waitFor(() => expect(section.querySelectorAll('li').length).toBeGreaterThan(0))
  expect(heldPlaces()).toBe(String(section.querySelectorAll('li').length))
  clearStoredData()
  expect(heldPlaces()).toBe('')
  setSignedInCookie(false)
})
