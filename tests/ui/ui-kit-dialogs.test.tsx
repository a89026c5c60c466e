// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { address, onSignedOut, send } from '../../web/src/api/call.ts'
import { failureSentence, failureWords, showFailure } from '../../web/src/api/failure.ts'
import { ReplyError } from '../../web/src/api/reply-error.ts'
import { useRetrying, useSlowness } from '../../web/src/api/retry.ts'
import { upload } from '../../web/src/api/upload.ts'
import { DialogHost } from '../../web/src/ui/Overlays.tsx'
import { OfflineBanner } from '../../web/src/ui/OfflineBanner.tsx'
import { askText, confirm, notice } from '../../web/src/ui/dialogs.ts'
import { TextField } from '../../web/src/ui/fields.tsx'
import { FormDialog } from '../../web/src/ui/FormDialog.tsx'
import { onDesktop, onPhone } from './screen-width.ts'

beforeEach(() => {
  render(
    <MantineProvider env="test">
      <button type="button">Remove</button>
      <DialogHost />
    </MantineProvider>,
  )
})

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const ask = async <Answer,>(asking: () => Promise<Answer>) => {
  let answer: Promise<Answer> | undefined
  act(() => {
    answer = asking()
  })
  const dialog = await screen.findByRole('dialog')
  return { answer, dialog }
}

test('WIZ-051 a dialog ends closed by its answer, or canceled', async () => {
  const sorryDialog = await ask(() => notice({ title: 'Sorry!', message: 'The city is full.' }))
  expect(sorryDialog.dialog.textContent).toContain('The city is full.')
  await press('OK')
  expect(await sorryDialog.answer).toBe('closed')

  const put = await ask(() => notice({ title: 'Sorry!', message: 'The city is full.' }))
  fireEvent.keyDown(put.dialog, { key: 'Escape' })
  expect(await put.answer).toBe('canceled')
})

const removal = {
  title: 'Remove this routine?',
  message: 'Rain',
  yes: 'Yes, remove it',
  no: 'No, I want to keep it',
  consequence: 'loss',
} as const

test('a question is true for yes alone, and gives focus back', async () => {
  screen.getByRole('button', { name: 'Remove' }).focus()
  const yes = await ask(() => confirm(removal))
  await press('Yes, remove it')
  expect(await yes.answer).toBe(true)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Remove'))

  const no = await ask(() => confirm(removal))
  await press('No, I want to keep it')
  expect(await no.answer).toBe(false)
})

test('focus begins on the answer that keeps everything, and Escape presses no answer', async () => {
  const focusIsOn = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))
  const harmless = await ask(() => confirm({ ...removal, yes: 'Join the list', no: 'Not now', consequence: 'none' }))
  await focusIsOn('Join the list')
  fireEvent.keyDown(harmless.dialog, { key: 'Escape' })
  await harmless.answer

  const outgoing = await ask(() => confirm({ ...removal, yes: 'Send', no: 'Not now', consequence: 'outgoing' }))
  await focusIsOn('Not now')
  fireEvent.keyDown(outgoing.dialog, { key: 'Escape' })
  await outgoing.answer

  const grave = await ask(() => confirm(removal))
  await focusIsOn('No, I want to keep it')
  fireEvent.keyDown(grave.dialog, { key: 'Escape' })
  expect(await grave.answer).toBe(false)

  const onNo = vi.fn()
  const offer = { ...removal, yes: 'Bring them back', no: 'Discard them', consequence: 'none' as const, onNo }
  const offerDialog = await ask(() => confirm(offer))
  await focusIsOn('Bring them back')
  fireEvent.keyDown(offerDialog.dialog, { key: 'Escape' })
  expect(await offerDialog.answer).toBe(false)
  expect(onNo).not.toHaveBeenCalled()
  const secondDialog = await ask(() => confirm(offer))
  await press('Discard them')
  expect(await secondDialog.answer).toBe(false)
  expect(onNo).toHaveBeenCalledOnce()
})

test('on a phone a dialog fills the screen, and a short question stays a card', async () => {
  onPhone()
  const { answer } = await ask(() => confirm(removal))
  const fillsScreen = () => screen.getByRole('dialog').hasAttribute('data-full-screen')
  expect(fillsScreen()).toBe(false)
  await press('Yes, remove it')
  await answer
  const form = (
    <MantineProvider env="test">
      <FormDialog
        title="New code"
        error={null}
        pending={false}
        draft="one choice"
        onSubmit={() => {}}
        onClose={() => {}}
      >
        <p>Its fields</p>
      </FormDialog>
    </MantineProvider>
  )
  const { unmount } = render(form)
  expect(fillsScreen()).toBe(true)
  expect(screen.getByRole('button', { name: 'Save' }).closest('[data-actions]')).not.toBeNull()
  unmount()
  onDesktop()
  render(form)
  expect(fillsScreen()).toBe(false)
})

test('a dialog begins in its first field', async () => {
  onDesktop()
  const [onClose, onSubmit] = [vi.fn(), vi.fn()]
  render(
    <MantineProvider env="test">
      <FormDialog title="Credit" error={null} pending={false} draft="one choice" onSubmit={onSubmit} onClose={onClose}>
        <TextField label="From" value="" onChange={() => {}} error="Required" />
      </FormDialog>
    </MantineProvider>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('From')))
  expect(screen.queryByText('Required')).toBeNull()
})

const promoQuestion = {
  title: 'Promo code',
  message: '',
  label: 'Code',
  yes: 'Apply code',
  draft: ['promo', 1],
} as const

test('UI-015 a question that acts stays open when acting fails, and a line of text is checked before it is taken', async () => {
  const act = vi.fn().mockRejectedValueOnce(new Error('Not now.')).mockResolvedValue(undefined)
  const acting = await ask(() => confirm({ ...removal, act }))
  await press('Yes, remove it')
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  await press('Yes, remove it')
  expect(await acting.answer).toBe(true)

  const line = await ask(() => askText(promoQuestion))
  await press('Apply code')
  await screen.findByText('Required')
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: 'EARLY' } })
  await press('Apply code')
  expect(await line.answer).toBe('EARLY')
})

const reasonQuestion = {
  title: 'Withdraw?',
  message: '',
  label: 'Reason',
  yes: 'Withdraw',
  draft: ['withdrawal', 4],
} as const
const reasonField = () => screen.findByLabelText<HTMLInputElement>('Reason')

test('a line of text is kept when its dialog is left, and dropped by Cancel and by its answer', async () => {
  const left = await ask(() => askText(reasonQuestion))
  fireEvent.change(await reasonField(), { target: { value: 'A mark was entered twice' } })
  fireEvent.keyDown(await reasonField(), { key: 'Escape' })
  expect(await left.answer).toBeUndefined()

  const again = await ask(() => askText(reasonQuestion))
  expect((await reasonField()).value).toBe('A mark was entered twice')
  expect(screen.getByText('We kept what you typed.')).toBeTruthy()
  await press('Withdraw')
  expect(await again.answer).toBe('A mark was entered twice')

  const empty = await ask(() => askText(reasonQuestion))
  expect((await reasonField()).value).toBe('')
  fireEvent.change(await reasonField(), { target: { value: 'Something else' } })
  await press('Cancel')
  expect(await empty.answer).toBeUndefined()
  const last = await ask(() => askText(reasonQuestion))
  expect((await reasonField()).value).toBe('')
  await press('Cancel')
  await last.answer
})

test('a line of text stays, and is kept, when what it is for fails', async () => {
  const act = vi.fn().mockRejectedValueOnce(new Error('Not now.')).mockResolvedValueOnce(false).mockResolvedValue(true)
  const line = await ask(() => askText({ ...reasonQuestion, act }))
  fireEvent.change(await reasonField(), { target: { value: 'A mark was entered twice' } })
  await press('Withdraw')
  await screen.findByText('Not now.')
  await press('Withdraw')
  await waitFor(() => expect(act).toHaveBeenCalledTimes(2))
  await waitFor(async () => expect((await reasonField()).value).toBe('A mark was entered twice'))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Withdraw' }).dataset['loading']).toBeUndefined())
  await press('Withdraw')
  expect(await line.answer).toBe('A mark was entered twice')
  expect(act).toHaveBeenLastCalledWith('A mark was entered twice')
})

const errorOf = (status: number, message = '', more = {}) => new ReplyError({ status, code: 'no', message, ...more })

test.each([
  [
    'ERR-001 no response',
    ReplyError.offline(),
    { title: 'Could not connect to server', message: 'Please check your internet connection and try again later' },
  ],
  [
    'ERR-002 a 4xx with a message',
    errorOf(422, 'The city is full.'),
    { title: 'Oops...', message: 'The city is full.' },
  ],
  ['ERR-003 a 500 with a message', errorOf(500, 'Not today.'), { title: 'Oops...', message: 'Not today.' }],
  ['ERR-003 a 500 without one', errorOf(500), { title: 'Oops...', message: 'Something went wrong!' }],
  ['ERR-003 what is no answer at all', new TypeError('x'), { title: 'Oops...', message: 'Something went wrong!' }],
  ['ERR-004 a 403 with a message', errorOf(403, 'Ask the owner.'), { title: 'Hey there!', message: 'Ask the owner.' }],
  ['ERR-004 a 403 without one is no info', errorOf(403), { title: 'Oops...', message: 'Something went wrong!' }],
  [
    'ERR-005 a registration completed meanwhile',
    errorOf(409, 'This registration has been completed.', {
      code: 'registration_completed',
      facts: { registration_id: 7 },
    }),
    { title: 'Sorry!', message: 'This registration has been completed.', leadsTo: '/event/7/overview' },
  ],
])('%s is said in these words', (_, error, words) => expect(failureWords(error)).toEqual(words))

test('ERR-005 the overview is gone to once the dialog is closed', async () => {
  const goTo = vi.fn()
  const error = errorOf(409, 'Completed.', { code: 'registration_completed', facts: { registration_id: 7 } })
  const failureDialog = await ask(() => showFailure(error, goTo))
  expect(goTo).not.toHaveBeenCalled()
  await press('OK')
  await failureDialog.answer
  expect(goTo).toHaveBeenCalledWith('/event/7/overview')
})

test('ERR-001 a form says in place what a dialog would', () => {
  expect(failureSentence(ReplyError.offline())).toBe(
    'Could not connect to server. Please check your internet connection and try again later.',
  )
  expect(failureSentence(null)).toBeUndefined()
})

const answers = (status: number, body: unknown, headers = {}) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(body, { status, headers }))),
  )
const failed = () => send('PUT', '/v1/x', { body: {} }).catch((error: unknown) => error as ReplyError)

test.each([
  [400, true, false],
  [499, true, false],
  [500, false, true],
  [503, false, true],
])('API-083 an answer %i is a bad request: %s, a server error: %s', async (status, bad, server) => {
  answers(status, { code: 'full', message: 'Full.', field: 'name', tab: 'dancers', limit: 3 }, { 'x-request-id': 'r1' })
  expect(await failed()).toMatchObject({
    status,
    code: 'full',
    message: 'Full.',
    field: 'name',
    tab: 'dancers',
    facts: { limit: 3 },
    request_id: 'r1',
    offline: false,
    bad_request: bad,
    server_error: server,
  })
})

test('API-083 no answer is offline, and an answer that is no JSON is still an error object', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
  expect(await failed()).toMatchObject({ status: 0, offline: true, bad_request: false, server_error: false })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 502 })))
  expect(await failed()).toMatchObject({
    status: 502,
    code: 'unexpected',
    message: 'Something went wrong!',
    said: false,
    server_error: true,
  })
})

test('a 401 tells that the session is over, and a repeated call carries its key', async () => {
  const onSessionEnd = vi.fn()
  const stop = onSignedOut(onSessionEnd)
  answers(401, { code: 'signed_out', message: 'Please sign in.' })
  await send('POST', '/v1/pay', { body: {} }, { key: 'k-1' }).catch(() => {})
  stop()
  expect(onSessionEnd).toHaveBeenCalledOnce()
  expect(vi.mocked(fetch).mock.lastCall?.[1]?.headers).toMatchObject({ 'idempotency-key': 'k-1' })
})

test('ERR-001 a read without an answer is given up once, a change is waited for, and the screen says that it takes long', async () => {
  const Banner = () => <OfflineBanner isRetrying={useRetrying()} isSlow={useSlowness()} />
  render(<Banner />, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> })
  const bannerText = () => screen.getAllByRole('status').map(({ textContent }) => textContent).join('') // oxfmt-ignore
  await waitFor(() => expect(bannerText()).toBe(''))
  vi.useFakeTimers()
  const answerAfter = (ms: number) => {
    const stub = vi.fn(
      (_: string, { signal }: RequestInit) =>
        new Promise<Response>((resolve, reject) => {
          setTimeout(() => resolve(Response.json({ code: 'done' })), ms)
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    )
    vi.stubGlobal('fetch', stub)
    return stub
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  answerAfter(20_000)
  const slowRead = send('GET', '/v1/x', {})
  await pass(9_000)
  expect(bannerText()).toBe('')
  await pass(2_000)
  expect(bannerText()).toContain('Callboard is taking longer than usual. Still waiting…')
  await pass(10_000)
  expect([await slowRead, bannerText()]).toEqual([{ code: 'done' }, ''])

  const never = answerAfter(3_600_000)
  const read = send('POST', '/v1/x', {}, { isRead: true }).catch((error: unknown) => error)
  await pass(60_000)
  expect(await read).toMatchObject({ offline: true, message: expect.stringContaining('Could not connect to server') })
  expect([never.mock.calls.length, bannerText()]).toEqual([1, ''])

  answerAfter(120_000)
  const change = send('PUT', '/v1/x', {})
  await pass(119_000)
  expect(bannerText()).toContain('longer than usual')
  await pass(2_000)
  expect([await change, bannerText()]).toEqual([{ code: 'done' }, ''])
})

test('reads and calls with a key are made again while the server is away, and the screen says so', async () => {
  const Banner = () => <OfflineBanner isRetrying={useRetrying()} />
  render(<Banner />, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> })
  const bannerText = () => screen.getAllByRole('status').map(({ textContent }) => textContent).join('') // oxfmt-ignore
  // A page of an earlier file may have left a call that is still made again.
  await waitFor(() => expect(bannerText()).toBe(''))
  vi.useFakeTimers()
  const answersInTurn = (...replies: [number, string][]) => {
    const stub = vi.fn((): Promise<Response> => {
      const [status, code] = replies.shift() ?? [200, 'done']
      return Promise.resolve(Response.json({ code, message: 'Busy.', retry_after_seconds: 2 }, { status }))
    })
    vi.stubGlobal('fetch', stub)
    return stub
  }
  const settle = async (answer: Promise<unknown>) => {
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    return answer
  }
  const calls = answersInTurn([503, 'unavailable'], [502, ''])
  const read = send('GET', '/v1/x', {})
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(bannerText()).toContain('Callboard is not responding right now. Trying again…')
  expect(await settle(read)).toMatchObject({ code: 'done' })
  expect([calls.mock.calls.length, bannerText()]).toEqual([3, ''])

  const pay = answersInTurn([503, 'unavailable'])
  expect(await settle(send('POST', '/v1/pay', {}, { key: 'k-1' }))).toMatchObject({ code: 'done' })
  expect(pay).toHaveBeenCalledTimes(2)
  // Refused before it started.
  answersInTurn([429, 'busy'])
  expect(await settle(send('PUT', '/v1/x', {}))).toMatchObject({ code: 'done' })

  const write = answersInTurn([503, 'unavailable'])
  expect(await settle(send('PUT', '/v1/x', {}).catch((error: unknown) => error))).toMatchObject({ status: 503 })
  expect(write).toHaveBeenCalledTimes(1)
  const never = answersInTurn(...Array.from({ length: 9 }, (): [number, string] => [503, 'unavailable']))
  expect(await settle(send('GET', '/v1/x', {}).catch((error: unknown) => error))).toMatchObject({ status: 503 })
  expect(never).toHaveBeenCalledTimes(4)
  vi.useRealTimers()
})

test('an address has its blanks filled and its query written out', () => {
  const input = { params: { id: 'a/b' }, query: { page: 2, tag: ['x', 'y'], none: undefined } }
  expect(address('/v1/r/{id}/list', input)).toBe('/v1/r/a%2Fb/list?page=2&tag=x&tag=y')
})

test('an upload shows its progress and can be canceled', async () => {
  const requests: FakeRequest[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 200
    responseText = ''
    open = vi.fn()
    setRequestHeader = vi.fn()
    send = vi.fn(() => requests.push(this))
    abort = () => this.dispatchEvent(new Event('abort'))
    getResponseHeader = () => null
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const percentages: number[] = []
  const to = { url: '/put', file: new Blob(['x']), onProgress: (percent: number) => percentages.push(percent) }
  const first = upload(to)
  requests[0]?.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 31, total: 50 }))
  requests[0]?.dispatchEvent(new Event('load'))
  await first.done
  expect(percentages).toEqual([62, 100])
  const second = upload(to)
  second.cancel()
  await expect(second.done).rejects.toMatchObject({ code: 'canceled' })
})
