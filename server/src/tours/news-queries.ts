import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { dropUnreferenced } from '../platform/files/queries.ts'

/** A city's news, newest first. EVT-020. */
export const loadNews = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('news')
    .where('tour_date_id', '=', tour_date_id)
    .select(['id', 'date', 'text'])
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()

type NewsWords = { date: CalendarDate; text: string }

export const findNews = (tx: Tx, id: number) =>
  tx.selectFrom('news').where('id', '=', id).select(['tour_date_id', 'date', 'text']).forUpdate().executeTakeFirst()

/** The item of a city that says the same on the same day; locks the city, so that of two at once one is stored. */
export async function findSameNews(tx: Tx, { tour_date_id, date, text }: NewsWords & { tour_date_id: number }) {
  await tx.selectFrom('tour_dates').where('id', '=', tour_date_id).select('id').forNoKeyUpdate().execute()
  return tx
    .selectFrom('news')
    .where('tour_date_id', '=', tour_date_id)
    .where('date', '=', date)
    .where('text', '=', text)
    .select('id')
    .executeTakeFirst()
}

export const insertNews = (tx: Tx, item: NewsWords & { tour_date_id: number }) =>
  tx.insertInto('news').values(item).returning('id').executeTakeFirstOrThrow()

export const updateNews = (tx: Tx, id: number, words: NewsWords) =>
  tx.updateTable('news').set(words).where('id', '=', id).execute()

export const deleteNews = (tx: Tx, id: number) => tx.deleteFrom('news').where('id', '=', id).execute()

type MediaPass = { key: string; name: string; size: number; added: Instant }

/** The media pass of a city, once the office has added it. OFF-029. */
export const findMediaPass = (tx: Tx, tour_date_id: number): Promise<MediaPass | undefined> =>
  tx
    .selectFrom('city_media_passes')
    .where('tour_date_id', '=', tour_date_id)
    .select(['key', 'name', 'size', 'added'])
    .executeTakeFirst()

export const setMediaPass = (tx: Tx, tour_date_id: number, pass: MediaPass) =>
  tx
    .insertInto('city_media_passes')
    .values({ tour_date_id, ...pass })
    .onConflict((conflict) => conflict.column('tour_date_id').doUpdateSet(pass))
    .execute()

export const deleteMediaPass = (tx: Tx, tour_date_id: number) =>
  tx.deleteFrom('city_media_passes').where('tour_date_id', '=', tour_date_id).execute()

/** Deletes unreferenced media passes: accepted without being saved. */
export const dropLooseMediaPasses = (tx: Tx, before: Instant) =>
  dropUnreferenced(tx, 'media-passes/%', before, sql`select 1 from city_media_passes p where p.key = f.key`)
