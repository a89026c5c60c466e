import type { Bank, Card, Instrument } from './book.ts'
import { Rejection, type Gateway } from './gateway.ts'
import {
  digitsOf,
  expiryStands,
  fixedTokens,
  passesAbaChecksum,
  passesLuhn,
  testAccounts,
  testCards,
} from './test-data.ts'

const day = 86_400_000

/** Returns the payment instrument of a request: exactly one of a token, raw numbers or a stored method. */
export function instrumentOf(gateway: Gateway, form: URLSearchParams, from: { vault: boolean }): Instrument {
  const token = form.get('payment_token') ?? ''
  const vaultId = from.vault ? (form.get('customer_vault_id') ?? '') : ''
  const isTyped = ['ccnumber', 'checkaba', 'checkaccount'].some((name) => form.get(name))
  const copied = form.get('source_transaction_id') ?? ''
  if ([token, vaultId, isTyped, copied].filter(Boolean).length > 1)
    throw new Rejection('Multiple payment sources given')

  const instrument = token
    ? spendToken(gateway, token)
    : vaultId
      ? storedInstrument(gateway, vaultId, form.get('billing_id') ?? '')
      : copied
        ? copiedInstrument(gateway, copied)
        : typedInstrument(gateway, form)
  const tender = form.get('payment') === 'check' ? 'bank' : 'card'
  // The token or stored method defines the payment type; a different `payment` value is an error.
  if (form.has('payment') && tender !== instrument.kind) throw new Rejection('Payment type does not match')
  return instrument.kind === 'bank' ? withBankWords(instrument, form) : instrument
}

/** A token is consumed by the first request that uses it, also when that fails. */
function spendToken({ book, now }: Gateway, id: string): Instrument {
  if (id === fixedTokens.card) return { kind: 'card', test: 'visa', exp: '1025', cvv: 'match' }
  if (id === fixedTokens.bank) return bank('account', 'Jane Doe')
  const token = book.tokens.find(id)
  book.tokens.remove(id)
  if (!token || now() - token.minted > day) throw new Rejection('Payment Token does not exist')
  return token.instrument
}

function storedInstrument({ book }: Gateway, vaultId: string, billingId: string): Instrument {
  const record = book.vault.find(vaultId)
  if (!record) throw new Rejection('Invalid Customer Vault Id')
  const billing = billingId ? record.billings.find(({ id }) => id === billingId) : record.billings[0]
  if (!billing) throw new Rejection('Invalid Billing Id')
  return withoutCode(billing.instrument)
}

function copiedInstrument({ book }: Gateway, transactionId: string): Instrument {
  const transaction = book.transactions.find(transactionId)
  if (!transaction || transaction.condition === 'failed') throw new Rejection('Invalid Transaction ID specified')
  return withoutCode(transaction.instrument)
}

// A security code may not be stored, so a stored card never has one.
const withoutCode = (instrument: Instrument): Instrument =>
  instrument.kind === 'card' ? { ...instrument, cvv: 'absent' } : instrument

function typedInstrument({ now }: Gateway, form: URLSearchParams): Instrument {
  const value = (name: string) => form.get(name) ?? ''
  const check = form.get('payment') === 'check'
  const [cardGiven, bankGiven] = [value('ccnumber') !== '', (value('checkaba') || value('checkaccount')) !== '']
  if ((check && cardGiven) || (!check && bankGiven)) throw new Rejection('Card and check fields may not be mixed')
  return check
    ? readBank(value('checkname'), value('checkaba'), value('checkaccount'))
    : readCard(value('ccnumber'), value('ccexp'), value('cvv'), now())
}

export function readCard(number: string, exp: string, cvv: string, now: number): Card {
  const digits = digitsOf(number)
  const card = testCards.find((candidate) => candidate.number === digits)
  if (!card || !passesLuhn(digits)) throw new Rejection('Invalid Credit Card Number')
  if (!expiryStands(exp.replace(/\D/g, ''), now)) throw new Rejection('Invalid Credit Card Expiration Date')
  if (cvv !== '' && !/^\d{3,4}$/.test(cvv)) throw new Rejection('CVV must be 3 or 4 digits')
  const code = cvv === '' ? 'absent' : cvv === '999' ? 'match' : 'other'
  return { kind: 'card', test: card.name, exp: exp.replace(/\D/g, ''), cvv: code }
}

export function readBank(name: string, aba: string, account: string): Bank {
  if (!passesAbaChecksum(aba)) throw new Rejection('Invalid ABA number')
  const testAccount = testAccounts.find((candidate) => candidate.aba === aba && candidate.account === account)
  if (!testAccount) throw new Rejection('Invalid Checking Account Number')
  if (name.trim() === '') throw new Rejection('Check name is required')
  return bank(testAccount.name, name.trim())
}

const bank = (test: string, name: string): Bank => {
  return { kind: 'bank', test, name, holderType: 'personal', accountType: 'checking', secCode: 'WEB' }
}

function withBankWords(instrument: Bank, form: URLSearchParams): Bank {
  const oneOf = (name: string, fallback: string, options: readonly string[]) => {
    const value = form.get(name) || fallback
    if (!options.includes(value)) throw new Rejection(`Invalid ${name}`)
    return value
  }
  const holderType = oneOf('account_holder_type', instrument.holderType, ['personal', 'business'])
  const accountType = oneOf('account_type', instrument.accountType, ['checking', 'savings'])
  const secCode = oneOf('sec_code', instrument.secCode, ['PPD', 'WEB', 'TEL', 'CCD'])
  return { ...instrument, holderType, accountType, secCode }
}

const cardOf = (name: string) => testCards.find((card) => card.name === name) ?? testCards[0]
const accountOf = (name: string) => testAccounts.find((account) => account.name === name) ?? testAccounts[0]

/** Returns the displayable fields of a card: brand, first six and last four digits. */
export function cardFace({ test, exp }: Card) {
  const { number, brand } = cardOf(test)
  return { brand, exp, bin: number.slice(0, 6), last4: number.slice(-4), length: number.length }
}

export function bankFace({ test, ...rest }: Bank) {
  const { aba, account } = accountOf(test)
  return { ...rest, aba, last4: account.slice(-4) }
}

export const isSame = (one: Instrument, other: Instrument) => one.kind === other.kind && one.test === other.test
