/** A request whose body is refused before anything reads it. */
export class BadBody extends Error {}

const forbiddenKeys =
  /^(ccnumber|cc_number|cardnumber|card_number|cvv|cvc|checkaccount|checkaba|account_?number|routing_?number)$/i
// Card numbers begin with 3 to 6. Digits inside an email address or a longer word are names.
const digitRun = /(?<![\w.@+-])[3-6](?:[ -]?\d){12,18}(?![\w@.+-]*@|\w)/g
// Notes hold telephone numbers and the counts of a dance, '5-6-7-8', beside each other. No card number has groups of three,
// three and four digits, or begins with a single digit.
const otherNumbers = /(?<!\d)\d{3}[ -]\d{3}[ -]\d{4}(?!\d)|(?<!\d[ -]?)(?:\d[ -])+/g

// Shape of a card token from hosted fields: groups of 8, 6, 6 and 12 letters or digits. Some tokens, such as test
// tokens, have digits only and could pass for card numbers.
const tokenShape = /^[a-z\d]{8}-[a-z\d]{6}-[a-z\d]{6}-[a-z\d]{12}$/i

// One of some 30,000 ids that a browser makes could pass for a card number.
const uuidShape = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (digits.length < 13 || digits.length > 19) return false
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

// NUL, or an unpaired surrogate.
const unfit = /[\0\p{Surrogate}]/u

/** Refuses text that PostgreSQL cannot hold. No name, note or search needs any of it. */
export function guardText(text: string) {
  if (unfit.test(text)) throw new BadBody('Please check what you entered.')
}

/** The parts of an address: each is text, or a list of it. */
export function guardAddress(parts: unknown) {
  for (const part of Object.values(parts ?? {}).flat()) if (typeof part === 'string') guardText(part)
}

function guardTyped(text: string, mayHoldToken: boolean) {
  guardText(text)
  if (uuidShape.test(text) || (mayHoldToken && tokenShape.test(text))) return
  if (text.length >= 13 && (text.replace(otherNumbers, '/').match(digitRun) ?? []).some(isCardNumber)) {
    throw new BadBody('Please enter card and account numbers only in the payment fields.')
  }
}

/** Levels of nesting; no call of the contract has half as many. */
export const deepest = 12

/** Refuses text the database cannot hold, and anything that looks like a card number. PAY-012: none reaches us. */
export function guardBody(value: unknown, depth = 0, within = ''): void {
  if (typeof value === 'string') return guardTyped(value, within === 'paymentProfile.token')
  if (typeof value !== 'object' || value === null) return
  if (depth > deepest) throw new BadBody('Please check what you entered.')
  for (const [key, item] of Object.entries(value)) {
    guardText(key)
    if (forbiddenKeys.test(key) && item !== null && item !== '') {
      throw new BadBody('Please enter card and account numbers only in the payment fields.')
    }
    guardBody(item, depth + 1, key === 'token' ? `${within}.token` : key)
  }
}
