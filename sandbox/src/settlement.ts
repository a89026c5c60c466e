import { randomInt } from 'node:crypto'
import type { Transaction } from './book.ts'
import { writeAmount, type Gateway } from './gateway.ts'
import { cardFace } from './instrument.ts'
import { advance } from './transact.ts'
import { event, transactionEvent, type Event } from './webhooks.ts'

const day = 86_400_000

/** Settles pending transactions: cards as one batch, bank payments one by one. Returns the webhook events to send. */
export function settle(gateway: Gateway, { kind, olderThan = 0 }: { kind?: 'cc' | 'ck'; olderThan?: number } = {}) {
  const due = gateway.book.transactions
    .all()
    .filter(({ condition, modified }) => condition === 'pendingsettlement' && gateway.now() - modified >= olderThan)
    .filter((transaction) => kind === undefined || transaction.kind === kind)
  const cards = due.filter((transaction) => transaction.kind === 'cc')
  const checks = due.filter((transaction) => transaction.kind === 'ck')
  return [...settleCards(gateway, cards), ...checks.map(({ id }) => settleCheck(gateway, id))]
}

/** Settles transactions older than one (scaled) day, as the gateway does without a request. */
export const settleOverdue = (gateway: Gateway) => settle(gateway, { olderThan: day / gateway.settings.timeScale })

function settleCards(gateway: Gateway, cards: Transaction[]): Event[] {
  if (cards.length === 0) return []
  const batch = String(randomInt(10_000_000, 99_999_999))
  const settled = cards.map((transaction) =>
    advance(gateway, transaction, {
      type: 'settle',
      amount: transaction.amount,
      text: 'ACCEPTED',
      batch,
      condition: 'complete',
    }),
  )
  const sum = (rows: Transaction[]) => rows.reduce((total, { amount }) => total + amount, 0)
  const brandOf = ({ instrument }: Transaction) => (instrument.kind === 'card' ? cardFace(instrument).brand : '')
  const by_card_type = Object.fromEntries(
    [...new Set(settled.map(brandOf))].map((brand) => {
      const rows = settled.filter((transaction) => brandOf(transaction) === brand)
      return [brand, { count: rows.length, amount: writeAmount(sum(rows)) }]
    }),
  )
  const amount = writeAmount(sum(settled))
  const body = { batch_id: batch, count: settled.length, amount, processor: { id: 'sandbox' }, by_card_type }
  return [event('settlement.batch.complete', { ...body, transaction_ids: settled.map(({ id }) => id) })]
}

const checkSteps = {
  settle: { type: 'settle', text: 'Paid', condition: 'complete', from: ['pendingsettlement'] },
  return: { type: 'check_return', text: 'Returned', condition: 'failed', from: ['pendingsettlement', 'complete'] },
  latereturn: { type: 'check_late_return', text: 'Reversed', condition: 'failed', from: ['complete'] },
} as const

export type CheckStep = keyof typeof checkSteps

export const settleCheck = (gateway: Gateway, id: string) => moveCheck(gateway, id, 'settle')

/** Settles or returns one bank payment. */
export function moveCheck(gateway: Gateway, id: string, step: CheckStep): Event {
  const { from, type, text, condition } = checkSteps[step]
  const transaction = gateway.book.transactions.find(id)
  const ready = transaction?.kind === 'ck' && from.some((state) => state === transaction.condition)
  if (!transaction || !ready) throw new RangeError(`No bank payment ${id} is ready for ${step}`)
  const transactionNow = advance(gateway, transaction, { type, text, condition, amount: transaction.amount })
  return transactionEvent(`transaction.check.status.${step}`, transactionNow, lastAction(transactionNow))
}

/** A card holder disputes a payment with the bank. */
export function chargeback(gateway: Gateway, id: string, reason: string): Event {
  const transaction = gateway.book.transactions.find(id)
  if (!transaction || transaction.instrument.kind !== 'card') throw new RangeError(`No card payment ${id}`)
  const { bin, last4 } = cardFace(transaction.instrument)
  const today = new Date(gateway.now())
  const amount = writeAmount(transaction.amount)
  const date = `${today.getUTCMonth() + 1}/${today.getUTCDate()}/${today.getUTCFullYear()}`
  const customer_name = `${transaction.sent.first_name ?? ''} ${transaction.sent.last_name ?? ''}`.trim()
  const one = { id, date, customer_name, cc_number: `${bin}******${last4}`, amount, reason }
  return event('chargeback.batch.complete', { count: 1, chargeback_amount: amount, chargebacks: [one] })
}

export function lastAction({ actions }: Transaction) {
  const action = actions.at(-1)
  if (!action) throw new Error('A transaction without an action')
  return action
}
