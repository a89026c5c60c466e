import { levelsOfItem, rootOfItem, type CritiqueItem } from '@callboard/domain/critiques/critique.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { SheetItem } from '../judging/critique-parts.ts'
import { isCountable } from '../judging/inputs-queries.ts'
import type { Tx } from '../platform/db/connect.ts'

/** The vocabulary: level 1 in its order, each item before those below it. */
export async function listItems(tx: Tx) {
  const { rows } = await sql<CritiqueItem & { event_id: number | null; position: number; marks: number }>`
    with recursive tree as (
      select i.*, array[i.position, i.id] as place from critique_items i where i.parent_id is null
      union all
      select i.*, t.place || array[i.position, i.id] from critique_items i join tree t on t.id = i.parent_id
    )
    select t.id, t.parent_id, t.level, t.name, t.event_id, t.active, t.position,
      (select count(*)::int from critique_marks m where m.critique_item_id = t.id) as marks
    from tree t order by t.place`.execute(tx)
  return rows
}

/** The active items of an event's vocabulary, each after the one above it; nothing below an item that is out of use. */
export async function listVocabulary(tx: Tx, event_id: number) {
  const shownIds = new Set<number | null>([null])
  return (await listItems(tx)).flatMap(({ id, parent_id, level, name, active, event_id: of }) => {
    if (!active || !shownIds.has(parent_id) || (of !== null && of !== event_id)) return []
    shownIds.add(id)
    return [{ id, parent_id, level, name }]
  })
}

export const findItem = (tx: Tx, id: number) =>
  tx.selectFrom('critique_items').where('id', '=', id).selectAll().executeTakeFirst()

type NewItem = { parent_id: number | null; level: number; name: string; event_id: number | null }

export const insertItem = (tx: Tx, item: NewItem) =>
  tx
    .insertInto('critique_items')
    .values({
      ...item,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from critique_items
        where parent_id is not distinct from ${item.parent_id}::int)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

type ItemTerms = { name: string; active: boolean; position: number }

export const setItem = (tx: Tx, id: number, terms: ItemTerms) =>
  tx.updateTable('critique_items').set(terms).where('id', '=', id).execute()

/** Whether an item has marks, videos or items below it. */
export async function isItemUsed(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from critique_items where parent_id = ${id})
      or exists (select 1 from critique_marks where critique_item_id = ${id})
      or exists (select 1 from homework_items where critique_item_id = ${id}) as used`.execute(tx)
  return rows[0]?.used ?? false
}

export const deleteItem = (tx: Tx, id: number) => tx.deleteFrom('critique_items').where('id', '=', id).execute()

/** How many of these items the vocabulary has. */
export const countItems = async (tx: Tx, ids: readonly number[]) =>
  (
    await tx
      .selectFrom('critique_items')
      .where('id', '=', sql<number>`any(${ids}::int[])`)
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** A sheet that counts or may come to count, with the texts as they are read now. */
export const findSheetCritique = (tx: Tx, client_id: string) =>
  tx
    .selectFrom('score_sheets as x')
    .leftJoin('critique_texts as c', 'c.client_id', 'x.client_id')
    .leftJoin('running_order_entries as n', 'n.registration_routine_id', 'x.registration_routine_id')
    .where('x.client_id', '=', client_id)
    .where('x.withdrawn_at', 'is', null)
    .select([
      'n.tour_date_id',
      'x.registration_routine_id',
      'x.seat_id',
      'x.revision',
      sql<string>`coalesce(c.critique, x.critique)`.as('critique'),
      sql<string>`coalesce(c.note, x.note)`.as('note'),
    ])
    .executeTakeFirst()

type SheetTexts = { critique: string; note: string; entered_by: number; entered_at: Instant }

/** Replaces the texts of a sheet; the sheet itself keeps what the judge wrote. */
export const putTexts = (tx: Tx, client_id: string, texts: SheetTexts) =>
  tx
    .insertInto('critique_texts')
    .values({ client_id, ...texts })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(texts))
    .execute()

export const listSheetMarks = (tx: Tx, client_id: string) =>
  tx
    .selectFrom('critique_marks')
    .where('client_id', '=', client_id)
    .orderBy('id')
    .select(['critique_item_id', 'good', 'at_ms'])
    .execute()

type MarkInput = { critique_item_id: number; good: boolean; at_ms: number | null }

/** Replaces the marks of a sheet. */
export async function replaceMarks(tx: Tx, client_id: string, marks: readonly MarkInput[]) {
  await tx.deleteFrom('critique_marks').where('client_id', '=', client_id).execute()
  if (marks.length === 0) return
  await tx
    .insertInto('critique_marks')
    .values(marks.map((mark) => ({ client_id, ...mark })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The items of these sheets, in their order. */
export const listSheetItems = (tx: Tx, clientIds: readonly string[]): Promise<SheetItem[]> =>
  tx
    .selectFrom('critique_marks')
    .where('client_id', '=', sql<string>`any(${clientIds}::uuid[])`)
    .orderBy('id')
    .select(['client_id', 'critique_item_id', 'good', 'at_ms'])
    .execute()

/** Stores items of new sheets. One that was removed from the vocabulary meanwhile is left out. */
export async function insertSheetItems(tx: Tx, items: readonly SheetItem[]): Promise<void> {
  await sql`insert into critique_marks (client_id, critique_item_id, good, at_ms)
    select v.client_id, v.item_id, v.good, v.at_ms
    from unnest(${items.map(({ client_id }) => client_id)}::uuid[], ${items.map((item) => item.critique_item_id)}::int[],
      ${items.map(({ good }) => good)}::boolean[], ${items.map(({ at_ms }) => at_ms)}::int[])
      with ordinality v(client_id, item_id, good, at_ms, place)
    join critique_items i on i.id = v.item_id
    order by v.place on conflict do nothing`.execute(tx)
}

/** Copies the items of sheets to those that take their place, and the office's texts where the judge's are the same. */
export async function copyCritiques(tx: Tx, copies: readonly { from: string; to: string }[]): Promise<void> {
  const pairs = sql`unnest(${copies.map(({ from }) => from)}::uuid[], ${copies.map(({ to }) => to)}::uuid[])
    v(from_id, to_id)`
  await sql`insert into critique_marks (client_id, critique_item_id, good, at_ms)
    select v.to_id, m.critique_item_id, m.good, m.at_ms from ${pairs} join critique_marks m on m.client_id = v.from_id
    order by m.id`.execute(tx)
  await sql`insert into critique_texts (client_id, critique, note, entered_by, entered_at)
    select v.to_id, t.critique, t.note, t.entered_by, t.entered_at
    from ${pairs} join critique_texts t on t.client_id = v.from_id
    join score_sheets b on b.client_id = v.from_id
    join score_sheets x on x.client_id = v.to_id and x.critique = b.critique and x.note = b.note`.execute(tx)
}

/**
 * Gives new sheets the office's texts of the sheet before, where the judge's own are still the same: a later mark does
 * not undo what the office typed. A judge who wrote something else meanwhile is read instead.
 */
export async function keepOfficeTexts(tx: Tx, clientIds: readonly string[]): Promise<void> {
  await sql`insert into critique_texts (client_id, critique, note, entered_by, entered_at)
    select x.client_id, t.critique, t.note, t.entered_by, t.entered_at
    from score_sheets x cross join lateral (
      select c.*, b.critique as own_critique, b.note as own_note
      from score_sheets b join critique_texts c on c.client_id = b.client_id
      where b.registration_routine_id = x.registration_routine_id and b.seat_id = x.seat_id
        and b.revision < x.revision and b.withdrawn_at is null
      order by b.revision desc limit 1
    ) t
    where x.client_id = any(${clientIds}::uuid[]) and x.critique = t.own_critique and x.note = t.own_note
    on conflict do nothing`.execute(tx)
}

type CritiqueMarkRow = {
  client_id: string
  registration_routine_id: number
  position: number
  critique_item_id: number
  good: boolean
  at_ms: number | null
}

async function withLevels(tx: Tx, rows: readonly CritiqueMarkRow[]) {
  const items = new Map((await listItems(tx)).map((item) => [item.id, item]))
  return rows.map((row) => ({
    ...row,
    ...levelsOfItem(row.critique_item_id, items),
    level_1_id: rootOfItem(row.critique_item_id, items),
  }))
}

/** The items of these sheets, with the names of their levels: a release reads those of the sheets that it names. */
export async function listMarksOfSheets(tx: Tx, clientIds: readonly string[]) {
  const { rows } = await sql<CritiqueMarkRow>`
    select x.client_id, x.registration_routine_id, s.position, m.critique_item_id, m.good, m.at_ms
    from score_sheets x join judge_seats s on s.id = x.seat_id join critique_marks m on m.client_id = x.client_id
    where x.client_id = any(${[...clientIds]}::uuid[])
    order by x.registration_routine_id, s.position, m.at_ms nulls last, m.id`.execute(tx)
  return withLevels(tx, rows)
}

/** The items of entries by seat position, with the names of their levels: of the sheets whose texts are read. RES-008. */
export async function listCritiqueMarks(tx: Tx, entryIds: readonly number[]) {
  const { rows } = await sql<CritiqueMarkRow>`
    with latest as (
      select distinct on (x.registration_routine_id, x.seat_id) x.client_id, x.registration_routine_id, s.position
      from score_sheets x join judge_seats s on s.id = x.seat_id and not s.shadow
      where x.registration_routine_id = any(${[...entryIds]}::int[]) and not x.contested and ${isCountable}
      order by x.registration_routine_id, x.seat_id, x.revision desc
    )
    select l.client_id, l.registration_routine_id, l.position, m.critique_item_id, m.good, m.at_ms
    from latest l join critique_marks m on m.client_id = l.client_id
    order by l.registration_routine_id, l.position, m.at_ms nulls last, m.id`.execute(tx)
  return withLevels(tx, rows)
}
