import { sql, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Schema } from '../platform/db/connect.ts'

/** The nominations that have one of these types, each with those types. OFF-014. */
export const selectCityNominations = (
  from: ExpressionBuilder<Schema, never>,
  types: readonly number[],
  event_id: number,
) =>
  jsonArrayFrom(
    from
      .selectFrom('nominations as n')
      .where('n.id', 'in', (of) =>
        of
          .selectFrom('nomination_types')
          .where('id', '=', sql<number>`any(${types}::integer[])`)
          .select('nomination_id'),
      )
      .orderBy('n.id')
      .select((of) => [
        'n.id',
        'n.name',
        'n.step',
        jsonArrayFrom(
          of
            .selectFrom('nomination_types as t')
            .whereRef('t.nomination_id', '=', 'n.id')
            .where('t.id', '=', sql<number>`any(${types}::integer[])`)
            .orderBy('t.id')
            .select(['t.id', 't.name', 't.categories', 't.asks_for', 't.half'])
            // A division of the brand counts as the one it stands for.
            .select(
              sql<number[]>`t.age_divisions || array(select a.level_id from age_divisions a
                where a.event_id = ${event_id} and a.replaces = any(t.age_divisions) and not a.hidden)`.as(
                'age_divisions',
              ),
            ),
        ).as('nomination_types'),
      ]),
  )
