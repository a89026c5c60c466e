import { ceremonyText, lateEnds, scopeEnds, type ScopeEnd } from '@callboard/domain/results/ceremony.ts'
import { nameIn, scopeName } from '@callboard/domain/results/result-names.ts'
import { takesTime } from '@callboard/domain/running-order/entry-state.ts'
import type { Tx } from '../platform/db/connect.ts'
import type { Ceremonies, TimedOrder } from '../running-order/present.ts'
import { listAwards } from './award-queries.ts'

/** Where the ceremonies of a city's placements can stand in its order, and which block of awards comes too early. */
export async function findCeremonies(tx: Tx, { city, order, rows, times, names }: TimedOrder): Promise<Ceremonies> {
  const awards = (await listAwards(tx, city)).filter(({ kind, active }) => kind === 'placement' && active)
  const states = new Map(order.entries.map(({ id, state }) => [id, state]))
  const entries = rows
    .filter(({ id, adjudicated_only }) => {
      const state = states.get(id)
      return (state === undefined || takesTime(state)) && !adjudicated_only
    })
    .map(({ id, age_division_level_id, category_id, performance_division_id, is_showcase, is_split }) => ({
      ...{ id, age_division_id: age_division_level_id, category_id, performance_division_id, is_showcase },
      ...(is_split && { splits_by_performance: true as const }),
      starts_at: times.entries.get(id)?.start ?? null,
    }))
  const nameOf = {
    age_division_id: nameIn(
      rows.map((row) => ({ id: row.age_division_level_id, name: row.division })),
      '',
    ),
    category_id: nameIn(
      rows.map((row) => ({ id: row.category_id, name: row.category })),
      '',
    ),
    performance_division_id: nameIn(
      rows.map((row) => ({ id: row.performance_division_id, name: row.performance_division })),
      '',
    ),
  }
  const nameOfScope = ({ award_id, scope }: ScopeEnd): string => {
    const award = awards.find(({ id }) => id === award_id)
    return scopeName(award?.scope.group_by ?? [], scope, nameOf) || (award?.name ?? '')
  }
  const ends = scopeEnds(entries, awards)
  const scopesOf = new Map<number, string[]>()
  for (const end of ends) scopesOf.set(end.entry_id, [...(scopesOf.get(end.entry_id) ?? []), nameOfScope(end)])
  const blocks = order.blocks.filter(({ kind }) => kind === 'awards')
  return {
    hints: new Map([...scopesOf].map(([id, scopes]) => [id, ceremonyText(scopes)])),
    early: lateEnds(ends, awards, blocks).map((end) => ({
      text: `${names.block(end.block_id)} announces ${nameOfScope(end)} before its last entry has danced: ${names.entry(end.entry_id)}.`,
      entry_id: end.entry_id,
    })),
  }
}
