import { compareInstants, type Instant } from '../kernel/instant.ts'
import { listed } from '../kernel/wording.ts'
import { scopeValues, isInScope, type AwardScope, type ScopedEntry } from './placement.ts'
import { groupBy } from './ranking.ts'

/** An entry of a running order, or a routine that is not in it yet: then without a start. */
export type CeremonyEntry = ScopedEntry & { id: number; starts_at: Instant | null }
/** A placement; `block_id`: the block of awards that announces it. */
export type CeremonyAward = { id: number; scope: AwardScope; block_id: number | null }

/** The last entry of those that compete with each other for a placement. */
export type ScopeEnd = { award_id: number; scope: readonly number[]; entry_id: number; starts_at: Instant }

/**
 * The last entry of each scope of these awards. `entries` are those that may have a place. A scope of which a routine is
 * not in the order yet has no end.
 */
export function scopeEnds(entries: readonly CeremonyEntry[], awards: readonly CeremonyAward[]): ScopeEnd[] {
  return awards.flatMap(({ id, scope }) => {
    const competing = entries.filter((entry) => isInScope(entry, scope))
    const groups = groupBy(competing, (entry) => scopeValues(entry, scope).join())
    return [...groups.values()].flatMap((members): ScopeEnd[] => {
      const starts = members.flatMap(({ id: entry_id, starts_at }) => (starts_at ? [{ entry_id, starts_at }] : []))
      const last = starts.toSorted((one, other) => compareInstants(one.starts_at, other.starts_at)).at(-1)
      const [first] = members
      if (!first || !last || starts.length < members.length) return []
      return [{ award_id: id, scope: scopeValues(first, scope), ...last }]
    })
  })
}

type AwardsBlock = { id: number; starts_at: Instant }

/** The ends of scopes that come after the block of awards that announces them. */
export function lateEnds(
  ends: readonly ScopeEnd[],
  awards: readonly CeremonyAward[],
  blocks: readonly AwardsBlock[],
): (ScopeEnd & { block_id: number })[] {
  const blockOfAward = new Map(awards.map(({ id, block_id }) => [id, blocks.find((block) => block.id === block_id)]))
  return ends.flatMap((end) => {
    const block = blockOfAward.get(end.award_id)
    return block && block.starts_at <= end.starts_at ? [{ ...end, block_id: block.id }] : []
  })
}

/** Returns the hint beside the last entry of these scopes. */
export function ceremonyText(scopes: readonly string[]): string {
  const names = [...new Set(scopes)]
  const isOne = names.length === 1
  return `After this, all of ${listed(names)} ${isOne ? 'has' : 'have'} danced. ${isOne ? 'Its ceremony' : 'Their ceremonies'} can stand here.`
}
