import type { Action, Transaction, VaultRecord } from './book.ts'
import { writeAmount, type Gateway } from './gateway.ts'
import { bankFace, cardFace } from './instrument.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
const tag = (name: string, value: string) => `<${name}>${escape(value)}</${name}>`
const wrap = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>${content}</nm_response>\n`
const stamp = (moment: number) => new Date(moment).toISOString().replace(/\D/g, '').slice(0, 14)

/** Returns the XML response of one query.php request; read-only. */
export function query(gateway: Gateway, form: URLSearchParams): string {
  const { book, settings } = gateway
  if (form.get('security_key') !== settings.securityKey) return wrap(tag('error_response', 'Invalid Username'))
  const report = form.get('report_type') || 'transaction'
  if (report === 'customer_vault') return wrap(`<customer_vault>${vaultXml(book.vault.all(), form)}</customer_vault>`)
  if (report !== 'transaction') return wrap(tag('error_response', `Report type ${report} is not in this sandbox`))

  const matches = book.transactions.all().filter((transaction) => isAskedFor(gateway, form, transaction))
  matches.sort((one, other) => Number(one.id) - Number(other.id))
  if (form.get('result_order') === 'reverse') matches.reverse()
  return wrap(page(matches, form).map(transactionXml).join(''))
}

function page<Row>(rows: Row[], form: URLSearchParams): Row[] {
  const size = Number(form.get('result_limit') || 0)
  const start = Number(form.get('page_number') || 0) * size
  return size > 0 ? rows.slice(start, start + size) : rows
}

const listed = (form: URLSearchParams, name: string) => (form.get(name) ?? '').split(',').filter(Boolean)
const digits = (text: string | null) => (text ?? '').replace(/\D/g, '')

function isAskedFor({ now }: Gateway, form: URLSearchParams, transaction: Transaction): boolean {
  const { id, orderId, condition, kind, actions, modified, sent, hiddenUntil, instrument } = transaction
  const among = (name: string, values: readonly string[]) => {
    const wantedValues = listed(form, name)
    return wantedValues.length === 0 || values.some((value) => wantedValues.includes(value))
  }
  const start = digits(form.get('start_date'))
  const end = digits(form.get('end_date'))
  const number = form.get('cc_number') ?? ''
  const modifiedAt = stamp(modified)
  const sentAlike = [...form].every(([name, value]) => !searchable.test(name) || sent[name] === value)
  return (
    hiddenUntil <= now() &&
    among('transaction_id', [id]) &&
    among('order_id', [orderId]) &&
    among('condition', [condition]) &&
    among('transaction_type', [kind]) &&
    among(
      'action_type',
      actions.map(({ type }) => type),
    ) &&
    (start === '' || modifiedAt >= start) &&
    (end === '' || modifiedAt <= end) &&
    (number === '' || (instrument.kind === 'card' && cardFace(instrument).last4 === number.slice(-4))) &&
    sentAlike
  )
}

const searchable = /^(first_name|last_name|address1|city|state|zip|phone|email|merchant_defined_field_\d{1,2})$/

function transactionXml(transaction: Transaction): string {
  const { id, kind, condition, orderId, authCode, sent, actions, avs, cvv } = transaction
  const own = Object.entries(sent)
    .filter(([name]) => name.startsWith('merchant_defined_field_'))
    .map(([name, value]) => `<merchant_defined_field id="${name.slice(23)}">${escape(value)}</merchant_defined_field>`)
  return [
    '<transaction>',
    tag('transaction_id', id),
    tag('transaction_type', kind),
    tag('condition', condition),
    tag('order_id', orderId),
    tag('order_description', sent.order_description ?? ''),
    tag('authorization_code', authCode),
    ...addressXml(sent),
    ...instrumentXml(transaction.instrument),
    tag('avs_response', avs),
    tag('csc_response', cvv),
    tag('processor_id', 'sandbox'),
    tag('currency', sent.currency ?? 'USD'),
    ...own,
    ...actions.map((action) => actionXml(action, sent.ipaddress ?? '')),
    '</transaction>',
  ].join('')
}

function addressXml(fields: Record<string, string>): string[] {
  const tags = {
    first_name: 'first_name',
    last_name: 'last_name',
    company: 'company',
    address_1: 'address1',
    address_2: 'address2',
    city: 'city',
    state: 'state',
    postal_code: 'zip',
    country: 'country',
    email: 'email',
    phone: 'phone',
  }
  return Object.entries(tags).map(([name, field]) => tag(name, fields[field] ?? ''))
}

function instrumentXml(instrument: Transaction['instrument']): string[] {
  const card = instrument.kind === 'card' ? cardFace(instrument) : undefined
  const bank = instrument.kind === 'bank' ? bankFace(instrument) : undefined
  const masked = card ? `${card.bin[0]}${'x'.repeat(card.length - 5)}${card.last4}` : ''
  return [
    tag('cc_number', masked),
    tag('cc_exp', card?.exp ?? ''),
    tag('cc_bin', card?.bin ?? ''),
    tag('cc_type', card?.brand ?? ''),
    tag('check_account', bank ? `xxxx${bank.last4}` : ''),
    tag('check_aba', bank?.aba ?? ''),
    tag('check_name', bank?.name ?? ''),
    tag('account_holder_type', bank?.holderType ?? ''),
    tag('account_type', bank?.accountType ?? ''),
    tag('sec_code', bank?.secCode ?? ''),
  ]
}

function actionXml({ amount, type, at, success, text, code, batch }: Action, ip: string): string {
  return [
    '<action>',
    tag('amount', writeAmount(amount)),
    tag('action_type', type),
    tag('date', stamp(at)),
    tag('success', success ? '1' : '0'),
    tag('ip_address', ip),
    tag('source', type === 'settle' ? 'internal' : 'api'),
    tag('response_text', text),
    tag('batch_id', batch),
    tag('response_code', String(code)),
    tag('requested_amount', writeAmount(amount)),
    '</action>',
  ].join('')
}

function vaultXml(records: VaultRecord[], form: URLSearchParams): string {
  const vaultId = form.get('customer_vault_id')
  return page(
    records.filter(({ id }) => !vaultId || id === vaultId),
    form,
  )
    .flatMap(({ id, billings }) =>
      billings.map((billing) =>
        [
          `<customer id="${escape(id)}">`,
          ...addressXml(billing.sent),
          ...instrumentXml(billing.instrument),
          tag('customer_vault_id', id),
          tag('billing_id', billing.id),
          '</customer>',
        ].join(''),
      ),
    )
    .join('')
}
