import type { Billing, Instrument, VaultRecord } from './book.ts'
import { Rejection, type Gateway, type Reply } from './gateway.ts'
import { instrumentOf } from './instrument.ts'

const keptFieldName =
  /^(first_?name|last_?name|company|address[12]|city|state|zip|country|phone|email|order_?description|currency|ipaddress|merchant_defined_field_\d{1,2})$/

/**
 * Returns the request fields that are stored: address, description and merchant fields; never numbers, keys or tokens.
 */
export function keptFields(form: URLSearchParams): Record<string, string> {
  const modern: Record<string, string> = {
    firstname: 'first_name',
    lastname: 'last_name',
    orderdescription: 'order_description',
  }
  return Object.fromEntries(
    [...form].filter(([name]) => keptFieldName.test(name)).map(([name, value]) => [modern[name] ?? name, value]),
  )
}

const replyTexts: Record<string, string> = {
  add_customer: 'Customer Added',
  update_customer: 'Customer Update Successful',
  delete_customer: 'Customer Deleted',
  add_billing: 'Billing Added',
  update_billing: 'Billing Update Successful',
  delete_billing: 'Billing Deleted',
}

/** Executes a vault request without a transaction. */
export function changeVault(gateway: Gateway, form: URLSearchParams): Reply {
  const command = form.get('customer_vault') ?? ''
  const text = replyTexts[command]
  if (!text) throw new Rejection('Invalid Customer Vault command')
  const vaultId = command.startsWith('delete_')
    ? removeFromVault(gateway, form, command)
    : actOnVault(gateway, form, sourceOf(gateway, form, command), { dryRun: false })
  return { response: 1, text, code: 100, type: '', orderId: form.get('orderid') ?? '', vaultId }
}

/** An update may change the address alone; then the stored instrument stays. */
function sourceOf(gateway: Gateway, form: URLSearchParams, command: string): Instrument {
  const names = ['payment_token', 'ccnumber', 'checkaccount', 'source_transaction_id']
  const hasSource = names.some((name) => form.get(name))
  if (hasSource || command.startsWith('add_')) return instrumentOf(gateway, form, { vault: false })
  return billingOf(recordOf(gateway, form), form).instrument
}

/** Adds or updates one instrument of a vault record and returns the record's id. A dry run only validates. */
export function actOnVault(
  gateway: Gateway,
  form: URLSearchParams,
  source: Instrument,
  { dryRun }: { dryRun: boolean },
) {
  const { book, now } = gateway
  const instrument: Instrument = source.kind === 'card' ? { ...source, cvv: 'absent' } : source
  const command = form.get('customer_vault') ?? ''
  const fields = keptFields(form)
  const put = (record: VaultRecord) => (dryRun ? record.id : book.vault.put({ ...record, updated: now() }).id)

  if (command === 'add_customer') {
    const id = form.get('customer_vault_id') || book.nextVaultId()
    if (book.vault.find(id)) throw new Rejection('Duplicate Customer Vault Id')
    const billing = { id: form.get('billing_id') || book.nextVaultId(), instrument, sent: fields }
    return put({ id, billings: [billing], created: now(), updated: now() })
  }

  const record = recordOf(gateway, form)
  if (command === 'add_billing') {
    const id = form.get('billing_id') || book.nextVaultId()
    if (record.billings.some((billing) => billing.id === id)) throw new Rejection('Duplicate Billing Id')
    return put({ ...record, billings: [...record.billings, { id, instrument, sent: fields }] })
  }
  const changedBilling = billingOf(record, form)
  const billings = record.billings.map((billing) =>
    billing === changedBilling ? { ...billing, instrument, sent: { ...billing.sent, ...fields } } : billing,
  )
  return put({ ...record, billings })
}

function removeFromVault(gateway: Gateway, form: URLSearchParams, command: string): string {
  const record = recordOf(gateway, form)
  if (command === 'delete_customer') {
    gateway.book.vault.remove(record.id)
    return record.id
  }
  const removed = billingOf(record, form)
  const billings = record.billings.filter((billing) => billing !== removed)
  return gateway.book.vault.put({ ...record, billings, updated: gateway.now() }).id
}

function recordOf({ book }: Gateway, form: URLSearchParams): VaultRecord {
  const record = book.vault.find(form.get('customer_vault_id') ?? '')
  if (!record) throw new Rejection('Invalid Customer Vault Id')
  return record
}

function billingOf(record: VaultRecord, form: URLSearchParams): Billing {
  const id = form.get('billing_id')
  const billing = id ? record.billings.find((candidate) => candidate.id === id) : record.billings[0]
  if (!billing) throw new Rejection('Invalid Billing Id')
  return billing
}
