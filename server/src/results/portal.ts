import type { readCritique, readResults } from '@callboard/contract/results/portal.ts'
import { critiqueSource } from '@callboard/domain/critiques/critique.ts'
import type { Discipline } from '@callboard/domain/judging/panel.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { saysResults, sliceChangeText } from '@callboard/domain/results/release-changes.ts'
import {
  emptySlice,
  lacksPart,
  withoutScores,
  type ReleasedEntry,
  type ReleasePart,
} from '@callboard/domain/results/release.ts'
import type { ShareScope } from '@callboard/domain/share-links/share-link.ts'
import type { z } from 'zod'
import { listMarksOfSheets } from '../critiques/queries.ts'
import { loadEntryMedia } from './recordings.ts'
import { listRoutineHomework } from '../homework/queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { loadSettings } from '../platform/settings-queries.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import type { FileStore } from '../platform/files/store.ts'
import { loadDivisionNames } from './award-queries.ts'
import { listLevelNames, listPersonNames } from './name-queries.ts'
import {
  findPortalRegistration,
  findShownSlice,
  listAwardsByIds,
  listPanelJudges,
  listPickBlurbs,
  listRoutineNames,
  listSheetTexts,
  listStudiosByIds,
  loadReleasedAuditions,
  type PortalRegistration,
} from './portal-queries.ts'

/** Points on the wire: 28550 is 285.5. */
const wirePoints = (points: number) => points / 100
const wireTotal = (points: number | null) => (points === null ? null : wirePoints(points))

const nameIn = (rows: readonly { id: number; name: string }[], missing: string) => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id: number) => names.get(id) ?? missing
}

/** A link that names routines opens those alone. TOK-005. */
const isOpen = (shared: ShareScope | null, routine_id: number) =>
  !shared?.routine_ids || shared.routine_ids.includes(routine_id)

const numberOrder = (a: ReleasedEntry, b: ReleasedEntry) =>
  a.entry_number - b.entry_number || (a.suffix < b.suffix ? -1 : a.suffix > b.suffix ? 1 : a.id - b.id)

type Reader = { user: { id: number }; shared: ShareScope | null; now: Instant }

/** The completed registration a caller may read: its owner, or somebody with a link to it. */
export async function loadReadable(tx: Tx, { user, shared }: Reader, registration_id: number) {
  const registration = orNotFound(await findPortalRegistration(tx, { user, shared }, registration_id))
  if (!registration.completed) throw new Refused({ code: 'registration.not_completed' })
  return registration
}

/**
 * The part of a registration as it is shown at a moment, with the names it needs; null: nothing is released, or the event
 * has no critiques (RES-041). Numbers come from the released slice alone, so an embargoed one is in no answer.
 */
export async function loadShownPart(
  tx: Tx,
  registration: PortalRegistration,
  part: ReleasePart,
  { shared, now }: { shared: ShareScope | null; now: Instant },
) {
  if (lacksPart(part, registration)) return null
  const { registration_id } = registration
  const version = await findShownSlice(tx, registration_id, part, now)
  if (!version) return null
  const slice = version.body ?? emptySlice
  // Critiques and data may be released before the results, or stay after these were withdrawn.
  const results_follow = part !== 'results' && !(await findShownSlice(tx, registration_id, 'results', now))
  const entries = slice.entries
    .filter(({ id }) => isOpen(shared, id))
    .map((entry) => (results_follow && part === 'critiques' ? withoutScores(entry) : entry))
    .toSorted(numberOrder)
  const routines = new Map((await listRoutineNames(tx, registration_id)).map((routine) => [routine.id, routine]))
  const divisions = await loadDivisionNames(tx)
  const levelName = nameIn(await listLevelNames(tx), '')
  const awardIds = [
    ...entries.flatMap(({ places }) => places.map(({ definition_id }) => definition_id)),
    ...[...slice.studio_awards, ...slice.auditions].map(({ definition_id }) => definition_id),
    ...slice.picks.map(({ award_definition_id }) => award_definition_id),
    ...(version.changes ?? []).flatMap((change) => ('definition_id' in change ? [change.definition_id] : [])),
  ]
  const awards = await listAwardsByIds(tx, awardIds)
  const awardName = nameIn(awards, 'An award')
  const divisionName = nameIn(divisions.age_divisions, '')
  const categoryName = nameIn(divisions.categories, '')
  const performanceName = nameIn(divisions.performance_divisions, '')

  const present = (entry: ReleasedEntry) => {
    const routine = routines.get(entry.id)
    return {
      routine_id: entry.id,
      number: `${entry.entry_number}${entry.suffix}`,
      name: routine?.name ?? 'A removed routine',
      age_division: divisionName(entry.age_division_id),
      performance_division: performanceName(entry.performance_division_id),
      category: categoryName(entry.category_id),
      total_score: wireTotal(entry.total),
      dropped_score: wireTotal(entry.dropped_score),
      canceled: entry.canceled,
      competition_award: entry.award_id === null ? null : levelName(entry.award_id),
      place: entry.places[0]?.place ?? null,
      choreographer: routine?.choreographer ?? '',
      attendees: routine?.cast.map(({ name }) => name) ?? [],
    }
  }
  const changeNames = {
    entry: (id: number) => {
      const entry = slice.entries.find((one) => one.id === id)
      return [entry && `${entry.entry_number}${entry.suffix}`, routines.get(id)?.name].filter(Boolean).join(' ')
    },
    level: levelName,
    award: awardName,
  }
  // A link to some routines says nothing about the others.
  const changes = (version.changes ?? []).filter(
    (change) =>
      !shared &&
      (!('entry_id' in change) || isOpen(shared, change.entry_id)) &&
      !(results_follow && saysResults(change)),
  )
  const correction =
    changes.length > 0
      ? { reason: version.reason, changes: changes.map((change) => sliceChangeText(change, changeNames)) }
      : null
  const source = critiqueSource(registration.season_id, await loadSettings(tx, registration))
  return {
    ...{ version_id: version.id, slice, entries, results_follow, present, correction, source },
    ...{ awards, awardName, levelName, performanceName },
  }
}

type ShownPart = NonNullable<Awaited<ReturnType<typeof loadShownPart>>>
type CritiqueRecord = z.input<(typeof readCritique)['reply']>
type Results = z.input<(typeof readResults)['reply']>

const headshotSeconds = 3_600

/** The critiques of the entries that the caller may read, in the order of their numbers. */
export async function presentCritiques(
  tx: Tx,
  files: FileStore,
  { entries, results_follow, present, source }: ShownPart,
  now: Instant,
): Promise<CritiqueRecord[]> {
  const clientIds = entries.flatMap(({ sheets }) => sheets.map(({ client_id }) => client_id))
  const texts = new Map((await listSheetTexts(tx, clientIds)).map((text) => [text.client_id, text]))
  const entryIds = entries.map(({ id }) => id)
  // Of the sheets of the version: what the office or a judge changes later waits for the next one.
  const marks = await listMarksOfSheets(tx, clientIds)
  const homework = await listRoutineHomework(tx, entryIds, marks)
  const isWritten = source === 'sheets'
  const mediaOf = await loadEntryMedia(tx, entryIds)
  const itemsOf = (client_id: string, isGood: boolean) =>
    marks
      .filter((mark) => isWritten && mark.client_id === client_id && mark.good === isGood)
      .map(({ level_1, level_2, level_3, level_4, at_ms }) => ({ level_1, level_2, level_3, level_4, at_ms }))
  const places = new Map<string, string>()
  const keys = [...texts.values()].flatMap(({ headshot_key, signature_key }) => [headshot_key, signature_key])
  for (const key of new Set(keys)) {
    if (key) places.set(key, (await files.sign(key, 'image/jpeg', 'get', now, headshotSeconds)).signedRequest)
  }
  const placeOf = (key: string | null | undefined) => (key ? (places.get(key) ?? null) : null)
  return entries.map((entry) => {
    const droppedPositions = new Set(entry.marks.filter(({ is_dropped }) => is_dropped).map(({ position }) => position))
    const media = mediaOf(entry.id)
    return {
      ...present(entry),
      results_follow,
      ...{ has_video: media.has_video, video_id: media.video_id },
      homework: homework
        .filter(({ registration_routine_id }) => isWritten && registration_routine_id === entry.id)
        .map(({ id, name, video }) => ({ id, name, video })),
      judges: entry.sheets.map(({ client_id, position, points }) => {
        const text = texts.get(client_id)
        return {
          ...{ client_id, position, name: text?.name ?? `Judge ${position}`, score: wireTotal(points) },
          ...{ headshot: placeOf(text?.headshot_key), signature: placeOf(text?.signature_key) },
          dropped: droppedPositions.has(position),
          ...{ teacher_critique: (isWritten && text?.critique) || '', note: (isWritten && text?.note) || '' },
          ...{ good: itemsOf(client_id, true), bad: itemsOf(client_id, false) },
          ...media.ofJudge(position),
        }
      }),
    }
  })
}

/** The marks of an entry with the names of its panel's judges. */
export async function loadScoreLines(tx: Tx, entries: readonly ReleasedEntry[]) {
  const seats = await listPanelJudges(tx, [...new Set(entries.map(({ panel_id }) => panel_id))])
  const judges = new Map(seats.map(({ panel_id, position, name }) => [`${panel_id} ${position}`, name]))
  return ({ panel_id, marks }: ReleasedEntry) =>
    marks.map(({ position, points, is_dropped }) => ({
      position,
      judge: judges.get(`${panel_id} ${position}`) ?? `Judge ${position}`,
      score: wirePoints(points),
      dropped: is_dropped,
    }))
}

/** The marks of each dancer of an audition, as they were released, with the names of the judges. */
async function loadAuditionLines(tx: Tx, { version_id, slice }: ShownPart) {
  const auditions = slice.auditions.length > 0 ? await loadReleasedAuditions(tx, version_id) : []
  const panelIds = auditions.flatMap(({ panels }) => Object.values(panels).map(({ id }) => id))
  const seats = await listPanelJudges(tx, [...new Set(panelIds)])
  const judges = new Map(seats.map(({ panel_id, position, name }) => [`${panel_id} ${position}`, name]))
  return (award: number, attendee_id: number, discipline: Discipline) => {
    const audition = auditions.find(({ definition_id }) => definition_id === award)
    const dancer = audition?.dancers.find((one) => one.attendee_id === attendee_id)
    const panel_id = audition?.panels[discipline]?.id ?? 0
    return (dancer?.marks[discipline] ?? []).map(({ position, points }) => ({
      ...{ position, judge: judges.get(`${panel_id} ${position}`) ?? `Judge ${position}`, score: wirePoints(points) },
    }))
  }
}

type Awards = Pick<Results, 'adjudicated' | 'best_dancers' | 'studio_awards' | 'special_awards' | 'scholarships'>

/** The results of a registration. A link to some routines shows those, and no award of anything else. */
export async function presentResults(tx: Tx, part: ShownPart, shared: ShareScope | null): Promise<Awards> {
  const { slice, entries, present, awards, awardName } = part
  const linesOf = await loadScoreLines(tx, entries)
  const isWhole = !shared?.routine_ids
  const picks = slice.picks.filter(
    ({ registration_routine_id }) =>
      isWhole || (registration_routine_id !== null && isOpen(shared, registration_routine_id)),
  )
  const auditions = isWhole ? slice.auditions : []
  const judgesOf = await loadAuditionLines(tx, part)
  const people = await listPersonNames(tx, {
    person_ids: picks.flatMap(({ person_id }) => person_id ?? []),
    attendee_ids: auditions.map(({ attendee_id }) => attendee_id),
  })
  const personName = nameIn(people.persons, 'Deleted person')
  const attendeeName = nameIn(people.attendees, 'Deleted person')
  const studioIds = [
    ...slice.studio_awards.map(({ studio_id }) => studio_id),
    ...picks.flatMap((pick) => pick.studio_id ?? []),
  ]
  const studioName = nameIn(await listStudiosByIds(tx, studioIds), 'A studio')
  const routineNames = new Map(entries.map((entry) => [entry.id, present(entry).name]))
  const blurbs = new Map(
    (
      await listPickBlurbs(
        tx,
        picks.map(({ id }) => id),
      )
    ).map(({ id, blurb }) => [id, blurb]),
  )
  const kinds = new Map(awards.map(({ id, kind }) => [id, kind]))
  const won = picks.map((pick) => ({
    kind: kinds.get(pick.award_definition_id),
    isStudio: pick.studio_id !== null,
    amount: pick.amount,
    award: awardName(pick.award_definition_id),
    winner:
      pick.registration_routine_id !== null
        ? (routineNames.get(pick.registration_routine_id) ?? '')
        : pick.person_id !== null
          ? personName(pick.person_id)
          : studioName(pick.studio_id ?? 0),
    place: pick.place,
    blurb: blurbs.get(pick.id) ?? '',
  }))
  const wonRow = ({ award, winner, place, blurb }: (typeof won)[number]) => ({ award, winner, place, blurb })
  return {
    adjudicated: entries.map((entry) => ({
      ...present(entry),
      scores: linesOf(entry),
      deduction: wirePoints(entry.deduction),
      places: entry.places.map(({ definition_id, place, of }) => ({ award: awardName(definition_id), place, of })),
    })),
    best_dancers: auditions.map(({ definition_id, attendee_id, sums, total, place }) => {
      const scoreOf = (discipline: Discipline) => ({
        total: wireTotal(sums[discipline]),
        judges: judgesOf(definition_id, attendee_id, discipline),
      })
      return {
        ...{ award: awardName(definition_id), dancer: attendeeName(attendee_id), place },
        ...{ ballet: scoreOf('ballet'), jazz: scoreOf('jazz'), solo: scoreOf('solo') },
        audition_score: wireTotal(total),
      }
    }),
    studio_awards: [
      ...(isWhole ? slice.studio_awards : []).map(({ definition_id, studio_id, place }) => ({
        ...{ award: awardName(definition_id), winner: studioName(studio_id), place, blurb: '' },
      })),
      ...won.filter(({ kind, isStudio }) => isStudio && kind !== 'scholarship').map(wonRow),
    ],
    special_awards: won.filter(({ kind, isStudio }) => !isStudio && kind !== 'scholarship').map(wonRow),
    scholarships: won
      .filter(({ kind }) => kind === 'scholarship')
      .map((row) => ({ ...wonRow(row), runner_up: row.place > 1, amount: row.amount })),
  }
}
