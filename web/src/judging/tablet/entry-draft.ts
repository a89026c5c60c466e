import { pointsText } from '@callboard/domain/judging/points.ts'
import { useState } from 'react'
import type { EntryMark } from './entry-marks.ts'
import { readDraftText, writeDraftText } from './draft-storage.ts'
import type { BaseSheet, ItemMark, Pack } from './sheet-store.ts'

/** The input for an entry that is not saved yet. */
export type EntryDraft = {
  texts: readonly string[]
  critique: string
  note: string
  switches: readonly number[]
  items: readonly ItemMark[]
  /** From which the items were changed: a pack that comes later must not pass for what the judge saw. */
  base: BaseSheet | null
}

type StoredDraft = Partial<EntryDraft> & {
  /** Milliseconds since 1970: when it was last changed. */
  at?: number
}

/**
 * The input that is in no sheet yet. A browser that is killed may bring a draft back that it had removed: one that is older
 * than the mark of this device is none.
 */
function readDraft(entry_id: number, mark: EntryMark | undefined): Partial<EntryDraft> | null {
  try {
    const text = readDraftText(entry_id)
    if (text === null) return null
    const { at, ...draft } = JSON.parse(text) as StoredDraft
    return at !== undefined && mark?.marked_at && Date.parse(mark.marked_at) >= at ? null : draft
  } catch {
    return null
  }
}

const baseOf = (mark: Pick<EntryMark, 'client_id' | 'critique_marks'> | undefined): BaseSheet | null =>
  mark ? { client_id: mark.client_id, critique_marks: [...mark.critique_marks] } : null

type Content = Omit<EntryDraft, 'base'>

const contentOf = (mark: EntryMark | undefined, texts: readonly string[]): Content => ({
  ...{ texts, critique: mark?.critique ?? '', note: mark?.note ?? '' },
  ...{ switches: mark?.switches ?? [], items: mark?.critique_marks ?? [] },
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** How the draft differs from the content that it began with: in the mark, or in words and items beside it. */
function changesOf(draft: Content, start: Content) {
  const words = ({ critique, note, switches, items }: Content) => [critique, note, switches, items]
  return {
    isMarkChanged: !isSame(draft.texts, start.texts),
    areWordsChanged: !isSame(words(draft), words(start)),
  }
}

type Scale = Pick<Pack['scale'], 'criteria' | 'max_points'>

/** The parts of a mark, or the mark as its only one. */
export const markFields = ({ criteria, max_points }: Scale) =>
  criteria.length > 0 ? criteria : [{ name: 'Mark', max_points }]

function textsOf(mark: EntryMark | undefined, scale: Scale): readonly string[] {
  return markFields(scale).map(({ name }) => {
    const points = scale.criteria.length > 0 ? mark?.criteria?.[name] : mark?.points
    return points === undefined || points === null ? '' : pointsText(points)
  })
}

/** Whether an entry has input on this device that differs from its mark. */
export function isUnsaved(entry_id: number, mark: EntryMark | undefined, scale: Scale): boolean {
  const draft = readDraft(entry_id, mark)
  if (draft === null) return false
  const start = contentOf(mark, textsOf(mark, scale))
  const { isMarkChanged, areWordsChanged } = changesOf({ ...start, ...draft }, start)
  return isMarkChanged || areWordsChanged
}

/** The draft of an entry. It stays through next and back and a reload, until it is saved. */
export function useEntryDraft(entry_id: number, mark: EntryMark | undefined, scale: Scale) {
  const markTexts = textsOf(mark, scale)
  // A pack that comes later may have items of the office: they are no change of the judge's.
  const [start, setStart] = useState(() => contentOf(mark, markTexts))
  const [draft, setDraft] = useState<EntryDraft>(() => ({ ...start, base: baseOf(mark), ...readDraft(entry_id, mark) }))
  const change = (part: Partial<EntryDraft>) => {
    const next = { ...draft, ...part }
    const { isMarkChanged, areWordsChanged } = changesOf(next, start)
    setDraft(next)
    writeDraftText(entry_id, isMarkChanged || areWordsChanged ? JSON.stringify({ ...next, at: Date.now() }) : null)
  }
  const begin = (next: EntryDraft) => {
    setStart(next)
    setDraft(next)
    writeDraftText(entry_id, null)
  }
  /** The draft is saved as this sheet, and the next one begins from it. */
  const settle = (sheet: Pick<EntryMark, 'client_id' | 'critique_marks'>) => begin({ ...draft, base: baseOf(sheet) })
  const discard = () => begin({ ...contentOf(mark, markTexts), base: baseOf(mark) })
  return { draft, markTexts, change, settle, discard, ...changesOf(draft, start) }
}
