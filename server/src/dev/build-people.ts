import { calendarDate, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { nameKey } from '@callboard/domain/roster/duplicate.ts'
import { hash } from '@node-rs/argon2'
import type { Tx } from '../platform/db/connect.ts'

/** Password of every generated account. */
export const password = 'Rehearsal7'
let hashed: Promise<string> | undefined
const passwordHash = () => (hashed ??= hash(password))

export type PersonInput = { fname: string; lname: string; birthdate?: CalendarDate | null; gender_id?: number | null }

export async function insertPersons(
  tx: Tx,
  people: readonly PersonInput[],
  created: Instant,
  owner_user_id: number,
): Promise<number[]> {
  if (people.length === 0) return []
  const rows = people.map(({ fname, lname, birthdate = null, gender_id = null }) => ({
    fname,
    lname,
    name_key: nameKey(fname, lname),
    birthdate,
    gender_id,
    person_type_id: null,
    owner_user_id,
    created,
  }))
  const inserted = await tx.insertInto('persons').values(rows).returning('id').execute()
  return inserted.map(({ id }) => id)
}

type AccountInput = {
  email: string
  fname: string
  lname: string
  birthdate?: CalendarDate
  role?: 'user' | 'office' | 'admin'
  confirmed?: boolean
  exempt?: boolean
  person_type_id?: number
}

/** An account with its own person. */
export async function insertAccount(tx: Tx, input: AccountInput, created: Instant) {
  const { email, fname, lname, birthdate = null, role = 'user', confirmed = true, exempt = false } = input
  const { id: person_id } = await tx
    .insertInto('persons')
    .values({
      fname,
      lname,
      name_key: nameKey(fname, lname),
      birthdate,
      gender_id: null,
      person_type_id: input.person_type_id ?? null,
      created,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const password_hash = await passwordHash()
  const { id: user_id } = await tx
    .insertInto('users')
    .values({ email, password_hash, confirmed, person_id, studio_id: null, role, exempt, created })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('persons').set({ owner_user_id: user_id }).where('id', '=', person_id).execute()
  await insertReach(tx, user_id, [person_id])
  return { user_id, person_id, email }
}

type StudioInput = {
  email: string
  name: string
  owner: readonly [fname: string, lname: string]
  city: string
  state_id: number
  roster: readonly PersonInput[]
  created: Instant
}

/** A claimed studio, its owner's account, and its roster. */
export async function insertStudio(tx: Tx, input: StudioInput) {
  const [fname, lname] = input.owner
  const account = await insertAccount(tx, { email: input.email, fname, lname, person_type_id: 4 }, input.created)
  const studio_id = await insertStudioRow(tx, { ...input, claimed: true })
  await tx.updateTable('studios').set({ primary_user_id: account.user_id }).where('id', '=', studio_id).execute()
  await tx.updateTable('users').set({ studio_id, studio_account: true }).where('id', '=', account.user_id).execute()
  const contact = { studio_id, person_type_id: 4, fname, lname, is_primary: true, is_owner: true }
  await tx.insertInto('studio_contacts').values(contact).execute()
  const person_ids = await insertRoster(tx, { ...input, user_id: account.user_id, studio_id })
  return { ...account, studio_id, person_ids }
}

/** Inserts an unclaimed studio; its setup mail goes to its address. */
export const insertUnclaimedStudio = (
  tx: Tx,
  input: Pick<StudioInput, 'email' | 'name' | 'city' | 'state_id' | 'created'>,
) => insertStudioRow(tx, { ...input, claimed: false })

type StudioRow = Pick<StudioInput, 'email' | 'name' | 'city' | 'state_id' | 'created'> & { claimed: boolean }

async function insertStudioRow(tx: Tx, { email, name, city, state_id, created, claimed }: StudioRow): Promise<number> {
  const { id: address_id } = await tx
    .insertInto('addresses')
    .values({ address: '18 Mercer Street', city, state_id, zip: '97209' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const website = `https://${name.toLowerCase().replace(/[^a-z]+/g, '-')}.example`
  const { id } = await tx
    .insertInto('studios')
    .values({ name, website, address_id, claimed, created })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('contacts')
    .values([
      { studio_id: id, contact_type_id: 1, value: email, is_primary: true },
      { studio_id: id, contact_type_id: 2, value: '(555) 555-0112', is_primary: true },
    ])
    .execute()
  return id
}

type RosterInput = { user_id: number; studio_id: number | null; roster: readonly PersonInput[]; created: Instant }

/** People on an account's roster, in the order given. */
export async function insertRoster(tx: Tx, { user_id, studio_id, roster, created }: RosterInput): Promise<number[]> {
  const person_ids = await insertPersons(tx, roster, created, user_id)
  if (person_ids.length === 0) return []
  const rows = person_ids.map((person_id, n) => ({
    ...{ user_id, person_id, studio_id, email: null, created },
    parent_email: `parent.${n + 1}@example.com`,
  }))
  await tx.insertInto('roster').values(rows).execute()
  await insertReach(tx, user_id, person_ids)
  return person_ids
}

/** How an account reaches people: an address of their own and of a parent, an email address, a phone number. */
async function insertReach(tx: Tx, entered_by: number, person_ids: readonly number[]) {
  const city = { city: 'Portland', state_id: 38, zip: '97209', entered_by }
  await tx
    .insertInto('addresses')
    .values(
      person_ids.flatMap((person_id, n) => [
        { ...city, person_id, address: `${101 + n} Alder Street` },
        { ...city, person_id, address: `${101 + n} Juniper Court`, is_parent: true },
      ]),
    )
    .execute()
  await tx
    .insertInto('contacts')
    .values(
      person_ids.flatMap((person_id, n) => [
        { person_id, entered_by, contact_type_id: 1, value: `dancer.${n + 1}@example.com`, is_primary: true },
        {
          ...{ person_id, entered_by, contact_type_id: 2, is_primary: true },
          value: `(503) 555-0${String(100 + (n % 100))}`,
        },
      ]),
    )
    .execute()
}

/** A dancer who comes without a studio: on the own roster first. */
export async function insertIndependent(
  tx: Tx,
  input: AccountInput & { roster?: readonly PersonInput[] },
  created: Instant,
) {
  const account = await insertAccount(tx, input, created)
  await tx
    .insertInto('roster')
    .values({ user_id: account.user_id, person_id: account.person_id, studio_id: null, email: input.email, created })
    .execute()
  const others = await insertRoster(tx, {
    user_id: account.user_id,
    studio_id: null,
    roster: input.roster ?? [],
    created,
  })
  return { ...account, person_ids: [account.person_id, ...others] }
}

/** Second-factor secret of the demonstration's office accounts. It is public and used only there. */
export const demonstrationSecret = 'CALLBOARDREHEARSAL2345CALLBOARDR'

export async function insertStaff(tx: Tx, created: Instant) {
  const office = await insertAccount(
    tx,
    { email: 'office@callboard.example', fname: 'Wanda', lname: 'Abernathy', role: 'office' },
    created,
  )
  const admin = await insertAccount(
    tx,
    { email: 'admin@callboard.example', fname: 'Tobias', lname: 'Quill', role: 'admin' },
    created,
  )
  const factors = [office, admin].map(({ user_id }) => ({
    user_id,
    secret: demonstrationSecret,
    confirmed_at: created,
    created,
  }))
  await tx.insertInto('second_factors').values(factors).execute()
  return { office, admin }
}

const girls = `Amara Beatriz Chloe Dalia Eun-ji Freya Giselle Hana Imani Jordan Keiko Lucía Mei Noor Ottilie Priya
  Quinn Rosalind Saoirse Thandiwe Ursula Valentina Willa Ximena Yara Zofia Anneliese Bronwyn Camila Delphine`
const boys = `Amir Benedikt Caleb Dmitri Elias Felix Gabriel Hugo Isaac Jamal`
const families = `Abara Brännström Castellanos Dufresne Eriksen Fitzwilliam Grzybowski Haddad Iwamoto Jankovic
  Kowalczyk Laurent Mbeki Nakagawa Oyelaran Petrosyan Quintero Rosenthal Santangelo Takahashi Underwood Villaseñor
  Whitlock Xiong Yamamoto Zielinski Achterberg Bellweather Cordova`
const wordsOf = (text: string) => text.trim().split(/\s+/)
const firstNames = [
  ...wordsOf(girls).map((name) => [name, 1] as const),
  ...wordsOf(boys).map((name) => [name, 2] as const),
]
const lastNames = wordsOf(families)

/** Returns deterministic dancers aged 5 to 19 on January 1, 2025; every twentieth has no birthdate. */
export function inventDancers(count: number): PersonInput[] {
  return Array.from({ length: count }, (_, i) => {
    const [fname, gender_id] = firstNames[(i * 7) % firstNames.length] ?? ['Robin', 1]
    // 40 first and 29 last names share no factor: no full name comes twice in 1,160.
    const lname = lastNames[(i * 11 + 3) % lastNames.length] ?? 'Vale'
    const age = 5 + ((i * 4) % 15)
    const month = String(1 + ((i * 5) % 12)).padStart(2, '0')
    const day = String(1 + ((i * 13) % 28)).padStart(2, '0')
    // Someone born in a year turns that age during it, so January 1, 2025 counts a year less.
    const birthdate = i % 20 === 19 ? null : calendarDate(`${2024 - age}-${month}-${day}`)
    return { fname, lname, gender_id, birthdate }
  })
}

/** Names that a careless program breaks. */
export const unusualDancers: readonly PersonInput[] = [
  { fname: 'Máire-Éilís', lname: 'O’Brien-Núñez', birthdate: calendarDate('2011-04-09'), gender_id: 1 },
  { fname: '小蘭', lname: '宋', birthdate: calendarDate('2010-08-08'), gender_id: 1 },
  {
    fname: 'Ekaterina-Alexandrovna',
    lname: 'von Wolkenstein-Trostberg',
    birthdate: calendarDate('2008-02-29'),
    gender_id: 1,
  },
  { fname: 'Jo', lname: 'Ng', birthdate: calendarDate('2014-12-31'), gender_id: null },
]

export const inventTeachers = (count: number): PersonInput[] =>
  Array.from({ length: count }, (_, i) => ({
    fname: firstNames[(i * 11 + 5) % firstNames.length]?.[0] ?? 'Robin',
    lname: lastNames[(i * 7 + 1) % lastNames.length] ?? 'Vale',
    gender_id: firstNames[(i * 11 + 5) % firstNames.length]?.[1] ?? 1,
    birthdate: calendarDate(`${1972 + ((i * 5) % 30)}-0${1 + (i % 9)}-15`),
  }))
