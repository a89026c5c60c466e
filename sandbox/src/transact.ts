import type { Condition, Instrument, Transaction } from './book.ts'
import { readAmount, Rejection, type Gateway, type Reply } from './gateway.ts'
import { instrumentOf, isSame } from './instrument.ts'
import { actOnVault, changeVault, keptFields } from './vault.ts'

/** A decline or delay requested through the test controls. */
export type GatewayTwist = { declineWith?: { code: number; text: string }; hideFromQueryMs?: number }

type OperationRequest = { gateway: Gateway; form: URLSearchParams; type: string; twist: GatewayTwist }

const operations: Record<string, (request: OperationRequest) => Reply> = {
  sale: pay,
  auth: pay,
  credit: pay,
  validate: pay,
  capture,
  void: cancel,
  refund,
  update: changeOrder,
}

/** Executes one transact.php request and stores its changes. */
export function transact(gateway: Gateway, form: URLSearchParams, twist: GatewayTwist = {}): Reply {
  const type = form.get('type') ?? ''
  try {
    if (form.get('security_key') !== gateway.settings.securityKey) throw new Rejection('Specified API key not found')
    const operation = operations[type]
    if (operation) return operation({ gateway, form, type, twist })
    if (type === '' && form.get('customer_vault')) return changeVault(gateway, form)
    throw new Rejection('Invalid Transaction Type')
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return refusal(gateway, form, error.message, 300)
  }
}

/** A refusal with no effect. */
export function refusal(gateway: Gateway, form: URLSearchParams, text: string, code: number): Reply {
  const message = `${text} REFID:${gateway.book.nextReference()}`
  return { response: 3, text: message, code, type: form.get('type') ?? '', orderId: form.get('orderid') ?? '' }
}

function pay({ gateway, form, type, twist }: OperationRequest): Reply {
  const combined = form.get('customer_vault') ?? ''
  const storesNew = combined === 'add_customer' || combined === 'update_customer'
  if (combined !== '' && !storesNew) throw new Rejection('Invalid Customer Vault command')

  const instrument = instrumentOf(gateway, form, { vault: !storesNew })
  const amount = payable(form, type)
  refuseDuplicate(gateway, form, { type, amount, instrument })
  // The vault request is validated before money moves, so that a record that cannot be stored stops the sale.
  if (storesNew) actOnVault(gateway, form, instrument, { dryRun: true })

  const declined = twist.declineWith ?? declineOf(type, amount, instrument)
  const condition: Condition = declined ? 'failed' : conditionAfter[type as keyof typeof conditionAfter]
  const coded = instrument.kind === 'bank' || ((type === 'sale' || type === 'auth') && !declined)
  const text = declined?.text ?? 'SUCCESS'
  const code = declined?.code ?? 100
  const transaction = record(gateway, form, {
    type,
    instrument,
    amount,
    condition,
    authCode: coded ? '123456' : '',
    hiddenUntil: twist.hideFromQueryMs ? gateway.now() + twist.hideFromQueryMs : 0,
    first: { success: !declined, text, code },
  })
  const vaultId = storesNew && !declined ? actOnVault(gateway, form, instrument, { dryRun: false }) : undefined
  const { id, authCode, avs, cvv, orderId } = transaction
  const reply: Reply = { response: declined ? 2 : 1, text, code, type, orderId, transactionId: id, authCode, avs, cvv }
  return vaultId === undefined ? reply : { ...reply, vaultId }
}

const conditionAfter = {
  sale: 'pendingsettlement',
  credit: 'pendingsettlement',
  auth: 'pending',
  validate: 'complete',
} as const

function payable(form: URLSearchParams, type: string): number {
  const text = form.get('amount') ?? ''
  const amount = readAmount(text)
  const checksOnly = type === 'validate'
  if (checksOnly && (text === '' || amount === 0)) return 0
  if (amount === undefined || amount === 0 || checksOnly) throw new Rejection('Invalid amount')
  return amount
}

/** Amounts below one dollar are declined: the documented trigger. */
function declineOf(type: string, amount: number, instrument: Instrument) {
  if (type === 'validate' || amount >= 100) return undefined
  return { code: 200, text: instrument.kind === 'bank' ? 'FAILED' : 'DECLINE' }
}

type Same = { type: string; amount: number; instrument: Instrument }

function refuseDuplicate({ book, settings, now }: Gateway, form: URLSearchParams, same: Same) {
  const dupSeconds = form.get('dup_seconds')
  if (dupSeconds !== null && !/^\d{1,7}$/.test(dupSeconds)) throw new Rejection('Invalid dup_seconds')
  if (dupSeconds === '0' && settings.forbidDuplicateZero) {
    throw new Rejection('Disabling Duplicate Check is not allowed for this processor')
  }
  const seconds = dupSeconds === null ? settings.duplicateWindow : Number(dupSeconds)
  if (seconds === 0) return
  const earlier = book.transactions.all().some(({ type, amount, instrument, condition, actions }) => {
    const recent = now() - (actions[0]?.at ?? 0) < seconds * 1000
    const alike = type === same.type && amount === same.amount && isSame(instrument, same.instrument)
    return recent && alike && condition !== 'failed'
  })
  if (earlier) throw new Rejection('Duplicate transaction')
}

type Fresh = Pick<Transaction, 'type' | 'instrument' | 'amount' | 'condition' | 'authCode'> &
  Partial<Pick<Transaction, 'hiddenUntil' | 'refundOf'>> & { first: { success: boolean; text: string; code: number } }

function record({ book, now }: Gateway, form: URLSearchParams, { first, ...fresh }: Fresh): Transaction {
  const card = fresh.instrument.kind === 'card' ? fresh.instrument : undefined
  const asksBank = card !== undefined && fresh.type !== 'refund'
  return book.transactions.put({
    id: book.nextTransactionId(),
    kind: card ? 'cc' : 'ck',
    orderId: form.get('orderid') ?? '',
    avs: asksBank ? avsOf(form) : '',
    cvv: asksBank && card.cvv !== 'absent' ? (card.cvv === 'match' ? 'M' : 'N') : '',
    sent: keptFields(form),
    refunded: 0,
    refundOf: '',
    hiddenUntil: 0,
    actions: [{ type: fresh.type, amount: fresh.amount, at: now(), batch: '0', ...first }],
    modified: now(),
    ...fresh,
  })
}

function avsOf(form: URLSearchParams): string {
  const address = form.get('address1') === '888'
  const zip = form.get('zip') === '77777'
  return address && zip ? 'Y' : address ? 'A' : zip ? 'Z' : 'N'
}

/** Finds the transaction that a later operation references. A bank payment is found only with its payment type. */
function referencedTransaction({ book }: Gateway, form: URLSearchParams): Transaction {
  const transaction = book.transactions.find(form.get('transactionid') ?? '')
  const kind = form.get('payment') === 'check' ? 'ck' : 'cc'
  if (!transaction || transaction.kind !== kind) throw new Rejection('Invalid Transaction ID specified')
  return transaction
}

type Step = { type: string; amount: number; text?: string; condition?: Condition; refunded?: number; batch?: string }

/** Adds a successful action to a transaction and moves it on. */
export function advance({ book, now }: Gateway, transaction: Transaction, step: Step): Transaction {
  const { type, amount, text = 'SUCCESS', batch = '0', condition = transaction.condition } = step
  const action = { type, amount, success: true, at: now(), text, code: 100, batch }
  const refunded = transaction.refunded + (step.refunded ?? 0)
  const actions = [...transaction.actions, action]
  return book.transactions.put({ ...transaction, condition, refunded, actions, modified: now() })
}

function capture({ gateway, form, type }: OperationRequest): Reply {
  const transaction = referencedTransaction(gateway, form)
  const amount = payable(form, type)
  if (transaction.condition !== 'pending')
    throw new Rejection('A capture requires that the existing transaction be an AUTH')
  if (amount > transaction.amount) {
    throw new Rejection('The specified amount of the capture exceeds the authorized amount')
  }
  const captured = advance(gateway, { ...transaction, amount }, { type, amount, condition: 'pendingsettlement' })
  return approved(captured, type, 'SUCCESS')
}

function cancel({ gateway, form, type }: OperationRequest): Reply {
  const transaction = referencedTransaction(gateway, form)
  const { id, condition, refundOf, amount } = transaction
  if (condition !== 'pending' && condition !== 'pendingsettlement') {
    return { ...refusal(gateway, form, 'Only transactions pending settlement can be voided', 300), transactionId: id }
  }
  const refunded = gateway.book.transactions.find(refundOf)
  if (refunded) advance(gateway, refunded, { type, amount, refunded: -amount })
  const text = 'Transaction Void Successful'
  return approved(advance(gateway, transaction, { type, amount, text, condition: 'canceled' }), type, text)
}

function refund({ gateway, form, type }: OperationRequest): Reply {
  const original = referencedTransaction(gateway, form)
  const text = form.get('amount') ?? ''
  const requestedAmount = text === '' ? 0 : readAmount(text)
  const left = original.amount - original.refunded
  const reversible = original.condition === 'pendingsettlement' || original.condition === 'complete'
  if (requestedAmount === undefined) throw new Rejection('Invalid amount')
  if (!reversible || original.type === 'refund') throw new Rejection('Transaction may not be refunded')

  // As documented: no amount, or 0.00, refunds the full remainder.
  const amount = requestedAmount === 0 ? left : requestedAmount
  if (amount > left || left === 0) throw new Rejection('Refund amount may not exceed the transaction balance')
  advance(gateway, original, { type, amount, refunded: amount })
  const reversal = record(gateway, form, {
    type,
    instrument: original.instrument,
    amount,
    condition: 'pendingsettlement',
    authCode: '',
    refundOf: original.id,
    first: { success: true, text: 'SUCCESS', code: 100 },
  })
  return approved(reversal, type, 'SUCCESS')
}

function changeOrder({ gateway, form, type }: OperationRequest): Reply {
  const transaction = referencedTransaction(gateway, form)
  const fields = { ...transaction.sent, ...keptFields(form) }
  const orderId = form.get('orderid') ?? transaction.orderId
  const updatedOrder = gateway.book.transactions.put({ ...transaction, sent: fields, orderId, modified: gateway.now() })
  return approved(updatedOrder, type, 'Transaction Update Successful')
}

const approved = ({ id, authCode, orderId }: Transaction, type: string, text: string): Reply => {
  return { response: 1, text, code: 100, type, orderId, transactionId: id, authCode }
}
