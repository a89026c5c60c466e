import { newId, testMethods, type StripeBook, type TestCard } from './book.ts'
import { framePage, framePolicy, isAllowed, scripts } from '../frame-page.ts'
import { isFromOwnFrame, readJson, send, sendJson, textIn, type Exchange } from '../http.ts'
import { digitsOf, expiryStands, passesLuhn } from '../test-data.ts'

/** Stripe's documented test numbers. All others are rejected, so that no real card is stored here. */
const testNumbers: Readonly<Record<string, string>> = {
  '4242424242424242': 'pm_card_visa',
  '5555555555554444': 'pm_card_mastercard',
  '4000000000000002': 'pm_card_visa_chargeDeclined',
  '4000000000009995': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  '4000000000000069': 'pm_card_chargeDeclinedExpiredCard',
  '4000000000000127': 'pm_card_chargeDeclinedIncorrectCvc',
}

/** Documented test bank accounts, all of one test bank. */
const testRouting = '110000000'
const testAccounts: Readonly<Record<string, string>> = {
  '000123456789': 'pm_usBankAccount_success',
  '000111111113': 'pm_usBankAccount_accountClosed',
  '000111111116': 'pm_usBankAccount_noAccount',
  '000222222227': 'pm_usBankAccount_insufficientFunds',
  '000333333335': 'pm_usBankAccount_debitNotAuthorized',
}

const names = ['ccnumber', 'ccexp', 'cvv', 'checkname', 'checkaba', 'checkaccount'] as const
type Name = (typeof names)[number]
const isName = (name: string): name is Name => names.some((one) => one === name)

const allowedOrigins = ['http://localhost:*', 'http://127.0.0.1:*']

/** Serves the script and the card fields of the browser and turns their input into a payment method. */
export function stripeFields(book: StripeBook, publishableKey: string, now: () => number) {
  const inputs = new Map<string, Partial<Record<Name, string>>>()

  function judge(field: Name, value: string): string | undefined {
    const digits = digitsOf(value)
    switch (field) {
      case 'ccnumber':
        if (!passesLuhn(digits)) return 'Your card number is invalid.'
        return testNumbers[digits] ? undefined : 'Use a test card, such as 4242 4242 4242 4242.'
      case 'ccexp':
        return expiryStands(value.replace(/\D/g, ''), now()) ? undefined : 'Your card’s expiration date is in the past.'
      case 'cvv':
        return /^\d{3,4}$/.test(value) ? undefined : 'Your card’s security code is incomplete.'
      case 'checkname':
        return value.trim() ? undefined : 'Enter the name on the account.'
      case 'checkaba':
        return digits === testRouting ? undefined : `Use the routing number for tests, ${testRouting}.`
      case 'checkaccount':
        return testAccounts[digits] ? undefined : 'Use an account for tests, such as 000123456789.'
    }
  }

  function save({ sid, field, value }: Record<'sid' | 'field' | 'value', string>) {
    if (!isName(field)) return { valid: false, message: 'There is no such field.' }
    const wrong = judge(field, value)
    const input = inputs.get(sid) ?? {}
    inputs.set(sid, { ...input, [field]: wrong ? '' : value })
    return { valid: !wrong, message: wrong ?? '' }
  }

  /** Simulates the dialog in which a bank account is chosen and confirmed. */
  function finishAccount({ checkname, checkaba, checkaccount }: Partial<Record<Name, string>>) {
    const card = testMethods[testAccounts[digitsOf(checkaccount ?? '')] ?? '']
    if (!card?.account || !checkname || !checkaba)
      return { error: { message: 'The account’s details are incomplete.' } }
    const method = { id: newId('pm'), card, customer: null, spent: false }
    book.methods.set(method.id, method)
    const { account_type, account_holder_type } = card.account
    const us_bank_account = { account_type, account_holder_type, bank_name: 'Bank for tests', last4: card.last4 }
    const billing_details = { name: checkname }
    return {
      paymentMethod: {
        id: method.id,
        object: 'payment_method',
        type: 'us_bank_account',
        billing_details,
        us_bank_account,
      },
    }
  }

  function finish(sid: string, tender: string) {
    const input = inputs.get(sid) ?? {}
    inputs.delete(sid)
    if (tender === 'bank') return finishAccount(input)
    const { ccnumber, ccexp, cvv } = input
    const card: TestCard | undefined = testMethods[testNumbers[digitsOf(ccnumber ?? '')] ?? '']
    if (!card || !ccexp || !cvv) return { error: { message: 'Your card’s details are incomplete.' } }
    const method = { id: newId('pm'), card, customer: null, spent: false }
    book.methods.set(method.id, method)
    const exp = ccexp.replace(/\D/g, '')
    const { brand, last4 } = card
    const face = { brand, last4, exp_month: Number(exp.slice(0, 2)), exp_year: 2000 + Number(exp.slice(2)) }
    return { paymentMethod: { id: method.id, object: 'payment_method', type: 'card', card: face } }
  }

  function frame({ response, url }: Exchange) {
    const parameter = (name: string) => url.searchParams.get(name) ?? ''
    const [field, origin] = [parameter('field'), parameter('origin')]
    if (!isName(field) || parameter('key') !== publishableKey || !isAllowed(origin, allowedOrigins)) {
      return send(response, 403, 'text/plain; charset=utf-8', 'This page may not show these fields.')
    }
    const page = framePage({ field, title: parameter('title'), placeholder: parameter('placeholder'), origin })
    send(response, 200, 'text/html; charset=utf-8', page, { 'content-security-policy': framePolicy(allowedOrigins) })
  }

  function post(exchange: Exchange, act: (body: Record<string, unknown>) => unknown) {
    const { response } = exchange
    if (!isFromOwnFrame(exchange)) return sendJson(response, 403, { error: 'Only the fields may post.' })
    const body = readJson(exchange)
    if (textIn(body, 'key') !== publishableKey) return sendJson(response, 401, { error: 'Invalid API Key provided' })
    sendJson(response, 200, act(body))
  }

  /** Whether it was for the fields, and is answered. */
  return (exchange: Exchange): boolean => {
    const { request, response, url } = exchange
    const path = url.pathname === '/v3/' ? '/stripe/stripe.js' : url.pathname
    const file = request.method === 'GET' ? scripts[path] : undefined
    if (file) send(response, 200, file.type, file.text, { 'cross-origin-resource-policy': 'cross-origin' })
    else if (path === '/token/frame') frame(exchange)
    else if (path === '/token/api/field')
      post(exchange, (body) =>
        save({ sid: textIn(body, 'sid'), field: textIn(body, 'field'), value: textIn(body, 'value') }),
      )
    else if (path === '/token/api/finish') post(exchange, (body) => finish(textIn(body, 'sid'), textIn(body, 'tender')))
    else return false
    return true
  }
}
