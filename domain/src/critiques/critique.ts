import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Wording } from '../kernel/wording.ts'

/** An item of the vocabulary: a tree of four levels. */
export type CritiqueItem = { id: number; parent_id: number | null; level: number; name: string; active: boolean }

/** Where the critiques of a season come from: judges' sheets, or recordings alone. */
export const critiqueSources = ['sheets', 'recordings'] as const
type CritiqueSource = (typeof critiqueSources)[number]

/** The source of a season's critiques; it changed with the season of the setting. RES-033. */
export const critiqueSource = (
  season_id: number,
  { critique_source_min_season }: { critique_source_min_season: number },
): CritiqueSource => (season_id >= critique_source_min_season ? 'sheets' : 'recordings')

const deepestLevel = 4

export type CritiqueRefusal =
  | { code: 'critique.item_name'; field: string }
  | { code: 'critique.item_level'; field: string }
  | { code: 'critique.item_used'; name: string }
  | { code: 'critique.item_unknown'; field: string }
  | { code: 'critique.later_mark' }

export const critiqueWording: Wording<CritiqueRefusal> = {
  'critique.item_name': () => 'Required',
  'critique.item_level': () => 'Critique words have four levels. Add it below an item of level 1 to 3.',
  'critique.item_used': ({ name }) => `${name} is used, so it stays. Make it inactive instead.`,
  'critique.item_unknown': () => 'This word is no longer on the list. Please reload the page.',
  'critique.later_mark': () =>
    'This judge has a later mark for this entry. Reload the page to see its critique; if the mark still waits in Scores, confirm, reject or choose it first.',
}

/** The level of an item below another; level 1 below none. OFF-031. */
export function levelBelow(parent: Pick<CritiqueItem, 'level'> | null): Result<number, CritiqueRefusal> {
  const level = (parent?.level ?? 0) + 1
  return level <= deepestLevel ? accept(level) : refuse({ code: 'critique.item_level', field: 'parent_id' })
}

/** The item of level 1 that an item is of. RES-019. */
export function rootOfItem(id: number, items: ReadonlyMap<number, CritiqueItem>): number {
  const parent_id = items.get(id)?.parent_id ?? null
  return parent_id === null ? id : rootOfItem(parent_id, items)
}

/** The names of an item and those above it, level 1 first. */
export function namesOfItem(id: number, items: ReadonlyMap<number, CritiqueItem>): string[] {
  const item = items.get(id)
  if (!item) return []
  return [...(item.parent_id === null ? [] : namesOfItem(item.parent_id, items)), item.name]
}

type ItemLevels = { level_1: string; level_2: string | null; level_3: string | null; level_4: string | null }

/** The same as the wire has it. RES-008. */
export function levelsOfItem(id: number, items: ReadonlyMap<number, CritiqueItem>): ItemLevels {
  const [level_1 = '', level_2 = null, level_3 = null, level_4 = null] = namesOfItem(id, items)
  return { level_1, level_2, level_3, level_4 }
}
