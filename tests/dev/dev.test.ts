import { buildApp } from '@callboard/server/app.ts'
import { readConfig } from '@callboard/server/config.ts'
import { openClock } from '@callboard/server/dev/clock.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import type { Db } from '@callboard/server/platform/db/connect.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage()
const { db, files } = stage
const { mail, payments, sealer, origin, limits } = stage.app
const parts = { db, files, mail, payments, sealer, origin, limits, logLevel: 'silent' }
const production = buildApp({ ...parts, clock: stage.clock, dev: false })
const developed = buildApp({ ...parts, clock: await openClock(db), dev: true })
const elsewhere = buildApp({ ...parts, clock: await openClock(db), dev: true })

beforeAll(() => smallCity(db))
afterAll(() => Promise.all([production.close(), developed.close(), elsewhere.close()]))

const calls = [
  ['GET', '/v1/dev/backstage'],
  ['POST', '/v1/dev/clock'],
  ['GET', '/v1/dev/mailbox'],
  ['GET', '/v1/dev/mailbox/1/html'],
  ['POST', '/v1/dev/sign-in-as'],
  ['POST', '/v1/dev/scenarios'],
] as const

test.each(calls)('%s %s does not exist outside development', async (method, url) => {
  const reply = await production.inject({
    method,
    url,
    ...(method === 'POST' && { payload: { email: 'grace@example.com' } }),
  })
  expect(reply.statusCode).toBe(404)
  expect(reply.headers['set-cookie']).toBeUndefined()
})

const environment = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://somewhere/callboard',
  FILE_SECRET: 'a secret',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  ORIGIN: 'https://callboard.example',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'no-reply@callboard.example',
  NMI_ORIGIN: 'https://gateway.example',
  NMI_SECURITY_KEY: 'security',
  NMI_TOKENIZATION_KEY: 'tokenization',
  NMI_WEBHOOK_KEY: 'webhook',
}

test('no environment of a production server switches development on', () => {
  expect(readConfig(environment).dev).toBe(false)
  expect(readConfig({ ...environment, CALLBOARD_DEV: '1' }).dev).toBe(false)
  expect(readConfig({ ...environment, NODE_ENV: undefined }).dev).toBe(false)
})

test('a production server does not start without a key for secrets, and says how to make one', () => {
  const noKey = { ...environment, SECRETS_KEY: '' }
  expect(() => readConfig(noKey)).toThrow(/SECRETS_KEY must hold a key.*openssl rand -base64 32/)
  const unfit = { ...environment, SECRETS_KEY: 'rehearsal' }
  expect(() => readConfig(unfit)).toThrow(/SECRETS_KEY is 32 bytes.*openssl rand -base64 32/)
})

test('a production server names every missing setting at once', () => {
  const text = (() => {
    try {
      return void readConfig({ NODE_ENV: 'production' })
    } catch (error) {
      return String(error)
    }
  })()
  const { NODE_ENV: _, ...requiredVariables } = environment
  for (const name of Object.keys(requiredVariables)) expect(text).toContain(`${name} must`)
})

const post = (url: string, payload: object) => developed.inject({ method: 'POST', url: `/v1/dev/${url}`, payload })
const timeOf = async (app: typeof developed) =>
  (await app.inject('/v1/dev/backstage')).json<{ now: string }>().now.slice(0, 16)

test('the clock turns for every process, on, to a moment and back', async () => {
  await post('clock', { to: '2024-10-01T16:00:00Z' })
  expect(await timeOf(developed)).toBe('2024-10-01T16:00')
  expect(await timeOf(elsewhere)).toBe('2024-10-01T16:00')
  await post('clock', { advance_minutes: 60 * 24 * 3 })
  expect(await timeOf(elsewhere)).toBe('2024-10-04T16:00')
  expect((await post('clock', { to: 'soon' })).statusCode).toBe(400)
})

test('signing in as an account, by its address', async () => {
  const reply = await post('sign-in-as', { email: 'Grace@Example.com' })
  expect(reply.statusCode).toBe(200)
  expect(String(reply.headers['set-cookie'])).toMatch(/^callboard_session=/)
  expect((await post('sign-in-as', { email: 'nobody@example.com' })).statusCode).toBe(404)
})

test('the mailbox shows what was written; the HTML part can run nothing', async () => {
  const letter = {
    to: 'grace@example.com',
    subject: 'Welcome',
    text: 'Hello',
    html: '<p>Hello</p>',
    template: 'confirm',
  }
  const { id } = await db
    .insertInto('mails')
    .values({ ...letter, created: stage.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { mails } = (await developed.inject('/v1/dev/mailbox')).json<{ mails: { id: number; text: string }[] }>()
  expect(mails[0]).toMatchObject({ id, text: 'Hello' })

  const page = await developed.inject(`/v1/dev/mailbox/${id}/html`)
  expect(page.body).toBe('<p>Hello</p>')
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  expect(page.headers['content-security-policy']).toMatch(/sandbox/)
})

test('loading a world replaces everything but the lists, and turns the clock to its moment', async () => {
  const reply = await post('scenarios', { name: 'late-rates' })
  expect(reply.json()).toMatchObject({ now: expect.stringMatching(/^2024-11-05T18:00/) as string })
  expect(await db.selectFrom('mails').select('id').execute()).toEqual([])
  expect((await db.selectFrom('users').select('email').execute()).map(({ email }) => email)).toContain(
    'grace@example.com',
  )
  expect(await db.selectFrom('states').select('id').execute()).toHaveLength(65)
  expect((await post('scenarios', { name: 'no such world' })).statusCode).toBe(404)
})

test('after loading a world every list that an installation begins with is as it was, so that a registration can be reviewed', async () => {
  const fresh = await openStage()
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename not in ('migrations', 'catalogue_version')`.execute(
    fresh.db,
  )
  const read = async (from: Db, table: string) =>
    (
      await sql<{ row: unknown }>`select to_jsonb(x) - 'created' as row from ${sql.table(table)} x order by 1`.execute(
        from,
      )
    ).rows
  const lists = []
  for (const { name } of rows) if ((await read(fresh.db, name)).length > 0) lists.push(name)
  expect(lists).toEqual(expect.arrayContaining(['legal_texts', 'waiver_types', 'waiver_texts']))
  for (const table of lists) expect([table, await read(db, table)]).toEqual([table, await read(fresh.db, table)])
})
