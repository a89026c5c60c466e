import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Db, Schema, Tx } from '../db/connect.ts'
import { addJob, addJobs } from '../queue/queue.ts'
import type { Attachment } from '../db/office-tables.ts'
import { htmlOf, textOf, type Letter, type MailBrand } from './layout.ts'

type Envelope = {
  to: string
  /** The kind of mail, 'confirm_email'. */
  template: string
  user_id?: number
  registration_id?: number
  /** A mail with a key that was already written is not written again. */
  dedupe_key?: string
  attachments?: readonly Attachment[]
  /** Of news: where a mail program unsubscribes its reader with one click. */
  unsubscribe_url?: string
}

/** The look and the sender of a brand's mails. */
type BrandSender = MailBrand & { mail_from_name: string | null; mail_from_address: string | null }

type RegistrationBrand = Schema['registration_mail_brands']

/** Brands of mails about registrations, by registration; other mails have none. */
async function loadMailBrands(tx: Tx, registration_ids: readonly (number | undefined)[]) {
  const ids = [...new Set(registration_ids.filter((id) => id !== undefined))]
  if (ids.length === 0) return new Map<number, RegistrationBrand>()
  // One text for any number of ids, so that it is prepared: planning the view takes longer than reading it.
  const rows = await tx
    .selectFrom('registration_mail_brands')
    .where('registration_id', '=', sql<number>`any(${ids}::int[])`)
    .selectAll()
    .execute()
  return new Map(rows.map((row) => [row.registration_id, row]))
}

const contentOf = (letter: Letter, brand: BrandSender | undefined) => ({
  subject: letter.subject,
  text: textOf(letter, brand),
  html: htmlOf(letter, brand),
  sender_name: brand?.mail_from_name ?? null,
  sender_address: brand?.mail_from_address ?? null,
})

/**
 * Writes a mail and the job that sends it, in the transaction that decided it. Returns its id; undefined when a mail with
 * its key was written before. `brand`: of a mail that is about no registration.
 */
export async function sendMail(
  tx: Tx,
  envelope: Envelope,
  letter: Letter,
  now: Instant,
  brand?: BrandSender,
): Promise<number | undefined> {
  const { attachments = [], ...addressed } = envelope
  const own = brand ?? (await loadMailBrands(tx, [envelope.registration_id])).get(envelope.registration_id ?? 0)
  const mailRow = await tx
    .insertInto('mails')
    .values({
      ...addressed,
      ...contentOf(letter, own),
      attachments: JSON.stringify(attachments),
      created: now,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (mailRow) await addJob(tx, 'send_mail', { mail_id: mailRow.id })
  return mailRow?.id
}

/** A mail without attachments. */
export type PlainMail = { envelope: Omit<Envelope, 'attachments'>; letter: Letter }

/**
 * The same as sendMail for many mails, in two statements. Returns the ids of the new ones among those with a key, by
 * their key.
 */
export async function sendMails(
  tx: Tx,
  mails: readonly PlainMail[],
  now: Instant,
  brand?: BrandSender,
): Promise<Map<string, number>> {
  if (mails.length === 0) return new Map()
  const brands = await loadMailBrands(tx, brand ? [] : mails.map(({ envelope }) => envelope.registration_id))
  const rows = mails.map(({ envelope, letter }) => ({
    ...envelope,
    ...contentOf(letter, brand ?? brands.get(envelope.registration_id ?? 0)),
    created: now,
  }))
  const mailRows = await tx
    .insertInto('mails')
    .values(rows)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning(['id', 'dedupe_key'])
    .execute()
  await addJobs(
    tx,
    'send_mail',
    mailRows.map(({ id }) => ({ mail_id: id })),
  )
  return new Map(mailRows.flatMap(({ id, dedupe_key }) => (dedupe_key === null ? [] : [[dedupe_key, id]])))
}

export const findUnsentMail = (db: Db, id: number) =>
  db.selectFrom('mails').selectAll().where('id', '=', id).where('state', '!=', 'sent').executeTakeFirst()

export const deleteMail = (db: Db, id: number) => db.deleteFrom('mails').where('id', '=', id).execute()

/** Deletes mails by their keys, sent or not. */
export const deleteKeyedMails = (tx: Tx, dedupe_keys: readonly string[]) =>
  tx.deleteFrom('mails').where('dedupe_key', 'in', dedupe_keys).execute()

export const markSent = (db: Db, id: number, now: Instant) =>
  db.updateTable('mails').set({ state: 'sent', sent_at: now, last_error: null }).where('id', '=', id).execute()

/** Stores the error for the office; the job retries. */
export const markFailed = (db: Db, id: number, last_error: string) =>
  db
    .updateTable('mails')
    .set({ state: 'failed', last_error, tries: sql`tries + 1` })
    .where('id', '=', id)
    .execute()

/** The newest mails, for the office and the development mailbox. */
export const listMails = (tx: Tx, most: number, to?: string) =>
  tx
    .selectFrom('mails')
    .select([
      'id',
      'to',
      'subject',
      'text',
      'html',
      'template',
      'state',
      'tries',
      'last_error',
      'created',
      'sent_at',
      'attachments',
    ])
    .$if(to !== undefined, (query) => query.where(sql`lower("to")`, '=', (to ?? '').toLowerCase()))
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

type Listed = {
  state: 'queued' | 'sent' | 'failed' | 'all'
  sort: 'created' | 'to' | 'state'
  order: 'asc' | 'desc'
  page: number
  per_page: number
}

/**
 * Lists mails of a state in creation order, by recipient or by state, with one extra row for paging. ERR-031. By state the
 * newest come first, as in the index `mails_state`.
 */
export const listMailsByState = (tx: Tx, { state, sort, order, page, per_page }: Listed) => {
  const within = sort !== 'state' ? order : order === 'asc' ? 'desc' : 'asc'
  return mailLines(tx)
    .$if(state !== 'all', (query) => query.where('state', '=', state as 'queued'))
    .$if(sort === 'to', (query) => query.orderBy(sql`lower("to")`, order))
    .$if(sort === 'state', (query) => query.orderBy('state', order).orderBy('created', within))
    .orderBy('id', within)
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .execute()
}

export const lockMail = (tx: Tx, id: number) => mailLines(tx).where('id', '=', id).forUpdate().executeTakeFirst()

const mailLines = (tx: Tx) =>
  tx
    .selectFrom('mails')
    .select([
      'id',
      'to',
      'subject',
      'template',
      'state',
      'tries',
      'last_error',
      'registration_id',
      'created',
      'sent_at',
    ])

/** Puts a mail back among those to be sent, at once. */
export async function requeueMail(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('mails').set({ state: 'queued' }).where('id', '=', id).execute()
  await addJob(tx, 'send_mail', { mail_id: id }, { key: `mail:${id}` })
}

export const countFailedMails = async (tx: Tx, most: number) =>
  (
    await tx
      .selectFrom(tx.selectFrom('mails').where('state', '=', 'failed').select('id').limit(most).as('some'))
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
