import { crontab } from '@callboard/server/worker.ts'
import { paymentJobs } from '@callboard/server/payments/jobs.ts'
import { listAnchors } from '@callboard/server/payments/reconciliation-queries.ts'
import { anchorLedgers } from '@callboard/server/payments/anchors.ts'
import { verifyLedger } from '@callboard/server/payments/ledger-check.ts'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { sql } from 'kysely'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { postgresOfFile } from '../postgres-of-file.ts'
import { copyDatabase } from '../kit.ts'
import { openPaymentStage, type Payer } from './kit.ts'

const paymentStage = await openPaymentStage()
const payers: Payer[] = []
const template = `books_${paymentStage.name}`
/** Each test spoils a copy of the same books. */
let db = paymentStage.db

async function completed() {
  const payer = await paymentStage.payer()
  await payer.pay(payer.total - 1_000)
  await payer.pay(1_000)
  return payer
}

beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) payers.push(await completed())
  await paymentStage.runEverything()
  await anchorLedgers(paymentStage.app)
  paymentStage.later(60)
  for (const payer of payers) {
    const [payment] = await payer.history()
    await paymentStage.refund(payment.id, 500)
  }
  // In progress, with a part paid: it has no ledger yet.
  const unfinishedPayer = await paymentStage.payer()
  await unfinishedPayer.pay(2_000)
  payers.push(unfinishedPayer)
  paymentStage.later(60)
  await anchorLedgers(paymentStage.app)
  const url = new URL(paymentStage.url)
  const admin = connect(postgresOfFile())
  await paymentStage.disconnect()
  await sql`alter database ${sql.id(url.pathname.slice(1))} rename to ${sql.id(template)}`.execute(admin)
  await admin.destroy()
})

beforeEach(async () => {
  const name = `copy_${crypto.randomUUID().replaceAll('-', '')}`
  await copyDatabase(postgresOfFile(), template, name)
  db = connect(postgresOfFile().replace(/[^/]+$/, name))
  return () => db.destroy()
})

const guarded = ['ledger', 'ledger_heads', 'ledger_anchors', 'ledger_anchor_heads', 'payments', 'payment_attempts']

/** Tampers with the database as its superuser: the guards are removed first. */
async function spoil(...statements: ReturnType<typeof sql>[]) {
  for (const table of guarded) await sql`alter table ${sql.table(table)} disable trigger all`.execute(db)
  for (const statement of statements) await statement.execute(db)
  return (await verifyLedger(db)).faults
}

const first = () => payers[0]?.id ?? 0

/** Adjusts the sums of the lists to the remaining rows. */
const fitSums = [
  sql`update registrations r set receivable = (select coalesce(sum(amount), 0) from ledger l
      where l.registration_id = r.id and account = 'receivable'),
    paid = (select coalesce(sum(amount), 0) from payments p where p.registration_id = r.id)`,
]

test('SEC-023 an untouched ledger of several registrations verifies, with its anchors', async () => {
  const report = await verifyLedger(db)
  expect(report).toMatchObject({ registrations: 3, anchors: 2, faults: [] })
  expect(report.entries).toBeGreaterThan(15)
})

test('SEC-023 a row whose amount was changed is found', async () => {
  const [row] = await db
    .selectFrom('ledger')
    .where('registration_id', '=', first())
    .orderBy('id')
    .select('id')
    .execute()
  const faults = await spoil(sql`update ledger set amount = amount - 100 where id = ${row?.id}`)
  expect(faults).toContainEqual({ registration_id: first(), entry: row?.id, what: 'was changed' })
})

test('SEC-023 a removed end is found, also when its head was made to fit', async () => {
  const last = sql`select id from ledger where registration_id = ${first()} order by id desc limit 2`
  const faults = await spoil(
    sql`delete from ledger where id in (${last})`,
    sql`update ledger_heads h set entries = (select count(*) from ledger l where l.registration_id = h.registration_id),
      hash = (select hash from ledger l where l.registration_id = h.registration_id order by id desc limit 1)
      where registration_id = ${first()}`,
    ...fitSums,
  )
  expect(faults).toContainEqual({
    registration_id: first(),
    entry: null,
    what: expect.stringContaining('is not what was anchored'),
  })
})

test('SEC-023 a listed balance that differs from the sum of its rows is found', async () => {
  const faults = await spoil(sql`update registrations set receivable = receivable + 1 where id = ${first()}`)
  expect(faults).toEqual([
    { registration_id: first(), entry: null, what: 'is listed with another sum than its rows have' },
  ])
})

test('SEC-023 a removed ledger is found, also with its head', async () => {
  const faults = await spoil(
    sql`delete from ledger where registration_id = ${first()}`,
    sql`delete from ledger_heads where registration_id = ${first()}`,
  )
  expect(faults).toContainEqual({ registration_id: first(), entry: null, what: 'its ledger is gone' })
})

test('SEC-023 a ledger rewritten with its head is found', async () => {
  // The forger knows how rows are bound and binds them again; the nights before remember.
  const faults = await spoil(
    sql`update ledger set hash = md5(hash), previous_hash = md5(previous_hash) where registration_id = ${first()}`,
    sql`update ledger_heads set hash = md5(hash) where registration_id = ${first()}`,
  )
  expect(faults.some(({ what }) => what.startsWith('is not what was anchored'))).toBe(true)
})

test('SEC-023 an anchor that was changed or removed is found', async () => {
  expect(await spoil(sql`update ledger_anchor_heads set entries = entries - 1 where anchor_id = 1`)).toContainEqual({
    registration_id: null,
    entry: null,
    what: 'Anchor 1 was changed',
  })
  const faults = await spoil(
    sql`delete from ledger_anchor_heads where anchor_id = 1`,
    sql`delete from ledger_anchors where id = 1`,
  )
  expect(faults).toContainEqual({
    registration_id: null,
    entry: null,
    what: 'Anchor 2 does not follow the one before it',
  })
})

test('a group that does not add up is found', async () => {
  const [row] = await db.selectFrom('ledger').where('registration_id', '=', first()).orderBy('id').selectAll().execute()
  const faults = await spoil(sql`update ledger set txn_group = 'elsewhere' where id = ${row?.id}`)
  expect(faults.map(({ what }) => what)).toContain(`elsewhere does not add up: ${row?.amount}`)
})

const one = (order: 'asc' | 'desc') => sql`(select id from payments where registration_id = ${first()}
  order by id ${sql.raw(order)} limit 1)`

test.each([
  [
    'a payment’s amount',
    () => [sql`update payments set amount = amount + 700 where id = ${one('asc')}`],
    [/^payment \d+ is \d+, and \d+ in the ledger$/, /^payment \d+ is \d+, and P-\w+ is \d+$/, /^is listed as paid/],
  ],
  [
    'a payment’s amount and what lists show of it',
    () => [sql`update payments set amount = amount + 700 where id = ${one('asc')}`, ...fitSums],
    [/^payment \d+ is \d+, and \d+ in the ledger$/, /^payment \d+ is \d+, and P-\w+ is \d+$/],
  ],
  [
    'a payment that is gone',
    () => [sql`delete from payments where id = ${one('desc')}`, ...fitSums],
    [/^payment \d+ is in the ledger and is gone$/, /^R-\w+ moved money and has no payment$/],
  ],
  [
    'a payment that never was',
    () => [
      sql`insert into payments (registration_id, amount, payment_method_id, timestamp)
        values (${first()}, 5000, 9, now())`,
      ...fitSums,
    ],
    [/^payment \d+ is not in the ledger$/],
  ],
  [
    'what is listed as paid',
    () => [sql`update registrations set paid = paid + 1 where id = ${first()}`],
    [/^is listed as paid \d+, and its payments are \d+$/],
  ],
  [
    'what is listed as owed',
    () => [sql`update registrations set receivable = receivable + 1 where id = ${first()}`],
    [/^is listed with another sum than its rows have$/],
  ],
  [
    'that it is not completed',
    () => [sql`update registrations set completed = false where id = ${first()}`],
    [/^has a ledger and is not completed$/],
  ],
  [
    'a charge that is said to have moved nothing',
    () => [sql`update payment_attempts set state = 'declined' where kind = 'charge' and registration_id = ${first()}`],
    [/^payment \d+ is of P-\w+, which moved nothing$/, /^payment \d+ is of P-\w+, which moved nothing$/],
  ],
] as const)('SEC-023 %s does not pass', async (_, statements, messages) => {
  const faults = await spoil(...statements())
  expect(faults.map(({ registration_id }) => registration_id)).toEqual(messages.map(() => first()))
  for (const pattern of messages) expect(faults.map(({ what }) => what)).toContainEqual(expect.stringMatching(pattern))
})

test('SEC-023 an unfinished registration’s money is read as well', async () => {
  const id = payers[3]?.id ?? 0
  expect(await spoil(sql`update registrations set paid = 0 where id = ${id}`)).toEqual([
    { registration_id: id, entry: null, what: 'is listed as paid 0, and its payments are 2000' },
  ])
})

test('SEC-023 rewritten ledger, heads and anchors are found by the digest in the log', async () => {
  const digests = (await listAnchors(db)).map(({ digest }) => digest)
  expect((await verifyLedger(db, digests)).faults).toEqual([])
  // The last hour never was: what it recorded is taken back everywhere, and the anchor with it.
  const since = sql`(select made_at from ledger_anchors where id = 1)`
  await spoil(
    sql`delete from ledger where occurred_at > ${since}`,
    sql`update ledger_heads h set entries = (select count(*) from ledger l where l.registration_id = h.registration_id),
      hash = (select hash from ledger l where l.registration_id = h.registration_id order by id desc limit 1)`,
    sql`delete from ledger_anchor_heads where anchor_id = 2`,
    sql`delete from ledger_anchors where id = 2`,
    sql`delete from payments where timestamp > ${since}`,
    sql`delete from payment_attempts where created > ${since}`,
    ...fitSums,
  )
  expect((await verifyLedger(db)).faults).toEqual([])
  expect((await verifyLedger(db, digests)).faults).toEqual([
    { registration_id: null, entry: null, what: `No anchor has the digest ${digests[1]}` },
  ])
})

test('SEC-023 the ledgers are anchored every hour, and the log has each digest', async () => {
  const schedules = crontab.split('\n').map((line) => /^(\S+ \S+ \S+ \S+ \S+) (\w+)$/.exec(line)?.slice(1) ?? [])
  expect(schedules.find(([, job]) => job === 'anchor_ledgers')?.[0]).toMatch(/^\d+ \* \* \* \*$/)
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await paymentJobs.anchor_ledgers({ ...paymentStage.app, db }, {})
  const last = (await listAnchors(db)).at(-1)
  expect(log.mock.calls).toEqual([[`Ledger anchor ${last?.id}: ${last?.digest}`]])
  log.mockRestore()
})

test('the guards refuse a change of money, ledger and anchors', async () => {
  for (const table of guarded) {
    await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow(/append-only|stays as it is/)
  }
  for (const table of ['payments', 'payment_attempts']) {
    await expect(sql`update ${sql.table(table)} set amount = amount + 1`.execute(db)).rejects.toThrow('stays as it is')
  }
})

test.each([
  ...guarded,
  'payment_exceptions',
  'bank_authorizations',
  'webhook_events',
  'disputes',
  'reconciliations',
  'reconciliation_findings',
  'registrations',
])('SEC-023 %s cannot be emptied at once', async (table) => {
  await expect(sql`truncate ${sql.table(table)} cascade`.execute(db)).rejects.toThrow('is never emptied')
})

test('`ledger:verify` says so and ends with 1 where something is wrong, with 0 where nothing is', async () => {
  const url = postgresOfFile().replace(
    /[^/]+$/,
    (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name ?? '',
  )
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'server/src/payments/verify-ledger.ts', ...args], {
      cwd: path.resolve(import.meta.dirname, '../..'),
      env: { ...process.env, DATABASE_URL: url },
      encoding: 'utf8',
    })
  const clean = run()
  expect([clean.status, clean.stdout]).toEqual([
    0,
    expect.stringMatching(/of 3 registrations and 2 anchors read, 0 faults\. The last anchor is 2/),
  ])
  const [, last] = await listAnchors(db)
  expect(run('--anchor', last?.digest ?? '').status).toBe(0)
  const unknownAnchor = run('--anchor', 'f'.repeat(64))
  expect([unknownAnchor.status, unknownAnchor.stderr]).toEqual([
    1,
    expect.stringContaining('No anchor has the digest fff'),
  ])
  await spoil(sql`delete from ledger where id = (select max(id) from ledger)`)
  const spoiled = run()
  expect(spoiled.status).toBe(1)
  expect(spoiled.stderr).toContain('rows are missing at the end')
})
