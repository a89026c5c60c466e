import {
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
  type Dispatch,
  type SetStateAction,
} from 'react'
import {
  changedPart,
  draftOwner,
  readStoredDraft,
  rebased,
  removeDraft,
  sameParts,
  withChanges,
  writeDraft,
  type DraftOwner,
  type DraftValues,
  type EditedValue,
} from './draft-store.ts'
import type { FormError } from './form-state.ts'

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

/** News of a form for the values in it. */
type DraftNews =
  /** The values are to be those of the record again. */
  | { kind: 'discard' }
  /** The server has the values. */
  | { kind: 'sent' }
  /** Its person was told that somebody else stored these, by field. */
  | { kind: 'conflict'; current: DraftValues }

/** The unsent input of one form. */
export class FormDraft {
  readonly form: string
  #owner: DraftOwner
  #values: DraftValues
  #base: DraftValues
  #isRestored: boolean
  #isTooLong = false
  readonly #listeners = new Set<() => void>()
  readonly #fields = new Set<(news: DraftNews) => void>()
  /** Values that were sent; kept again only once they change. */
  readonly #current = new Map<string, unknown>()
  #sent = new Map<string, unknown>()

  constructor(form: string) {
    this.form = form
    this.#owner = draftOwner()
    const storedDraft = readStoredDraft(form, this.#owner)
    this.#values = storedDraft?.values ?? {}
    this.#base = storedDraft?.base ?? {}
    this.#isRestored = storedDraft !== null
  }

  /** The value of a field as it was typed over `initial`, and the value that it was typed over. */
  restore<Value>(field: string, initial: Value): EditedValue<Value> {
    return { value: withChanges(initial, this.#values[field]), base: withChanges(initial, this.#base[field]) }
  }

  put(field: string, { value, base }: EditedValue<unknown>, initial: unknown) {
    this.#current.set(field, value)
    const isSent = this.#sent.has(field) && Object.is(this.#sent.get(field), value)
    const part = isSent ? undefined : changedPart(value, initial)
    const basePart = part === undefined ? undefined : sameParts(base, part)
    const before = [this.#values[field], this.#base[field]]
    if (JSON.stringify(before) === JSON.stringify([part, basePart])) return
    const { [field]: _, ...others } = this.#values
    const { [field]: __, ...otherBases } = this.#base
    this.#values = part === undefined ? others : { ...others, [field]: part }
    this.#base = part === undefined ? otherBases : { ...otherBases, [field]: basePart }
    // The session was not read yet when the form came up.
    if (this.#owner === undefined) this.#owner = draftOwner()
    const isTooLong = !writeDraft(this.form, this.#values, this.#owner, this.#base)
    if (isTooLong === this.#isTooLong) return
    this.#isTooLong = isTooLong
    this.#tell()
  }

  /** It is sent: nothing is left to keep. */
  readonly clear = () => {
    this.#forget()
    this.#toFields({ kind: 'sent' })
  }

  /** The person wants none of it: the fields go back to what they were. */
  readonly discard = () => {
    this.#forget()
    this.#sent = new Map()
    this.#toFields({ kind: 'discard' })
  }

  /** Their person was told what somebody else stored: sent again, the values here replace it. */
  readonly acceptConflict = (current: DraftValues) => this.#toFields({ kind: 'conflict', current })

  #forget() {
    this.#values = {}
    this.#base = {}
    this.#sent = new Map(this.#current)
    removeDraft(this.form, this.#owner)
    this.#isRestored = false
    this.#isTooLong = false
    this.#tell()
  }

  readonly isRestored = () => this.#isRestored

  /** More was typed than can be stored: a reload loses it. */
  readonly isTooLong = () => this.#isTooLong

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  onDiscard(reset: () => void) {
    return this.onNews(({ kind }) => {
      if (kind === 'discard') reset()
    })
  }

  onNews(field: (news: DraftNews) => void) {
    this.#fields.add(field)
    return () => void this.#fields.delete(field)
  }

  #toFields(news: DraftNews) {
    for (const field of this.#fields) field(news)
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

/** `base` with the values that somebody else stored: of the field itself, or of fields of the record that it holds. */
function withCurrent<Value>(base: Value, field: string, current: DraftValues): Value {
  // The cast: the value comes from the record that `base` was read from.
  if (field in current) return current[field] as Value
  if (typeof base !== 'object' || base === null || Array.isArray(base)) return base
  return { ...base, ...Object.fromEntries(Object.entries(current).filter(([name]) => name in base)) }
}

/**
 * As `useState`, and kept in the draft while it differs from `initial`. When `initial` is read anew, what was not typed
 * here follows it. The third part is the record's own value as its person read it, which a save tells the server (`base`).
 */
export function useDraftState<Value>(
  draft: FormDraft,
  field: string,
  initial: Value,
): [Value, Dispatch<SetStateAction<Value>>, Value] {
  const [lastInitial, setLastInitial] = useState(initial)
  const [edited, setEdited] = useState<EditedValue<Value>>(() => draft.restore(field, initial))
  let latest = edited
  // By content: many forms make their record anew each time they are drawn.
  if (changedPart(initial, lastInitial) !== undefined) {
    setLastInitial(initial)
    latest = rebased(edited, initial)
    setEdited(latest)
  }
  const { value, base } = latest
  const setValue = useCallback((action: SetStateAction<Value>) => {
    setEdited((before) => {
      // The cast: a value that is a function is never kept in a draft.
      const next = typeof action === 'function' ? (action as (value: Value) => Value)(before.value) : action
      return Object.is(next, before.value) ? before : { ...before, value: next }
    })
  }, [])
  useEffect(() => draft.put(field, { value, base }, initial), [draft, field, value, base, initial])
  const hear = useEffectEvent((news: DraftNews) => {
    if (news.kind === 'discard') setEdited({ value: initial, base: initial })
    else if (news.kind === 'sent') setEdited((before) => ({ ...before, base: before.value }))
    else setEdited((before) => ({ ...before, base: withCurrent(before.base, field, news.current) }))
  })
  // Listens on without a gap: the form below tells of a conflict in the same commit in which the record is read anew.
  useEffect(() => draft.onNews((news) => hear(news)), [draft])
  return [value, setValue, base]
}

/** Said once: the next save replaces what somebody else stored. */
export function useConflictNews(draft: FormDraft | NoDraftReason, error: FormError | null | undefined) {
  useEffect(() => {
    if (error?.code !== 'edit_conflict' || !(draft instanceof FormDraft)) return
    draft.acceptConflict((error.facts?.['current'] ?? {}) as DraftValues)
  }, [error, draft])
}

export const useIsRestored = (draft: FormDraft): boolean =>
  useSyncExternalStore(draft.subscribe, draft.isRestored, draft.isRestored)

export const useIsTooLong = (draft: FormDraft): boolean =>
  useSyncExternalStore(draft.subscribe, draft.isTooLong, draft.isTooLong)
