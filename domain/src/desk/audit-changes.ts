import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { momentText, slashDate } from '../kernel/moment-text.ts'
import { cents, usd } from '../kernel/money.ts'
import { pointsText } from '../judging/points.ts'
import { methodName } from '../payments/methods.ts'
import { settingDefinitions, type SettingName } from '../tours/settings/registry.ts'
import {
  isRecord,
  itemField,
  referenceKey,
  referenceOf,
  settingReference,
  type ReferenceNames,
} from './audit-references.ts'

/** An audit row with what is needed to tell it: names of what it names by number, and the zone of its city. */
export type AuditEntry = {
  actor: string
  action: string
  entity: string
  entity_id: string
  before: unknown
  after: unknown
  names: ReferenceNames
  zone: string
}

type Values = Record<string, unknown>
type Change = { label: string; from: string | null; to: string }

const moneyFields = new Set(
  ['amount', 'paid', 'left', 'given_back', 'taken_off', 'fee', 'total', 'balance', 'credit', 'adjustments'].concat([
    'price',
    'old_price',
    'group_price',
    'fee_per_dancer',
    'total_before',
    'balance_before',
  ]),
)
/** Hundredths of a point. */
const pointFields = new Set(['points', 'minimum_points', 'max_points', 'soft_floor', 'step'])
const basisPointFields = new Set(['attended_multiplier'])
/** Told elsewhere in the sentence, or of no use to a reader. */
const silentFields = new Set(
  ['id', 'version', 'version_id', 'payment_id', 'credit_id', 'orderid', 'key', 'size', 'taken', 'missing'].concat([
    'reason',
    'note',
    'office_reason',
  ]),
)
const isSilent = (field: string) => silentFields.has(field) || field.endsWith('_by')

const nothing = 'nothing'
const longestText = 80
/** A year that no moment is read in, so that each is told with its own. */
const everyYear = 0

export const quote = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return `“${line.length > longestText ? `${line.slice(0, longestText).trimEnd()}…` : line}”`
}

const percentText = (basisPoints: number) => `${basisPoints / 100}%`

const isMoment = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/.test(text)
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
/** A word of the wire: 'sold_out'. */
const isWord = (text: string) => /^[a-z]+(_[a-z]+)*$/.test(text)

function textOf(text: string, zone: string, proseOf = quote): string {
  const isDate = !Number.isNaN(Date.parse(text))
  if (isDate && isMoment(text)) return momentText(instant(text), zone, everyYear)
  if (isDate && isDay(text)) return slashDate(calendarDate(text))
  return isWord(text) ? text.replaceAll('_', ' ') : proseOf(text)
}

const isSetting = (name: string): name is SettingName => Object.hasOwn(settingDefinitions, name)

/** The kind of number in a field: cents, basis points, hundredths of a point, or a plain count. */
function unitOf(
  field: string,
  row: Values,
  { entity, entity_id }: AuditEntry,
): 'money' | 'percent' | 'points' | 'count' {
  if (field === 'value' && entity === 'promo_code') return row['percentage'] === true ? 'percent' : 'money'
  if (field === 'value' && entity === 'setting' && isSetting(entity_id)) {
    const { kind } = settingDefinitions[entity_id]
    return kind === 'money' || kind === 'percent' ? kind : 'count'
  }
  if (moneyFields.has(field)) return 'money'
  if (pointFields.has(field)) return 'points'
  return basisPointFields.has(field) ? 'percent' : 'count'
}

const listText = (field: string, items: readonly unknown[], row: Values, entry: AuditEntry): string => {
  const few = items.slice(0, 4).map((item) => valueText(itemField(field), item, row, entry))
  return items.length > few.length ? `${few.join(', ')} and ${items.length - few.length} more` : few.join(', ')
}

/** A value as the office says it: '$120.00', 'yes', 'Fri, Oct 4, 2024, 2:59 am EDT', '“Bring a jacket.”'. */
export function valueText(field: string, value: unknown, row: Values, entry: AuditEntry): string {
  if (value === null || value === undefined || value === '') return nothing
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return textOf(value, entry.zone)
  if (Array.isArray(value)) return value.length === 0 ? nothing : listText(field, value, row, entry)
  if (isRecord(value)) return rowName(value, entry)
  if (typeof value !== 'number') return JSON.stringify(value)
  const reference = referenceOf(field, value) ?? (field === 'value' ? settingReference(entry, value) : undefined)
  if (reference) return entry.names[referenceKey(reference)] ?? `no. ${value}`
  if (field === 'payment_method_id') return methodName(value, isRecord(row['details']) ? row['details'] : {})
  const unit = unitOf(field, row, entry)
  if (unit === 'money' && Number.isSafeInteger(value)) return usd(cents(value))
  if (unit === 'points') return pointsText(value)
  return unit === 'percent' ? percentText(value) : String(value)
}

/** 'owner_user_id' → 'owner user'; ids of the wire become the thing's name. */
const labelOf = (field: string) => field.replace(/(?<=\w)_id(s?)$/, '$1').replaceAll('_', ' ')

const nameFields = ['name', 'level', 'title', 'award', 'code'] as const

/** The name of a row of a list: its own, or the things it names by number, with its kind. */
function rowName(row: Values, entry: AuditEntry): string {
  const name = nameFields.map((field) => row[field]).find((value) => typeof value === 'string' && value !== '')
  const references = Object.entries(row).filter(([field, value]) => referenceOf(field, value))
  const kinds = [row['tier'], row['kind']].filter((value) => typeof value === 'string')
  const labels = typeof name === 'string' ? [name] : references.map(([field, of]) => valueText(field, of, row, entry))
  return [...labels, ...kinds].join(' ') || `no. ${JSON.stringify(row['id'] ?? '?')}`
}

/** Identifies a row of a list before and after a change. */
const rowKey = (row: Values): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([field]) => field === 'id' || field === 'tier' || field === 'kind' || field.endsWith('_id'))
      .toSorted(([a], [b]) => a.localeCompare(b)),
  )

const isDifferent = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

function listChanges(field: string, before: readonly Values[], after: readonly Values[], entry: AuditEntry): Change[] {
  const priorRows = new Map(before.map((row) => [rowKey(row), row]))
  const keys = new Set(after.map(rowKey))
  const removed = before.filter((row) => !keys.has(rowKey(row)))
  return [
    ...after.flatMap((row): Change[] => {
      const prior = priorRows.get(rowKey(row))
      const name = rowName(row, entry)
      if (!prior) return [{ label: `${labelOf(field)} ${name}`, from: null, to: 'added' }]
      return fieldChanges(prior, row, entry).map((change) => ({ ...change, label: `${name} ${change.label}` }))
    }),
    ...removed.map((row) => ({ label: `${labelOf(field)} ${rowName(row, entry)}`, from: null, to: 'removed' })),
  ]
}

const areRecords = (value: unknown): value is readonly Values[] => Array.isArray(value) && value.every(isRecord)

function fieldChanges(before: Values, after: Values, entry: AuditEntry): Change[] {
  return Object.keys(after)
    .filter((field) => !isSilent(field) && isDifferent(before[field], after[field]))
    .flatMap((field): Change[] => {
      const [from, to] = [before[field], after[field]]
      if (areRecords(from) && areRecords(to)) return listChanges(field, from, to, entry)
      if (isRecord(to) && (isRecord(from) || from === null || from === undefined)) {
        const inner = fieldChanges(isRecord(from) ? from : {}, to, entry)
        return inner.map((change) => ({ ...change, label: `${labelOf(field)} ${change.label}` }))
      }
      const prior = field in before ? valueText(field, from, before, entry) : null
      const next = valueText(field, to, after, entry)
      return prior === null && next === nothing ? [] : [{ label: labelOf(field), from: prior, to: next }]
    })
}

/** The differences between an audit row's values, in words: from → to. */
export const changesOf = (entry: AuditEntry): Change[] =>
  fieldChanges(isRecord(entry.before) ? entry.before : {}, isRecord(entry.after) ? entry.after : {}, entry)

/** The whole value in words: nothing is cut off. */
function wholeText(field: string, value: unknown, row: Values, entry: AuditEntry): string {
  if (typeof value === 'string' && value !== '') return textOf(value, entry.zone, (text) => text)
  if (!Array.isArray(value) || value.length === 0) return valueText(field, value, row, entry)
  return value.map((item) => wholeText(itemField(field), item, row, entry)).join(', ')
}

/** Every value below `label`, each with the path to it in words. */
function valuesBelow(label: string, values: Values, entry: AuditEntry): [string, string][] {
  return Object.entries(values).flatMap(([field, value]): [string, string][] => {
    const path = `${label} ${labelOf(field)}`.trim()
    if (isRecord(value)) return valuesBelow(path, value, entry)
    if (!areRecords(value) || value.length === 0) return [[path, wholeText(field, value, values, entry)]]
    return value.flatMap((row) => valuesBelow(`${path} ${rowName(row, entry)}`, row, entry))
  })
}

type AuditDetail = { label: string; before: string | null; after: string | null }

/** All stored values of an audit row in words, whether they changed or not; null where one has none. */
export function auditDetails(entry: AuditEntry): AuditDetail[] {
  const wordsOf = (value: unknown) => new Map(isRecord(value) ? valuesBelow('', value, entry) : [])
  const [before, after] = [wordsOf(entry.before), wordsOf(entry.after)]
  return [...new Set([...before.keys(), ...after.keys()])].map((label) => ({
    label,
    before: before.get(label) ?? null,
    after: after.get(label) ?? null,
  }))
}
