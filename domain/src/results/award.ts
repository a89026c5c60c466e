import { accept, refuse, type Result } from '../kernel/result.ts'
import type { AwardScope, PlacementDefinition, TieBreak } from './placement.ts'
import type { Points } from '../judging/points.ts'
import type { ResultsRefusal } from './refusals.ts'
import type { StudioAwardDefinition } from './studio-award.ts'

/** How the holders of an award are found: by totals, or by a person's pick. */
export const awardKinds = [
  'placement',
  'high_score',
  'studio',
  'audition',
  'choice',
  'title',
  'special',
  'scholarship',
] as const
export type AwardKind = (typeof awardKinds)[number]

export const awardKindLabels: Readonly<Record<AwardKind, string>> = {
  placement: 'Placement',
  high_score: 'High score',
  studio: 'Studio award',
  audition: 'Audition',
  choice: 'Judges’ choice',
  title: 'Title',
  special: 'Special award',
  scholarship: 'Scholarship',
}

const pickedKinds: readonly AwardKind[] = ['choice', 'title', 'special', 'scholarship']
export const isPickedKind = (kind: AwardKind): boolean => pickedKinds.includes(kind)

/** An award of an event's season, or of one of its cities. Points in hundredths. */
export type AwardDefinition = Omit<PlacementDefinition, 'id'> & {
  name: string
  kind: AwardKind
  /** Of a studio award. */
  best: number
  least_entries: number
  /** The block of awards in which the city announces it. */
  block_id: number | null
  position: number
  active: boolean
}

/** The winner of an award: exactly one of routine, person and studio. */
export type AwardPick = {
  id: number
  award_definition_id: number
  registration_routine_id: number | null
  person_id: number | null
  studio_id: number | null
  /** 1: the winner; 2: the runner-up. */
  place: number
  /** Cents, of a scholarship. */
  amount: number | null
}

export type PickDraft = Omit<AwardPick, 'id' | 'award_definition_id'> & { id: number | null; blurb: string }

/** Checks the picks of one award: one subject each, nobody twice, and scholarships go to people with an amount. */
export function checkPicks(kind: AwardKind, picks: readonly PickDraft[]): Result<readonly PickDraft[], ResultsRefusal> {
  if (!isPickedKind(kind)) return refuse({ code: 'award.not_picked' })
  const subjects = new Set<string>()
  for (const { registration_routine_id, person_id, studio_id, amount } of picks) {
    const subject = [registration_routine_id, person_id, studio_id]
    if (subject.filter((id) => id !== null).length !== 1) return refuse({ code: 'award.one_subject' })
    if (subjects.has(subject.join())) return refuse({ code: 'award.picked_twice' })
    subjects.add(subject.join())
    if (kind === 'scholarship' && (person_id === null || !amount)) return refuse({ code: 'award.scholarship_terms' })
    if (kind !== 'scholarship' && amount !== null) return refuse({ code: 'award.amount_unfit' })
  }
  return accept(picks)
}

/** The facts of a city that the check of an award needs. */
type AwardSurroundings = {
  /** Names of the other awards that are given in the city. */
  names: readonly string[]
  /** Names of the parts of marks. */
  criteria: readonly string[]
}

const hasScope = ({ group_by, age_divisions, categories, performance_divisions, showcase }: AwardScope): boolean =>
  showcase === true ||
  [group_by, age_divisions, categories, performance_divisions].some((limits) => (limits?.length ?? 0) > 0)

const criterionOf = (link: TieBreak): string | null =>
  link.startsWith('criterion:') ? link.slice('criterion:'.length) : null

/** Checks an award as the office defines it. */
export function checkAward(
  award: AwardDefinition,
  { names, criteria }: AwardSurroundings,
): Result<AwardDefinition, ResultsRefusal> {
  const { kind, scope, places, tie_break, name, active } = award
  // The division of a dancer is that of a routine, so an audition has none.
  if ((kind === 'audition' || kind === 'studio') && hasScope(scope)) return refuse({ code: 'award.scope_unfit' })
  const starts = places === 'half' ? [] : places.map(({ from }) => from)
  const repeatedFrom = starts.find((from, index) => starts.indexOf(from) !== index)
  if (repeatedFrom !== undefined) return refuse({ code: 'award.places_repeated', from: repeatedFrom })
  const unknown = tie_break.map(criterionOf).find((part) => part !== null && !criteria.includes(part))
  if (unknown) return refuse({ code: 'award.criterion_unknown', name: unknown })
  if (active && names.includes(name)) return refuse({ code: 'award.name_taken', name })
  return accept(award)
}

type LoadedDefinition = AwardDefinition & { id: number }

/** The definitions as `tabulate` takes them, in the order of their ids. */
export function tabulatedAwards(definitions: readonly LoadedDefinition[]): {
  placements: PlacementDefinition[]
  studio_awards: StudioAwardDefinition[]
} {
  const active = definitions.filter((one) => one.active).toSorted((a, b) => a.id - b.id)
  return {
    placements: active
      .filter(({ kind }) => kind === 'placement' || kind === 'high_score')
      .map(({ id, scope, places, one_per_dancer, tie_break, minimum_points }) => ({
        ...{ id, scope, places, one_per_dancer, tie_break, minimum_points },
      })),
    studio_awards: active
      .filter(({ kind }) => kind === 'studio')
      .map(({ id, best, least_entries }) => ({ id, best, least_entries })),
  }
}

/** A level of a scale as the office saves it; without an id a new one. */
export type LevelDraft = { id: number | null; name: string; minimum_points: Points }
