import type { IntensiveDraft } from '@callboard/domain/tours/plan-intensives.ts'
import { sql, type Insertable } from 'kysely'
import type { Schema, Tx } from '../platform/db/connect.ts'

// The lists of one city: exceptions, levels, categories, choices and intensives.

/** The whole list of exceptions, in the place of the old one. OFF-008. */
export async function replaceExceptions(tx: Tx, tour_date_id: number, emails: readonly string[]): Promise<void> {
  await tx.deleteFrom('tour_date_exceptions').where('tour_date_id', '=', tour_date_id).execute()
  const once = [...new Set(emails.map((email) => email.trim().toLowerCase()).filter(Boolean))]
  if (once.length === 0) return
  await tx
    .insertInto('tour_date_exceptions')
    .values(once.map((email) => ({ tour_date_id, email })))
    .execute()
}

type LevelOffer = Omit<Insertable<Schema['tour_date_levels']>, 'tour_date_id'>

export async function upsertLevelOffers(tx: Tx, tour_date_id: number, levels: readonly LevelOffer[]): Promise<void> {
  if (levels.length === 0) return
  await tx
    .insertInto('tour_date_levels')
    .values(levels.map((level) => ({ ...level, tour_date_id })))
    .onConflict((conflict) =>
      conflict.columns(['tour_date_id', 'level_id']).doUpdateSet((row) => ({
        status: row.ref('excluded.status'),
        max_people: row.ref('excluded.max_people'),
      })),
    )
    .execute()
}

type CategoryOffer = Omit<Insertable<Schema['tour_date_categories']>, 'tour_date_id'>

export async function upsertCategoryOffers(tx: Tx, tour_date_id: number, categories: readonly CategoryOffer[]) {
  if (categories.length === 0) return
  await tx
    .insertInto('tour_date_categories')
    .values(categories.map((category) => ({ ...category, tour_date_id })))
    .onConflict((conflict) =>
      conflict.columns(['tour_date_id', 'category_id']).doUpdateSet((row) => ({
        enabled: row.ref('excluded.enabled'),
        max_routines: row.ref('excluded.max_routines'),
      })),
    )
    .execute()
}

type Choice = Omit<Insertable<Schema['city_choices']>, 'tour_date_id'> & { id: number | null; offered: boolean }

/** Renames or removes existing labs and battles and adds new ones. OFF-015, ATT-054. */
export async function putChoices(tx: Tx, tour_date_id: number, choices: readonly Choice[]): Promise<void> {
  const existingChoices = choices.filter(({ id }) => id !== null)
  const newChoices = choices.filter(({ id }) => id === null)
  await sql`
    update city_choices o set name = n.name, offered = n.offered
    from unnest(${existingChoices.map(({ id }) => id)}::int[], ${existingChoices.map(({ name }) => name)}::text[],
      ${existingChoices.map(({ offered }) => offered)}::boolean[]) as n (id, name, offered)
    where o.id = n.id and o.tour_date_id = ${tour_date_id}`.execute(tx)
  if (newChoices.length === 0) return
  await tx
    .insertInto('city_choices')
    .values(newChoices.map(({ kind, name, offered }) => ({ tour_date_id, kind, name, offered })))
    .execute()
}

/**
 * Updates intensives that have an id and inserts the others; those of other cities stay unchanged. VAR-009, OFF-047.
 */
export async function putIntensives(tx: Tx, tour_date_id: number, drafts: readonly IntensiveDraft[]): Promise<void> {
  const existingIntensives = drafts.filter(({ id }) => id !== null)
  const newIntensives = drafts.filter(({ id }) => id === null)
  await sql`
    update intensives i set name = n.name, price = n.price, group_price = n.group_price, offered = n.offered
    from unnest(${existingIntensives.map(({ id }) => id)}::int[], ${existingIntensives.map(({ name }) => name)}::text[],
      ${existingIntensives.map(({ price }) => price)}::int[], ${existingIntensives.map(({ group_price }) => group_price)}::int[],
      ${existingIntensives.map(({ offered }) => offered)}::boolean[]) as n (id, name, price, group_price, offered)
    where i.id = n.id and i.tour_date_id = ${tour_date_id}`.execute(tx)
  if (newIntensives.length === 0) return
  await tx
    .insertInto('intensives')
    .values(
      newIntensives.map(({ name, price, group_price, offered }) => ({
        tour_date_id,
        name,
        price,
        group_price,
        offered,
      })),
    )
    .execute()
}

/**
 * Copies the lists of a city to another: limits, and what is on offer. Sold-out marks are of the old days, and exceptions
 * of single accounts, so neither is copied.
 */
export async function copyCityLists(tx: Tx, from_id: number, tour_date_id: number): Promise<void> {
  await sql`
    insert into tour_date_levels (tour_date_id, level_id, status, max_people)
    select ${tour_date_id}, level_id, case status when 'sold_out' then 'open' else status end, max_people
    from tour_date_levels where tour_date_id = ${from_id}`.execute(tx)
  await sql`
    insert into tour_date_categories (tour_date_id, category_id, enabled, max_routines)
    select ${tour_date_id}, category_id, enabled, max_routines from tour_date_categories
    where tour_date_id = ${from_id}`.execute(tx)
  await sql`
    insert into intensives (tour_date_id, name, price, group_price)
    select ${tour_date_id}, name, price, group_price from intensives where tour_date_id = ${from_id} and offered
    order by id`.execute(tx)
  await sql`
    insert into city_choices (tour_date_id, kind, name)
    select ${tour_date_id}, kind, name from city_choices where tour_date_id = ${from_id} and offered
    order by id`.execute(tx)
}

export const loadIntensives = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('intensives')
    .where('tour_date_id', '=', tour_date_id)
    .orderBy('id')
    .select(['id', 'name', 'price', 'group_price', 'offered'])
    .execute()
