import { daysAfter, hoursAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { usd, type Cents } from '@callboard/domain/kernel/money.ts'
import { insertReconciliation, listKnownFindings, type Finding } from './reconciliation-queries.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import type { GatewayTransaction } from './gateways/gateway.ts'
import { actionFor, isOpenState, verdictOfRecords } from './attempt-moves.ts'
import { listChargesFor, listOpenRefunds, listUnsettled, sumRefunds, type Attempt } from '../ledger/attempt-queries.ts'
import { insertException } from '../ledger/exception-queries.ts'
import { checkRefund } from './resolve-refund.ts'
import { resolveAttempt } from './resolve.ts'

/** How far back every sweep looks: a night that failed is made up for by the next two. */
const sweepHours = 72
const settlesWithin = { card: 3, bank: 7 }
const mostUnsettled = 200

type Ours = Awaited<ReturnType<typeof listChargesFor>>[number]
type Pair = { there: GatewayTransaction; here: Ours | undefined }

const isCharge = ({ type }: GatewayTransaction) => type === 'sale' || type === 'credit'
const movedMoney = ({ state }: GatewayTransaction) => state === 'unsettled' || state === 'settled'

/**
 * Reconciles the gateway's transactions of the last three days with our attempts. Results that we missed are recorded
 * the usual way; remaining differences are listed for the office.
 */
export async function reconcileWithGateway(dependencies: Dependencies) {
  const { db, payments, clock } = dependencies
  const began = clock.now()
  const window = { from_at: hoursAfter(began, -sweepHours), to_at: began }
  const listed = await payments.listModified(window.from_at, window.to_at)
  if (listed.outcome === 'unavailable') {
    const row = { ...window, began, outcome: 'unavailable', code: listed.code } as const
    return inTransaction(db, (tx) => insertReconciliation(tx, row, []))
  }
  const charges = listed.transactions.filter(isCharge)
  const resolvedFindings = await learn(dependencies, await pairUp(dependencies, charges, window))
  const pairs = await pairUp(dependencies, charges, window)
  const refunds = await sumRefunds(
    db,
    pairs.flatMap(({ here }) => (here ? [here.id] : [])),
  )
  const missing = await missingThere(dependencies, charges, window)
  const slow = await listUnsettled(db, slowSince(began), mostUnsettled)
  const findings = [
    ...resolvedFindings,
    ...pairs.flatMap((pair) => compare(pair, refunds.get(pair.here?.id ?? 0) ?? 0)),
    ...missing.map((one) => findingOf('missing', one, undefined, 'The gateway has no record of this charge.')),
    ...slow.map((one) =>
      findingOf('unsettled', { ...one, paid: one.amount }, undefined, 'Approved, and not paid out yet.'),
    ),
  ]
  return record(dependencies, {
    began,
    findings,
    totals: {
      ...window,
      transactions: listed.transactions.length,
      charged_there: sum(
        pairs.filter(({ there }) => movedMoney(there)),
        ({ there }) => there.amount,
      ),
      charged_here:
        sum(
          pairs.filter(({ there }) => movedMoney(there)),
          ({ here }) => here?.paid ?? 0,
        ) + sum(missing, ({ paid }) => paid ?? 0),
      refunded_there: sum(pairs, ({ there }) => there.refunded),
      refunded_here: sum(pairs, ({ here }) => refunds.get(here?.id ?? 0) ?? 0),
      unsettled: sum(slow, ({ amount }) => amount),
      learned: resolvedFindings.length,
    },
  })
}

const sum = <Row>(rows: readonly Row[], amountOf: (row: Row) => number) =>
  rows.reduce((total, row) => total + amountOf(row), 0)

const slowSince = (now: Instant) => ({
  card: daysAfter(now, -settlesWithin.card),
  bank: daysAfter(now, -settlesWithin.bank),
  since: daysAfter(now, -60),
})

type Window = { from_at: Instant; to_at: Instant }

async function pairUp(
  { db }: Dependencies,
  charges: readonly GatewayTransaction[],
  { from_at, to_at }: Window,
): Promise<Pair[]> {
  const ours = await listChargesFor(db, {
    orderids: charges.map(({ orderId }) => orderId),
    ids: charges.map(({ gatewayTxnId }) => gatewayTxnId),
    from: from_at,
    to: to_at,
  })
  const byOrder = new Map(ours.map((one) => [one.orderid, one]))
  const byId = new Map(ours.map((one) => [one.gateway_transaction_id, one]))
  return charges.map((there) => ({ there, here: byOrder.get(there.orderId) ?? byId.get(there.gatewayTxnId) }))
}

/** Approved here well within the window, and not in the gateway's list. */
async function missingThere(
  { db }: Dependencies,
  charges: readonly GatewayTransaction[],
  { from_at, to_at }: Window,
): Promise<Ours[]> {
  const knownIds = new Set(charges.map(({ gatewayTxnId }) => gatewayTxnId))
  const window = { orderids: [], ids: [], from: hoursAfter(from_at, 1), to: hoursAfter(to_at, -1) }
  return (await listChargesFor(db, window)).filter(({ gateway_transaction_id: id }) => id === null || !knownIds.has(id))
}

/** Records results that we missed through `resolveAttempt` and returns them as findings. */
async function learn(dependencies: Dependencies, pairs: readonly Pair[]): Promise<Finding[]> {
  const { db, clock, origin } = dependencies
  const findings: Finding[] = []
  const openRefunds = await listOpenRefunds(
    db,
    pairs.flatMap(({ here }) => here?.id ?? []),
  )
  for (const { there, here } of pairs) {
    if (!here || there.type !== 'sale') continue
    // At most a few attempts are open, so they are locked and checked one by one.
    const open = openRefunds.get(here.id)
    if (open) await checkRefund(dependencies, open)
    const verdict = verdictOfRecords([there])
    const deed = verdict && actionFor(here.state, verdict)
    if (!verdict || deed === 'nothing' || deed === undefined || deed === 'keep_open') continue
    const after = await inTransaction(db, (tx) => resolveAttempt(tx, here, verdict, { now: clock.now(), origin }))
    if (deed === 'mark_settled') continue
    findings.push(findingOf('learned', here, there, `It was ${here.state} here, and is ${after.state} now.`))
  }
  return findings
}

function findingOf(
  kind: Finding['kind'],
  here: (Attempt & { paid: Cents | null }) | Ours | undefined,
  there: GatewayTransaction | undefined,
  detail: string,
): Finding {
  return {
    kind,
    orderid: here?.orderid ?? there?.orderId ?? '',
    gateway_transaction_id: there?.gatewayTxnId ?? here?.gateway_transaction_id ?? '',
    registration_id: here?.registration_id ?? null,
    here: here?.paid ?? 0,
    there: there?.amount ?? 0,
    detail,
  }
}

/** Returns the differences between the gateway's charge and ours that remain after reconciliation. */
function compare({ there, here }: Pair, refundedHere: number): Finding[] {
  if (!here) {
    return movedMoney(there)
      ? [findingOf('orphan', undefined, there, 'A charge at the gateway that Callboard has no record of.')]
      : []
  }
  if (movedMoney(there) && here.paid === null && !isOpenState(here.state)) {
    return [findingOf('difference', here, there, `Charged there, ${here.state} here.`)]
  }
  if (movedMoney(there) && here.paid !== null && here.paid !== there.amount) {
    return [
      findingOf('difference', here, there, `${usd(there.amount)} was charged there, ${usd(here.paid)} is booked here.`),
    ]
  }
  if (there.refunded !== refundedHere) {
    const words = `${usd(there.refunded)} was refunded there, ${usd(refundedHere as Cents)} here.`
    return [{ ...findingOf('difference', here, there, words), here: refundedHere, there: there.refunded }]
  }
  return []
}

const words: Partial<Record<Finding['kind'], string>> = {
  orphan: 'a charge that no one here knows',
  missing: 'a charge the gateway does not know',
  difference: 'the gateway’s book differs',
}

type Recording = {
  began: Instant
  findings: readonly Finding[]
  totals: Omit<Parameters<typeof insertReconciliation>[1], 'began' | 'outcome'>
}

/** Stores the report. Findings that need manual review are added to the office's list once, not again every night. */
async function record({ db }: Dependencies, { began, findings, totals }: Recording) {
  return inTransaction(db, async (tx) => {
    const knownFindings = await listKnownFindings(tx, daysAfter(began, -30))
    for (const { kind, orderid, gateway_transaction_id: id, registration_id = null, detail } of findings) {
      const word = words[kind]
      if (!word || knownFindings.has(`${kind}:${orderid}:${id}`)) continue
      const text = `${detail} ${[orderid, id].filter(Boolean).join(', ')}`
      await insertException(tx, { kind: word, detail: text, created: began, registration_id, attempt_id: null })
    }
    return insertReconciliation(tx, { ...totals, began, outcome: 'done' }, findings)
  })
}
