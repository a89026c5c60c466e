/** Request fields that are safe to log; we generate their values. The others are keys, tokens and card data. */
const loggable = new Set([
  'type',
  'amount',
  'orderid',
  'transactionid',
  'payment',
  'dup_seconds',
  'customer_vault',
  'customer_vault_id',
  'order_id',
  'transaction_id',
  'transaction_type',
  'start_date',
  'end_date',
  'page_number',
])
const numberLike = /\d(?:[ -]?\d){12,18}/g

/** Returns the loggable fields of a request, without secrets and addresses. */
export const redact = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...form].filter(([name]) => loggable.has(name)))

/** The gateway's own words, without anything long enough to be a card number. */
export const mask = (text: string) => text.replace(numberLike, '[number]')
