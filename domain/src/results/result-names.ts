import { splitField, type ScopeField } from './placement.ts'
import type { ChangeNames } from './release-changes.ts'
import type { WarningNames } from './release-warnings.ts'
import type { ScriptNames } from './script.ts'

type NamedRow = { id: number; name: string }

/** The names behind the ids of a city's results. */
export type NameTables = {
  /** `label`: the number, '12a'. */
  entries: readonly { id: number; label: string; name: string; studio: string }[]
  levels: readonly NamedRow[]
  awards: readonly { id: number; name: string; scope: { group_by: readonly ScopeField[] } }[]
  blocks: readonly NamedRow[]
  /** Of picks. */
  people: readonly NamedRow[]
  /** Of auditions. */
  attendees: readonly NamedRow[]
  studios: readonly NamedRow[]
  age_divisions: readonly NamedRow[]
  categories: readonly NamedRow[]
  performance_divisions: readonly NamedRow[]
}

export type ResultNames = ChangeNames & WarningNames & ScriptNames & { studioOfEntry: (id: number) => string }

export const nameIn = (rows: readonly NamedRow[], missing: string) => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id: number) => names.get(id) ?? missing
}

/** A group of an award's entries by its fields: 'Teen Lyrical', then the performance division of a divided group. */
export const scopeName = (
  group_by: readonly ScopeField[],
  values: readonly number[],
  nameOf: Readonly<Record<ScopeField, (id: number) => string>>,
): string =>
  [...group_by, splitField]
    .slice(0, values.length)
    .map((field, index) => nameOf[field](values[index] ?? 0))
    .filter(Boolean)
    .join(' ')

/** The names that sentences about a city's results use, of an erased person and a lost row too. */
export function resultNames(tables: NameTables): ResultNames {
  const fields = {
    age_division_id: nameIn(tables.age_divisions, ''),
    category_id: nameIn(tables.categories, ''),
    performance_division_id: nameIn(tables.performance_divisions, ''),
  }
  const groupBy = new Map(tables.awards.map(({ id, scope }) => [id, scope.group_by]))
  return {
    entry: nameIn(
      tables.entries.map(({ id, label, name }) => ({ id, name: `${label} ${name}`.trim() })),
      'A removed routine',
    ),
    studioOfEntry: nameIn(
      tables.entries.map(({ id, studio }) => ({ id, name: studio })),
      '',
    ),
    level: nameIn(tables.levels, 'A level'),
    award: nameIn(tables.awards, 'An award'),
    block: nameIn(tables.blocks, 'A block'),
    person: nameIn(tables.people, 'Deleted person'),
    attendee: nameIn(tables.attendees, 'Deleted person'),
    studio: nameIn(tables.studios, 'A studio'),
    scope: (definition_id, values) => scopeName(groupBy.get(definition_id) ?? [], values, fields),
  }
}

/** The same names with the studio of each entry, as an emcee reads them. */
export const spokenNames = (names: ResultNames): ScriptNames => ({
  ...names,
  entry: (id) => [names.entry(id), names.studioOfEntry(id)].filter(Boolean).join(', '),
})
