/** A good or bad item of a sheet. `at_ms`: where in the recording. */
export type ItemMark = { critique_item_id: number; good: boolean; at_ms: number | null }

type Items = readonly ItemMark[]
/** An item as the office or the judge left it. */
type ItemSide = { critique_item_id: number; kind: 'good' | 'bad' | 'removed' }

/** The items of a later sheet, with what the office had changed: what stays, and what the judge's own word replaces. */
type MergedItems = {
  items: ItemMark[]
  kept: ItemSide[]
  replaced: { office: ItemSide; judge: ItemSide }[]
}

const ofItem = (marks: Items, id: number): ItemMark[] => marks.filter(({ critique_item_id }) => critique_item_id === id)
/** The office sets no moment of a recording: it changes whether an item is good, bad or not there. */
const sidesText = (marks: Items): string => [...new Set(marks.map(({ good }) => good))].toSorted().join()
const judgeText = (marks: Items): string =>
  marks
    .map(({ good, at_ms }) => `${good} ${at_ms}`)
    .toSorted()
    .join()
const sideOf = (critique_item_id: number, [mark]: Items): ItemSide => ({
  critique_item_id,
  kind: mark ? (mark.good ? 'good' : 'bad') : 'removed',
})

/**
 * The items of a judge's later sheet. `base`: those that the tablet knew of the sheet before; `office`: those it has now;
 * `judge`: those of the later one. An item that the office changed and the judge did not stays as the office set it; one
 * that both changed is the judge's.
 */
export function mergeItems({ base, office, judge }: { base: Items; office: Items; judge: Items }): MergedItems {
  const ids = [...new Set([...judge, ...office, ...base].map(({ critique_item_id }) => critique_item_id))]
  const merged: MergedItems = { items: [], kept: [], replaced: [] }
  for (const id of ids) {
    const [baseMarks, officeMarks, judgeMarks] = [ofItem(base, id), ofItem(office, id), ofItem(judge, id)]
    const isSetByOffice = sidesText(baseMarks) !== sidesText(officeMarks)
    const isChangedByJudge = judgeText(baseMarks) !== judgeText(judgeMarks)
    const isKept = isSetByOffice && !isChangedByJudge
    merged.items.push(...(isKept ? officeMarks : judgeMarks))
    if (isKept) merged.kept.push(sideOf(id, officeMarks))
    else if (isSetByOffice && sidesText(officeMarks) !== sidesText(judgeMarks)) {
      merged.replaced.push({ office: sideOf(id, officeMarks), judge: sideOf(id, judgeMarks) })
    }
  }
  return merged
}
