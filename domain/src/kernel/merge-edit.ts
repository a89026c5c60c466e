import { accept, refuse, type Result } from './result.ts'
import { listed, type Wording } from './wording.ts'

/** Somebody else changed fields of a record after the caller read it. `current`: their values, by field. */
export type EditConflict = {
  code: 'edit_conflict'
  /** The first of them; of a record in it, the first part that differs: 'venue.name'. */
  field: string
  /** Their value of it, where it is a text. */
  theirs: string | null
  labels: readonly string[]
  current: Readonly<Record<string, unknown>>
}

type Values = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether two values of a record mean the same. `part` may have fewer fields than `whole`, which has derived ones too;
 * white space around a text, and the order of a list of numbers, mean nothing.
 */
function isSame(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string' && typeof whole === 'string') return part.trim() === whole.trim()
  if (Array.isArray(part) && Array.isArray(whole)) {
    const [one, other] = [part, whole].map((list) =>
      list.every(Number.isFinite) ? list.toSorted((a, b) => a - b) : list,
    )
    return one?.length === other?.length && (one ?? []).every((value, index) => isSame(value, other?.[index]))
  }
  if (isRecord(part) && isRecord(whole)) return Object.keys(part).every((name) => isSame(part[name], whole[name]))
  return Object.is(part, whole)
}

/** The way to the first value of a record that differs: a form has fields for its parts. */
function differencePath(part: unknown, whole: unknown): string[] {
  if (!isRecord(part) || !isRecord(whole)) return []
  const name = Object.keys(part).find((one) => !isSame(part[one], whole[one]))
  return name === undefined ? [] : [name, ...differencePath(part[name], whole[name])]
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((record, name) => (isRecord(record) ? record[name] : undefined), value)

type Edit<Fields extends object> = {
  /** The record as it is stored, under its lock. */
  current: Readonly<Record<keyof Fields, unknown>>
  /** The record as the caller read it; undefined: the caller does not say, and overwrites. */
  base: Values | undefined
  change: Fields
  /** How a sentence calls a field, where its name is no word. */
  labels?: Partial<Record<keyof Fields, string>>
  /** Fields with a choice in them, for which the form has other words: their stored value is not quoted. */
  choices?: readonly (keyof Fields)[]
}

/**
 * Merges an edit with what others stored since the caller read the record. Fields that the caller left as read are
 * left out, so that a change by somebody else stays; a field that both changed, to different values, is refused.
 */
export function mergeEdit<Fields extends object>({
  current,
  base = {},
  change,
  labels = {},
  choices = [],
}: Edit<Fields>): Result<Partial<Fields>, EditConflict> {
  const changedHere = (Object.keys(change) as (keyof Fields & string)[]).filter(
    (name) => change[name] !== undefined && !(name in base && isSame(change[name], base[name])),
  )
  const conflicting = changedHere.filter(
    (name) => name in base && !isSame(base[name], current[name]) && !isSame(change[name], current[name]),
  )
  const [first] = conflicting
  if (first !== undefined) {
    const path = differencePath(change[first], current[first])
    const theirs = valueAt(current[first], path)
    return refuse({
      code: 'edit_conflict',
      field: [first, ...path].join('.'),
      theirs: typeof theirs === 'string' && !choices.includes(first) ? theirs : null,
      labels: conflicting.map((name) => labels[name] ?? name.replaceAll('_', ' ')),
      current: Object.fromEntries(conflicting.map((name) => [name, current[name]])),
    })
  }
  // The cast: the entries are fields of the change.
  return accept(Object.fromEntries(changedHere.map((name) => [name, change[name]])) as Partial<Fields>)
}

/** A text up to this many characters is quoted in the sentence. */
const quotedAtMost = 240

export const editConflictWording: Wording<EditConflict> = {
  edit_conflict: ({ theirs, labels }) => {
    const isQuoted = labels.length === 1 && theirs !== null && theirs.length <= quotedAtMost
    const quoted = theirs === '' ? ' It is empty now.' : ` It now reads “${theirs}”.`
    return [
      `Someone else changed the ${listed([...new Set(labels)])} since you opened this.${isQuoted ? quoted : ''}`,
      'Save again to replace it with yours.',
    ].join(' ')
  },
}
