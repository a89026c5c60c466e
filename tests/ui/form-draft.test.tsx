// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { watchSession } from '../../web/src/shell/session.ts'
import { openDrafts, readDraft, removeAllDrafts, writeDraft } from '../../web/src/ui/draft-store.ts'
import { TextField } from '../../web/src/ui/fields.tsx'
import { FormDialog } from '../../web/src/ui/FormDialog.tsx'
import type { FormError } from '../../web/src/ui/form-state.ts'
import { FormDraft, useDraft, useDraftState } from '../../web/src/ui/use-draft.ts'

const grace = 7
const marlowe = 8

beforeEach(() => openDrafts(grace))

type NoteFormProps = {
  initial?: string
  error?: FormError | null
  onSubmit?: (draft: FormDraft, baseNote: string) => void
  onClose?: () => void
}

function NoteForm({ initial = '', error = null, onSubmit = () => {}, onClose = () => {} }: NoteFormProps) {
  const draft = useDraft('test/note', 1)
  const [note, setNote, baseNote] = useDraftState(draft, 'note', initial)
  const [account, setAccount] = useDraftState(draft, 'account', { email: '', password: '' })
  return (
    <FormDialog
      title="About the studio"
      draft={draft}
      error={error}
      pending={false}
      onSubmit={() => onSubmit(draft, baseNote)}
      onClose={onClose}
    >
      <TextField label="Note" value={note} onChange={setNote} error={undefined} />
      <TextField
        label="E-mail"
        value={account.email}
        onChange={(email) => setAccount({ ...account, email })}
        error={undefined}
      />
      <TextField
        label="Password"
        value={account.password}
        onChange={(password) => setAccount({ ...account, password })}
        error={undefined}
      />
    </FormDialog>
  )
}

const element = (props: NoteFormProps) => (
  <MantineProvider env="test">
    <NoteForm {...props} />
  </MantineProvider>
)

function open(props: NoteFormProps = {}) {
  cleanup()
  const { rerender } = render(element(props))
  return (next: NoteFormProps) => rerender(element(next))
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const storedText = () => JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)])

test('typed input comes back after the form is gone, and the form says so', () => {
  open()
  expect(screen.queryByText('We kept what you typed.')).toBeNull()
  type('Note', 'Call the studio')
  open()
  expect(field('Note').value).toBe('Call the studio')
  expect(screen.getByText('We kept what you typed.')).toBeTruthy()
})

test('input that is too long to keep is not stored and says so; shortened, it is kept again', () => {
  open()
  type('Note', 'x'.repeat(700_000))
  expect(screen.getByText(/too long to keep/)).toBeTruthy()
  expect(storedText()).not.toContain('test/note')
  type('Note', 'Short')
  expect(screen.queryByText(/too long to keep/)).toBeNull()
  expect(storedText()).toContain('Short')
})

test('Discard puts the fields back to what they were, for good', () => {
  open({ initial: 'Stored' })
  type('Note', 'Other words')
  open({ initial: 'Stored' })
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(field('Note').value).toBe('Stored')
  expect(screen.queryByText('We kept what you typed.')).toBeNull()
  open({ initial: 'Stored' })
  expect(field('Note').value).toBe('Stored')
})

test('Cancel drops the input; Escape keeps it', () => {
  const onClose = vi.fn()
  open({ onClose })
  type('Note', 'Kept')
  fireEvent.keyDown(field('Note'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
  open({ onClose })
  expect(field('Note').value).toBe('Kept')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  open({ onClose })
  expect(field('Note').value).toBe('')
})

test('sent input is not offered again, and what is typed after it is', () => {
  open({ onSubmit: (draft) => draft.clear() })
  type('Note', 'Sent')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  open()
  expect(field('Note').value).toBe('')
  type('Note', 'Next')
  open()
  expect(field('Note').value).toBe('Next')
})

test('only changed fields are stored, so newer data of the server stays', () => {
  open({ initial: 'Old note' })
  type('E-mail', 'mia@larkspur.example')
  open({ initial: 'New note' })
  expect(field('Note').value).toBe('New note')
  expect(field('E-mail').value).toBe('mia@larkspur.example')
})

test('passwords are never stored', () => {
  open()
  type('E-mail', 'mia@larkspur.example')
  type('Password', 'correct horse')
  expect(storedText()).not.toContain('correct horse')
  open()
  expect([field('E-mail').value, field('Password').value]).toEqual(['mia@larkspur.example', ''])
  for (const name of ['card_number', 'cvv', 'routing_number', 'account_number', 'signature', 'student_id']) {
    writeDraft('test/secret', { payment: { [name]: 'correct horse', from: 'Mia' } })
    expect(storedText(), name).not.toContain('correct horse')
  }
})

test('ROST-031 a session that ends by time keeps the draft for the same account alone', () => {
  open()
  type('Note', 'About Ana')
  openDrafts(null)
  open()
  expect(field('Note').value).toBe('')
  openDrafts(grace)
  open()
  expect(field('Note').value).toBe('About Ana')
  openDrafts(marlowe)
  open()
  expect(field('Note').value).toBe('')
  expect(storedText()).not.toContain('About Ana')
})

test('ROST-031 a form that is still on the screen when the session ends writes nothing more', () => {
  open()
  type('Note', 'About Ana')
  removeAllDrafts()
  openDrafts(null)
  type('Note', 'About Ana and Bo')
  expect(storedText()).not.toContain('About Ana')
})

test('a visitor’s draft stays in the tab', () => {
  openDrafts(null)
  open()
  type('Note', 'A visitor')
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('A visitor')
  open()
  expect(field('Note').value).toBe('A visitor')
})

test('a draft ends a day after its last change', () => {
  open()
  type('Note', 'Long ago')
  const day = 24 * 60 * 60 * 1000
  vi.useFakeTimers({ now: Date.now() + day - 60_000, toFake: ['Date'] })
  expect(readDraft('test/note/1')).not.toBeNull()
  const stop = watchSession(new QueryClient())
  document.dispatchEvent(new Event('visibilitychange'))
  expect(storedText()).toContain('Long ago')
  vi.setSystemTime(Date.now() + 60_001)
  expect(readDraft('test/note/1')).toBeNull()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(storedText()).not.toContain('Long ago')
  stop()
})

test('a draft of another shape is left out', () => {
  writeDraft('test/note/1', { note: { text: 'an older version' }, account: 'none' })
  open({ initial: 'Stored' })
  expect(field('Note').value).toBe('Stored')
  expect(field('E-mail').value).toBe('')
})

test('a record that is read anew shows in what was not typed, and stays below what was', () => {
  const readAgain = open({ initial: 'Morning' })
  readAgain({ initial: 'Noon' })
  expect(field('Note').value).toBe('Noon')
  type('Note', 'Ours')
  readAgain({ initial: 'Evening' })
  expect(field('Note').value).toBe('Ours')
})

test('a save tells what its person read, also after a reload and after others changed it', () => {
  const onSubmit = vi.fn()
  const save = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    return onSubmit.mock.lastCall?.[1]
  }
  const readAgain = open({ initial: 'Morning', onSubmit })
  type('Note', 'Ours')
  readAgain({ initial: 'Noon', onSubmit })
  expect(save()).toBe('Morning')
  open({ initial: 'Noon', onSubmit })
  expect([field('Note').value, save()]).toEqual(['Ours', 'Morning'])

  // Told of it, the next save replaces it.
  const tell = open({ initial: 'Noon', onSubmit })
  const error = { code: 'edit_conflict', field: 'note', message: 'Changed', facts: { current: { note: 'Noon' } } }
  tell({ initial: 'Noon', error, onSubmit })
  expect(save()).toBe('Noon')
})

test('a saved value is the base of the next save', () => {
  const onSubmit = vi.fn((draft: FormDraft) => draft.clear())
  open({ initial: 'Morning', onSubmit })
  const save = (note: string) => {
    type('Note', note)
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    return onSubmit.mock.lastCall?.at(1)
  }
  expect([save('Noon'), save('Evening')]).toEqual(['Morning', 'Noon'])
})
