import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { verifyLedger } from '@callboard/server/payments/ledger-check.ts'
import { afterAll, expect, test } from 'vitest'
import { openTill, type BookRow } from './kit.ts'
import { keptRemainder, methods, openLane, outcomeOf, type Lane, type Request } from './lane.ts'
import { cases, type Case } from './matrix-faults.ts'

const till = await openTill({ timeoutMs: 1_000 })
const situations = ['first try', 'retried with its key', 'two tabs at once'] as const
type Situation = (typeof situations)[number]

type PlacedLane = Lane & { situation: Situation | 'killed' }

// Twelve registrations, each with a method and a situation of its own, meet one case after another side by side.
const lanes: PlacedLane[] = []
for (const situation of situations) {
  for (const method of methods) lanes.push({ situation, ...(await openLane(till, method)) })
}
type MatrixRun = { lane: PlacedLane; request: Request; answers: ReturnType<typeof outcomeOf>[] }

const highest = Math.min(...(await Promise.all(lanes.map(async ({ payer }) => payer.total)))) - keptRemainder
let usedCents = 0
/** Each its own amount: by it a fault meets its request, and the book’s entry its asking. */
const nextAmount = () => highest - (usedCents += 1)

const rows: { name: string; cells: Record<string, Set<string>> }[] = []

/** Advances the clock and reconciles open payments. */
async function reconciled({ shownAfterMs }: Partial<Case> = {}) {
  for (const minutes of [0, 3, 9, 9]) {
    till.later(minutes)
    while ((await till.reconcile()) > 0);
    if (shownAfterMs && minutes === 3) await till.control.advanceClock(shownAfterMs)
  }
  await till.runEverything()
}

async function meet({ switches }: Case, lane: PlacedLane): Promise<MatrixRun> {
  await lane.giveEverythingBack()
  const request = await lane.prepare(nextAmount())
  const match = { type: lane.type, amount: (request.amount / 100).toFixed(2) }
  const tabs = lane.situation === 'two tabs at once'
  for (const fault of switches) await till.control.fault({ fault, match, count: tabs ? 2 : 1 })
  if (tabs) {
    const both = await Promise.all([request.send(), request.send({ tab: 'another' })])
    return { lane, request, answers: both.map(outcomeOf) }
  }
  const answers = [outcomeOf(await request.send())]
  if (lane.situation === 'retried with its key') answers.push(outcomeOf(await request.send()))
  return { lane, request, answers }
}

async function nobodyCanAsk({ open }: Lane) {
  for (const { orderid } of await open()) {
    await till.control.fault({ fault: 'query_down', count: 3, match: { orderid } })
  }
  for (const attempt of await open()) await till.lookInto(attempt)
}

const words = { done: 'at once', open: 'found', refused: 'refused' } as const

/** The gateway’s book, our payments, the ledger and the balance shown agree, and it moved as often as it must. */
async function settled(
  name: string,
  { says, moves }: Pick<Case, 'says' | 'moves'>,
  { lane, request, answers }: MatrixRun,
  read: readonly BookRow[],
) {
  const where = `${name}, ${lane.method}, ${lane.situation}: ${answers.join(' ')}`
  const tabs = lane.situation === 'two tabs at once'
  const movedCount = lane.moved(request.amount, read)
  expect(movedCount, where).toBe(moves)
  expect(await lane.open(), where).toEqual([])
  const rightly = says !== 'done' ? 0 : tabs ? 1 : answers.length
  expect(answers.filter((answer) => answer === 'done').length, where).toBe(rightly)
  expect(answers, where).toContain(says)
  const paidTotal = await till.agree(lane.payer, { chains: false, read })
  const left =
    lane.method === 'refund' ? (moves ? keptRemainder : request.amount + keptRemainder) : moves * request.amount
  expect(paidTotal, where).toBe(left)
  if (!tabs) {
    // Asked once more when all is over: the same answer as before, and the gateway is not asked again.
    expect(outcomeOf(await request.send()), where).toBe(moves ? 'done' : 'refused')
    expect(lane.asked(request.amount), where).toBe(1)
  }
  const row = rows.find((one) => one.name === name) ?? { name, cells: {} }
  if (!rows.includes(row)) rows.push(row)
  const word = moves ? `once, ${words[says]}` : says === 'open' ? 'not moved, free again' : 'not moved, told so'
  ;(row.cells[lane.method] ??= new Set()).add(word)
}

test.each(cases.map((one) => [one.name, one] as const))(
  'PAY-054 PAY-062 fault: %s; four methods, tried once, retried, in two tabs',
  async (name, one) => {
    const asking = lanes.filter(({ method }) => !(one.chargesOnly && method === 'refund'))
    const runs: MatrixRun[] = await Promise.all(asking.map((lane) => meet(one, lane)))
    if (one.unasked) await Promise.all(asking.map(nobodyCanAsk))
    await reconciled(one)
    const book = await till.gatewayBook()
    await Promise.all(runs.map((each) => settled(name, one, each, book)))
  },
  240_000,
)

const phases = [
  { phase: 'before', name: 'killed before the gateway was asked', says: 'open', moves: 0 },
  { phase: 'during', name: 'killed while the gateway was asked', says: 'open', moves: 1 },
  { phase: 'after', name: 'killed after the answer, before it was recorded', says: 'open', moves: 1 },
] as const

type Struck = Omit<MatrixRun, 'answers'> & { phase: (typeof phases)[number] }

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** A process of the product that goes with each payment as far as its phase, and is killed there. */
async function killed(struck: readonly Struck[]) {
  const stopsAt = Object.fromEntries(struck.map(({ request, phase }) => [request.amount, phase.phase]))
  const processOptions = {
    ...{ url: till.url, folder: till.folder, now: till.clock.time, stopsAt },
    nmi: { ...till.sandbox, timeoutMs: 20_000 },
  }
  const child = fork(path.resolve(import.meta.dirname, 'app-process.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, APP_PROCESS: JSON.stringify(processOptions) },
  })
  children.push(child)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  let reachedCount = 0
  child.on('message', () => (reachedCount += 1))
  const during = struck.filter(({ phase }) => phase.phase === 'during')
  for (const { lane, request } of during) {
    const match = { type: lane.type, amount: (request.amount / 100).toFixed(2) }
    // The money moves at once; the answer takes long enough to die before it, and no news of it comes.
    for (const fault of ['process_then_delay:15000', 'webhook_lost'] as const)
      await till.control.fault({ fault, match })
  }
  const origin = `http://127.0.0.1:${port}`
  const replies = struck.map(({ request }) => request.send({ origin }).catch(() => 'the line is dead'))
  await expect.poll(() => reachedCount, { timeout: 60_000 }).toBe(struck.length)
  const movedCounts = async () => {
    const book = await till.gatewayBook()
    return during.map(({ lane, request }) => lane.moved(request.amount, book))
  }
  await expect.poll(movedCounts, { timeout: 60_000 }).toEqual(during.map(() => 1))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await Promise.all(replies)).toEqual(struck.map(() => 'the line is dead'))
}

test('PAY-054 REV-032 the process killed at each step: the next one finds what became of it, and nobody pays twice', async () => {
  // Besides them, one who pays for the first time: his registration is completed by what is found.
  const first = await till.payer()
  const places = lanes.map((lane) => ({
    lane,
    phase: phases[situations.findIndex((one) => one === lane.situation)] ?? phases[0],
  }))
  await Promise.all(lanes.map((lane) => lane.giveEverythingBack()))
  const struck: Struck[] = await Promise.all(
    places.map(async ({ lane, phase }) => ({ phase, lane, request: await lane.prepare(nextAmount()) })),
  )
  const fresh = { situation: situations[0], ...(await openLane(till, 'new card', first)) }
  struck.push({ phase: phases[1], lane: fresh, request: await fresh.prepare(first.total) })
  await killed(struck)
  // Asked again with its key, and in another tab: neither asks the gateway.
  for (const { request } of struck) {
    const again = [outcomeOf(await request.send()), outcomeOf(await request.send({ tab: 'another' }))]
    expect(again).toEqual(['open', 'refused'])
  }
  await reconciled()
  const book = await till.gatewayBook()
  for (const { phase, lane, request } of struck) {
    // The parent’s own record of requests does not know what a killed process sent; the gateway’s book does.
    const run: MatrixRun = { lane: { ...lane, situation: 'killed', asked: () => 1 }, request, answers: ['open'] }
    await settled(phase.name, phase, run, book)
  }
  expect((await first.record()).completed).toBe(true)
}, 240_000)

test('SEC-023 after all of it the ledger reads as it was written', async () => {
  const { faults, entries } = await verifyLedger(till.db)
  expect(faults).toEqual([])
  expect(entries).toBeGreaterThan(0)
})

afterAll(() => {
  if (!process.env.MATRIX) return
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = rows.map(({ name, cells }) =>
    line([name, ...methods.map((method) => [...(cells[method] ?? ['–'])].join('; '))]),
  )
  console.log([line(['what happens', ...methods]), line(['---', ...methods.map(() => '---')]), ...table].join('\n'))
})
