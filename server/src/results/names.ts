import { splitField } from '@callboard/domain/results/placement.ts'
import type { WarningNames } from '@callboard/domain/results/release-warnings.ts'
import type { ChangeNames } from '@callboard/domain/results/release-changes.ts'
import type { ScriptNames } from '@callboard/domain/results/script.ts'
import type { ReleaseBody } from '@callboard/domain/results/release.ts'
import type { Tx } from '../platform/db/connect.ts'
import { listAwards, loadDivisionNames, type AwardCity } from './award-queries.ts'
import { listBlockNames, listEntryNames, listLevelNames, listPersonNames, listStudioNames } from './name-queries.ts'

type ResultNames = ChangeNames & WarningNames & ScriptNames & { studioOfEntry: (id: number) => string }

const nameIn = (rows: readonly { id: number; name: string }[], missing: string) => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id: number) => names.get(id) ?? missing
}

/** The names that sentences about a city's results use, of an erased person and a lost row too. */
export async function loadNames(tx: Tx, city: AwardCity, body?: ReleaseBody): Promise<ResultNames> {
  const { tour_date_id } = city
  const entries = await listEntryNames(tx, tour_date_id)
  const awards = await listAwards(tx, city)
  const divisions = await loadDivisionNames(tx)
  const fields = {
    age_division_id: nameIn(divisions.age_divisions, ''),
    category_id: nameIn(divisions.categories, ''),
    performance_division_id: nameIn(divisions.performance_divisions, ''),
  }
  const groupBy = new Map(awards.map(({ id, scope }) => [id, scope.group_by]))
  const people = await listPersonNames(tx, {
    person_ids: body?.picks.flatMap(({ person_id }) => person_id ?? []) ?? [],
    attendee_ids: body?.auditions.map(({ attendee_id }) => attendee_id) ?? [],
  })
  const studios = await listStudioNames(tx, tour_date_id)
  return {
    entry: nameIn(
      entries.map(({ id, label, name }) => ({ id, name: `${label} ${name}`.trim() })),
      'A removed routine',
    ),
    studioOfEntry: nameIn(
      entries.map(({ id, studio }) => ({ id, name: studio })),
      '',
    ),
    level: nameIn(await listLevelNames(tx), 'A level'),
    award: nameIn(awards, 'An award'),
    block: nameIn(await listBlockNames(tx, tour_date_id), 'A block'),
    person: nameIn(people.persons, 'Deleted person'),
    attendee: nameIn(people.attendees, 'Deleted person'),
    studio: nameIn(studios, 'A studio'),
    scope: (definition_id, values) =>
      [...(groupBy.get(definition_id) ?? []), splitField]
        .slice(0, values.length)
        .map((field, index) => fields[field](values[index] ?? 0))
        .join(' '),
  }
}

/** The same names with the studio of each entry, as an emcee reads them. */
export const spokenNames = (names: ResultNames): ScriptNames => ({
  ...names,
  entry: (id) => [names.entry(id), names.studioOfEntry(id)].filter(Boolean).join(', '),
})
