import { useState } from 'react'
import type { EntryMark } from './entry-marks.ts'
import { readDraftText, writeDraftText } from './draft-storage.ts'
import type { BaseSheet, ItemMark } from './sheet-store.ts'

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

function readDraft(entry_id: number): Partial<EntryDraft> {
  try {
    return JSON.parse(readDraftText(entry_id) ?? '{}') as Partial<EntryDraft>
  } catch {
    return {}
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

/** The draft of an entry. It stays through next and back and a reload, until it is saved. */
export function useEntryDraft(entry_id: number, mark: EntryMark | undefined, markTexts: readonly string[]) {
  // A pack that comes later may have items of the office: they are no change of the judge's.
  const [start, setStart] = useState(() => contentOf(mark, markTexts))
  const [draft, setDraft] = useState<EntryDraft>(() => ({ ...start, base: baseOf(mark), ...readDraft(entry_id) }))
  const change = (part: Partial<EntryDraft>) => {
    const next = { ...draft, ...part }
    const { isMarkChanged, areWordsChanged } = changesOf(next, start)
    setDraft(next)
    writeDraftText(entry_id, isMarkChanged || areWordsChanged ? JSON.stringify(next) : null)
  }
  const begin = (next: EntryDraft) => {
    setStart(next)
    setDraft(next)
    writeDraftText(entry_id, null)
  }
  /** The draft is saved as this sheet, and the next one begins from it. */
  const settle = (sheet: Pick<EntryMark, 'client_id' | 'critique_marks'>) => begin({ ...draft, base: baseOf(sheet) })
  const discard = () => begin({ ...contentOf(mark, markTexts), base: baseOf(mark) })
  return { draft, change, settle, discard, ...changesOf(draft, start) }
}
