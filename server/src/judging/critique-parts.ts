import type { ItemMark } from '@callboard/domain/judging/sheet-items.ts'
import type { Tx } from '../platform/db/connect.ts'

export type SheetItem = ItemMark & { client_id: string }

type City = { tour_date_id: number; event_id: number; season_id: number }

/** The parts of the capabilities behind judging that sheets need; app.ts passes them in. */
export type CritiqueParts = {
  /** The active items of the vocabulary of an event, each after the one above it. */
  listVocabulary: (
    tx: Tx,
    event_id: number,
  ) => Promise<{ id: number; parent_id: number | null; level: number; name: string }[]>
  listSheetItems: (tx: Tx, clientIds: readonly string[]) => Promise<SheetItem[]>
  /** Stores the items of new sheets. One that the vocabulary no longer has is left out: the mark comes first. */
  insertSheetItems: (tx: Tx, items: readonly SheetItem[]) => Promise<void>
  /** Gives new sheets the office's texts of the sheet before, where the judge's own are still the same. */
  keepOfficeTexts: (tx: Tx, clientIds: readonly string[]) => Promise<void>
  /** Copies the items of sheets to those that take their place, and the office's texts where the judge's are the same. */
  copyCritiques: (tx: Tx, copies: readonly { from: string; to: string }[]) => Promise<void>
  /** The awards that a judge can nominate an entry for. */
  listSwitches: (tx: Tx, city: City) => Promise<{ id: number; name: string }[]>
}
