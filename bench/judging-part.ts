import { randomUUID } from 'node:crypto'
import { usualPlaces } from '@callboard/domain/results/ranking.ts'
import { tabulate } from '@callboard/domain/results/tabulate.ts'
import { loadJudgedCity } from '@callboard/server/judging/inputs-queries.ts'
import { sql } from 'kysely'
import type { Bench } from './bench.ts'
import { copyRow } from './grow.ts'
import { openJudgedWorld, type JudgedWorld } from './judged-world.ts'
import { median, quantile } from './measure.ts'
import { printTable, type Cell } from './table.ts'
import { audioRows, tabletRow } from './tablet-rows.ts'

const studios = 60
const queuedSheets = 400
const readers = 300
/** Each connection plans a statement anew for its first five calls, and again after an ANALYZE. */
const warmingReads = 300
/** Of other cities, beside which the portal is read again. */
const grownEntries = 1_000_000
const entriesOfStudio = 10

const ms = async (work: () => Promise<unknown> | unknown): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
async function timesOf(rounds: number, work: (round: number) => Promise<unknown> | unknown): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await ms(() => work(round)))
  return times
}
const row = (what: string, times: readonly number[], limit: string, limitTimes: readonly number[]): Cell => ({
  what,
  'p50 ms': median(times),
  'p95 ms': quantile(times, 0.95),
  limit,
  'limit p50 ms': median(limitTimes),
  ratio: median(times) / median(limitTimes),
})

/** A competition day of 600 entries and four judges, from their sheets to the studios that read the results. */
export async function judgingPart(bench: Bench) {
  const judged = await openJudgedWorld(bench, studios)
  try {
    await sql`create table bench_sheets (id uuid primary key, entry int, seat int, revision int, points int, body jsonb)`.execute(
      judged.world.db,
    )
    // Before any sheet: a judge’s first mark of an entry is the usual one.
    const rows = [
      await tabletRow(judged),
      ...(await sheetRows(bench, judged)),
      ...(await tabulationRows(bench, judged)),
    ]
    rows.push(...(await audioRows()))
    const { proposal, confirmation } = await release(judged)
    const portal = await portalRow(bench, judged)
    rows.push(proposal, confirmation, portal)
    printTable(`Judging: ${entriesOf(judged)} entries, two stages of four judges, ${studios} studios`, rows)
    await rush(bench, judged)
    if (bench.options.million) await growth(bench, judged, portal)
  } finally {
    await judged.close()
  }
}

const entriesOf = ({ panels }: JudgedWorld) => panels.reduce((sum, { entryIds }) => sum + entryIds.length, 0)

/** The bare limit of storing: rows of the same size in one statement and one commit. */
const insertBare = ({ world }: JudgedWorld, count: number) =>
  sql`insert into bench_sheets select gen_random_uuid(), i, 1, 1, 9000, '{}' from generate_series(1, ${count}::int) i`.execute(
    world.db,
  )

async function sheetRows({ options }: Bench, judged: JudgedWorld): Promise<Cell[]> {
  const { send, panels } = judged
  const sheets = (entries: readonly number[], revision: number) =>
    entries.map((registration_routine_id, index) => ({
      ...{ client_id: randomUUID(), registration_routine_id, revision, points: 8_000 + ((index * 50) % 2_000) },
      critique: 'Use the floor more, and finish every line.',
    }))
  const sendBatch = (token: string, entries: readonly number[], revision: number) =>
    send('POST', '/v1/judging/sheets', token, { sheets: sheets(entries, revision) })

  // Every seat marks every entry of its stage once, as the day goes: batches of four, both stages at once.
  const batches: number[] = []
  await Promise.all(
    panels.map(async ({ tablets, entryIds }) => {
      for (let at = 0; at < entryIds.length; at += 4) {
        for (const { token } of tablets) {
          batches.push(await ms(() => sendBatch(token, entryIds.slice(at, at + 4), 1)))
        }
      }
    }),
  )
  const bareBatches = await timesOf(150, () => insertBare(judged, 4))

  // A tablet comes back with 400 corrections: four calls of a hundred, one after another.
  const [panel] = panels
  let revision = 1
  const reconnect = await timesOf(options.rounds, async () => {
    for (let count = 0; count < queuedSheets; count += 100) {
      revision += 1
      await sendBatch(panel?.tablets[0]?.token ?? '', panel?.entryIds.slice(0, 100) ?? [], revision)
    }
  })
  const bareReconnect = await timesOf(options.rounds, async () => {
    for (let at = 0; at < queuedSheets; at += 100) await insertBare(judged, 100)
  })
  return [
    row('batch of 4 sheets', batches, 'insert of 4 rows, one commit', bareBatches),
    row(`${queuedSheets} queued sheets`, reconnect, 'four inserts of 100 rows', bareReconnect),
  ]
}

async function tabulationRows(_: Bench, { world, tour_date_id }: JudgedWorld): Promise<Cell[]> {
  const city = await world.db.transaction().execute((tx) => loadJudgedCity(tx, tour_date_id))
  const levels = [{ id: 1, name: 'Gold', minimum_points: 0 }]
  const { entries, panels, blocks } = city
  const placement = { places: usualPlaces, one_per_dancer: false, tie_break: [], minimum_points: 0 }
  const placements = [
    { ...placement, id: 1, scope: { group_by: ['age_division_id', 'category_id'] as const } },
    { ...placement, id: 2, scope: { group_by: [] } },
  ]
  const inputs = { entries, panels, blocks, levels, placements, studio_awards: [], auditions: [], picks: [] }
  const times = await timesOf(100, () => tabulate(inputs))
  const marks = entries.map((entry) => entry.sheets.map(({ points }) => points ?? 0))
  const bare = await timesOf(100, () =>
    marks.map((own) => own.reduce((sum, points) => sum + points, 0)).toSorted((one, other) => other - one),
  )
  const loading = await timesOf(10, () => world.db.transaction().execute((tx) => loadJudgedCity(tx, tour_date_id)))
  const statement = await timesOf(10, () =>
    sql`select registration_routine_id, jsonb_agg(points) from score_sheets group by 1`.execute(world.db),
  )
  return [
    row('tabulate', times, 'sum and sort of its marks', bare),
    row('loading its inputs', loading, 'one statement over the sheets', statement),
  ]
}

/** Proposes and confirms the results once; each beside the rows that it has to write. */
async function release(judged: JudgedWorld): Promise<{ proposal: Cell; confirmation: Cell }> {
  const { send, world, tour_date_id, registrations } = judged
  const part = '/v1/office/results/results'
  const { input_hash, warnings } = await send('GET', `${part}?tour_date_id=${tour_date_id}`, world.officeToken)
  const accepted = warnings.map(({ key }: { key: string }) => key)
  const reason = 'First release'
  let proposal_id = 0
  const propose = await ms(async () => {
    const body = { tour_date_id, input_hash, accepted, reason }
    const { proposal } = await send('POST', `${part}/propose`, world.officeToken, body)
    proposal_id = proposal.id
  })
  const confirm = await ms(() =>
    send('POST', `${part}/confirm`, world.adminToken, { tour_date_id, proposal_id, embargo_until: null }),
  )
  const bare = await timesOf(10, () => insertBare(judged, entriesOf(judged)))
  const bareSlices = await timesOf(10, () => insertBare(judged, registrations.length))
  return {
    proposal: row('propose', [propose], 'one insert of a row for each entry', bare),
    confirmation: row('confirm', [confirm], 'one insert of a row for each studio', bareSlices),
  }
}

const portalOf = (id: number) => `/v1/dance360/coda/results?registration_id=${id}`

async function portalRow({ options }: Bench, { send, world, registrations }: JudgedWorld): Promise<Cell> {
  const rounds = 40 * options.rounds
  const readerOf = (round: number) => registrations[round % registrations.length]
  const read = (round: number) => {
    const reader = readerOf(round)
    return reader && send('GET', portalOf(reader.id), reader.token)
  }
  await timesOf(warmingReads, read)
  const times = await timesOf(rounds, read)
  const bare = await timesOf(rounds, (round) =>
    sql`select body from result_slices where registration_id = ${readerOf(round)?.id ?? 0}`.execute(world.db),
  )
  return row('results page of a studio', times, 'its slice by key', bare)
}

/** The portal among a million entries of other cities, beside its time before. */
async function growth(bench: Bench, judged: JudgedWorld, before: Cell) {
  const studiosOfOthers = grownEntries / entriesOfStudio
  const entry = '10000000 + i'
  const registration = `10000000 + (i - 1) / ${entriesOfStudio}`
  await judged.world.db.transaction().execute(async (tx) => {
    await copyRow(tx, 'registrations', {
      changes: { id: '10000000 + i', user_id: '10000000 + i' },
      count: studiosOfOthers,
    })
    await copyRow(tx, 'result_slices', { changes: { registration_id: '10000000 + i' }, count: studiosOfOthers })
    await copyRow(tx, 'registration_routines', {
      changes: { id: entry, registration_id: registration, date_routine_id: entry },
      count: grownEntries,
    })
    await copyRow(tx, 'running_order_entries', {
      changes: {
        registration_routine_id: entry,
        tour_date_id: '10000000 + i / 500',
        block_id: '10000000 + i / 500',
        position: 'i',
        entry_number: 'i',
      },
      count: grownEntries,
    })
  })
  await sql`analyze registrations, result_slices, registration_routines, running_order_entries`.execute(judged.world.db)
  const after = await portalRow(bench, judged)
  const [small, large] = [Number(before['p50 ms']), Number(after['p50 ms'])]
  printTable(`Results page of a studio among ${grownEntries} entries of others`, [
    { 'p50 ms before': small, 'p50 ms after': large, growth: large / small },
  ])
}

/** 300 readers spread over the time after the mail: how long they wait, and whether anybody is turned away. */
async function rush({ options }: Bench, { product, registrations }: JudgedWorld) {
  const failures: number[] = []
  const times: number[] = []
  const waitFor = (options.within * 1_000) / readers
  const reading = async (index: number) => {
    await new Promise((resolve) => setTimeout(resolve, index * waitFor))
    const reader = registrations[index % registrations.length]
    if (!reader) return
    const began = performance.now()
    const { status } = await product.send('GET', portalOf(reader.id), reader.token)
    times.push(performance.now() - began)
    if (status !== 200) failures.push(status)
  }
  await Promise.all(Array.from({ length: readers }, (_, index) => reading(index)))
  printTable(`${readers} readers within ${options.within} s after the mail`, [
    { errors: failures.length, 'p50 ms': median(times), 'p95 ms': quantile(times, 0.95) },
  ])
}
