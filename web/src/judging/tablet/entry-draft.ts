import { useState } from 'react'
import type { EntryMark } from './entry-marks.ts'
import { draftPrefix, type BaseSheet, type ItemMark } from './sheet-store.ts'

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

const keyOf = (entry_id: number) => `${draftPrefix}${entry_id}`

/** A private window may keep nothing; the draft then lives as long as the page. */
function readDraft(entry_id: number): Partial<EntryDraft> {
  try {
    const text = localStorage.getItem(keyOf(entry_id))
    return text === null ? {} : (JSON.parse(text) as Partial<EntryDraft>)
  } catch {
    return {}
  }
}

function writeDraft(entry_id: number, draft: EntryDraft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(entry_id), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(entry_id))
  } catch {
    // The storage is full or closed: the mark itself is saved elsewhere.
  }
}

const baseOf = (mark: Pick<EntryMark, 'client_id' | 'critique_marks'> | undefined): BaseSheet | null =>
  mark ? { client_id: mark.client_id, critique_marks: [...mark.critique_marks] } : null

/** The draft of an entry. It stays through next and back and a reload, until it is saved. */
export function useEntryDraft(entry_id: number, mark: EntryMark | undefined, markTexts: readonly string[]) {
  const [draft, setDraft] = useState<EntryDraft>(() => ({
    ...{ texts: markTexts, critique: mark?.critique ?? '', note: mark?.note ?? '' },
    ...{ switches: mark?.switches ?? [], items: mark?.critique_marks ?? [] },
    base: baseOf(mark),
    ...readDraft(entry_id),
  }))
  const change = (part: Partial<EntryDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    writeDraft(entry_id, next)
  }
  /** The draft is saved as this sheet, and the next one begins from it. */
  const settle = (sheet: Pick<EntryMark, 'client_id' | 'critique_marks'>) => {
    setDraft({ ...draft, base: baseOf(sheet) })
    writeDraft(entry_id, null)
  }
  return { draft, change, settle }
}
