import { pointsText } from '../judging/points.ts'
import { isPickedKind, type AwardDefinition, type AwardPick } from './award.ts'
import type { PlacementGroup } from './placement.ts'
import { groupBy, ordinal, pickedPlace, readPlaces } from './ranking.ts'
import type { ReleaseBody, ReleasedEntry } from './release.ts'

/** The emcee's text for one block of awards: levels, then what was picked, then places from last to first. */
type ScriptBlock = { name: string; sections: readonly ScriptSection[] }
type ScriptSection = { heading: string; note: string; lines: readonly string[] }

export type ScriptNames = {
  /** '12 Bluebird, Larkspur Dance'. */
  entry: (id: number) => string
  level: (id: number) => string
  person: (id: number) => string
  attendee: (id: number) => string
  studio: (id: number) => string
  /** 'Teen, Solo'; empty where nothing is grouped. */
  scope: (definition_id: number, scope: readonly number[]) => string
}

type StoredAward = AwardDefinition & { id: number }

const count = (many: number, one: string, more: string) => `${many} ${many === 1 ? one : more}`

function placementSections(body: ReleaseBody, award: StoredAward, names: ScriptNames): ScriptSection[] {
  const groups = body.placements.filter(({ definition_id }) => definition_id === award.id)
  const totals = new Map(body.entries.map(({ id, total }) => [id, total]))
  return groups.map((group) => {
    const lastFirst = group.entries.filter(({ is_awarded }) => is_awarded).toReversed()
    const tied = [...groupBy(lastFirst, ({ place }) => place)].filter(([, own]) => own.length > 1)
    const ties = tied.map(([place, own]) => ` ${own.length} share ${ordinal(place)}: read them together.`).join('')
    return {
      heading: headingOf(award, group, names),
      note: `${count(group.entries.length, 'entry', 'entries')}, ${count(group.trophies, 'trophy', 'trophies')}.${ties}`,
      lines: lastFirst.map(
        ({ id, place }) => `${ordinal(place)}: ${names.entry(id)}, ${pointsText(totals.get(id) ?? 0)}`,
      ),
    }
  })
}

const headingOf = (award: StoredAward, { definition_id, scope }: PlacementGroup, names: ScriptNames) =>
  [award.name, names.scope(definition_id, scope)].filter(Boolean).join(', ')

/** The name of whom, or what, the office picked. */
export function pickedName(
  { registration_routine_id, person_id, studio_id }: Omit<AwardPick, 'id' | 'award_definition_id'>,
  names: ScriptNames,
): string {
  if (registration_routine_id !== null) return names.entry(registration_routine_id)
  return person_id === null ? names.studio(studio_id ?? 0) : names.person(person_id)
}

function pickedSection(body: ReleaseBody, award: StoredAward, names: ScriptNames): ScriptSection[] {
  const picks = body.picks.filter(({ award_definition_id }) => award_definition_id === award.id)
  if (picks.length === 0) return []
  const lines = picks
    .toSorted((a, b) => b.place - a.place || a.id - b.id)
    .map((pick) => {
      const who = pickedName(pick, names)
      return picks.length > 1 ? `${pickedPlace(pick.place)}: ${who}` : who
    })
  return [{ heading: award.name, note: '', lines }]
}

function rankedSection(
  heading: string,
  ranked: readonly { place: number | null; name: string }[],
  most: number,
): ScriptSection[] {
  const lines = ranked
    .flatMap(({ place, name }) => (place !== null && place <= most ? [{ place, name }] : []))
    .toSorted((a, b) => b.place - a.place)
    .map(({ place, name }) => `${ordinal(place)}: ${name}`)
  return lines.length > 0 ? [{ heading, note: '', lines }] : []
}

function awardSections(body: ReleaseBody, award: StoredAward, names: ScriptNames): ScriptSection[] {
  if (isPickedKind(award.kind)) return pickedSection(body, award, names)
  if (award.kind === 'studio') {
    const studios = body.studio_awards
      .filter(({ definition_id }) => definition_id === award.id)
      .map(({ place, studio_id }) => ({ place, name: names.studio(studio_id) }))
    return rankedSection(award.name, studios, readPlaces.studio)
  }
  if (award.kind === 'audition') {
    const dancers = body.auditions
      .filter(({ definition_id }) => definition_id === award.id)
      .map(({ place, attendee_id }) => ({ place, name: names.attendee(attendee_id) }))
    return rankedSection(award.name, dancers, readPlaces.audition)
  }
  return placementSections(body, award, names)
}

/** The levels of these entries, by entry number. */
function levelSection(entries: readonly ReleasedEntry[], names: ScriptNames): ScriptSection[] {
  const lines = entries
    .toSorted(byNumber)
    .flatMap(({ id, award_id }) => (award_id === null ? [] : [`${names.entry(id)}: ${names.level(award_id)}`]))
  return lines.length > 0 ? [{ heading: 'Levels', note: '', lines }] : []
}

const byNumber = (a: ReleasedEntry, b: ReleasedEntry) =>
  a.entry_number - b.entry_number || (a.suffix < b.suffix ? -1 : 1)

/**
 * The block that reads each entry's level, once: the first of those whose awards place it. An entry that no award places
 * (Showcase, below a minimum) is read with those that danced around it: in the first block that places one of its number
 * or a later one, else in the last.
 */
function blocksOfLevels(
  body: ReleaseBody,
  awardsOfBlocks: readonly (readonly StoredAward[])[],
): ReadonlyMap<number, number> {
  const entryOf = new Map(body.entries.map((entry) => [entry.id, entry]))
  const entriesPlaced = awardsOfBlocks.map((awards) => {
    const ids = new Set(awards.map(({ id }) => id))
    return body.placements
      .filter(({ definition_id }) => ids.has(definition_id))
      .flatMap(({ entries }) => entries.flatMap(({ id }) => entryOf.get(id) ?? []))
  })
  const blocks = new Map<number, number>()
  for (const [block, entries] of entriesPlaced.entries())
    for (const { id } of entries) if (!blocks.has(id)) blocks.set(id, block)
  const lastPlaced = entriesPlaced.map((entries) => Math.max(-1, ...entries.map(({ entry_number }) => entry_number)))
  const lastPlacing = lastPlaced.findLastIndex((number) => number >= 0)
  // The last list is of awards without a block.
  const lastBlock = lastPlacing >= 0 ? lastPlacing : Math.max(0, awardsOfBlocks.length - 2)
  for (const { id, entry_number } of body.entries) {
    if (blocks.has(id)) continue
    const block = lastPlaced.findIndex((number) => number >= entry_number)
    blocks.set(id, block < 0 ? lastBlock : block)
  }
  return blocks
}

/** The script of every block of awards, and of awards without a block at the end. Section 7 of docs/rules/release.md. */
export function announcementScript(
  body: ReleaseBody,
  definitions: readonly StoredAward[],
  blocks: readonly { id: number; name: string }[],
  names: ScriptNames,
): ScriptBlock[] {
  const active = definitions.filter((award) => award.active)
  const knownIds = new Set(blocks.map(({ id }) => id))
  const inBlocks = [...blocks, { id: null, name: blocks.length > 0 ? 'Without a block' : 'Awards' }]
  const isPlacement = ({ kind }: StoredAward) => kind === 'placement' || kind === 'high_score'
  const awardsOfBlocks = inBlocks.map(({ id }) =>
    active
      .filter(({ block_id }) => (block_id !== null && knownIds.has(block_id) ? block_id : null) === id)
      .toSorted((a, b) => a.position - b.position || a.id - b.id),
  )
  const blockOf = blocksOfLevels(
    body,
    awardsOfBlocks.map((awards) => awards.filter(isPlacement)),
  )
  return inBlocks.flatMap(({ name }, index) => {
    const own = awardsOfBlocks[index] ?? []
    const ordered = [...own.filter((award) => !isPlacement(award)), ...own.filter(isPlacement)]
    const sections = [
      ...levelSection(
        body.entries.filter(({ id }) => blockOf.get(id) === index),
        names,
      ),
      ...ordered.flatMap((award) => awardSections(body, award, names)),
    ]
    return sections.length > 0 ? [{ name, sections }] : []
  })
}
