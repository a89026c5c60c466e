/**
 * Unsent input of each form. It outlives a reload, a crash and a session that ended by time, and
 * comes back for the same account alone: signing out, or another account signing in, removes it. A visitor's drafts live
 * in this tab only.
 */
const prefix = 'callboard.draft.'

/**
 * In milliseconds, from the last change. Drafts hold names and birthdates in plain text, and a session that ended by time
 * leaves them in the browser: a day is enough to sign in again, and short on a shared computer (docs/privacy.md).
 */
const draftLifetime = 24 * 60 * 60 * 1000

/** Fields that no form stores: passwords, codes, cards, bank accounts, signatures, IDs. */
const secretField =
  /password|passcode|one_time|recovery|card_?number|^card$|cvv|cvc|expir|routing_number|account_number|iban|signature|agreed|student_id|ssn|token|secret/i

/**
 * In characters of one stored draft: a sheet of 1,000 people several times over. A browser gives about five million to all
 * drafts together.
 */
const longestDraft = 600_000

export type DraftValues = Readonly<Record<string, unknown>>

/** The account whose drafts are read; null: a visitor; undefined: not known yet. */
export type DraftOwner = number | null | undefined

let owner: DraftOwner
export const draftOwner = (): DraftOwner => owner

const isVisitor = (of: DraftOwner) => of === null || of === undefined
const keyOf = (of: DraftOwner, form: string) => `${prefix}${isVisitor(of) ? 'visitor' : of}.${form}`

/** Blocked storage throws already where it is read: nothing is kept then, and the form works on. */
function attempt<Result>(act: (storage: Storage) => Result, of: DraftOwner): Result | null {
  try {
    return act(isVisitor(of) ? sessionStorage : localStorage)
  } catch {
    return null
  }
}

/** Begins to read and write the drafts of one account; those of other accounts and old ones are removed. */
export function openDrafts(account: number | null) {
  owner = account
  keepDrafts((key, text) => (account === null || key.startsWith(`${prefix}${account}.`)) && isFresh(text))
}

/** Removes every draft of this browser: an account signed out by itself. */
export const removeAllDrafts = () => keepDrafts(() => false)

/** Removes the drafts whose time is over. */
export const removeOldDrafts = () => keepDrafts((_, text) => isFresh(text))

function keepDrafts(isKept: (key: string, text: string | null) => boolean) {
  for (const of of [0, null]) {
    attempt((storage) => {
      for (const key of Object.keys(storage)) {
        if (key.startsWith(prefix) && !isKept(key, storage.getItem(key))) storage.removeItem(key)
      }
    }, of)
  }
}

export const isDraftKey = (key: string): boolean => key.startsWith(prefix)

/** `base`: the record's own values of the fields in `values`, as its person read them. */
type StoredDraft = { at: number; values: DraftValues; base?: DraftValues }

function parseDraft(text: string | null): StoredDraft | null {
  if (text === null) return null
  try {
    const draft = JSON.parse(text) as Partial<StoredDraft> | null
    if (typeof draft?.at !== 'number' || typeof draft.values !== 'object' || draft.values === null) return null
    return { at: draft.at, values: draft.values, ...(isRecord(draft.base) && { base: draft.base }) }
  } catch {
    return null
  }
}

function isFresh(text: string | null): boolean {
  const draft = parseDraft(text)
  return draft !== null && Date.now() - draft.at < draftLifetime
}

/** The draft of a form, as it was stored; null: none. */
export function readStoredDraft(form: string, of: DraftOwner = owner): Omit<StoredDraft, 'at'> | null {
  const text = attempt((storage) => storage.getItem(keyOf(of, form)), of)
  return isFresh(text) ? parseDraft(text) : null
}

/** Values typed into the form earlier; null: none. */
export const readDraft = (form: string, of: DraftOwner = owner): DraftValues | null =>
  readStoredDraft(form, of)?.values ?? null

/**
 * Stores the values of a form, or nothing if there are none. Ignored once another account, or none, is signed in. False:
 * they are too long to be stored, and nothing of them is.
 */
export function writeDraft(form: string, values: DraftValues, of: DraftOwner = owner, base: DraftValues = {}): boolean {
  if (of !== owner) return true
  const whole = withoutSecrets(values) as DraftValues
  const draft: StoredDraft = { at: Date.now(), values: whole }
  if (Object.keys(base).length > 0) draft.base = withoutSecrets(base) as DraftValues
  const text = JSON.stringify(draft)
  const isTooLong = text.length > longestDraft
  if (Object.keys(whole).length === 0 || isTooLong) removeDraft(form, of)
  else attempt((storage) => storage.setItem(keyOf(of, form), text), of)
  return !isTooLong
}

export function removeDraft(form: string, of: DraftOwner = owner) {
  attempt((storage) => storage.removeItem(keyOf(of, form)), of)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).filter(([name]) => !secretField.test(name))
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutSecrets(part)]))
}

/** The part of `value` that differs from `initial`; undefined: none. Records are compared field by field. */
export function changedPart(value: unknown, initial: unknown): unknown {
  if (Object.is(value, initial)) return undefined
  if (isRecord(value) && isRecord(initial)) {
    const parts = Object.entries(value)
      .map(([name, part]) => [name, changedPart(part, initial[name])] as const)
      .filter(([, part]) => part !== undefined)
    return parts.length > 0 ? Object.fromEntries(parts) : undefined
  }
  return JSON.stringify(value) === JSON.stringify(initial) ? undefined : value
}

/** `initial` with the stored part over it; a part of another shape (an older version's) is left out. */
export function withChanges<Value>(initial: Value, part: unknown): Value {
  if (part === undefined || !hasShapeOf(part, initial)) return initial
  if (!isRecord(initial) || !isRecord(part)) return part as Value
  const merged: Record<string, unknown> = { ...initial }
  for (const [name, inner] of Object.entries(part)) merged[name] = withChanges(merged[name], inner)
  // The cast: every field is the initial one or a stored one of its shape.
  return merged as Value
}

/** The parts of `record` that `part` has. */
export function sameParts(record: unknown, part: unknown): unknown {
  if (!isRecord(record) || !isRecord(part)) return record
  return Object.fromEntries(Object.keys(part).map((name) => [name, sameParts(record[name], part[name])]))
}

/** A field's value, and the record's own value as its person read it. */
export type EditedValue<Value> = { value: Value; base: Value }

/**
 * An edited value after its record was read anew: what was typed stays over it, and stays over the value it was typed
 * over; everything else is the new record's.
 */
export function rebased<Value>({ value, base }: EditedValue<Value>, initial: Value): EditedValue<Value> {
  const next = withChanges(initial, changedPart(value, base))
  const part = changedPart(next, initial)
  return { value: next, base: part === undefined ? initial : withChanges(initial, sameParts(base, part)) }
}

function hasShapeOf(part: unknown, initial: unknown): boolean {
  if (initial === null || initial === undefined || part === null) return true
  return Array.isArray(initial) ? Array.isArray(part) : typeof part === typeof initial
}
