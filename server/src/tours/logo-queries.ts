import type { Tx } from '../platform/db/connect.ts'

/** The keys of all logos an event ever had and still has in the store. */
export const listLogoKeys = async (tx: Tx, folder: string) =>
  (await tx.selectFrom('files').where('key', 'like', `${folder}%`).select('key').execute()).map(({ key }) => key)

export const findCityLogo = async (tx: Tx, tour_date_id: number) =>
  (
    await tx
      .selectFrom('tour_dates as t')
      .innerJoin('events as e', 'e.id', 't.event_id')
      .where('t.id', '=', tour_date_id)
      .select('e.logo_key')
      .executeTakeFirst()
  )?.logo_key ?? null

export const findRegistrationLogo = async (tx: Tx, registration_id: number) =>
  (
    await tx
      .selectFrom('registration_mail_brands')
      .where('registration_id', '=', registration_id)
      .select('logo_key')
      .executeTakeFirst()
  )?.logo_key ?? null
