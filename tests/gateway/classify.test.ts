import { cents } from '@callboard/domain/kernel/money.ts'
import {
  readAmount,
  writeAmount,
  chargeFields,
  formOf,
  refundFields,
  saveMethodFields,
  voidFields,
} from '@callboard/server/payments/gateways/nmi-fields.ts'
import { classify } from '@callboard/server/payments/gateways/nmi-classify.ts'
import { codesOf } from '@callboard/server/platform/http/connection-errors.ts'
import { readReport } from '@callboard/server/payments/gateways/nmi-transactions.ts'
import { describe, expect, test } from 'vitest'
import { byBank, byCard } from './kit.ts'

const request = { tender: 'card', expects: 'transaction', amount: cents(5404) } as const
const classifyAnswer = (body: string, status = 200) => classify({ kind: 'answered', status, body }, request)
const tail = 'avsresponse=&cvvresponse=&orderid=P-1'

describe('bodies as the gateway has really sent them', () => {
  test.each([
    [
      'an approval',
      'response=1&responsetext=SUCCESS&authcode=123456&transactionid=2762757839&avsresponse=N&cvvresponse=N&orderid=b6c1&type=sale&response_code=100',
      { outcome: 'approved', gatewayTxnId: '2762757839', authCode: '123456', avs: 'N', cvv: 'N', amount: 5404 },
    ],
    [
      'a decline',
      'response=2&responsetext=DECLINE&authcode=&transactionid=2762766725&avsresponse=N&cvvresponse=N&orderid=f4bd&type=sale&response_code=200',
      { outcome: 'declined', reason: 'declined', gatewayTxnId: '2762766725' },
    ],
    [
      'an e-check declined although it has an authorization code',
      `response=2&responsetext=FAILED&authcode=123456&transactionid=2762783009&${tail}&type=sale&response_code=200`,
      { outcome: 'declined', reason: 'declined' },
    ],
    [
      'a void, its spaces not encoded',
      `response=1&responsetext=Transaction Void Successful&authcode=123456&transactionid=2762811592&${tail}&type=void&response_code=100`,
      { outcome: 'approved', gatewayText: 'Transaction Void Successful' },
    ],
    [
      'a void too late',
      `response=3&responsetext=Only transactions pending settlement can be voided REFID:3161855545&authcode=&transactionid=2762816924&${tail}&type=void&response_code=300`,
      { outcome: 'error', reason: 'not_voidable' },
    ],
    [
      'a refund',
      'response=1&responsetext=SUCCESS&authcode=&transactionid=2762823772&avsresponse=&cvvresponse=&orderid=&type=refund&response_code=100',
      { outcome: 'approved', gatewayTxnId: '2762823772' },
    ],
    [
      'an unknown transaction',
      `response=3&responsetext=Invalid Transaction ID specified REFID:3161856100&authcode=&transactionid=&${tail}&type=refund&response_code=300`,
      { outcome: 'error', reason: 'no_such_transaction' },
    ],
    [
      'a bad card number',
      `response=3&responsetext=Invalid Credit Card Number REFID:3162207528&authcode=&transactionid=&${tail}&response_code=300`,
      { outcome: 'error', reason: 'fix_input', field: 'ccnumber' },
    ],
    [
      'a duplicate, which may be our own earlier request',
      'response=3&responsetext=Duplicate transaction REFID:3174971726&authcode=&transactionid=&avsresponse=&cvvresponse=&orderid=&type=sale&response_code=300',
      { outcome: 'unknown', reason: 'duplicate', message: 'We are confirming your payment. Do not pay again.' },
    ],
    [
      'a spent token',
      `response=3&responsetext=Payment Token does not exist REFID:1&authcode=&transactionid=&${tail}&response_code=300`,
      { outcome: 'error', reason: 'token_spent' },
    ],
  ])('%s', (_, body, outcome) => expect(classifyAnswer(body)).toMatchObject(outcome))

  test('a stored method, which has no transaction', () => {
    const body = `response=1&responsetext=Customer Added&authcode=&transactionid=&${tail}&type=&response_code=100&customer_vault_id=256806849`
    const answer = classify({ kind: 'answered', status: 200, body }, { tender: 'card', expects: 'method' })
    expect(answer).toMatchObject({ outcome: 'approved', gatewayCustomerId: '256806849' })
  })
})

describe('response codes', () => {
  const of = (code: number, response: number) =>
    classifyAnswer(
      `response=${response}&responsetext=text&authcode=&transactionid=7&${tail}&type=sale&response_code=${code}`,
    )

  test.each<[number[], number, string]>([
    [[200, 201, 202, 203, 204, 220, 221, 222, 223, 224, 225, 226, 240, 250, 251, 252, 253], 2, 'declined'],
    [[260, 261, 262, 263, 264, 299], 2, 'declined'],
    [[300, 400, 410, 411, 440, 441, 460, 461, 499], 3, 'error'],
    [[301], 3, 'retry_later'],
    [[420, 421, 430], 3, 'unknown'],
    [[420, 430], 2, 'declined'],
  ])('%j with response %i is %s', (codes, response, outcome) => {
    expect(codes.map((code) => of(code, response).outcome)).toEqual(codes.map(() => outcome))
  })

  test('lost, stolen and fraud read like any decline', () => {
    expect(new Set([200, 250, 251, 252, 253].map((code) => of(code, 2).message)).size).toBe(1)
  })

  test('an error that the payer can correct names the field', () => {
    expect(of(225, 2)).toMatchObject({ field: 'cvv', message: 'Please check the security code and try again.' })
    expect(of(223, 2)).toMatchObject({ field: 'ccexp' })
  })

  test('trouble with the account calls the office', () => {
    expect([400, 410, 411].map((code) => of(code, 3).alertOffice)).toEqual([true, true, true])
    expect(of(410, 3).message).toBe('Payments are unavailable right now.')
  })
})

describe('doubtful responses stay unknown', () => {
  test.each([
    [
      'an approval without a transaction',
      `response=1&responsetext=SUCCESS&transactionid=&${tail}&response_code=100`,
      200,
    ],
    ['a page instead of an answer', '<html>Please try again later</html>', 200],
    ['nothing', '', 200],
    ['half an answer', 'response=1&responsetext=SUC', 200],
    ['a response that is not 1, 2 or 3', 'response=4&response_code=100', 200],
    ['a server error with an approval in its text', `response=1&transactionid=1&response_code=100`, 500],
    ['a redirect', '', 302],
  ])('%s', (_, body, status) =>
    expect(classifyAnswer(body, status)).toMatchObject({ outcome: 'unknown', reason: 'ambiguous' }),
  )

  test('an approval of less than was asked says how much', () => {
    const body = `response=1&transactionid=9&amount_authorized=20.00&responsetext=SUCCESS&response_code=100`
    expect(classifyAnswer(body)).toMatchObject({ outcome: 'approved', reason: 'partly_approved', amount: 2000 })
  })

  test.each([
    ['cannot be found', { cause: { code: 'ENOTFOUND' } }, ['ENOTFOUND']],
    [
      'two addresses, two failures',
      { cause: { errors: [{ code: 'ECONNREFUSED' }, { code: 'ECONNRESET' }] } },
      ['ECONNREFUSED', 'ECONNRESET'],
    ],
    [
      'a refused port beside a reset',
      { cause: { errors: [{ message: 'bad port' }, { code: 'ECONNRESET' }] } },
      ['BAD_PORT', 'ECONNRESET'],
    ],
    ['no code at all', new TypeError('fetch failed'), []],
  ])('every code of a failure counts: %s', (_, error, codes) => expect(codesOf(error)).toEqual(codes))
})

describe('amounts at the edge', () => {
  test.each([
    [1, '0.01'],
    [100, '1.00'],
    [435, '4.35'],
    [12345678, '123456.78'],
  ])('%i cents are %s', (amount, text) => {
    expect(writeAmount(cents(amount))).toBe(text)
    expect(readAmount(text)).toBe(amount)
  })

  test.each([0, -1])('%i is never sent', (amount) => expect(() => writeAmount(cents(amount))).toThrow(RangeError))

  test('a refund always names a positive amount, since none would mean all of it', () => {
    const refund = { gatewayTxnId: '7', tender: 'card' } as const
    expect(refundFields({ ...refund, amount: cents(5) })).toMatchObject({ type: 'refund', amount: '0.05' })
    expect(() => refundFields({ ...refund, amount: cents(0) })).toThrow(RangeError)
  })
})

describe('the fields of a charge', () => {
  test('a bank payment says what it is, also with a token', () => {
    const fields = chargeFields(byBank())
    expect(fields).toMatchObject({ payment: 'check', sec_code: 'WEB', account_type: 'checking' })
  })

  test('a card says what it is, also when it is saved, given back or voided', () => {
    const gatewayTxnId = '7'
    const saved = { gatewayCustomerId: 'm-1', from: { gatewayTxnId }, tender: { kind: 'card' } } as const
    const requests = [
      chargeFields(byCard()),
      saveMethodFields(saved),
      refundFields({ gatewayTxnId, tender: 'card', amount: cents(5) }),
      voidFields({ gatewayTxnId, tender: 'card' }),
    ]
    expect(requests.map(({ payment }) => payment)).toEqual(requests.map(() => 'creditcard'))
  })

  test('a business account is CCD', () => {
    const tender = { kind: 'bank', accountType: 'checking', holderType: 'business' } as const
    expect(chargeFields(byBank({ tender }))).toMatchObject({ sec_code: 'CCD', account_holder_type: 'business' })
  })

  test('state and postal code are sent for the United States alone', () => {
    const address = { city: 'Calgary', state: 'AB', zip: 'T2P 1J9' }
    const fieldNames = (country: string) => [
      ...formOf(chargeFields(byCard({ billTo: { ...address, country } }))).keys(),
    ]
    expect(fieldNames('US')).toEqual(expect.arrayContaining(['city', 'state', 'zip']))
    expect(fieldNames('CA').filter((name) => ['state', 'zip'].includes(name))).toEqual([])
  })

  test('an order id that is too long is a bug and is not sent', () => {
    expect(() => chargeFields(byCard({ orderId: 'P'.repeat(33) }))).toThrow(RangeError)
  })
})

describe('query reports', () => {
  const read = (body: string, status = 200) => readReport({ kind: 'answered', status, body })
  const report = `<?xml version="1.0" encoding="UTF-8"?>
<nm_response>
  <transaction>
    <transaction_id>2612675976</transaction_id><transaction_type>cc</transaction_type><condition>CONDITION</condition>
    <order_id>P-1&amp;2</order_id><first_name/><cc_number>4xxxxxxxxxxx1111</cc_number><cc_type>visa</cc_type>
    <merchant_defined_field id="1">77</merchant_defined_field><brand_new_tag><deep>x</deep></brand_new_tag>
    <action><amount>11.00</amount><action_type>sale</action_type><date>20150312215205</date><success>1</success>
      <response_text>SUCCESS</response_text><batch_id>0</batch_id><response_code>100</response_code></action>
  </transaction>
</nm_response>`

  test.each([
    ['pendingsettlement', 'unsettled'],
    ['complete', 'settled'],
    ['pending', 'authorized'],
    ['failed', 'declined'],
    ['canceled', 'voided'],
    ['in_progress', 'unknown'],
    ['unknown', 'unknown'],
  ])('condition %s is %s', (condition, state) => {
    const transaction = { orderId: 'P-1&2', amount: 1100, last4: '1111', brand: 'visa', state }
    const lookup = read(report.replace('CONDITION', condition))
    expect(lookup).toMatchObject({ outcome: 'found', transactions: [transaction] })
    expect(lookup).toMatchObject({ transactions: [{ actions: [{ at: '2015-03-12T21:52:05.000Z' }] }] })
  })

  test('text of a report is decoded once', () => {
    const answer = read(report.replace('SUCCESS', 'A &amp;lt; &#233;&unknown;').replace('CONDITION', 'complete'))
    expect(answer).toMatchObject({ transactions: [{ actions: [{ text: 'A &lt; é&unknown;' }] }] })
  })

  test('no cut of a report is an answer', () => {
    for (let length = 0; length < report.length; length += 1)
      expect(read(report.slice(0, length)).outcome).toBe('unavailable')
  })

  test('an empty report is an answer', () => {
    expect(read('<nm_response></nm_response>')).toEqual({ outcome: 'found', transactions: [] })
  })

  test.each([
    ['an error', '<nm_response><error_response>Invalid Username</error_response></nm_response>', 200],
    ['a cut report', report.slice(0, 300), 200],
    ['a page', '<!doctype html><p>Sorry</p>', 200],
    ['two reports', `${report}${report}`.replaceAll(/<\?xml[^>]*>/g, ''), 200],
    ['a report with a warning behind it', `${report}<br/>Warning`, 200],
    ['a report that defines names', `<!DOCTYPE r [<!ENTITY x "1">]>${report.slice(report.indexOf('<nm'))}`, 200],
    ['a report nested without end', `<nm_response>${'<a>'.repeat(1e5)}${'</a>'.repeat(1e5)}</nm_response>`, 200],
    ['a name of every object', '<nm_response><__proto__>1</__proto__></nm_response>', 200],
    ['nothing', '', 200],
    ['a server error', '<nm_response></nm_response>', 503],
    ['an amount that is none', report.replace('11.00', 'eleven'), 200],
  ])('%s is never "not found"', (_, body, status) => {
    expect(read(body, status)).toMatchObject({ outcome: 'unavailable' })
  })
})
