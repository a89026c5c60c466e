// @vitest-environment jsdom
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { QueryClient } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-09-03T16:00:00Z' })
const { grace } = await smallCity(stage.db)

test('ACC-070 the dashboard shows nothing below a list that is still to come, so that nothing is pushed away', async () => {
  const answer = stage.fetchAs((await stage.sessionOf(grace.user_id)).cookie)
  const pending = new Map<string, () => void>()
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const name = ['own-registrations', 'call-board'].find((one) => url.includes(one))
    if (name) await new Promise<void>((resolve) => pending.set(name, resolve))
    return answer(url, init)
  })
  window.history.replaceState(null, '', '/dashboard')
  const queries = new QueryClient()
  render(<App queries={queries} router={makeRouter(queries)} nonce="" />)
  await screen.findByRole('heading', { level: 1, name: 'My Dashboard' })
  const shortcuts = () => screen.queryByRole('heading', { name: 'Shortcuts' })
  await waitFor(() => expect(pending.size).toBe(2))
  expect(shortcuts()).toBeNull()
  pending.get('own-registrations')?.()
  await screen.findByRole('heading', { name: 'To do' })
  expect(shortcuts()).toBeNull()
  pending.get('call-board')?.()
  await screen.findByRole('heading', { name: 'Shortcuts' })
})
