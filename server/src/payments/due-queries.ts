import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { ReminderKind } from '@callboard/domain/payments/dues.ts'
import type { Db, Tx } from '../platform/db/connect.ts'
import { isCompleted } from '../platform/db/registration-status.ts'

/** The cities that are still to come, with the dates money is due by. */
export const listComingCities = (db: Db, from: CalendarDate) =>
  db
    .selectFrom('tour_dates')
    .where('start_date', '>=', from)
    .where('canceled', '=', false)
    .select([
      'id as tour_date_id',
      'event_id',
      'season_id',
      'time_zone',
      'start_date',
      'payment_date',
      'send_check_date',
      'cutoff_start_date',
    ])
    .execute()

/** Completed registrations of these cities that owe something by their ledger. */
export const listOwingIn = (db: Db, tour_date_ids: readonly number[]) =>
  tour_date_ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('registrations as r')
        .where('r.tour_date_id', 'in', tour_date_ids)
        .where(isCompleted('r'))
        .where('r.receivable', '>', 0 as Cents)
        .orderBy('r.id')
        .select(['r.id', 'r.tour_date_id', 'r.completed_at', 'r.paying_by_check as pays_later'])
        .execute()

/** Which of these were reminded already, of what. */
export const listReminders = (db: Db, registration_ids: readonly number[]) =>
  registration_ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('payment_reminders')
        .where('registration_id', 'in', registration_ids)
        .orderBy('sent_at')
        .select(['registration_id', 'kind', 'due_date', 'sent_at'])
        .execute()

type SentReminder = { registration_id: number; kind: ReminderKind; due_date: CalendarDate; sent_at: Instant }

/** False: it was sent before, or is being sent by another process. */
export const keepReminder = async (tx: Tx, reminder: SentReminder): Promise<boolean> =>
  (await tx
    .insertInto('payment_reminders')
    .values(reminder)
    .onConflict((conflict) => conflict.doNothing())
    .returning('registration_id')
    .executeTakeFirst()) !== undefined

/** Returns the recipient, the subject and the current balance of a payment reminder. */
export const findOwing = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .where('r.id', '=', registration_id)
    .select([
      'r.id',
      'r.user_id',
      'u.email',
      'r.completed',
      'r.deleted',
      'r.paying_by_check',
      'e.name as event',
      'c.name as city',
      'r.receivable as balance',
    ])
    .forUpdate('r')
    .executeTakeFirst()
