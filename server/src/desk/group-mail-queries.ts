import type { Audience, GroupMailInput, GroupMailState } from '@callboard/domain/desk/group-mail.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db, Tx } from '../platform/db/connect.ts'
import { isCompleted, isLive, isToConfirm, isUnfinished, wasConfirmed } from '../platform/db/registration-status.ts'
import { cityName } from '../tours/city-queries.ts'
import { countingWaiver } from '../waivers/queries.ts'
import { contains } from '../platform/db/search-words.ts'

const inState = {
  any: isLive('r'),
  incomplete: isUnfinished('r'),
  completed: isCompleted('r'),
  to_confirm: isToConfirm('r'),
  confirmed: sql<SqlBool>`(${isCompleted('r')} and ${wasConfirmed('r')})`,
} as const

// The same people and waivers as the office's list of a city.
const lacksWaivers = sql<SqlBool>`exists (
  select 1 from attendees a
  join workshop_levels l on l.id = a.workshop_level_id and l.kind <> 'observer'
  join persons p on p.id = a.person_id
  cross join lateral waivers_needed(d.event_id, d.season_id) n
  join waiver_types t on t.id = n.waiver_type_id
  left join ${countingWaiver}
  where a.registration_id = r.id and w.id is null)`

const lacksMusic = sql<SqlBool>`exists (
  select 1 from registration_routines q
  where q.registration_id = r.id and q.status = 'registered' and q.music_id is null and not q.no_music)`

const isInProgram = sql<SqlBool>`exists (
  select 1 from attendees a where a.registration_id = r.id and a.best_dancer_type_id is not null)`

/** Live registrations of proven addresses, with what the fields of a text are filled from. */
const recipientLines = (tx: Tx) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('tour_dates as d', 'd.id', 'r.tour_date_id')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .innerJoin('event_cities as c', 'c.id', 'd.event_city_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as o', 'o.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .where('u.confirmed', '=', true)
    .where('u.ended_at', 'is', null)
    .select([
      'r.id',
      'r.user_id',
      'u.email',
      'o.fname',
      'e.name as event',
      cityName.as('city'),
      sql<string>`concat_ws(' ', o.fname, o.lname)`.as('name'),
      sql<string>`coalesce(s.name, concat_ws(' ', o.fname, o.lname))`.as('studio'),
      // Until completion nothing is due.
      sql<Cents>`case when ${isCompleted('r')} then greatest(0, r.receivable) else 0 end`.as('balance'),
    ])
    .orderBy(sql`lower(concat_ws(' ', o.fname, o.lname))`)
    .orderBy('r.user_id')
    .orderBy('d.start_date')
    .orderBy('r.id')

export type RecipientLine = Awaited<ReturnType<ReturnType<typeof recipientLines>['execute']>>[number]

/** The registrations of an audience, those of one account in a row. */
export const listAudience = (tx: Tx, audience: Audience): Promise<RecipientLine[]> =>
  recipientLines(tx)
    .where('r.tour_date_id', '=', sql<number>`any(${[...audience.tour_date_ids]}::int[])`)
    .where(inState[audience.state])
    .$if(audience.owes, (some) => some.where(isCompleted('r')).where('r.receivable', '>', 0 as Cents))
    .$if(audience.paid_in_full, (some) => some.where(isCompleted('r')).where('r.receivable', '<=', 0 as Cents))
    .$if(audience.lacks_waivers, (some) => some.where(lacksWaivers))
    .$if(audience.lacks_music, (some) => some.where(lacksMusic))
    .$if(audience.in_program, (some) => some.where(isInProgram))
    .execute()

export const listRecipientLines = (tx: Tx, registration_ids: readonly number[]): Promise<RecipientLine[]> =>
  recipientLines(tx)
    .where('r.id', '=', sql<number>`any(${[...registration_ids]}::int[])`)
    .execute()

/** The cities of an audience, in its order. */
export const findAudienceCities = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('tour_dates as t')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .where('t.id', '=', sql<number>`any(${[...ids]}::int[])`)
    .select(['t.id', 't.event_id', 't.time_zone', cityName.as('city')])
    .orderBy(sql`array_position(${[...ids]}::int[], t.id)`)
    .execute()

/** The name of a brand with the look and the sender of its mails. */
export const findBrand = (tx: Tx, event_id: number) =>
  tx
    .selectFrom('events')
    .select(['name', 'color', 'mail_from_name', 'mail_from_address', 'mail_footer', 'logo_key'])
    .where('id', '=', event_id)
    .executeTakeFirstOrThrow()

type GroupMailSearch = {
  q?: string | undefined
  state?: GroupMailState | undefined
  sort: 'created' | 'subject' | 'state' | 'send_at' | 'recipients'
  order: 'asc' | 'desc'
  page: number
  per_page: number
}

const sorts = {
  created: sql`g.id`,
  subject: sql`lower(g.subject)`,
  state: sql`g.state`,
  send_at: sql`coalesce(g.send_at, '-infinity')`,
  recipients: sql.ref('recipients'),
} as const

export const listGroupMailLines = (tx: Tx, { q, state, sort, order, page, per_page }: GroupMailSearch) =>
  tx
    .selectFrom('group_mails as g')
    .innerJoin('events as e', 'e.id', 'g.event_id')
    .leftJoin('users as u', 'u.id', 'g.created_by')
    .leftJoin('persons as p', 'p.id', 'u.person_id')
    .$if(Boolean(q?.trim()), (some) => some.where(sql`lower(g.subject)`, 'like', contains(q ?? '')))
    .$if(state !== undefined, (some) => some.where('g.state', '=', state ?? 'draft'))
    .select(['g.id', 'e.name as event', 'g.kind', 'g.subject', 'g.state', 'g.send_at', 'g.time_zone', 'g.created'])
    .select([
      sql<string | null>`p.fname || ' ' || p.lname`.as('created_by'),
      sql<number>`(select count(*)::int from group_mail_recipients x where x.group_mail_id = g.id)`.as('recipients'),
      sql<number>`(select count(*)::int from group_mail_recipients x join mails m on m.id = x.mail_id
        where x.group_mail_id = g.id and m.state = 'failed')`.as('failed'),
    ])
    .orderBy(sorts[sort], order)
    .orderBy('g.id', order)
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .execute()

export const findGroupMail = (tx: Tx, id: number) =>
  tx
    .selectFrom('group_mails as g')
    .innerJoin('events as e', 'e.id', 'g.event_id')
    .leftJoin('users as u', 'u.id', 'g.created_by')
    .leftJoin('persons as p', 'p.id', 'u.person_id')
    .where('g.id', '=', id)
    .select(['g.id', 'g.event_id', 'e.name as event', 'g.kind', 'g.subject', 'g.text', 'g.state'])
    // Drafts that are older than a condition are without it.
    .select(sql<Audience>`'{"paid_in_full": false}'::jsonb || g.audience`.as('audience'))
    .select([
      'g.send_at',
      'g.time_zone',
      'g.finished_at',
      sql<string | null>`p.fname || ' ' || p.lname`.as('created_by'),
    ])
    .executeTakeFirst()

/** Held until the transaction ends, so that it is neither changed nor sent twice at once. */
export const lockGroupMail = (tx: Tx, id: number) =>
  tx.selectFrom('group_mails').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

type PlannedGroupMail = GroupMailInput & { event_id: number; time_zone: string }

const rowOf = ({ audience, ...groupMail }: PlannedGroupMail) => ({ ...groupMail, audience: JSON.stringify(audience) })

export const insertGroupMail = async (tx: Tx, groupMail: PlannedGroupMail, by: { user_id: number; now: Instant }) =>
  (
    await tx
      .insertInto('group_mails')
      .values({ ...rowOf(groupMail), created: by.now, created_by: by.user_id })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const setGroupMailText = (tx: Tx, id: number, groupMail: PlannedGroupMail) =>
  tx.updateTable('group_mails').set(rowOf(groupMail)).where('id', '=', id).execute()

type GroupMailStep = { state: GroupMailState; send_at?: Instant | null; next_batch_at?: Instant; finished_at?: Instant }

export const setGroupMailState = (tx: Tx, id: number, { state, ...times }: GroupMailStep) =>
  tx
    .updateTable('group_mails')
    .set({ state, ...times })
    .where('id', '=', id)
    .execute()

export const deleteGroupMailRow = (tx: Tx, id: number) => tx.deleteFrom('group_mails').where('id', '=', id).execute()

/** Mails whose time has come, and those with a batch to write. */
export const listDueGroupMails = async (db: Db, now: Instant): Promise<number[]> =>
  (
    await db
      .selectFrom('group_mails')
      .where((on) =>
        on.or([
          on('state', '=', 'scheduled').and('send_at', '<=', now),
          on('state', '=', 'sending').and('next_batch_at', '<=', now),
        ]),
      )
      .select('id')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** The same, locked; undefined while another process writes it, or when it is not due any more. */
export const takeDueGroupMail = (tx: Tx, id: number, now: Instant) =>
  tx
    .selectFrom('group_mails')
    .where('id', '=', id)
    .where((on) =>
      on.or([
        on('state', '=', 'scheduled').and('send_at', '<=', now),
        on('state', '=', 'sending').and('next_batch_at', '<=', now),
      ]),
    )
    .selectAll()
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

type NewRecipient = { user_id: number; registration_ids: number[]; state: 'waiting' | 'unsubscribed' }

/** Keeps who gets a mail, once: who is there already stays as they are. */
export async function insertRecipients(tx: Tx, group_mail_id: number, recipients: readonly NewRecipient[]) {
  for (let at = 0; at < recipients.length; at += 1_000) {
    const rows = recipients.slice(at, at + 1_000).map((recipient) => ({ ...recipient, group_mail_id }))
    await tx
      .insertInto('group_mail_recipients')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export const listWaitingRecipients = (tx: Tx, group_mail_id: number, most: number) =>
  tx
    .selectFrom('group_mail_recipients')
    .where('group_mail_id', '=', group_mail_id)
    .where('state', '=', 'waiting')
    .select(['user_id', 'registration_ids'])
    .orderBy('user_id')
    .limit(most)
    .execute()

type RecipientStep = { user_id: number; state: 'written' | 'unsubscribed' | 'ended'; mail_id: number | null }

/** Moves recipients of a mail; without an id of a mail they keep the one they have. */
export const setRecipientStates = (tx: Tx, group_mail_id: number, steps: readonly RecipientStep[]) =>
  sql`update group_mail_recipients r set state = s.state, mail_id = coalesce(s.mail_id, r.mail_id)
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (user_id integer, state text, mail_id integer)
    where r.group_mail_id = ${group_mail_id} and r.user_id = s.user_id`.execute(tx)

/** Of these addresses those that get no news of the brand, in small letters. */
export const findUnsubscribed = async (tx: Tx, event_id: number, emails: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await tx
        .selectFrom('unsubscriptions')
        .where('event_id', '=', event_id)
        .where('email', '=', sql<string>`any(${emails.map((email) => email.toLowerCase())}::text[])`)
        .select('email')
        .execute()
    ).map(({ email }) => email),
  )

export const insertUnsubscription = (tx: Tx, event_id: number, email: string, now: Instant) =>
  tx
    .insertInto('unsubscriptions')
    .values({ event_id, email: email.toLowerCase(), created: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteUnsubscription = (tx: Tx, event_id: number, email: string) =>
  tx.deleteFrom('unsubscriptions').where('event_id', '=', event_id).where('email', '=', email.toLowerCase()).execute()

type RecipientState = 'waiting' | 'queued' | 'sent' | 'failed' | 'unsubscribed' | 'ended'

/** The state of a recipient’s mail. A mail that was erased had been sent. */
const recipientState = sql<RecipientState>`
  (case when x.state = 'written' then coalesce(m.state, 'sent') else x.state end)`

type RecipientSearch = {
  q?: string | undefined
  state?: RecipientState | undefined
  sort: 'name' | 'email' | 'state'
  order: 'asc' | 'desc'
  page: number
  per_page: number
}

const nameOfRecipient = sql<string>`concat_ws(' ', p.fname, p.lname)`

const recipientSorts = {
  name: sql`lower(concat_ws(' ', p.fname, p.lname))`,
  email: sql`lower(u.email)`,
  state: recipientState,
} as const

const recipients = (tx: Tx, group_mail_id: number) =>
  tx
    .selectFrom('group_mail_recipients as x')
    .innerJoin('users as u', 'u.id', 'x.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'u.studio_id')
    .leftJoin('mails as m', 'm.id', 'x.mail_id')
    .where('x.group_mail_id', '=', group_mail_id)

export const listRecipients = (
  tx: Tx,
  group_mail_id: number,
  { q, state, sort, order, page, per_page }: RecipientSearch,
) =>
  recipients(tx, group_mail_id)
    .$if(state !== undefined, (some) => some.where(recipientState, '=', state ?? 'waiting'))
    .$if(Boolean(q?.trim()), (some) =>
      some.where(sql`lower(concat_ws(' ', p.fname, p.lname, s.name, u.email))`, 'like', contains(q ?? '')),
    )
    .select(['x.user_id', 's.name as studio', 'x.mail_id', 'm.last_error', 'm.sent_at'])
    .select([
      nameOfRecipient.as('name'),
      sql<string>`coalesce(m."to", u.email)`.as('email'),
      recipientState.as('state'),
    ])
    .orderBy(recipientSorts[sort], order)
    .orderBy('x.user_id', order)
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .execute()

export async function countRecipients(tx: Tx, group_mail_id: number) {
  const rows = await recipients(tx, group_mail_id)
    .select((of) => [recipientState.as('state'), of.fn.countAll<number>().as('n')])
    .groupBy(recipientState)
    .execute()
  const countOf = (state: RecipientState) => Number(rows.find((row) => row.state === state)?.n ?? 0)
  return {
    waiting: countOf('waiting'),
    queued: countOf('queued'),
    sent: countOf('sent'),
    failed: countOf('failed'),
    unsubscribed: countOf('unsubscribed'),
    ended: countOf('ended'),
  }
}
