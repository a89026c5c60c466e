import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fixedTokens } from '@callboard/sandbox/test-data.ts'
import { billTo, type GatewayRow, type openPaymentStage, type Payer } from './kit.ts'

export const methods = ['new card', 'saved card', 'bank', 'refund'] as const
export type Method = (typeof methods)[number]

/** Remainder of a partly refunded payment (cents). */
export const keptRemainder = 5_000

type PaymentStage = Awaited<ReturnType<typeof openPaymentStage>>
type Answer = { status: number; body: Record<string, unknown> }
/** The same request, as often as it is sent: with its key, or as another tab with a key of its own. */
export type Request = { amount: number; send: (more?: { tab?: 'another'; origin?: string }) => Promise<Answer> }
export type PaymentSequence = Awaited<ReturnType<typeof openPaymentSequence>>

/**
 * Saves a card with a payment of about a dollar. On a busy machine the gateway may answer later than the stage waits for
 * it: such a payment is settled without its card, and another one saves it.
 */
async function saveCard(paymentStage: PaymentStage, payer: Payer): Promise<string> {
  for (let tries = 0; tries < 10; tries += 1) {
    const saved = await payer.pay(100 + tries, { profile: { token: fixedTokens.card, billTo, saveProfile: true } })
    const method = saved.body['mybtf_user_payment_method'] as unknown as { billing_id: string } | null
    if (method) return method.billing_id
    if (outcomeOf(saved) !== 'open') throw new Error(JSON.stringify(saved.body))
    while ((await paymentStage.reconcile()) > 0);
    paymentStage.later(9)
    while ((await paymentStage.reconcile()) > 0);
  }
  throw new Error('The gateway answered none of ten payments in time')
}

/** A registration that owes everything and pays later, with a saved card: no hold's clock runs while time is moved. */
export async function debtor(paymentStage: PaymentStage): Promise<Payer & { billing_id: string }> {
  const payer = await paymentStage.payer()
  await payer.studio.call('PUT', `/v1/dance360/registrations/${payer.id}`, { paying_by_check: true })
  const billing_id = await saveCard(paymentStage, payer)
  const completion = await payer.studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: payer.id })
  if (completion.statusCode >= 300) throw new Error(completion.body)
  return { ...payer, billing_id }
}

/** Outcome of the response to a charge or a refund. */
export function outcomeOf({ status, body }: Answer): 'done' | 'open' | 'refused' {
  if (status === 202 || body['state'] === 'processing') return 'open'
  return status === 200 ? 'done' : 'refused'
}

/** One registration that pays, or is refunded, by one method, repeatedly; each time starts from the same state. */
export async function openPaymentSequence(paymentStage: PaymentStage, method: Method, first?: Payer) {
  const payer = first ? { ...first, billing_id: '' } : await debtor(paymentStage)
  const bank = method === 'bank'
  const type = method === 'refund' ? 'refund' : 'sale'

  async function giveEverythingBack() {
    const { payments } = (await paymentStage.moneyOf(payer.id)) as {
      payments: { id: number; refundable: number | null }[]
    }
    for (const { id, refundable } of payments) {
      if (refundable) expect(outcomeOf(await paymentStage.refund(id, refundable))).toBe('done')
    }
  }

  /** Prepares a request for more than half of the balance, so that a second one would be an overpayment. */
  async function prepare(amount: number): Promise<Request> {
    const key = randomUUID()
    if (method === 'refund') {
      const came = await payer.pay(amount + keptRemainder)
      if (outcomeOf(came) !== 'done') throw new Error(JSON.stringify(came.body))
      const { payments } = (await paymentStage.moneyOf(payer.id)) as {
        payments: { id: number; refundable: number | null }[]
      }
      const payment = payments.find(({ refundable }) => refundable === amount + keptRemainder)?.id ?? 0
      return {
        amount,
        send: ({ tab, ...at } = {}) => paymentStage.refund(payment, amount, { key: tab ? randomUUID() : key, ...at }),
      }
    }
    // Tokens that never wear out: only the product keeps a second charge away.
    const token = bank ? fixedTokens.bank : fixedTokens.card
    const profile = method === 'saved card' ? { billing_id: payer.billing_id } : { token, billTo }
    return {
      amount,
      send: ({ tab, ...at } = {}) =>
        payer.pay(amount, {
          key: tab ? randomUUID() : key,
          profile,
          method: bank ? 6 : 1,
          ...at,
        }),
    }
  }

  return {
    payer,
    method,
    type,
    prepare,
    giveEverythingBack,
    /** How often the gateway moved this amount. */
    moved(amount: number, book: readonly GatewayRow[]): number {
      const moves = ['pendingsettlement', 'complete']
      return book.filter((row) => row.type === type && row.amount === amount && moves.includes(row.condition)).length
    },
    /** How often the gateway was asked to. */
    asked: (amount: number) =>
      paymentStage.posts.filter((form) => form.get('type') === type && form.get('amount') === (amount / 100).toFixed(2))
        .length,
    open: async () => (await payer.attempts()).filter(({ state }) => state === 'submitting' || state === 'unknown'),
  }
}
