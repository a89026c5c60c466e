import { readStaticData } from '@callboard/contract/tours/static-data.ts'
import { insertEvents, insertSeasons, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { beforeAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage()

beforeAll(async () => {
  await stage.db.transaction().execute(async (tx) => {
    await insertSeasons(tx, [thisSeason])
    await insertEvents(tx, [plainEvent], [41])
  })
})

async function all(query = 'event_id=7&season_id=41') {
  const reply = await stage.call(0, 'GET', `/v1/mybtf/static-data-v2?${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  const body: unknown = reply.json()
  const parsed = readStaticData.reply.parse(body)
  expect(parsed).toEqual(body)
  return parsed
}

test('API-011 ATT-078 every list, in exactly the contract’s shape', async () => {
  const lists = await all()
  for (const [name, rows] of Object.entries(lists)) expect(rows.length, name).toBeGreaterThan(0)
})

test('CONST-009 ATT-041 the ids of levels the documents name', async () => {
  const { workshop_levels } = await all()
  const idsByName = Object.fromEntries(workshop_levels.map(({ id, level }) => [level, id]))
  expect(idsByName).toMatchObject({
    Teacher: 5,
    Senior: 4,
    'Observer, one day': 31,
    'Observer, two days': 34,
    Showcase: 99,
    Improv: 97,
  })
  expect(workshop_levels.filter(({ college_eligible }) => college_eligible).map(({ id }) => id)).toEqual([4])
})

test('CONST-010 genders, and a United States that comes first', async () => {
  const { genders, countries, states } = await all()
  expect(genders).toEqual([
    { id: 1, name: 'Female' },
    { id: 2, name: 'Male' },
  ])
  expect(countries[0]).toEqual({ id: 1, name: 'United States', abbreviation: 'US' })
  expect(states.filter(({ country_id }) => country_id === 1)).toHaveLength(52)
  expect(states.filter(({ country_id }) => country_id === 2)).toHaveLength(13)
})

test('CONST-018 PAY-021 the ids of payment methods, with PayPal off', async () => {
  const { payment_methods } = await all()
  expect(payment_methods.map(({ id }) => id)).toEqual([1, 2, 5, 6, 7, 9, 10, 11, 12, 13])
  expect(payment_methods.filter(({ enabled }) => enabled).map(({ id }) => id)).toEqual([1, 2, 5, 6, 9, 10])
})

test('ACC-003 ACC-090 person types in three groups', async () => {
  const { person_types } = await all()
  const of = (group: string) => person_types.filter(({ grouping }) => grouping === group).map(({ name }) => name)
  expect(of('user')).toEqual(['Dancer', 'Teacher', 'Parent'])
  expect(of('studio')).toEqual([
    'Studio Owner',
    'Studio Director',
    'Office Manager',
    'Competition Director',
    'Registration Contact',
  ])
  expect(of('other')).toEqual(['Other'])
})

test('PROG-004 the VIP types by code', async () => {
  const { vip_types } = await all()
  expect(vip_types.map(({ code }) => code)).toEqual(expect.arrayContaining(['COMPETING', 'WORKSHOP_ONLY', 'CAST']))
})

test('CONST-017 PROG-026 Studio of the Year asks for twelve, six for each half', async () => {
  const { nominations } = await all()
  const types = nominations.filter(({ step }) => step === 'soty').flatMap(({ nomination_types }) => nomination_types)
  expect(types).toHaveLength(12)
  expect(types.filter(({ age_divisions }) => age_divisions.includes(4))).toHaveLength(6)
})

test('COMP-047 categories with the event’s fees; a solo is one dancer, id 1', async () => {
  const { routine_categories } = await all()
  expect(routine_categories[0]).toMatchObject({ category_id: 1, is_solo: true, min_dancers: 1, fee_per_dancer: 12_500 })
  expect(routine_categories.map(({ min_dancers }) => min_dancers)).toEqual([1, 2, 4, 10, 16, 25])
  expect((await all('')).routine_categories[0]?.fee_per_dancer).toBeNull()
})

test('ATT-073 a level’s prices in every rate and way of taking part', async () => {
  const { workshop_levels } = await all()
  const teen = workshop_levels.find(({ id }) => id === 3)
  expect(teen?.prices).toHaveLength(9)
  expect(teen?.prices).toContainEqual({ tier: 'full', kind: 'one_day', price: 18_000 })
})

test('API-012 only the named lists, and a word about a name there is not', async () => {
  const some = (tables: string) => stage.call(0, 'GET', `/v1/mybtf/static-data-dynamic?tables=${tables}&event_id=7`)
  expect(Object.keys((await some('states,genders')).json() as object).sort()).toEqual(['genders', 'states'])
  expect((await some('users')).statusCode).toBeGreaterThanOrEqual(400)
  expect((await some('states,users')).statusCode).toBeLessThan(500)
})
