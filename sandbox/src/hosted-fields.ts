import { createHash, randomInt } from 'node:crypto'
import type { Instrument } from './book.ts'
import { Rejection, type Gateway } from './gateway.ts'
import { bankFace, cardFace, readBank, readCard } from './instrument.ts'
import { digitsOf, expiryStands, passesAbaChecksum, passesLuhn, testAccounts, testCards } from './test-data.ts'

export const fieldNames = ['ccnumber', 'ccexp', 'cvv', 'checkname', 'checkaba', 'checkaccount'] as const
export type FieldName = (typeof fieldNames)[number]
export const isFieldName = (name: string): name is FieldName => fieldNames.some((field) => field === name)

type Session = { fields: Map<FieldName, string>; touched: number }
type Verdict = { valid: boolean; message: string }

const hour = 3_600_000

/** Holds the field values of one form in memory until they are exchanged for a token. */
export function hostedFields(gateway: Gateway) {
  const sessions = new Map<string, Session>()
  const { book, settings, now } = gateway

  function open(sid: string, key: string): Session {
    if (key !== settings.tokenizationKey) throw new Rejection('Tokenization key not found')
    if (!/^[0-9a-f]{32}$/.test(sid)) throw new Rejection('Malformed session')
    for (const [id, { touched }] of sessions) if (now() - touched > hour) sessions.delete(id)
    const session = sessions.get(sid) ?? { fields: new Map(), touched: 0 }
    session.touched = now()
    sessions.set(sid, session)
    return session
  }

  return {
    save({ sid, key, field, value }: { sid: string; key: string; field: FieldName; value: string }): Verdict {
      const { fields } = open(sid, key)
      const verdict = judge(field, value, fields, now())
      if (verdict.valid) fields.set(field, value)
      else fields.delete(field)
      return verdict
    },

    /** Exchanges the stored field values for a token and deletes them. */
    finish({ sid, key, kind }: { sid: string; key: string; kind: 'card' | 'check' }) {
      const { fields } = open(sid, key)
      const value = (name: FieldName) => fields.get(name) ?? ''
      const instrument =
        kind === 'card'
          ? readCard(value('ccnumber'), value('ccexp'), value('cvv'), now())
          : readBank(value('checkname'), value('checkaba'), value('checkaccount'))
      sessions.delete(sid)
      const { id } = book.tokens.put({ id: newToken(), instrument, minted: now() })
      return { token: id, ...faces(instrument) }
    },
    /** Returns the token that a wallet sends after its owner confirms: it stands for a test card. */
    wallet({ sid, key }: { sid: string; key: string }) {
      open(sid, key)
      const instrument = readCard(testCards[0].number, '12/30', '999', now())
      const { last4, brand } = cardFace(instrument)
      const { id } = book.tokens.put({ id: newToken(), instrument, minted: now() })
      return { token: id, wallet: { cardDetails: last4, cardNetwork: brand.toUpperCase() } }
    },
    clear: () => sessions.clear(),
  }
}

export type HostedFields = ReturnType<typeof hostedFields>

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const letter = () => letters[randomInt(letters.length)] ?? ''
const newToken = () => [8, 6, 6, 12].map((length) => Array.from({ length }, letter).join('')).join('-')

const hash = (text: string) => createHash('md5').update(text).digest('hex')
const noCard = { number: null, bin: null, exp: null, hash: null, type: null }
const noCheck = { name: null, account: null, hash: null, aba: null, transit: null, institution: null }

/** Returns the masked card or account data that the page receives with the token. */
function faces(instrument: Instrument) {
  if (instrument.kind === 'card') {
    const { bin, last4, length, exp, brand } = cardFace(instrument)
    const number = `${bin}${'*'.repeat(length - 10)}${last4}`
    return { card: { number, bin, exp, hash: hash(instrument.test), type: brand }, check: noCheck }
  }
  const { name, aba, last4 } = bankFace(instrument)
  return { card: noCard, check: { ...noCheck, name, account: `****${last4}`, hash: hash(instrument.test), aba } }
}

const good: Verdict = { valid: true, message: 'Success' }
const bad = (message: string): Verdict => ({ valid: false, message })

const missing: Record<FieldName, string> = {
  ccnumber: 'Enter the card number',
  ccexp: 'Enter the expiration date',
  cvv: 'Enter the security code',
  checkname: 'Enter the name on the account',
  checkaba: 'Enter the routing number',
  checkaccount: 'Enter the account number',
}

function judge(field: FieldName, text: string, others: Map<FieldName, string>, now: number): Verdict {
  const value = text.trim()
  const digits = digitsOf(value)
  if (value === '') return bad(missing[field])
  switch (field) {
    case 'ccnumber':
      if (!passesLuhn(digits)) return bad('This card number is not complete or has a typo')
      return testCards.some(({ number }) => number === digits)
        ? good
        : bad('Use a test card, such as 4111 1111 1111 1111')
    case 'ccexp':
      return expiryStands(value.replace(/\D/g, ''), now) ? good : bad('Enter a month and year that have not passed')
    case 'cvv': {
      const amex = /^3[47]/.test(digitsOf(others.get('ccnumber') ?? ''))
      const length = amex ? 4 : 3
      return new RegExp(`^\\d{${length}}$`).test(value) ? good : bad(`Enter the ${length} digits of the security code`)
    }
    case 'checkname':
      return good
    case 'checkaba':
      if (!passesAbaChecksum(digits)) return bad('This routing number has a typo')
      return testAccounts.some(({ aba }) => aba === digits) ? good : bad('Use the test routing number 490000018')
    case 'checkaccount':
      if (!/^\d{4,17}$/.test(digits)) return bad('An account number has 4 to 17 digits')
      return testAccounts.some(({ account }) => account === digits) ? good : bad('Use the test account 24413815')
  }
}
