import { constraintRefusals } from '@callboard/server/platform/http/constraint-refusals.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { worldTemplate } from '../scenarios/world-template.ts'
import { constraintReasons } from './constraint-reasons.ts'

const { world, cast, copy } = await worldTemplate()
const stage = await copy()

/** Every constraint of the schema but primary keys and what a column itself says, and every unique index. */
async function constraintNames(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select k.conname as name from pg_constraint k
      where k.connamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'u', 'x')
    union
    select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid
      where i.relnamespace = 'public'::regnamespace and x.indisunique and not x.indisprimary`.execute(stage.db)
  return rows.map(({ name }) => name).toSorted()
}

test('ERR-024 every constraint of the schema has the refusal it becomes, or the reason no client meets it', async () => {
  const refusedConstraints = Object.keys(constraintRefusals)
  const explained = Object.values(constraintReasons).flat()
  expect([...refusedConstraints, ...explained].toSorted()).toEqual(await constraintNames())
})

describe('ERR-024 a violated constraint is refused at its field', () => {
  const unknownId = 2_000_000_000
  const event = { name: 'Solstice', subdomain: 'solstice', support_email: 'hello@solstice.example' }
  const promo = {
    ...{ code: 'NOWHERE', type: 'total', value: 100, percentage: false, unique: false, max_uses: null, note: '' },
    ...{ event_id: world.event_id, season_id: world.season_id },
  }
  const person = { fname: 'Odette', lname: 'Laurent', gender_id: 1, birthdate: '2012-03-01' }

  test.each<[string, keyof typeof cast, 'POST' | 'PUT', string, object, number, string]>([
    [
      'a season there is not',
      'admin',
      'POST',
      '/v1/office/promo-codes',
      { ...promo, season_id: unknownId },
      422,
      'season_id',
    ],
    [
      'an event there is not',
      'admin',
      'POST',
      '/v1/office/promo-codes',
      { ...promo, event_id: unknownId },
      422,
      'event_id',
    ],
    [
      'a gender there is not',
      'owner',
      'POST',
      '/v1/mybtf/roster',
      { person: { ...person, gender_id: unknownId }, skipFuzzy: true },
      422,
      'gender_id',
    ],
    [
      'a kind of person there is not',
      'owner',
      'POST',
      '/v1/mybtf/roster',
      { person: { ...person, person_type_id: unknownId }, skipFuzzy: true },
      422,
      'person_type_id',
    ],
    [
      'a level there is not',
      'admin',
      'PUT',
      `/v1/office/tour-dates/${world.free_tour_date_id}`,
      { levels: [{ level_id: unknownId, status: 'open', max_people: null }] },
      422,
      'levels',
    ],
  ])('%s', async (_, role, method, url, body, status, field) => {
    const reply = await stage.call(cast[role], method, url, body)
    expect([reply.statusCode, reply.json().field], reply.body).toEqual([status, field])
    expect(reply.json().message).toMatch(/\S/)
  })

  test('a subdomain that is taken', async () => {
    expect((await stage.call(cast.admin, 'POST', '/v1/office/events', event)).statusCode).toBe(200)
    const reply = await stage.call(cast.admin, 'POST', '/v1/office/events', event)
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'taken', field: 'subdomain' }])
  })
})
