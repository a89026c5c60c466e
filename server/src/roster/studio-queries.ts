import type { StudioContact } from '@callboard/domain/accounts/studio-form.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { contactTypes } from '@callboard/domain/roster/contact.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../platform/db/connect.ts'
import { searchOf } from '../platform/db/search-words.ts'
import { addressOf, contactsOf, saveAddress, saveContacts, type PersonAddressDraft } from './person-queries.ts'

const mostHits = 20

/** Matches within names that are ordered; who types more letters sees all that match. */
const mostOrdered = 1_000

/** Finds at most 20 studios; names that start with the text come first. ACC-032, ACC-082. */
export async function searchStudios(tx: Tx, text: string) {
  const searchText = text.trim().toLowerCase()
  if (searchText === '') return []
  const literal = searchText.replace(/[\\%_]/g, '\\$&')
  // In the order of the index by beginnings: however many there are, twenty are read.
  const beginning = await shownStudios(tx)
    .where(sql`lower(s.name)`, 'like', `${literal}%`)
    .orderBy(sql`lower(s.name) using ~<~`)
    .orderBy('s.id')
    .limit(mostHits)
    .execute()
  // Without three letters in a row there is no trigram to look up.
  if (beginning.length === mostHits || !/[\p{L}\p{N}]{3}/u.test(searchText)) return beginning
  const within = await shownStudios(tx)
    .where(
      // Materialized, so that the planner uses the trigram index for all matches; an array, so that it reads these rows
      // by their ids instead of the whole table.
      sql<boolean>`s.id = any(array(
        with matches as materialized (
          select id from studios where lower(name) like ${`%${literal}%`} and lower(name) not like ${`${literal}%`})
        select id from matches limit ${mostOrdered}))`,
    )
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.id')
    .limit(mostHits - beginning.length)
    .execute()
  return [...beginning, ...within]
}

const shownStudios = (tx: Tx) =>
  tx
    .selectFrom('studios as s')
    .leftJoin('addresses as a', 'a.id', 's.address_id')
    .leftJoin('states as t', 't.id', 'a.state_id')
    .select(['s.id', 's.name', 's.claimed'])
    .select((on) => [
      on.fn.coalesce('a.city', sql.lit('')).as('city'),
      on.fn.coalesce('t.abbreviation', sql.lit('')).as('state'),
    ])

// The account's address: of its primary user, or, before there is one, the studio's own.
const accountEmail = sql<string | null>`coalesce(
  (select u.email from users u where u.id = s.primary_user_id),
  (select c.value from contacts c where c.studio_id = s.id and c.contact_type_id = ${contactTypes.email}
    order by c.is_primary desc, c.id limit 1))`

export const findStudio = (tx: Tx, id: number) =>
  tx
    .selectFrom('studios as s')
    .leftJoin('addresses as a', 'a.id', 's.address_id')
    .leftJoin('states as t', 't.id', 'a.state_id')
    .select(['s.id', 's.name', 's.claimed', 's.primary_user_id', accountEmail.as('account_email')])
    .select((on) => [
      on.fn.coalesce('a.city', sql.lit('')).as('city'),
      on.fn.coalesce('t.abbreviation', sql.lit('')).as('state'),
    ])
    .where('s.id', '=', id)
    .executeTakeFirst()

/** Maximum number of name matches; more letters narrow the search. */
const alikeAtMost = 400

/** Finds studios by name, by address prefix of the studio or its account, or by id. */
async function findIds(tx: Tx, searchText: string): Promise<number[]> {
  const { number, words, begins } = searchOf(searchText)
  const { rows } = await sql<{ id: number }>`
    select id from studios where id = ${number}
    union (select id from studios where search_words(name) @@ to_tsquery('simple', ${words})
      limit ${alikeAtMost})
    union (select studio_id from users where lower(email) like ${begins} and studio_account limit ${alikeAtMost})
    union (select studio_id from contacts
      where lower(value) like ${begins} and studio_id is not null and contact_type_id = ${contactTypes.email}
      limit ${alikeAtMost})
  `.execute(tx)
  return rows.map(({ id }) => id)
}

type StudioSearch = {
  q?: string | undefined
  claimed?: 'yes' | 'no' | undefined
  sort: 'created' | 'name' | 'city' | 'claimed'
  order: 'asc' | 'desc'
  page: number
  per_page: number
}

// Numbers are given in the order studios are entered.
const sorts = {
  created: sql`s.id`,
  name: sql`lower(s.name)`,
  city: sql`lower(a.city)`,
  claimed: sql`s.claimed`,
} as const

/** Studios as the office finds them; one more than asked tells of another page. Without a city comes last. OFF-039. */
export async function listStudios(tx: Tx, { q, claimed, sort, order, page, per_page }: StudioSearch) {
  const ids = q?.trim() ? await findIds(tx, q) : undefined
  return tx
    .selectFrom('studios as s')
    .leftJoin('addresses as a', 'a.id', 's.address_id')
    .leftJoin('states as t', 't.id', 'a.state_id')
    .$if(ids !== undefined, (some) => some.where('s.id', '=', sql<number>`any(${ids ?? []}::int[])`))
    .$if(claimed !== undefined, (some) => some.where('s.claimed', '=', claimed === 'yes'))
    .select(['s.id', 's.name', 's.claimed', 's.created', accountEmail.as('email')])
    .select((on) => [
      on.fn.coalesce('a.city', sql.lit('')).as('city'),
      on.fn.coalesce('t.abbreviation', sql.lit('')).as('state'),
    ])
    .$if(sort === 'city', (some) => some.orderBy(sql`a.city is null`))
    .orderBy(sorts[sort], order)
    .orderBy('s.id', order)
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .execute()
}

/** The studio whose account can be set up through this address. ACC-036. */
export const findStudioByAccountEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('studios as s')
    .select(['s.id'])
    .where((on) =>
      on.or([
        on.exists(
          on
            .selectFrom('users as u')
            .select('u.id')
            .where(sql`lower(u.email)`, '=', email.trim().toLowerCase())
            .where('u.studio_account', '=', true)
            .whereRef('u.studio_id', '=', 's.id'),
        ),
        on.and([
          on('s.primary_user_id', 'is', null),
          on(
            's.id',
            'in',
            on
              .selectFrom('contacts as c')
              .select('c.studio_id')
              .where('c.studio_id', 'is not', null)
              .where('c.contact_type_id', '=', contactTypes.email)
              .where(sql`lower(c.value)`, '=', email.trim().toLowerCase()),
          ),
        ]),
      ]),
    )
    .orderBy('s.id')
    .executeTakeFirst()

/** The whole record, for its owner. ACC-055. */
export async function loadStudio(tx: Tx, id: number) {
  const { account_email, ...studio } = await tx
    .selectFrom('studios as s')
    .leftJoin('addresses as a', 'a.id', 's.address_id')
    .select([
      's.id',
      's.name',
      's.website',
      's.claimed',
      's.flagged',
      's.bypass_deposit',
      's.bypass_removed_routine_fee',
      's.bypass_removed_routine_fee_post_deadline',
      's.subdomain',
    ])
    .select([
      accountEmail.as('account_email'),
      addressOf('a').as('address'),
      contactsOf('studio_id', 's.id', contactTypes.phone).as('phone'),
      contactsOf('studio_id', 's.id', contactTypes.email).as('email'),
    ])
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('studio_contacts as k')
          .select(['k.fname', 'k.lname', 'k.person_type_id', 'k.is_primary as primary'])
          .select([
            contactsOf('studio_contact_id', 'k.id', contactTypes.email).as('email'),
            contactsOf('studio_contact_id', 'k.id', contactTypes.phone).as('phone'),
          ])
          .whereRef('k.studio_id', '=', 's.id')
          .orderBy('k.is_owner', 'desc')
          .orderBy('k.id'),
      ).as('studio_contacts'),
    )
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...studio, primary_mybtf_user: account_email === null ? null : { email: account_email } }
}

type StudioDraft = {
  name: string
  website: string | null
  email: string
  phone: string
  address: PersonAddressDraft
  /** The owner first. */
  studio_contacts: readonly (StudioContact & { person_type_id: number })[]
}

/** Inserts an unclaimed studio. */
export async function insertStudio(tx: Tx, draft: StudioDraft, now: Instant): Promise<number> {
  const { id } = await tx
    .insertInto('studios')
    .values({
      name: draft.name,
      website: draft.website,
      address_id: await saveAddress(tx, null, draft.address),
      created: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await savePeople(tx, id, draft)
  return id
}

/** Locks a studio against another change of its profile. */
export const lockStudio = (tx: Tx, id: number) =>
  tx.selectFrom('studios').where('id', '=', id).select('id').forNoKeyUpdate().executeTakeFirst()

export async function updateStudio(tx: Tx, id: number, draft: StudioDraft) {
  const { address_id } = await tx
    .selectFrom('studios')
    .select('address_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const saved = await saveAddress(tx, address_id, draft.address)
  await tx
    .updateTable('studios')
    .set({ name: draft.name, website: draft.website, address_id: saved })
    .where('id', '=', id)
    .execute()
  await savePeople(tx, id, draft)
}

const listOf = (value: string) => (value === '' ? [] : [{ value, primary: true }])

async function savePeople(tx: Tx, studio_id: number, { email, phone, studio_contacts }: StudioDraft) {
  await tx.deleteFrom('studio_contacts').where('studio_id', '=', studio_id).execute()
  const rows = await tx
    .insertInto('studio_contacts')
    .values(
      studio_contacts.map(({ fname, lname, person_type_id, primary }, index) => ({
        studio_id,
        fname,
        lname,
        person_type_id,
        is_primary: primary,
        is_owner: index === 0,
      })),
    )
    .returning('id')
    .execute()
  const owned = studio_contacts.flatMap((contact, index) => {
    const studio_contact_id = rows[index]?.id
    return studio_contact_id === undefined
      ? []
      : [{ owner: { studio_contact_id }, email: listOf(contact.email), phone: listOf(contact.phone) }]
  })
  await saveContacts(tx, [{ owner: { studio_id }, email: listOf(email), phone: listOf(phone) }, ...owned])
}

/** Marks a studio as claimed by this account. ACC-040. */
export const claimStudio = (tx: Tx, id: number, primary_user_id: number) =>
  tx.updateTable('studios').set({ claimed: true, primary_user_id }).where('id', '=', id).execute()

type Flags = 'flagged' | 'bypass_deposit' | 'bypass_removed_routine_fee' | 'bypass_removed_routine_fee_post_deadline'

/** How the office treats a studio: deposits and fees it need not pay, or a flag. OFF-021. */
export const setStudioFlags = (tx: Tx, id: number, flags: Record<Flags, boolean>) => {
  const { flagged, bypass_deposit, bypass_removed_routine_fee, bypass_removed_routine_fee_post_deadline } = flags
  return tx
    .updateTable('studios')
    .set({ flagged, bypass_deposit, bypass_removed_routine_fee, bypass_removed_routine_fee_post_deadline })
    .where('id', '=', id)
    .execute()
}

export const findStudioOf = (tx: Tx, id: number) =>
  tx.selectFrom('users').select(['studio_id', 'previous_studio_id']).where('id', '=', id).executeTakeFirstOrThrow()
