// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { silence } from '@callboard/server/dev/silent-audio.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { previewMilliseconds, previewUrl } from '../../web/src/music/send-music.ts'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { uploadsTo } from '../registrations/upload-kit.ts'

const start = instant('2024-10-01T16:00:00Z')
const stage = await openStage({ now: start })
const { db, clock } = stage
const { registration, grace, tour_date_id } = await completedCity(stage)
const { id } = registration
const uploading: { send?: () => Promise<void> } = {}

/** Audio player that jsdom lacks: plays any file for two seconds. */
class Player extends EventTarget {
  static made: Player[] = []
  static fails = false
  duration = 2
  currentTime = 0
  paused = true
  #src = ''
  constructor() {
    super()
    Player.made.push(this)
  }
  get src() {
    return this.#src
  }
  set src(address: string) {
    this.#src = address
    if (address.startsWith('blob:')) queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')))
  }
  removeAttribute() {}
  async play() {
    if (Player.fails) throw new Error('This cannot be played')
    this.paused = false
  }
  pause() {
    if (this.paused) return
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
}

beforeEach(async () => {
  clock.time = start
  Player.fails = false
  vi.stubGlobal('Audio', Player)
  vi.stubGlobal('XMLHttpRequest', uploadsTo(stage, uploading))
  Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => {} })
  await db.updateTable('registration_routines').set({ music_id: null, no_music: false, upload_email: null }).execute()
  await db.updateTable('tour_dates').set({ music_upload: true }).where('id', '=', tour_date_id).execute()
})

async function visit(path: string, user_id = grace.user_id) {
  const cookie = user_id ? (await stage.sessionOf(user_id)).cookie : ''
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
  return router
}
const open = async () => {
  const router = await visit(`/event/${id}/music`)
  await card('Paper Lanterns')
  return router
}
const card = async (name: string) => {
  const item = (await screen.findByRole('heading', { level: 3, name: new RegExp(name) })).closest('li')
  if (!item) throw new Error(`${name} has no card`)
  return within(item)
}
const wave = (name: string) => new File([new Uint8Array(silence(2))], name, { type: 'audio/wav' })

const arrive = async () => {
  await waitFor(() => expect(uploading.send).toBeDefined())
  await uploading.send?.()
  delete uploading.send
}

async function uploadTo(name: string, file: string) {
  const routine = await card(name)
  fireEvent.change(fileInput(routine), { target: { files: [wave(file)] } })
  expect(await routine.findByText('40%')).toBeTruthy()
  await arrive()
  expect(await routine.findByText(/added/)).toBeTruthy()
  expect(routine.getByText(file)).toBeTruthy()
}
const fileInput = (routine: Awaited<ReturnType<typeof card>>) => {
  const input = routine
    .getByRole('button', { name: /^(Upload|Replace) the music/ })
    .parentElement?.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('No file is chosen here')
  return input
}

test('MUS-001 MUS-022 a file travels with its percent, and is heard one at a time', async () => {
  await open()
  await uploadTo('Paper Lanterns', 'lanterns.wav')
  await uploadTo('Undertow', 'undertow.wav')
  const [first, second] = [await card('Paper Lanterns'), await card('Undertow')]
  expect(first.getByText('0:02')).toBeTruthy()
  expect(first.getByText(/Oct 1, 2024/)).toBeTruthy()
  fireEvent.click(first.getByRole('button', { name: 'Play the music of Paper Lanterns' }))
  expect(await first.findByRole('button', { name: 'Pause the music of Paper Lanterns' })).toBeTruthy()
  fireEvent.click(second.getByRole('button', { name: 'Play the music of Undertow' }))
  expect(await second.findByRole('button', { name: 'Pause the music of Undertow' })).toBeTruthy()
  expect(first.getByRole('button', { name: 'Play the music of Paper Lanterns' })).toBeTruthy()
  fireEvent.click(second.getByRole('button', { name: 'Pause the music of Undertow' }))
  expect(await second.findByRole('button', { name: 'Play the music of Undertow' })).toBeTruthy()
})

test('several files go to the routines they are named after; of the others one is asked', async () => {
  await open()
  fireEvent.drop(screen.getByText(/Drop all your tracks here/), {
    dataTransfer: { files: [wave('02 undertow.wav'), wave('track 7.wav')] },
  })
  await arrive()
  expect(await (await card('Undertow')).findByText(/added/)).toBeTruthy()
  const left = within(await screen.findByRole('region', { name: 'Files without a routine' }))
  const lanterns = (await left.findByRole('option', { name: 'Paper Lanterns' })) as HTMLOptionElement
  fireEvent.change(left.getByRole('combobox', { name: 'Routine for track 7.wav' }), {
    target: { value: lanterns.value },
  })
  fireEvent.click(left.getByRole('button', { name: 'Upload' }))
  await arrive()
  expect(await (await card('Paper Lanterns')).findByText(/added/)).toBeTruthy()
})

test('files of two drops wait beside each other, and a choice made for one stays while another goes', async () => {
  await open()
  const drop = (...files: File[]) =>
    fireEvent.drop(screen.getByText(/Drop all your tracks here/), { dataTransfer: { files } })
  drop(new File(['Only words, no song'], 'track 6.mp3'), wave('track 7.wav'))
  await screen.findByRole('combobox', { name: 'Routine for track 7.wav' })
  drop(wave('track 8.wav'), new File(['Only words again'], 'track 9.mp3'))
  const second = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Routine for track 8.wav' })
  screen.getByText('track 6.mp3')
  screen.getByText('track 9.mp3')
  const option = within(second).getByRole<HTMLOptionElement>('option', { name: /^Paper Lanterns/ })
  fireEvent.change(second, { target: { value: option.value } })
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss track 7.wav' }))
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Routine for track 7.wav' })).toBeNull())
  const sameSelect = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Routine for track 8.wav' })
  expect(sameSelect.value).toBe(option.value)
})

test('MUS-003 MUS-004 of several files those that cannot be music are refused at once, and the others go on', async () => {
  await open()
  const large = wave('track 9.wav')
  Object.defineProperty(large, 'size', { value: 52_428_801 })
  fireEvent.drop(screen.getByText(/Drop all your tracks here/), {
    dataTransfer: { files: [new File(['Only words, no song'], 'track 8.mp3'), large, wave('track 7.wav')] },
  })
  const badFiles = within(await screen.findByRole('alert', { name: 'Files not uploaded' }))
  const reasonOf = (name: string) => badFiles.getByText(name).closest('li')?.textContent
  expect(reasonOf('track 8.mp3')).toContain('Invalid media file. Please select a valid media file.')
  expect(reasonOf('track 9.wav')).toContain('Please select an audio file under 50MB to upload and try again.')
  const filesToPlace = within(await screen.findByRole('region', { name: 'Files without a routine' }))
  expect(filesToPlace.getAllByRole('combobox').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Routine for track 7.wav',
  ])
  fireEvent.click(badFiles.getByRole('button', { name: 'Dismiss track 8.mp3' }))
  fireEvent.click(badFiles.getByRole('button', { name: 'Dismiss track 9.wav' }))
  await waitFor(() => expect(screen.queryByRole('alert', { name: 'Files not uploaded' })).toBeNull())
})

test('MUS-003 MUS-004 MUS-005 a file that is not music is refused in place before the upload', async () => {
  await open()
  const routine = await card('Undertow')
  fireEvent.change(fileInput(routine), { target: { files: [new File(['Only words, no song'], 'song.mp3')] } })
  expect(await routine.findByText('Invalid media file. Please select a valid media file.')).toBeTruthy()
  const large = wave('long.wav')
  Object.defineProperty(large, 'size', { value: 52_428_801 })
  fireEvent.change(fileInput(routine), { target: { files: [large] } })
  expect(await routine.findByText('Please select an audio file under 50MB to upload and try again.')).toBeTruthy()
  fireEvent.change(fileInput(routine), { target: { files: [wave('undertow.wav')] } })
  await waitFor(() => expect(uploading.send).toBeDefined())
  clock.time = instant('2024-10-01T18:00:00Z')
  await arrive()
  expect(await routine.findByText('Something went wrong. Please try again.')).toBeTruthy()
})

test('MUS-006 No Music asks before it removes what is there', async () => {
  await open()
  await uploadTo('Undertow', 'undertow.wav')
  const toggle = () => screen.getByRole('switch', { name: 'No Music for Undertow' })
  fireEvent.click(toggle())
  expect(await screen.findByText('This will remove the uploaded music. Continue?')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'No, keep the music' }))
  await waitFor(() => expect(screen.queryByText('This will remove the uploaded music. Continue?')).toBeNull())
  expect((await card('Undertow')).getByText('undertow.wav')).toBeTruthy()
  fireEvent.click(toggle())
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, remove it' }))
  await waitFor(async () => expect((await card('Undertow')).queryByText('undertow.wav')).toBeNull())
  expect(toggle()).toHaveProperty('checked', true)
})

test('MUS-007 MUS-008 a note is kept, and a link is mailed to a valid address only', async () => {
  await open()
  await uploadTo('Undertow', 'undertow.wav')
  fireEvent.click((await card('Undertow')).getByRole('button', { name: 'Add a note for Undertow' }))
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'Start on cue' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('Note: Start on cue')).toBeTruthy()

  fireEvent.click((await card('Paper Lanterns')).getByRole('button', { name: 'Email a link for Paper Lanterns' }))
  const email = await screen.findByLabelText('Email')
  fireEvent.change(email, { target: { value: 'nobody' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText('Must be valid email')).toBeTruthy()
  fireEvent.change(email, { target: { value: 'sam@example.com' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText('A link was emailed to sam@example.com.')).toBeTruthy()
})

test('MUS-010 MUS-011 ERR-020 shows an error when playback fails, or a save, which then reloads the page', async () => {
  await open()
  await uploadTo('Undertow', 'undertow.wav')
  Player.fails = true
  fireEvent.click(screen.getByRole('button', { name: 'Play the music of Undertow' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Something went wrong!')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const historyGo = vi.spyOn(window.history, 'go').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  fireEvent.click(screen.getByRole('switch', { name: 'No Music for Paper Lanterns' }))
  expect(await screen.findByText('Something went wrong!')).toBeTruthy()
  expect(historyGo).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(historyGo).toHaveBeenCalledWith(0))
  historyGo.mockRestore()
})

test('MUS-013 where the city takes no music there is nothing to upload with, and the screen says so', async () => {
  await db.updateTable('tour_dates').set({ music_upload: false }).where('id', '=', tour_date_id).execute()
  await open()
  expect(screen.getByText(/Music for this city cannot be changed now/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Upload|Choose files|Share/ })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('MUS-014 TOK-005 shared links are turned off, all at once', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Share a link' }))
  const { value: url } = await screen.findByLabelText<HTMLInputElement>('Link to this page')
  fireEvent.click(await screen.findByText('Turn off all shared links'))
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, turn them off' }))
  await screen.findByText('The shared links are off')
  cleanup()
  await visit(new URL(url).pathname, 0)
  await waitFor(() => expect(window.location.pathname).toBe('/'))
})

test('MUS-014 TOK-006 TOK-013 a shared link opens the upload signed out; a wrong one leads home', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Share a link' }))
  const url = ((await screen.findByLabelText('Link to this page')) as HTMLInputElement).value
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  fireEvent.click(screen.getByText('Copy'))
  await screen.findByText('Copied!')
  expect(writeText).toHaveBeenCalledExactlyOnceWith(url)
  cleanup()
  await visit(new URL(url).pathname, 0)
  await screen.findByRole('heading', { level: 1, name: 'Music' })
  await uploadTo('Undertow', 'by-link.wav')
  expect(screen.queryByRole('button', { name: /Share|Delete|Rename|Email/ })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
  cleanup()
  await visit('/music/nothing-behind-it', 0)
  await waitFor(() => expect(window.location.pathname).toBe('/'))
})

test('MUS-019 an address for a file on this machine ends after 60 seconds', () => {
  vi.useFakeTimers()
  const revoked = vi.fn()
  Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: revoked })
  expect(previewUrl(new Blob(['a']))).toBe('blob:one')
  vi.advanceTimersByTime(previewMilliseconds - 1)
  expect(revoked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(revoked).toHaveBeenCalledWith('blob:one')
  expect(previewMilliseconds).toBe(60_000)
  vi.useRealTimers()
})
