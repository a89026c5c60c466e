// @vitest-environment jsdom
import { silence } from '@callboard/server/dev/silent-audio.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../web/src/api/call.ts'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { watchSession } from '../../web/src/shell/session.ts'
import { dialogs } from '../../web/src/ui/dialogs.ts'
import { answer, button, dialog, openRoutinesScreen, press, type, waitUntil } from '../registrations/routines-kit.tsx'
import { uploadsTo } from '../registrations/upload-kit.ts'
import { setSignedInCookie } from '../ui/signed-in-cookie.ts'

const { stage, rehearsed, db } = await openRoutinesScreen()
let stop = () => {}
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  stop()
  setSignedInCookie(true)
})

/** A page of a new browser, signed in. */
async function visit(user_id: number, path: string) {
  cleanup()
  stop()
  setSignedInCookie(true)
  const { cookie } = await stage.sessionOf(user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  const router = makeRouter(queries)
  stop = watchSession(queries, () => void router.open())
  render(<App queries={queries} router={router} nonce="" />)
}

/** The session ends by time on the server, while the page is open. */
async function endSession() {
  // First the cookie: a call of the page that is refused in between would be the end by another window.
  setSignedInCookie(false)
  await stage.endSessions()
}

/** The sign-in page says it, and no dialog stands on top of it. */
async function saysItAtSignIn() {
  await screen.findByText(/Your session ended after 7 days/, undefined, { timeout: 30_000 })
  // A dialog would follow the failed call a moment later.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect([window.location.pathname, dialogs.open()]).toEqual(['/signin', []])
  expect(screen.queryByRole('dialog')).toBeNull()
}
const valueOf = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value

test('ROST-031 COMP-026 a routine that is saved after the session ended waits, as typed, for the same account', async () => {
  const { id, studio } = await rehearsed({ compete: true })
  const open = async (name: string) => {
    await visit(studio.user_id, `/registration/${id}/competition`)
    await press(name)
    await dialog('New routine')
  }
  const ticked = () =>
    screen
      .getAllByRole<HTMLInputElement>('checkbox', { checked: true })
      .map((box) => box.labels?.[0]?.textContent ?? '')
      .toSorted()
  await open('ADD NEW ROUTINE')
  type('Routine name', 'Paper Lanterns')
  fireEvent.change(screen.getByLabelText('Performance division'), { target: { value: '1' } })
  const roster = (await studio.call('GET', '/v1/mybtf/roster')).json<{ id: number; fname: string; lname: string }[]>()
  for (const { id: person_id, fname, lname } of roster) {
    const name = `${fname} ${lname}`
    if (studio.dancers.slice(0, 4).includes(person_id)) fireEvent.click(screen.getByRole('checkbox', { name }))
  }
  const dancers = ticked()
  expect(dancers).toHaveLength(4)
  await endSession()
  await press('Save routine')
  await saysItAtSignIn()
  // Continued and met by the next end before anything is changed, it is still there.
  await open('Continue')
  await endSession()
  await press('Save routine')
  await saysItAtSignIn()
  await open('Continue')
  expect([valueOf('Routine name'), valueOf('Performance division')]).toEqual(['Paper Lanterns', '1'])
  expect(ticked()).toEqual(dancers)
  await press('Close')
  await answer('Leave this routine unsaved?', 'Keep editing')
  // Opening another one asks first.
  await visit(studio.user_id, `/registration/${id}/competition`)
  await press('ADD NEW ROUTINE')
  await answer('Paper Lanterns is not saved yet', 'Keep it')
  await screen.findByText('Paper Lanterns is not saved yet')
  await press('ADD NEW ROUTINE')
  await answer('Paper Lanterns is not saved yet', 'Discard it')
  await dialog('New routine')
  expect(valueOf('Routine name')).toBe('')
})

test('ROST-031 REV-007 the review that is submitted after the session ended keeps its email, and submits nothing', async () => {
  const rehearsal = await rehearsed({ casts: [[0, 1, 2, 3]] })
  const open = () => visit(rehearsal.studio.user_id, `/registration/${rehearsal.id}/review`)
  await open()
  fireEvent.click(await screen.findByRole('checkbox', { name: /terms and conditions/ }))
  fireEvent.click(await screen.findByRole('checkbox', { name: /competition code/ }))
  type('Review email', 'bookkeeping@example.com')
  await endSession()
  await press(/^(Submit|SUBMIT)/)
  await saysItAtSignIn()
  expect((await rehearsal.record()).reviewed).toBe(false)
  await open()
  await button(/^(Submit|SUBMIT)/)
  expect(valueOf('Review email')).toBe('bookkeeping@example.com')
})

test('ROST-031 WAIV-010 WAIV-017 a waiver keeps its form when the session ends before the signature; one that is signed then counts', async () => {
  const { id, studio } = await rehearsed({ values: { completed: true } })
  const open = async () => {
    await visit(studio.user_id, `/event/${id}/waivers`)
    const [sign] = await screen.findAllByRole('button', { name: /^SIGN for/ }, { timeout: 30_000 })
    fireEvent.click(sign ?? document.body)
    await dialog(/^Participant waiver: /)
  }
  const next = () => press('NEXT')
  const typedValues = () => ['Your first name', 'Your address', 'Birthdate'].map(valueOf)
  await open()
  fireEvent.click(screen.getByLabelText(/^A parent or legal guardian/))
  await next()
  await screen.findByText('You, the parent or guardian')
  await screen.findAllByRole('option', { name: 'Female' })
  for (const [label, value] of [
    ['Birthdate', '03/01/2012'],
    ['Gender', '1'],
    ['You are the participant’s', 'Mother'],
    ['Your first name', 'Sable'],
    ['Your last name', 'Halloran'],
    ['Your gender', '1'],
    ['Your address', '18 Mercer Street, Portland, OR 97209'],
    ['Your email', 'sable@example.com'],
    ['Your phone', '5035550147'],
  ] as const)
    type(label, value)
  await endSession()
  await next()
  await saysItAtSignIn()

  await open()
  await next()
  await screen.findByText('You, the parent or guardian')
  expect(typedValues()).toEqual(['Sable', '18 Mercer Street, Portland, OR 97209', '03/01/2012'])
  await next()
  await dialog(/^Sign for /)
  fireEvent.click(await screen.findByLabelText(/^I agree to the terms/))
  await dialog('Participant waiver')
  await press('I agree')
  await waitUntil(() => expect(screen.queryByRole('dialog', { name: 'Participant waiver' })).toBeNull())
  type(/^Your name, as your signature/, 'Sable Halloran')
  await endSession()
  await press('SIGN')
  await saysItAtSignIn()
  // The paper that was opened before is signed by a token of its own, and its form is no draft any more.
  expect(
    await db.selectFrom('waiver_requests').where('signed_at', 'is not', null).select('signer_name').execute(),
  ).toEqual([{ signer_name: 'Sable Halloran' }])
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Sable')
})

test('ROST-031 a dialog that stands open as the session ends goes with the screen that asked', async () => {
  const { id, studio } = await rehearsed({ compete: true })
  await visit(studio.user_id, `/registration/${id}/competition`)
  await press('ADD NEW ROUTINE')
  await press('Save routine')
  await dialog('Sorry!')
  await endSession()
  await call('GET /v1/mybtf/roster', {}).catch(() => undefined)
  await saysItAtSignIn()
})

test('ROST-031 MUS-011 an upload that ends after the session leads to the sign-in page, and the page is not loaded anew', async () => {
  const { id, studio } = await rehearsed({
    casts: [[0, 1, 2, 3]],
    values: { completed: true },
    city: { music_upload: true },
  })
  const uploading: { send?: () => Promise<void> } = {}
  vi.stubGlobal('XMLHttpRequest', uploadsTo(stage, uploading))
  vi.stubGlobal(
    'Audio',
    class extends EventTarget {
      set src(_: string) {
        queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')))
      }
      duration = 2
      removeAttribute() {}
    },
  )
  Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => {} })
  const reload = vi.spyOn(window.history, 'go').mockImplementation(() => {})
  await visit(studio.user_id, `/event/${id}/music`)
  const upload = await button(/^Upload the music/)
  const field = upload.parentElement?.querySelector('input[type=file]') ?? document.body
  fireEvent.change(field, {
    target: { files: [new File([new Uint8Array(silence(2))], 'study.wav', { type: 'audio/wav' })] },
  })
  await waitFor(() => expect(uploading.send).toBeDefined())
  await endSession()
  await uploading.send?.()
  await saysItAtSignIn()
  expect(reload).not.toHaveBeenCalled()
  expect(await db.selectFrom('music').select('id').execute()).toEqual([])
})
