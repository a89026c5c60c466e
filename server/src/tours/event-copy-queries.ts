import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { copySettings } from '../platform/settings-queries.ts'
import { insertEvent } from './event-office-queries.ts'

type EventNames = { name: string; subdomain: string; support_email: string }

/**
 * Inserts a draft with the flags, rules, texts and settings of another event, and its prices of the current season and
 * later ones; without cities. OFF-001.
 */
export async function copyEvent(tx: Tx, from_id: number, names: EventNames) {
  const { id: _, ...source } = await tx
    .selectFrom('events')
    .where('id', '=', from_id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const event = await insertEvent(tx, { ...source, ...names, published: false })
  const seasons = sql`select s.id from seasons s
    where s.start_year >= coalesce((select start_year from seasons where current), 0)`
  await sql`
    insert into level_prices (event_id, season_id, level_id, tier, kind, price)
    select ${event.id}, season_id, level_id, tier, kind, price from level_prices
    where event_id = ${from_id} and season_id in (${seasons})`.execute(tx)
  await sql`
    insert into category_fees (event_id, season_id, category_id, fee_per_dancer)
    select ${event.id}, season_id, category_id, fee_per_dancer from category_fees
    where event_id = ${from_id} and season_id in (${seasons})`.execute(tx)
  await copySettings(tx, { event_id: from_id }, { event_id: event.id })
  return event
}
