import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** The lists of which a brand may have rows of its own, and the column that tells their rows apart. */
export const brandLists = {
  workshop_levels: 'id',
  age_divisions: 'level_id',
  performance_divisions: 'id',
  nomination_types: 'id',
} as const

type BrandList = keyof typeof brandLists
/** A number, or the column that has it. */
type EventId = number | RawBuilder<number>

/** Whether a row of the product gave way to one of the brand: under another name, or hidden. `alias` names the list's table. */
export const isReplaced = (list: BrandList, alias: string, event_id: EventId): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from ${sql.table(list)} o where o.event_id = ${event_id}
    and o.replaces = ${sql.ref(`${alias}.${brandLists[list]}`)})`

/** Whether a row is the product's or one that the brand shows, replaced ones included. */
export const isKnownToBrand = (alias: string, event_id: EventId): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${alias}.event_id`)} is null
    or (${sql.ref(`${alias}.event_id`)} = ${event_id} and not ${sql.ref(`${alias}.hidden`)}))`

/** Whether a row is on the brand's list: its own rows, and the product's that none of them replaces. */
export const isOfBrand = (list: BrandList, alias: string, event_id: EventId): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isKnownToBrand(alias, event_id)} and not ${isReplaced(list, alias, event_id)})`
