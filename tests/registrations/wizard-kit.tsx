import { QueryClient } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import type { Stage } from '../kit.ts'

type Router = ReturnType<typeof makeRouter>
type SentCall = { method: string; url: string; body: Record<string, unknown> }

const patience = { timeout: 30_000 }

/** The wizard in a browser of this account, answered by the real app; `sentCalls` lists its calls, `missing` those that were answered 404. */
export async function visitWizard(stage: Stage, user_id: number, path: string) {
  const { cookie } = await stage.sessionOf(user_id)
  const answer = stage.fetchAs(cookie)
  const sentCalls: SentCall[] = []
  const missing: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init
    sentCalls.push({ method, url, body: typeof body === 'string' ? JSON.parse(body) : {} })
    const reply = await answer(url, init)
    if (reply.status === 404) missing.push(url)
    return reply
  })
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  const router = makeRouter(queries)
  const { unmount } = render(<App queries={queries} router={router} nonce="" />)
  return { router, sentCalls, missing, close: unmount }
}

/** Waits for the address alone: before a button of the next step is pressed, wait for its `heading`. */
export const waitForStep = (router: Router, path: string) =>
  waitFor(() => expect(router.getState().shown?.path).toBe(path), patience)

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, patience)

/** The dialog on top. */
export const dialog = (name?: string) => screen.findByRole('dialog', name ? { name } : {}, patience)

/** Waits for the dialog, and presses one of its buttons. */
export async function answerDialog(title: string, button: string) {
  const shownDialog = await dialog(title)
  fireEvent.click(within(shownDialog).getByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
}

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** Everything entered is stored. */
export const allSaved = () => screen.findByText('Saved', undefined, patience)
