import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import type { HallDisplay } from '../platform/user.ts'

type NewDisplay = Omit<HallDisplay, 'id'> & {
  label: string
  token_hash: string
  created_at: Instant
  created_by: number
  expires_at: Instant
}

export async function insertDisplay(tx: Tx, display: NewDisplay): Promise<void> {
  await tx
    .insertInto('hall_displays')
    .values({
      tour_date_id: display.tour_date_id,
      stage: display.stage,
      label: display.label,
      shows_studios: display.shows_studios,
      token_hash: display.token_hash,
      created_at: display.created_at,
      created_by: display.created_by,
      expires_at: display.expires_at,
    })
    .execute()
}

/** The screen of a link that has not ended. */
export const findDisplay = (
  tx: Tx,
  token_hash: string,
  now: Instant,
): Promise<(HallDisplay & { expires_at: Instant }) | undefined> =>
  tx
    .selectFrom('hall_displays')
    .where('token_hash', '=', token_hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'tour_date_id', 'stage', 'shows_studios', 'expires_at'])
    .executeTakeFirst()

/** The screens of a city whose links work. */
export const listCityDisplays = (tx: Tx, tour_date_id: number, now: Instant) =>
  tx
    .selectFrom('hall_displays')
    .where('tour_date_id', '=', tour_date_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'label', 'stage', 'shows_studios', 'created_at', 'expires_at'])
    .orderBy('id')
    .execute()

export const lockDisplay = (tx: Tx, id: number) =>
  tx
    .selectFrom('hall_displays')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .select(['id', 'tour_date_id', 'label'])
    .forUpdate()
    .executeTakeFirst()

export const markDisplayRevoked = (tx: Tx, id: number, revoked_at: Instant) =>
  tx.updateTable('hall_displays').where('id', '=', id).set({ revoked_at }).execute()

/** The end of a city's last day, after which its screens show nothing. */
export const findDisplayEnd = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('tour_dates as t')
    .where('t.id', '=', tour_date_id)
    .select(sql<Instant>`((t.end_date + 1)::timestamp at time zone t.time_zone)`.as('ends_at'))
    .executeTakeFirst()

export const listOrderStages = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('competition_blocks')
    .where('tour_date_id', '=', tour_date_id)
    .select('stage')
    .distinct()
    .orderBy('stage')
    .execute()
