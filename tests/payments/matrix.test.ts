import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { verifyLedger } from '@callboard/server/payments/ledger-check.ts'
import { afterAll, expect, test } from 'vitest'
import { startAppProcess } from '../app-process/start.ts'
import { openPaymentStage, type GatewayRow } from './kit.ts'
import {
  keptRemainder,
  methods,
  openPaymentSequence,
  outcomeOf,
  type PaymentSequence,
  type Request,
} from './payment-sequence.ts'
import { cases, type Case } from './matrix-faults.ts'

const paymentStage = await openPaymentStage({ timeoutMs: 3_000 })
const situations = ['first try', 'retried with its key', 'two tabs at once'] as const
type Situation = (typeof situations)[number]

type PlacedSequence = PaymentSequence & { situation: Situation | 'killed' }

// Twelve registrations, each with a method and a situation of its own, meet one case after another side by side.
const sequences: PlacedSequence[] = []
for (const situation of situations) {
  for (const method of methods) sequences.push({ situation, ...(await openPaymentSequence(paymentStage, method)) })
}
type MatrixRun = { sequence: PlacedSequence; request: Request; answers: ReturnType<typeof outcomeOf>[] }

const highest = Math.min(...(await Promise.all(sequences.map(async ({ payer }) => payer.total)))) - keptRemainder
let usedCents = 0
/** Each its own amount: by it a fault meets its request, and the book’s entry its asking. */
const nextAmount = () => highest - (usedCents += 1)

const rows: { name: string; cells: Record<string, Set<string>> }[] = []

/** Advances the clock and reconciles open payments. */
async function reconciled({ shownAfterMs }: Partial<Case> = {}) {
  for (const minutes of [0, 3, 9, 9]) {
    paymentStage.later(minutes)
    while ((await paymentStage.reconcile()) > 0);
    if (shownAfterMs && minutes === 3) await paymentStage.control.advanceClock(shownAfterMs)
  }
  await paymentStage.runEverything()
}

async function meet({ switches }: Case, sequence: PlacedSequence): Promise<MatrixRun> {
  await sequence.giveEverythingBack()
  const request = await sequence.prepare(nextAmount())
  const match = { type: sequence.type, amount: (request.amount / 100).toFixed(2) }
  const tabs = sequence.situation === 'two tabs at once'
  for (const fault of switches) await paymentStage.control.fault({ fault, match, count: tabs ? 2 : 1 })
  if (tabs) {
    const both = await Promise.all([request.send(), request.send({ tab: 'another' })])
    return { sequence, request, answers: both.map(outcomeOf) }
  }
  const answers = [outcomeOf(await request.send())]
  if (sequence.situation === 'retried with its key') answers.push(outcomeOf(await request.send()))
  return { sequence, request, answers }
}

async function nobodyCanAsk({ open }: PaymentSequence) {
  for (const { orderid } of await open()) {
    await paymentStage.control.fault({ fault: 'query_down', count: 3, match: { orderid } })
  }
  for (const attempt of await open()) await paymentStage.lookInto(attempt)
}

const words = { done: 'at once', open: 'found', refused: 'refused' } as const

/** The gateway’s book, our payments, the ledger and the balance shown agree, and it moved as often as it must. */
async function settled(
  name: string,
  { says, moves }: Pick<Case, 'says' | 'moves'>,
  { sequence, request, answers }: MatrixRun,
  read: readonly GatewayRow[],
) {
  const where = `${name}, ${sequence.method}, ${sequence.situation}: ${answers.join(' ')}`
  const tabs = sequence.situation === 'two tabs at once'
  const movedCount = sequence.moved(request.amount, read)
  expect(movedCount, where).toBe(moves)
  expect(await sequence.open(), where).toEqual([])
  const rightly = says !== 'done' ? 0 : tabs ? 1 : answers.length
  expect(answers.filter((answer) => answer === 'done').length, where).toBe(rightly)
  expect(answers, where).toContain(says)
  const paidTotal = await paymentStage.agree(sequence.payer, { chains: false, read })
  const left =
    sequence.method === 'refund' ? (moves ? keptRemainder : request.amount + keptRemainder) : moves * request.amount
  expect(paidTotal, where).toBe(left)
  if (!tabs) {
    // Asked once more when all is over: the same answer as before, and the gateway is not asked again.
    expect(outcomeOf(await request.send()), where).toBe(moves ? 'done' : 'refused')
    expect(sequence.asked(request.amount), where).toBe(1)
  }
  const row = rows.find((one) => one.name === name) ?? { name, cells: {} }
  if (!rows.includes(row)) rows.push(row)
  const word = moves ? `once, ${words[says]}` : says === 'open' ? 'not moved, free again' : 'not moved, told so'
  ;(row.cells[sequence.method] ??= new Set()).add(word)
}

test.each(cases.map((one) => [one.name, one] as const))(
  'PAY-054 PAY-062 fault: %s; four methods, tried once, retried, in two tabs',
  async (name, one) => {
    const asking = sequences.filter(({ method }) => !(one.chargesOnly && method === 'refund'))
    const runs: MatrixRun[] = await Promise.all(asking.map((sequence) => meet(one, sequence)))
    if (one.unasked) await Promise.all(asking.map(nobodyCanAsk))
    await reconciled(one)
    const book = await paymentStage.gatewayBook()
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
  const child = startAppProcess({
    url: paymentStage.url,
    folder: paymentStage.folder,
    now: paymentStage.clock.time,
    stopsAt,
    nmi: { ...paymentStage.sandbox, timeoutMs: 20_000 },
  })
  children.push(child)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  let reachedCount = 0
  child.on('message', () => (reachedCount += 1))
  const during = struck.filter(({ phase }) => phase.phase === 'during')
  for (const { sequence, request } of during) {
    const match = { type: sequence.type, amount: (request.amount / 100).toFixed(2) }
    // The money moves at once; the answer takes long enough to die before it, and no news of it comes.
    for (const fault of ['process_then_delay:15000', 'webhook_lost'] as const)
      await paymentStage.control.fault({ fault, match })
  }
  const origin = `http://127.0.0.1:${port}`
  const replies = struck.map(({ request }) => request.send({ origin }).catch(() => 'the line is dead'))
  await expect.poll(() => reachedCount, { timeout: 60_000 }).toBe(struck.length)
  const movedCounts = async () => {
    const book = await paymentStage.gatewayBook()
    return during.map(({ sequence, request }) => sequence.moved(request.amount, book))
  }
  await expect.poll(movedCounts, { timeout: 60_000 }).toEqual(during.map(() => 1))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await Promise.all(replies)).toEqual(struck.map(() => 'the line is dead'))
}

test('PAY-054 REV-032 the process killed at each step: the next one finds what became of it, and nobody pays twice', async () => {
  // Besides them, one who pays for the first time: his registration is completed by what is found.
  const first = await paymentStage.payer()
  const places = sequences.map((sequence) => ({
    sequence,
    phase: phases[situations.findIndex((one) => one === sequence.situation)] ?? phases[0],
  }))
  await Promise.all(sequences.map((sequence) => sequence.giveEverythingBack()))
  const struck: Struck[] = await Promise.all(
    places.map(async ({ sequence, phase }) => ({ phase, sequence, request: await sequence.prepare(nextAmount()) })),
  )
  const fresh = { situation: situations[0], ...(await openPaymentSequence(paymentStage, 'new card', first)) }
  struck.push({ phase: phases[1], sequence: fresh, request: await fresh.prepare(first.total) })
  await killed(struck)
  // Asked again with its key, and in another tab: neither asks the gateway.
  for (const { request } of struck) {
    const again = [outcomeOf(await request.send()), outcomeOf(await request.send({ tab: 'another' }))]
    expect(again).toEqual(['open', 'refused'])
  }
  await reconciled()
  const book = await paymentStage.gatewayBook()
  for (const { phase, sequence, request } of struck) {
    // The parent’s own record of requests does not know what a killed process sent; the gateway’s book does.
    const run: MatrixRun = {
      sequence: { ...sequence, situation: 'killed', asked: () => 1 },
      request,
      answers: ['open'],
    }
    await settled(phase.name, phase, run, book)
  }
  expect((await first.record()).completed).toBe(true)
}, 240_000)

test('SEC-023 after all of it the ledger reads as it was written', async () => {
  const { faults, entries } = await verifyLedger(paymentStage.db)
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
