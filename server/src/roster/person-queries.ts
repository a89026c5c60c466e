import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { ageAsOf, birthdateText } from '@callboard/domain/roster/birthdate.ts'
import { contactTypes, isBlank } from '@callboard/domain/roster/contact.ts'
import { nameKey } from '@callboard/domain/roster/duplicate.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'

export type PersonAddressDraft = {
  address: string
  city: string
  state_id: number | null
  country_id: number
  zip: string | null
}

type ContactEntry = { contact_type_id: number; primary: boolean; value: string }
/** Contact entries of a form; the list's field name says whether they are addresses or numbers. */
export type ContactDrafts = readonly { primary: boolean; value: string }[]

type PersonDraft = {
  fname: string
  lname: string
  birthdate?: CalendarDate | null
  gender_id?: number | null
  person_type_id?: number | null
}

const contactsWhere = (condition: RawBuilder<unknown>, type: number) =>
  sql<ContactEntry[]>`coalesce((
    select jsonb_agg(jsonb_build_object('contact_type_id', c.contact_type_id, 'primary', c.is_primary, 'value', c.value)
      order by c.is_primary desc, c.id)
    from contacts c where ${condition} and c.contact_type_id = ${type}), '[]')`

/** The contacts of a studio, or of a contact of it, and one type as the wire has them, for a select. */
export const contactsOf = (owner: 'studio_id' | 'studio_contact_id', id: string, type: number) =>
  contactsWhere(sql`c.${sql.ref(owner)} = ${sql.ref(id)}`, type)

/** Selects a person's contacts of one type that this account entered; other accounts' contacts are never read. */
const personContactsOf = (id: string, user_id: number, type: number) =>
  contactsWhere(sql`c.person_id = ${sql.ref(id)} and c.entered_by = ${user_id}`, type)

/** The address of a person, or of their parent, that this account entered, for a select; or null. */
export const personAddressOf = (id: string, user_id: number, { is_parent = false } = {}) =>
  sql<PersonAddressDraft | null>`(select ${addressOf('ad')} from addresses ad
    where ad.person_id = ${sql.ref(id)} and ad.entered_by = ${user_id} and ad.is_parent = ${is_parent})`

const personAddressIdOf = (id: string, user_id: number) =>
  sql<number | null>`(select ad.id from addresses ad
    where ad.person_id = ${sql.ref(id)} and ad.entered_by = ${user_id} and not ad.is_parent)`

/** How this account reaches a person, for a select. */
export const reachOf = (id: string, user_id: number) =>
  [
    personContactsOf(id, user_id, contactTypes.phone).as('phone'),
    personContactsOf(id, user_id, contactTypes.email).as('email'),
    personAddressOf(id, user_id).as('address'),
    personAddressIdOf(id, user_id).as('address_id'),
  ] as const

/** An address as the wire has it, or null; of a row joined under this name. */
export const addressOf = (
  alias: string,
) => sql<PersonAddressDraft | null>`case when ${sql.ref(`${alias}.id`)} is not null then
  jsonb_build_object('address', ${sql.ref(`${alias}.address`)}, 'city', ${sql.ref(`${alias}.city`)},
    'state_id', ${sql.ref(`${alias}.state_id`)}, 'country_id', ${sql.ref(`${alias}.country_id`)},
    'zip', ${sql.ref(`${alias}.zip`)}) end`

/** The year on whose first day ages are counted now: the current season's. ROST-009. */
export async function loadAgeYear(tx: Tx, now: Instant): Promise<number> {
  const season = await tx.selectFrom('seasons').select('age_year').where('current', '=', true).executeTakeFirst()
  return season?.age_year ?? Number(now.slice(0, 4))
}

type WithBirthdate = { birthdate: CalendarDate | null }

export const withAge = <Row extends WithBirthdate>(row: Row, age_year: number) => ({
  ...row,
  birthdateString: row.birthdate ? birthdateText(row.birthdate) : '',
  age: row.birthdate ? ageAsOf(row.birthdate, age_year) : null,
})

/** The person of an account, as the account knows them. */
export async function loadPerson(tx: Tx, user: { id: number; person_id: number }, age_year: number) {
  const person = await tx
    .selectFrom('persons as p')
    .select(['p.id', 'p.fname', 'p.lname', 'p.person_type_id', 'p.gender_id', 'p.birthdate'])
    .select(reachOf('p.id', user.id))
    .where('p.id', '=', user.person_id)
    .executeTakeFirstOrThrow()
  return { ...withAge(person, age_year), primary: true }
}

const columnsOf = ({ fname, lname, ...rest }: PersonDraft) => {
  const [first, last] = [fname.trim(), lname.trim()]
  return { ...rest, fname: first, lname: last, name_key: nameKey(first, last) }
}

/** A new person; an account's own is made before the account, and given to it by `setOwner`. */
export async function insertPerson(
  tx: Tx,
  draft: PersonDraft,
  now: Instant,
  owner_user_id: number | null = null,
): Promise<number> {
  const { birthdate = null, gender_id = null, person_type_id = null, ...names } = columnsOf(draft)
  const { id } = await tx
    .insertInto('persons')
    .values({ ...names, birthdate, gender_id, person_type_id, owner_user_id, created: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes an account the owner of a person who has none: of its own, or where the office says so. Owners never change. */
export const setOwner = (tx: Tx, person_id: number, owner_user_id: number) =>
  tx
    .updateTable('persons')
    .set({ owner_user_id })
    .where('id', '=', person_id)
    .where('owner_user_id', 'is', null)
    .execute()

/** Many people of one owner in two statements; their ids, in the order of the drafts. */
export async function insertPersons(
  tx: Tx,
  drafts: readonly PersonDraft[],
  now: Instant,
  owner_user_id: number,
): Promise<number[]> {
  if (drafts.length === 0) return []
  // Ids are reserved first, so that each draft has its id regardless of insert order.
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('persons', 'id'))::int as id from generate_series(1, ${drafts.length})`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  const personRows = drafts.map((draft, at) => {
    const { birthdate = null, gender_id = null, person_type_id = null, ...names } = columnsOf(draft)
    return { id: ids[at], ...names, birthdate, gender_id, person_type_id }
  })
  await sql`
    insert into persons (id, fname, lname, name_key, birthdate, gender_id, person_type_id, owner_user_id, created)
    overriding system value
    select id, fname, lname, name_key, birthdate, gender_id, person_type_id, ${owner_user_id}::int, ${now}
    from jsonb_to_recordset(${JSON.stringify(personRows)}::jsonb) as p (id int, fname text, lname text, name_key text,
      birthdate date, gender_id int, person_type_id int)`.execute(tx)
  return ids
}

/** Completes or corrects many birthdates in one statement. */
export const updateBirthdates = (tx: Tx, people: readonly { id: number; birthdate: CalendarDate }[]) =>
  sql`
    update persons p set birthdate = said.birthdate
    from unnest(${people.map(({ id }) => id)}::int[], ${people.map(({ birthdate }) => birthdate)}::date[])
      as said (id, birthdate)
    where p.id = said.id`.execute(tx)

/** Updates the given fields. The former name is kept because stored documents contain it and erasure must find it. */
export const updatePerson = (tx: Tx, id: number, draft: PersonDraft) => {
  const columns = columnsOf(draft)
  const { fname, lname } = columns
  const former_names = sql<string[]>`case when (fname, lname) = (${fname}, ${lname}) then former_names
    else array_append(former_names, fname || ' ' || lname) end`
  return tx
    .updateTable('persons')
    .set({ ...columns, former_names })
    .where('id', '=', id)
    .execute()
}

const isEmpty = ({ address, city, zip, state_id }: PersonAddressDraft) =>
  isBlank(address) && isBlank(city) && isBlank(zip) && state_id === null

const addressColumns = ({ address, city, state_id, country_id, zip }: PersonAddressDraft) => ({
  ...{ address: address.trim(), city: city.trim(), state_id, country_id },
  zip: zip?.trim() || null,
})

/** Inserts or overwrites an address and returns its id; null for an empty one. */
export async function saveAddress(tx: Tx, id: number | null, draft: PersonAddressDraft | null): Promise<number | null> {
  if (!draft || isEmpty(draft)) return null
  const values = addressColumns(draft)
  if (id !== null) {
    await tx.updateTable('addresses').set(values).where('id', '=', id).execute()
    return id
  }
  const row = await tx.insertInto('addresses').values(values).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** A person as one account reaches them. */
type ContactOwner = { person_id: number; entered_by: number }

/** Replaces the address of a person, or of their parent, that this account entered; an empty one leaves none. */
export async function savePersonAddress(
  tx: Tx,
  whose: ContactOwner & { is_parent?: boolean },
  draft: PersonAddressDraft | null,
): Promise<void> {
  const key = { person_id: whose.person_id, entered_by: whose.entered_by, is_parent: whose.is_parent ?? false }
  if (!draft || isEmpty(draft)) {
    await tx
      .deleteFrom('addresses')
      .where((on) => on.and(key))
      .execute()
    return
  }
  const values = addressColumns(draft)
  await tx
    .insertInto('addresses')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['person_id', 'entered_by', 'is_parent']).doUpdateSet(values))
    .execute()
}

/**
 * Clears how an account reaches people: every contact and address of them that it entered. Its own person keeps theirs:
 * they are the account's.
 */
export async function clearReach(tx: Tx, user_id: number, person_ids: readonly number[]): Promise<void> {
  for (const table of ['contacts', 'addresses'] as const) {
    await tx
      .deleteFrom(table)
      .where('entered_by', '=', user_id)
      .where('person_id', '=', sql<number>`any(${[...person_ids]}::int[])`)
      .where('person_id', 'not in', (from) => from.selectFrom('users').select('person_id').where('id', '=', user_id))
      .execute()
  }
}

type PersonOwner = ContactOwner | { studio_id: number } | { studio_contact_id: number }
type Lists = { email?: ContactDrafts | undefined; phone?: ContactDrafts | undefined }

function rowsOf(owner: PersonOwner, { email, phone }: Lists) {
  const rows = (entries: ContactDrafts = [], contact_type_id: number) =>
    entries
      .filter(({ value }) => !isBlank(value))
      .map(({ value, primary }, index, all) => ({
        ...owner,
        contact_type_id,
        value: value.trim(),
        // Each list has one primary entry, by default the first.
        is_primary: primary || (index === 0 && !all.some((one) => one.primary)),
      }))
  return [...rows(email, contactTypes.email), ...rows(phone, contactTypes.phone)]
}

/** Replaces the lists that are given, for any number of owners in two statements. */
export async function saveContacts(tx: Tx, owned: readonly (Lists & { owner: PersonOwner })[]) {
  const types = ({ email, phone }: Lists) => [
    ...(email ? [contactTypes.email] : []),
    ...(phone ? [contactTypes.phone] : []),
  ]
  const replaced = owned.filter((lists) => types(lists).length > 0)
  if (replaced.length === 0) return
  await tx
    .deleteFrom('contacts')
    .where((on) =>
      on.or(replaced.map(({ owner, ...lists }) => on.and([on.and(owner), on('contact_type_id', 'in', types(lists))]))),
    )
    .execute()
  await insertContacts(tx, replaced)
}

/** The lists of owners who have none yet, in one statement. */
export async function insertContacts(tx: Tx, owned: readonly (Lists & { owner: PersonOwner })[]) {
  const rows = owned.flatMap(({ owner, ...lists }) => rowsOf(owner, lists))
  if (rows.length > 0) await tx.insertInto('contacts').values(rows).execute()
}

export const loadPersonTypes = (tx: Tx) => tx.selectFrom('person_types').selectAll().orderBy('id').execute()

export const listGenders = (tx: Tx) => tx.selectFrom('genders').selectAll().orderBy('id').execute()

/** Loads the options of forms about people. */
export async function loadPeopleLists(tx: Tx) {
  return {
    person_types: await loadPersonTypes(tx),
    genders: await listGenders(tx),
    states: await tx.selectFrom('states').selectAll().orderBy('country_id').orderBy('name').execute(),
    countries: await tx
      .selectFrom('countries')
      .selectAll()
      .orderBy(sql`id <> 1`)
      .orderBy('name')
      .execute(),
  }
}
