import { useSyncExternalStore, type ReactNode } from 'react'
import type { NoDraftReason } from './use-draft.ts'

/** How any dialog ends (WIZ-051): put away unanswered, or closed by its answer. */
type DialogResult = 'canceled' | 'closed'

type Words = { title: string; message: ReactNode }

type DialogRequest =
  | (Words & { kind: 'notice'; action: string })
  | (ConfirmWords & { kind: 'confirm' })
  | (Words & TextRequest & { kind: 'text' })

type TextRequest = {
  label: string
  yes: string
  no: string
  start: string
  check: Check
  draft: PromptDraft
  act: ((text: string) => Promise<unknown>) | undefined
}

/** Name of the draft and the record it is about, so that the text survives a reload; or why it is not kept. */
type PromptDraft = readonly [string, ...(string | number)[]] | NoDraftReason

type Check = (text: string) => string | undefined
export type OpenDialog = DialogRequest & { id: number; end: (result: DialogResult, text?: string) => void }

let openDialogs: readonly OpenDialog[] = []
let runningActs = 0
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly OpenDialog[]) {
  openDialogs = next
  for (const tell of listeners) tell()
}

/** State of DialogHost: the open dialogs, newest last. */
export const dialogs = {
  open: () => openDialogs,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Puts every dialog away unanswered: when the session of the person whom a screen asked ends. */
  cancelAll: () => openDialogs.forEach(({ end }) => end('canceled')),
}

/** A dialog is open, and waits for its person. */
export const useIsAsking = (): boolean => useSyncExternalStore(dialogs.subscribe, dialogs.open, dialogs.open).length > 0

/** Runs what an answer does, while its dialog waits: what fails is said there. */
export async function runAct(act: () => Promise<unknown>): Promise<unknown> {
  runningActs += 1
  try {
    return await act()
  } finally {
    runningActs -= 1
  }
}

/** A dialog waits for what its answer does. */
export const isActRunning = (): boolean => runningActs > 0

const ask = (dialog: DialogRequest) =>
  new Promise<{ result: DialogResult; text: string }>((resolve) => {
    const id = ++last
    const end = (result: DialogResult, text = '') => {
      if (!openDialogs.some((other) => other.id === id)) return
      change(openDialogs.filter((other) => other.id !== id))
      resolve({ result, text })
    }
    change([...openDialogs, { ...dialog, id, end }])
  })

/** Says one thing. */
export async function notice({ action = 'OK', ...words }: Words & { action?: string }): Promise<DialogResult> {
  return (await ask({ kind: 'notice', action, ...words })).result
}

/**
 * Of yes. 'loss': work or data is lost, so its button is red. 'outgoing': other people get an email or see something at
 * once. Focus begins on `no` in both. 'none': it can be taken back.
 */
export type Consequence = 'loss' | 'outgoing' | 'none'

type ConfirmWords = Words & {
  /** Verbs: 'Yes, remove it' / 'No, I want to keep it'. */
  yes: string
  no: string
  consequence: Consequence
  /** Runs when `no` is pressed. Escape and the cross do not run it: they leave everything as it was. */
  onNo?: () => void
  /** Done before the dialog closes, which shows that it waits and keeps open when it fails (UI-015). */
  act?: () => Promise<unknown>
}

/** Asks one question; true only when the answer was yes. */
export async function confirm(words: ConfirmWords): Promise<boolean> {
  return (await ask({ kind: 'confirm', ...words })).result === 'closed'
}

type TextWords = Words & {
  label: string
  yes: string
  no?: string
  start?: string
  check?: Check
  draft: PromptDraft
  /** Done before the dialog closes. It keeps the text and stays open when this throws or answers false. */
  act?: (text: string) => Promise<unknown>
}

/** Asks for one line of text; undefined when the person thought better of it (UI-015). */
export async function askText({ no = 'Cancel', start = '', check = required, act, ...words }: TextWords) {
  const { result, text } = await ask({ kind: 'text', no, start, check, act, ...words })
  return result === 'closed' ? text : undefined
}

const required: Check = (text) => (text.trim() ? undefined : 'Required')
