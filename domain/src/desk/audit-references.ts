import { isSettingName } from '../tours/check-setting.ts'
import { settingDefinitions } from '../tours/settings/registry.ts'

/** The kinds of things that audit rows name by number. */
export const referenceKinds = [
  'registration',
  'tour_date',
  'event',
  'season',
  'person',
  'attendee',
  'user',
  'studio',
  'promo_code',
  'waiver_type',
  'waiver',
  'scholarship',
  'vip_type',
  'news',
  'mail',
  'group_mail',
  'level',
  'category',
  'registration_routine',
  'judge_seat',
  'critique_item',
] as const
export type ReferenceKind = (typeof referenceKinds)[number]
type Reference = { kind: ReferenceKind; id: number }

/** Names of things, by `referenceKey`. */
export type ReferenceNames = Readonly<Record<string, string>>
export const referenceKey = ({ kind, id }: Reference): string => `${kind} ${id}`

const isKind = (name: string): name is ReferenceKind => referenceKinds.some((kind) => kind === name)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The thing that a field's number names: 'owner_user_id' → a user; undefined where it names none. */
export function referenceOf(field: string, value: unknown): Reference | undefined {
  // Judging names the routine of a mark or deduction so.
  if (/^(other_)?entry$/.test(field) && typeof value === 'number') return { kind: 'registration_routine', id: value }
  const [, kind = ''] = /^(?:owner_|from_|new_|workshop_|routine_)?(\w+)_id$/.exec(field) ?? []
  return isKind(kind) && typeof value === 'number' ? { kind, id: value } : undefined
}

/** The field of each number in a list of numbers: 'judge_seat_ids' → 'judge_seat_id'. */
export const itemField = (field: string): string => (field.endsWith('_ids') ? field.slice(0, -1) : '')

/** Things that are numbered as another: attendance by its person, a routine by its entry, a running order by its city. */
const subjectKinds: Readonly<Record<string, ReferenceKind>> = {
  attendance: 'person',
  routine: 'registration_routine',
  running_order: 'tour_date',
  results: 'tour_date',
  judging: 'tour_date',
}

type Subject = { entity: string; entity_id: string }

/** The thing that an audit row is about; undefined for what has no number, such as a setting or a list. */
export function subjectOf({ entity, entity_id }: Subject): Reference | undefined {
  const kind = subjectKinds[entity] ?? entity
  return isKind(kind) && /^\d{1,9}$/.test(entity_id) ? { kind, id: Number(entity_id) } : undefined
}

/** The season that a setting's value names; undefined for settings of other kinds. */
export function settingReference({ entity, entity_id }: Subject, value: unknown): Reference | undefined {
  if (entity !== 'setting' || !isSettingName(entity_id) || typeof value !== 'number') return undefined
  return settingDefinitions[entity_id].kind === 'season' ? { kind: 'season', id: value } : undefined
}

const referencesIn = (value: unknown): Reference[] => {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([field, of]) => {
    if (Array.isArray(of)) return of.flatMap((item) => referenceOf(itemField(field), item) ?? referencesIn(item))
    return referenceOf(field, of) ?? referencesIn(of)
  })
}

/** Everything an audit row names by number: its subject first, then what its values name. */
export function referencesOf(row: Subject & { before: unknown; after: unknown }): Reference[] {
  const subject = subjectOf(row)
  const values = [row.before, row.after]
  const settingValues = values.flatMap((of) => (isRecord(of) ? (settingReference(row, of['value']) ?? []) : []))
  return [...(subject ? [subject] : []), ...settingValues, ...values.flatMap(referencesIn)]
}
