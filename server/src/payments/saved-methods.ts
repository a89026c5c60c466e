import type { Attempt } from '../ledger/attempt-queries.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { findProfileOfAttempt, insertProfile } from './saved-method-queries.ts'

/** The gateway's name for the method of an attempt. Made from the attempt, so that trying again makes no second one. */
const vaultId = ({ orderid }: Attempt) => orderid.replace(/^P-/, 'm-')

/**
 * Saves a method from a charge that is already recorded, so that it can neither fail nor repeat the charge. Doing it twice
 * is doing it once.
 */
export async function saveMethod({ db, payments, clock }: Dependencies, attempt: Attempt): Promise<void> {
  const { gateway_transaction_id, bill_to, bank_account, payment_method_id, user_id } = attempt
  if (!attempt.save_profile || !gateway_transaction_id || !bill_to) return
  if (attempt.state !== 'approved' && attempt.state !== 'settled') return
  if (await inTransaction(db, (tx) => findProfileOfAttempt(tx, attempt.id))) return

  const gatewayCustomerId = vaultId(attempt)
  const answer = await payments.saveMethod({
    gatewayCustomerId,
    from: { gatewayTxnId: gateway_transaction_id },
    tender: bank_account
      ? { kind: 'bank', accountType: bank_account.account_type, holderType: bank_account.holder_type }
      : { kind: 'card' },
  })
  if (answer.outcome !== 'approved' && answer.reason !== 'method_exists') {
    throw new Error(`The method of ${attempt.orderid} was not saved: ${answer.reason}`)
  }
  const display = await shownOf({ payments }, attempt)
  await inTransaction(db, (tx) =>
    insertProfile(tx, {
      ...display,
      user_id,
      billing_id: gatewayCustomerId,
      // A gateway that assigns its own ids knows the method by that id.
      gateway_customer_id: answer.gatewayCustomerId ?? gatewayCustomerId,
      payment_method_id,
      bill_to: JSON.stringify(bill_to),
      ...(bank_account && { bank_account: JSON.stringify(bank_account) }),
      initial_transaction_id: gateway_transaction_id,
      initial_attempt_id: attempt.id,
      created: clock.now(),
    }),
  )
}

/** Returns the display data of a saved method: from the gateway's records, else from the hosted fields. */
async function shownOf({ payments }: Pick<Dependencies, 'payments'>, attempt: Attempt) {
  const search = await payments.findById(attempt.gateway_transaction_id ?? '')
  const sale = search.outcome === 'found' ? search.transactions[0] : undefined
  return {
    last_four: sale?.last4 || attempt.last_four || '',
    brand: sale?.brand || attempt.brand || '',
    expiration_date: sale?.expiry || attempt.expiration_date || '',
  }
}

/** Takes a removed method out of the gateway's vault. Fails while the gateway still has it, so that the job is repeated. */
export async function forgetMethod({ payments }: Pick<Dependencies, 'payments'>, gatewayCustomerId: string) {
  const answer = await payments.deleteMethod({ gatewayCustomerId })
  const isRemoved = answer.outcome === 'approved' || answer.reason === 'method_missing'
  if (!isRemoved) throw new Error(`A removed method is still in the vault: ${answer.reason}`)
}
