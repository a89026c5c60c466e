import { newOrderId } from '../gateway/kit.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import {
  approveAttempt,
  closeAttempt,
  keepAttemptOpen,
  setChargeState,
  type Attempt,
} from '@callboard/server/ledger/attempt-queries.ts'
import type { Tx } from '@callboard/server/platform/db/connect.ts'
import { expect, test } from 'vitest'
import { billTo, openPaymentStage } from './kit.ts'

const paymentStage = await openPaymentStage({ timeoutMs: 600 })

/**
 * A naive payment, unlike the product's: read the balance, charge, record, and retry when no response came.
 * No attempt row, no index, no lock. The gateway must show two charges, or the other tests prove nothing.
 */
async function naivePay(
  payer: Awaited<ReturnType<typeof paymentStage.payer>>,
  gatewayCustomerId: string,
  orderIds: string[],
  afterLooking = async () => {},
) {
  for (let tries = 0; tries < 2; tries += 1) {
    const payments = await paymentStage.db
      .selectFrom('payments')
      .where('registration_id', '=', payer.id)
      .select('id')
      .execute()
    await afterLooking()
    if (payments.length > 1) return
    const orderId = newOrderId()
    orderIds.push(orderId)
    const answer = await paymentStage.gateway.charge({
      orderId,
      amount: cents(payer.total - 500),
      tender: { kind: 'card' },
      source: { kind: 'method', gatewayCustomerId },
    })
    if (answer.outcome !== 'approved') continue
    const payment = { registration_id: payer.id, amount: cents(payer.total - 500), payment_method_id: 1 }
    await paymentStage.db
      .insertInto('payments')
      .values({ ...payment, timestamp: paymentStage.clock.time })
      .execute()
    return
  }
}

/** Resolves for all once so many have come: the worst moment, each time, instead of by luck. */
function meeting(size: number): () => Promise<void> {
  let come = 0
  let begin = () => {}
  const all = new Promise<void>((resolve) => (begin = resolve))
  return () => {
    if (++come >= size) begin()
    return all
  }
}

async function ready() {
  const payer = await paymentStage.payer()
  const { body } = await payer.pay(500, { profile: { token: await paymentStage.token(), billTo, saveProfile: true } })
  const method = body['mybtf_user_payment_method'] as unknown as { billing_id: string }
  return { payer, billing_id: method.billing_id }
}

test('control: paying without an attempt written down charges twice when an answer is lost; the product does not', async () => {
  const [naive, ours] = [await ready(), await ready()]
  const orderIds: string[] = []
  await paymentStage.control.fault({ fault: 'process_then_drop' })
  await naivePay(naive.payer, naive.billing_id, orderIds)
  expect(await paymentStage.approvedCharges(orderIds)).toHaveLength(2)

  await paymentStage.control.fault({ fault: 'process_then_drop' })
  const profile = { billing_id: ours.billing_id }
  await ours.payer.pay(ours.payer.total - 500, { profile })
  await ours.payer.pay(ours.payer.total - 500, { profile })
  const orderids = (await ours.payer.attempts()).map(({ orderid }) => orderid)
  // The 500 before, and one more.
  expect(await paymentStage.approvedCharges(orderids)).toHaveLength(2)
})

test('control: two tabs at once charge twice without the lock and the index; the product charges once', async () => {
  const [naive, ours] = [await ready(), await ready()]
  const orderIds: string[] = []
  const everyTabLooked = meeting(10)
  await Promise.all(Array.from({ length: 10 }, () => naivePay(naive.payer, naive.billing_id, orderIds, everyTabLooked)))
  expect((await paymentStage.approvedCharges(orderIds)).length).toBeGreaterThan(1)

  const profile = { billing_id: ours.billing_id }
  await Promise.all(Array.from({ length: 10 }, () => ours.payer.pay(ours.payer.total - 500, { profile })))
  const orderids = (await ours.payer.attempts()).map(({ orderid }) => orderid)
  expect(await paymentStage.approvedCharges(orderids)).toHaveLength(2)
})

test('PAY-054 each write of an attempt fails from a state that does not lead to it', async () => {
  const payer = await paymentStage.payer()
  await payer.pay(100)
  const { orderid } = (await payer.attempts())[0] ?? {}
  const attempt = await paymentStage.db
    .selectFrom('payment_attempts')
    .where('orderid', '=', orderid ?? '')
    .selectAll()
    .executeTakeFirstOrThrow()
  const at = instant('2024-10-01T12:00:00Z')
  const { id } = attempt
  const writes = {
    approve: (tx: Tx) => approveAttempt(tx, id, 'approved', { ...attempt, resolved_at: at }),
    close: (tx: Tx) => closeAttempt(tx, id, 'declined', { ...attempt, resolved_at: at }),
    keepOpen: (tx: Tx) => keepAttemptOpen(tx, id, { ...attempt, checks: 1, next_check_at: at }),
    settle: (tx: Tx) => setChargeState(tx, id, 'settled'),
    chargeBack: (tx: Tx) => setChargeState(tx, id, 'charged_back'),
    refund: (tx: Tx) => setChargeState(tx, id, 'refunded'),
  }
  const leads: Record<keyof typeof writes, readonly Attempt['state'][]> = {
    approve: ['submitting', 'unknown', 'declined', 'error', 'not_processed', 'voided', 'returned'],
    close: ['submitting', 'unknown'],
    keepOpen: ['submitting', 'unknown'],
    settle: ['approved'],
    chargeBack: ['approved', 'settled', 'partly_refunded', 'charged_back'],
    refund: ['approved', 'settled', 'partly_refunded', 'charged_back', 'refunded', 'voided', 'returned'],
  }
  const states: readonly Attempt['state'][] = [...new Set(Object.values(leads).flat())]
  for (const [name, write] of Object.entries(writes) as [keyof typeof writes, (tx: Tx) => Promise<unknown>][]) {
    for (const state of states) {
      const run = paymentStage.db.transaction().execute(async (tx) => {
        await tx.updateTable('payment_attempts').set({ state }).where('id', '=', id).execute()
        await write(tx).catch((error: unknown) => {
          throw new Error('refused write', { cause: error })
        })
        throw new Error('rolled back')
      })
      await expect(run, `${name} from ${state}`).rejects.toThrow(
        leads[name].includes(state) ? 'rolled back' : 'refused write',
      )
    }
  }
})
