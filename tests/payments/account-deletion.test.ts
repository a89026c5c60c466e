import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPaymentStage } from './kit.ts'

const paymentStage = await openPaymentStage({ timeoutMs: 3_000 })

/** How many sessions of the database wait for a lock. */
async function waitingForLock(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(paymentStage.db)
  return rows[0]?.n ?? 0
}

test('PAY-054 an account is not deleted beside a payment that begins at the same moment', async () => {
  const payer = await paymentStage.payer()
  const amount = payer.total
  await paymentStage.control.fault({ fault: 'process_then_delay:600', match: { amount: (amount / 100).toFixed(2) } })

  // Both wait for the registration: the payment first, then the deletion, which must see what the payment has begun.
  let [paying, deleting]: [ReturnType<typeof payer.pay> | null, ReturnType<typeof paymentStage.call> | null] = [
    null,
    null,
  ]
  await paymentStage.db.transaction().execute(async (tx) => {
    await sql`select from registrations where id = ${payer.id} for update`.execute(tx)
    paying = payer.pay(amount)
    await expect.poll(waitingForLock, { timeout: 20_000, interval: 20 }).toBe(1)
    const { user_id } = payer.studio
    deleting = paymentStage.call(user_id, 'POST', `/v1/mybtf/${user_id}/delete-account`, { password: 'Rehearsal7' })
    await expect.poll(waitingForLock, { timeout: 20_000, interval: 20 }).toBe(2)
  })
  const [payment, refusal] = await Promise.all([paying, deleting] as unknown as [
    ReturnType<typeof payer.pay>,
    ReturnType<typeof paymentStage.call>,
  ])
  expect([refusal.statusCode, refusal.json().code]).toEqual([409, expect.stringMatching(/^privacy\./)])
  expect([200, 202]).toContain(payment.status)

  paymentStage.later(3)
  await paymentStage.runUntil(async () => (await paymentStage.reconcile()) === 0)
  expect(await paymentStage.agree(payer)).toBe(amount)
  const account = await paymentStage.db
    .selectFrom('users')
    .where('id', '=', payer.studio.user_id)
    .select('email')
    .execute()
  expect(account).toEqual([{ email: payer.studio.email }])
})
