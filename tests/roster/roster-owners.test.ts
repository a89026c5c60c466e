import { asyncProperty, array, assert, constantFrom, nat, record } from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, openSeason, peopleBody, type Studio } from '../scenarios/small-city.ts'

const stage = await openStage()
const season = await openSeason(stage)
type Account = Studio & { registration_id: number }
let accounts: Account[] = []

beforeAll(async () => {
  const tour_date_id = await season.city()
  for (let n = 0; n < 3; n += 1) {
    const studio = await season.studio({ dancers: 0, teachers: 0 })
    const { id: registration_id } = await begin(studio, tour_date_id)
    const headers = await stage.sessionOf(studio.user_id)
    const call: Studio['call'] = (method, url, body) =>
      stage.app.inject({ method, url, headers, ...(body !== undefined && { payload: body as object }) })
    accounts.push({ ...studio, registration_id, call })
  }
})

type Row = { id: number; lname: string; shared: boolean }
type Child = { fname: string; lname: string; birthdate: string; gender_id: number }
const rosterUrl = '/v1/mybtf/roster'
const rosterOf = async ({ call }: Account) => (await call('GET', rosterUrl)).json() as Row[]

let entries = 0
/** Contacts that say which account entered them. */
function reach(by: number) {
  const at = `own-${by}-${(entries += 1)}`
  const address = { address: `${at} Elm Street`, city: `${at} Falls`, state_id: 38, country_id: 1, zip: '97209' }
  return {
    email: [{ value: `${at}@example.com` }],
    phone: [{ value: '4155550132' }],
    reminder_email: `${at}.reminder@example.com`,
    address,
    parent: { address, email: `${at}.parent@example.com` },
  }
}

type Act = { by: number; child: Child; owners: Map<number, number | null> }

/** Actions of an account on a child known by name and birthdate. `owners`: who entered which person. */
const acts = {
  async add({ by, child, owners }: Act) {
    const reply = await at(by).call('POST', rosterUrl, { person: { ...child, ...reach(by) }, skipFuzzy: true })
    owners.set(reply.json().person.id, by)
  },
  async link({ by, child, owners }: Act) {
    const { fuzzy = [], person } = (await at(by).call('POST', rosterUrl, { person: child })).json()
    expect(JSON.stringify(fuzzy)).not.toMatch(foreign(by))
    const [id] = fuzzy.map((one: Row) => one.id)
    if (id !== undefined) await at(by).call('POST', rosterUrl, { person: { ...child, ...reach(by), id } })
    // No person matched the child: it is a person of its own.
    if (person) owners.set(person.id, by)
  },
  async import({ by, child, owners }: Act) {
    const before = await rosterOf(at(by))
    const { email, phone, reminder_email } = reach(by)
    const { linked } = (
      await at(by).call('POST', `${rosterUrl}/import`, { add: [{ ...child, email, phone, reminder_email }] })
    ).json()
    const fresh = (await rosterOf(at(by))).filter(({ id }) => before.every((one) => one.id !== id))
    // An import makes a person of its own, or finds one that its account entered.
    expect(fresh.map(({ shared }) => shared)).toEqual([false])
    if (linked === 0) for (const { id } of fresh) owners.set(id, by)
  },
  async edit({ by, child }: Act) {
    const [row] = await rosterOf(at(by))
    if (row) await at(by).call('PUT', rosterUrl, { person: { ...child, id: row.id, ...reach(by) } })
  },
  async rename({ by, child, owners }: Act) {
    for (const { id } of await rosterOf(at(by))) {
      const save = (lname: string) => at(by).call('PUT', rosterUrl, { person: { ...child, id, lname } })
      expect((await save('Renamed')).statusCode, `account ${by}`).toBe(owners.get(id) === by ? 200 : 409)
      await save(child.lname)
    }
  },
  async remove({ by }: Act) {
    for (const { id } of await rosterOf(at(by))) await at(by).call('DELETE', `${rosterUrl}?person_id=${id}`)
  },
  async forget({ by, owners }: Act) {
    const own = `/v1/mybtf/${at(by).user_id}/people`
    for (const { id } of (await at(by).call('GET', own)).json().people as Row[]) {
      const reply = await at(by).call('DELETE', `${own}/${id}`)
      if (reply.statusCode === 200 && owners.get(id) === by) owners.set(id, null)
    }
  },
  async register({ by }: Act) {
    const dancers = (await rosterOf(at(by))).map(({ id }) => id)
    await at(by).call('PUT', '/v1/dance360/workshop/attendees', peopleBody(at(by).registration_id, { dancers }))
  },
}

function at(by: number): Account {
  const account = accounts[by]
  if (!account) throw new Error('There are three accounts')
  return account
}

/** A contact that one of the other accounts entered. */
const foreign = (by: number) => new RegExp(`own-[^${by}]-`)

async function checkReads(by: number) {
  const { call, user_id, registration_id } = at(by)
  const urls = [
    rosterUrl,
    `/v1/mybtf/${user_id}/export`,
    `/v1/mybtf/waivers?registration_id=${registration_id}`,
    `/v1/dance360/registrations/${registration_id}`,
    ...(await rosterOf(at(by))).map(({ id }) => `/v1/mybtf/waivers/persons/${id}?registration_id=${registration_id}`),
  ]
  for (const url of urls) expect((await call('GET', url)).body, url).not.toMatch(foreign(by))
}

/** Contacts and addresses of people whom the account that entered them has no more. */
const leftBehind = async () => {
  const { rows } = await sql<{ entered_by: number }>`
    select c.entered_by from (
      select person_id, entered_by from contacts union all select person_id, entered_by from addresses
    ) c
    where c.person_id not in (select person_id from users)
      and not exists (select 1 from roster r where r.person_id = c.person_id and r.user_id = c.entered_by)`.execute(
    stage.db,
  )
  return rows
}

const child = { fname: 'Séraphine', lname: 'Quill', gender_id: 1, birthdate: '2013-07-07' }

test.each(['takes off its roster', 'deletes'] as const)(
  'SEC-008 A88 a child that its studio %s shows its contacts to no stranger, who cannot rename it either',
  async (how) => {
    const [studio, stranger] = [at(0), at(1)]
    const { person } = (
      await studio.call('POST', rosterUrl, { person: { ...child, ...reach(0) }, skipFuzzy: true })
    ).json()
    await stranger.call('POST', rosterUrl, { person: { ...child, id: person.id } })
    const removal = await (how === 'deletes'
      ? studio.call('DELETE', `/v1/mybtf/${studio.user_id}/people/${person.id}`)
      : studio.call('DELETE', `${rosterUrl}?person_id=${person.id}`))
    expect(removal.statusCode).toBeLessThan(300)

    expect(await rosterOf(stranger)).toMatchObject([
      { id: person.id, shared: true, email: [], phone: [], address: null, parent: { address: null, email: null } },
    ])
    const renamed = await stranger.call('PUT', rosterUrl, { person: { ...child, id: person.id, lname: 'Mallory' } })
    expect([renamed.statusCode, renamed.json().code]).toEqual([409, 'roster.shared'])
    const addresses = await stage.db.selectFrom('addresses').select('address').execute()
    expect(JSON.stringify(addresses)).not.toContain('own-0')
    await stranger.call('DELETE', `${rosterUrl}?person_id=${person.id}`)
  },
)

test('A88 a stranger who enters a child first keeps the studio from nothing: its import is its own person', async () => {
  const [studio, stranger] = [at(0), at(1)]
  const dora = { ...child, fname: 'Dora' }
  await stranger.call('POST', rosterUrl, { person: { ...dora, ...reach(1) }, skipFuzzy: true })
  const reply = await studio.call('POST', `${rosterUrl}/import`, { add: [dora] })
  expect(reply.json()).toEqual({ added: 1, linked: 0, birthdates: 0 })
  const [own] = await rosterOf(studio)
  expect(own).toMatchObject({ shared: false })
  const saved = await studio.call('PUT', rosterUrl, { person: { ...dora, id: own?.id, lname: 'Quillon' } })
  expect(saved.statusCode).toBe(200)
  expect(await rosterOf(stranger)).toMatchObject([{ fname: 'Dora', lname: 'Quill', shared: false }])
})

test('ROST-021 an account that links a person keeps contacts of its own for them', async () => {
  const [studio, parent] = [at(0), at(2)]
  const mira = { ...child, fname: 'Mira' }
  const { person } = (
    await studio.call('POST', rosterUrl, { person: { ...mira, ...reach(0) }, skipFuzzy: true })
  ).json()
  const fuzzyMatches = (await parent.call('POST', rosterUrl, { person: mira })).json().fuzzy
  expect(fuzzyMatches).toMatchObject([{ id: person.id, city: null, shared: true }])
  const linked = (await parent.call('POST', rosterUrl, { person: { ...mira, ...reach(2), id: person.id } })).json()
    .person
  expect(linked).toMatchObject({ id: person.id, shared: true, contact_info: { phone: '4155550132' } })
  expect(linked.contact_info.email).toMatch(/^own-2-/)
  await parent.call('PUT', rosterUrl, { person: { ...mira, id: person.id, email: [], phone: [] } })
  const [mine] = (await rosterOf(studio)).filter(({ id }) => id === person.id)
  expect(JSON.stringify(mine)).toMatch(/own-0-/)
})

test('SEC-008 A88 no account ever reads a contact it did not enter, or renames a person of another', async () => {
  let runs = 0
  const runsSetting = process.env.PROPERTY_RUNS
  const step = record({ by: nat(2), name: constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])) })
  await assert(
    asyncProperty(array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const child = { fname: 'Mirabelle', lname: `Quill${(runs += 1)}x`, birthdate: '2013-07-07', gender_id: 1 }
      const owners = new Map<number, number | null>()
      // Every run begins with empty rosters, and the child on the first: it is the one that the others reach for.
      for (const by of [0, 1, 2]) {
        await at(by).call('PUT', '/v1/dance360/workshop/attendees', peopleBody(at(by).registration_id, {}))
        await acts.remove({ by, child, owners })
      }
      await acts.add({ by: 0, child, owners })
      for (const { by, name } of steps) {
        await acts[name]({ by, child, owners })
        for (const reader of [0, 1, 2]) {
          expect(JSON.stringify(await rosterOf(at(reader))), `${name} by ${by}`).not.toMatch(foreign(reader))
        }
      }
      for (const reader of [0, 1, 2]) await checkReads(reader)
      expect(await leftBehind()).toEqual([])
    }),
    // On a loaded machine fewer sequences are tried, unless their number is set.
    runsSetting ? { numRuns: Number(runsSetting) } : { numRuns: 8, interruptAfterTimeLimit: 10_000 },
  )
})
