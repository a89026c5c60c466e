import type { JudgingRefusal } from '@callboard/domain/judging/refusals.ts'
import { checkSheetEntry, checkSheetMark } from '@callboard/domain/judging/sheet-entry.ts'
import { mergeItems, type ItemMark } from '@callboard/domain/judging/sheet-items.ts'
import { contestedSheets, type RevisedSheet } from '@callboard/domain/judging/sheet.ts'
import { instant, type Instant } from '@callboard/domain/kernel/instant.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { insertSeatAudits, type SeatAuditEntry } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import type { CritiqueParts, SheetItem } from './critique-parts.ts'
import { loadSheetContext, type SheetContext } from './sheet-context.ts'
import {
  closeReopenings,
  insertSheets,
  listStoredSheets,
  markContested,
  type NewSheet,
  type SheetContent,
} from './sheet-queries.ts'

/** A sheet as a device sends it. */
type SentSheet = Omit<SheetContent, 'seat_id'> & {
  client_id: string
  revision: number
  marked_at: Instant | null
  critique_marks: readonly ItemMark[]
  /** The sheet that the judge began from, with its items as the device knew them. */
  base_sheet: { client_id: string; critique_marks: readonly ItemMark[] } | null
}

type SheetInput = Omit<SentSheet, 'marked_at'> & { marked_at: string | null }

/** Sheets as they come over the wire: one without a mark abstains, with a reason. */
export const batchOf = (sheets: readonly SheetInput[]): SentSheet[] =>
  sheets.map(({ marked_at, points, abstained, ...sheet }) => ({
    ...sheet,
    ...{ points, abstained: points === null ? (abstained ?? 'No reason given') : null },
    marked_at: marked_at === null ? null : instant(marked_at),
  }))

/** The answer to a sheet that a device sent. `locked` and `refused` come with their sentence. */
type SheetAnswer = {
  client_id: string
  status: 'stored' | 'duplicate' | 'contested' | 'locked' | 'refused'
  message: string
  /** Refused only because its entry is out. */
  entry_is_out: boolean
}

type Device = { id: number; seat_id: number; is_replaced: boolean }

/** The text by which a sheet sent again is the same one. */
export const contentKey = (sheet: SheetContent): string =>
  JSON.stringify([
    ...[sheet.registration_routine_id, sheet.seat_id, sheet.points, sheet.abstained, sheet.critique, sheet.note],
    ...[Object.entries(sheet.criteria ?? {}).toSorted(([one], [other]) => one.localeCompare(other)), sheet.switches],
  ])

function refusalOf({ seats, scales, entries }: SheetContext, sheet: SheetContent): JudgingRefusal | null {
  const seat = seats.get(sheet.seat_id)
  const scale = seat && scales.get(seat.panel_id)
  if (!seat || !scale) return { code: 'sheet.not_judged_here' }
  const entryCheck = checkSheetEntry(entries.get(sheet.registration_routine_id), seat)
  if (!entryCheck.ok) return entryCheck.refusal
  const markCheck = checkSheetMark(sheet, scale)
  return markCheck.ok ? null : markCheck.refusal
}

type StoreOptions = {
  now: Instant
  request_id: string
  critiques: Pick<CritiqueParts, 'insertSheetItems' | 'keepOfficeTexts' | 'listSheetItems'>
}

/** A sheet with the items that it is stored with, and what the office had set in the one before. */
type MergedSheet = SheetContent & { merged: ReturnType<typeof mergeItems> }

/** Entries of the log that say whose word holds where a later sheet met items that the office had changed. */
function mergeEntries(
  { registration_routine_id, seat_id, merged: { kept, replaced } }: MergedSheet,
  { now: at, request_id }: Pick<StoreOptions, 'now' | 'request_id'>,
): SeatAuditEntry[] {
  const entry = { at, request_id, actor_seat_id: seat_id, entity: 'routine', entity_id: registration_routine_id }
  const before = { items: replaced.map(({ office }) => office) }
  const after = { items: replaced.map(({ judge }) => judge) }
  return [
    ...(kept.length > 0
      ? [{ ...entry, action: 'keep office items' as const, before: null, after: { items: kept } }]
      : []),
    ...(replaced.length > 0 ? [{ ...entry, action: 'replace office items' as const, before, after }] : []),
  ]
}

/**
 * Stores a batch of sheets of one device, in their order. Sent again, each is answered and nothing changes; a revision
 * that another device sent too, or that a replaced device sends, is contested. The seat is locked first and then the
 * blocks are shared, so that a block cannot be locked between a check and its sheet.
 */
export async function storeSheets(
  tx: Tx,
  device: Device,
  batch: readonly SentSheet[],
  { now, request_id, critiques }: StoreOptions,
): Promise<SheetAnswer[]> {
  const { seat_id } = device
  const entryIds = [...new Set(batch.map((sheet) => sheet.registration_routine_id))]
  const context = await loadSheetContext(tx, [seat_id], entryIds)
  const storedRows = await listStoredSheets(
    tx,
    batch.map(({ client_id }) => client_id),
  )
  const contents = new Map<string, SheetContent & { revision: number }>(storedRows.map((row) => [row.client_id, row]))
  const sheetsOfEntry = new Map<number, RevisedSheet[]>(entryIds.map((id) => [id, context.sheetsOf(id, seat_id)]))
  const itemsNow = await critiques.listSheetItems(
    tx,
    batch.flatMap(({ base_sheet }) => base_sheet?.client_id ?? []),
  )
  const newSheets: NewSheet[] = []
  const newItems: SheetItem[] = []
  const mergedSheets: MergedSheet[] = []
  const reopenedSheets: SheetContent[] = []
  const contested = new Set<string>()
  const answers: SheetAnswer[] = []

  for (const { marked_at, critique_marks, base_sheet, ...sentSheet } of batch) {
    const { client_id, revision, registration_routine_id } = sentSheet
    const answer = (status: SheetAnswer['status'], message = '', entry_is_out = false) =>
      answers.push({ client_id, status, message, entry_is_out })
    const content: SheetContent = { ...sentSheet, seat_id }
    const before = contents.get(client_id)
    if (before) {
      const isSame = before.revision === revision && contentKey(before) === contentKey(content)
      if (isSame) answer('duplicate')
      else answer('refused', explain({ code: 'sheet.another_content' }))
      continue
    }
    const refusal = refusalOf(context, content)
    if (refusal) {
      const status = refusal.code === 'sheet.locked' ? 'locked' : 'refused'
      answer(status, explain(refusal), refusal.code === 'sheet.not_on_stage')
      continue
    }
    const ofEntry = sheetsOfEntry.get(registration_routine_id) ?? []
    const late = device.is_replaced
    const disputed = contestedSheets([...ofEntry, { client_id, revision, late }])
    for (const id of disputed) contested.add(id)
    const sheet: NewSheet = {
      ...content,
      ...{ client_id, revision, marked_at, source: 'tablet', received_at: now, device_id: device.id },
      contested: disputed.has(client_id),
    }
    newSheets.push(sheet)
    // A base that left the entry, or of another seat, says nothing of what the office changed.
    const base = base_sheet && ofEntry.some((one) => one.client_id === base_sheet.client_id) ? base_sheet : null
    const office = [...itemsNow, ...newItems].filter((item) => item.client_id === base?.client_id)
    const merged = mergeItems({ base: base?.critique_marks ?? [], office, judge: critique_marks })
    mergedSheets.push({ ...content, merged })
    newItems.push(...merged.items.map((item) => ({ ...item, client_id })))
    contents.set(client_id, sheet)
    sheetsOfEntry.set(registration_routine_id, [...ofEntry, { client_id, revision, late }])
    answer(disputed.has(client_id) ? 'contested' : 'stored')
    // A locked block let this revision in, and lets in no other.
    const entry = context.entries.get(registration_routine_id)
    if (entry?.is_locked) {
      entry.reopened_seats.splice(0)
      reopenedSheets.push(content)
    }
  }

  // Before the new ones come in: of one revision only one sheet may be uncontested.
  if (contested.size > 0) await markContested(tx, [...contested])
  const rows = newSheets.map((sheet) => ({ ...sheet, contested: contested.has(sheet.client_id) }))
  if (rows.length > 0) {
    await insertSheets(tx, rows)
    await critiques.keepOfficeTexts(
      tx,
      rows.map(({ client_id }) => client_id),
    )
  }
  if (newItems.length > 0) await critiques.insertSheetItems(tx, newItems)
  const auditEntries = mergedSheets.flatMap((sheet) => mergeEntries(sheet, { now, request_id }))
  if (auditEntries.length > 0) await insertSeatAudits(tx, auditEntries)
  await closeReopenings(tx, reopenedSheets, now)
  return answers
}
