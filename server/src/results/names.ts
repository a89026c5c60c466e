import type { ReleaseBody } from '@callboard/domain/results/release.ts'
import type { ReleaseWarning } from '@callboard/domain/results/release-warnings.ts'
import { resultNames, type NameTables, type ResultNames } from '@callboard/domain/results/result-names.ts'
import type { Tx } from '../platform/db/connect.ts'
import { listAwards, loadDivisionNames, type AwardCity } from './award-queries.ts'
import { listBlockNames, listEntryNames, listLevelNames, listPersonNames, listStudioNames } from './name-queries.ts'

/** The names behind the ids of a city's results; those of people as far as the body names them. */
export async function loadNameTables(
  tx: Tx,
  city: AwardCity,
  { body, warnings = [] }: Partial<ResultBody> = {},
): Promise<NameTables> {
  const { tour_date_id } = city
  const people = await listPersonNames(tx, {
    person_ids: body?.picks.flatMap(({ person_id }) => person_id ?? []) ?? [],
    attendee_ids: [
      ...(body?.auditions.map(({ attendee_id }) => attendee_id) ?? []),
      ...warnings.flatMap((warning) => (warning.kind === 'audition_absent' ? warning.attendee_ids : [])),
    ],
  })
  return {
    entries: await listEntryNames(tx, tour_date_id),
    levels: await listLevelNames(tx),
    awards: await listAwards(tx, city),
    blocks: await listBlockNames(tx, tour_date_id),
    people: people.persons,
    attendees: people.attendees,
    studios: await listStudioNames(tx, tour_date_id),
    ...(await loadDivisionNames(tx)),
  }
}

type ResultBody = { body: ReleaseBody; warnings?: readonly ReleaseWarning[] }

/** The names that sentences about a city's results use, and those of people in its warnings. */
export const loadNames = async (tx: Tx, city: AwardCity, result?: ResultBody): Promise<ResultNames> =>
  resultNames(await loadNameTables(tx, city, result))
