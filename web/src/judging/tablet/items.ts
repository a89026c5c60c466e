import { foldName, foldWords, hasWords } from '@callboard/domain/kernel/fold-text.ts'
import type { ItemMark, Pack } from './sheet-store.ts'

export type VocabularyItem = Pack['vocabulary'][number]
type ItemLine = { id: number; level: number; name: string; path: string }

/** The vocabulary with the whole name of each item, in its order: an item before those below it. */
export function itemLines(vocabulary: readonly VocabularyItem[]): ItemLine[] {
  const pathOf = new Map<number, string>()
  return vocabulary.map(({ id, parent_id, level, name }) => {
    const above = parent_id === null ? undefined : pathOf.get(parent_id)
    const path = above === undefined ? name : `${above}, ${name}`
    pathOf.set(id, path)
    return { id, level, name, path }
  })
}

/** The items of one item of level 1, or those whose names have all the words of a search. */
export function findItems(
  vocabulary: readonly VocabularyItem[],
  { root_id, search }: { root_id: number | null; search: string },
): ItemLine[] {
  const lines = itemLines(vocabulary)
  const words = foldWords(search)
  if (words.length > 0) {
    return lines.filter(({ path }) => hasWords(foldName(path), words))
  }
  const start = lines.findIndex(({ id }) => id === root_id)
  if (start < 0) return []
  const length = lines.slice(start + 1).findIndex(({ level }) => level === 1)
  return lines.slice(start, length < 0 ? undefined : start + 1 + length)
}

/** The marks after a press of an item's button: it is set, changed to the other side, or taken back. */
export function pressItem(
  marks: readonly ItemMark[],
  item: Pick<ItemMark, 'critique_item_id' | 'good'>,
  at_ms: number | null,
) {
  const { critique_item_id, good } = item
  const before = marks.find((mark) => mark.critique_item_id === critique_item_id)
  const others = marks.filter((mark) => mark.critique_item_id !== critique_item_id)
  return before?.good === good ? others : [...others, { critique_item_id, good, at_ms }]
}
