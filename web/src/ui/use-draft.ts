import { useEffect, useState, useSyncExternalStore, type Dispatch, type SetStateAction } from 'react'
import {
  changedPart,
  draftOwner,
  readDraft,
  removeDraft,
  withChanges,
  writeDraft,
  type DraftOwner,
  type DraftValues,
} from './draft-store.ts'

/** Why a form keeps nothing. Each is a decision; the sweep of all forms lists who made it. */
const noDraftReasons = {
  credentials: 'Passwords and codes of a sign-in are never stored.',
  signature: 'A signature and its consent are given anew each time.',
  payment: 'Card and bank fields belong to the payment provider and are never stored.',
  'one choice': 'One choice or one short code; there is nothing to type again.',
  'saved at once': 'Each change is sent, or stored by the wizard, when it is made.',
  'view only': 'It decides what is shown: a search, a filter, a way to play.',
  'saved elsewhere': 'Its owner stores the input through the same store (draft-store.ts).',
  'development only': 'Not a part of the product.',
} as const

export type NoDraftReason = keyof typeof noDraftReasons

/** The unsent input of one form. */
export class FormDraft {
  readonly form: string
  #owner: DraftOwner
  #values: DraftValues
  #isRestored: boolean
  #isTooLong = false
  readonly #listeners = new Set<() => void>()
  readonly #resets = new Set<() => void>()
  /** Values that were sent; kept again only once they change. */
  readonly #current = new Map<string, unknown>()
  #sent = new Map<string, unknown>()

  constructor(form: string) {
    this.form = form
    this.#owner = draftOwner()
    const values = readDraft(form, this.#owner)
    this.#values = values ?? {}
    this.#isRestored = values !== null
  }

  /** The value of a field as it was typed, over `initial`. */
  restore<Value>(field: string, initial: Value): Value {
    return withChanges(initial, this.#values[field])
  }

  put(field: string, value: unknown, initial: unknown) {
    this.#current.set(field, value)
    const isSent = this.#sent.has(field) && Object.is(this.#sent.get(field), value)
    const part = isSent ? undefined : changedPart(value, initial)
    const before = this.#values[field]
    if (JSON.stringify(before) === JSON.stringify(part)) return
    const { [field]: _, ...others } = this.#values
    this.#values = part === undefined ? others : { ...others, [field]: part }
    // The session was not read yet when the form came up.
    if (this.#owner === undefined) this.#owner = draftOwner()
    const isTooLong = !writeDraft(this.form, this.#values, this.#owner)
    if (isTooLong === this.#isTooLong) return
    this.#isTooLong = isTooLong
    this.#tell()
  }

  /** It is sent: nothing is left to keep. */
  readonly clear = () => {
    this.#values = {}
    this.#sent = new Map(this.#current)
    removeDraft(this.form, this.#owner)
    this.#isRestored = false
    this.#isTooLong = false
    this.#tell()
  }

  /** The person wants none of it: the fields go back to what they were. */
  readonly discard = () => {
    this.clear()
    this.#sent = new Map()
    for (const reset of this.#resets) reset()
  }

  readonly isRestored = () => this.#isRestored

  /** More was typed than can be stored: a reload loses it. */
  readonly isTooLong = () => this.#isTooLong

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  onDiscard(reset: () => void) {
    this.#resets.add(reset)
    return () => void this.#resets.delete(reset)
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}

/**
 * The draft of a form. `name` is the form's own, once in the product; `ids` say of what record. Fields keep their value
 * with `useDraftState`; call `clear` once the server has it.
 */
export function useDraft(name: string, ...ids: readonly (string | number)[]): FormDraft {
  const [draft] = useState(() => new FormDraft([name, ...ids].join('/')))
  return draft
}

/** As `useState`, and kept in the draft while it differs from `initial`. */
export function useDraftState<Value>(
  draft: FormDraft,
  field: string,
  initial: Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState<Value>(() => draft.restore(field, initial))
  useEffect(() => draft.put(field, value, initial), [draft, field, value, initial])
  useEffect(() => draft.onDiscard(() => setValue(initial)), [draft, initial])
  return [value, setValue]
}

export const useIsRestored = (draft: FormDraft): boolean =>
  useSyncExternalStore(draft.subscribe, draft.isRestored, draft.isRestored)

export const useIsTooLong = (draft: FormDraft): boolean =>
  useSyncExternalStore(draft.subscribe, draft.isTooLong, draft.isTooLong)
