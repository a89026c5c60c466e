import type { PaymentField, PaymentOutcome, PaymentReason } from './gateway.ts'

export type CodeMeaning = {
  outcome: PaymentOutcome
  reason: PaymentReason
  /** Only where a person can mend something; otherwise the reason has its one sentence in gateway-wording.ts. */
  message?: string
  field?: PaymentField
  alertOffice?: boolean
}

const declined: CodeMeaning = { outcome: 'declined', reason: 'declined' }
const fix = (message: string, field?: PaymentField): CodeMeaning => {
  return { outcome: 'declined', reason: 'fix_input', message, ...(field && { field }) }
}
const ambiguous: CodeMeaning = { outcome: 'unknown', reason: 'ambiguous' }
const configuration: CodeMeaning = { outcome: 'error', reason: 'configuration', alertOffice: true }
const refusal: CodeMeaning = { outcome: 'error', reason: 'refused' }

const checkDetails = 'Please check the card details and try again.'
const checkNumber = 'Please check the card number and try again.'

/**
 * Meaning of each decline and error code. Lost, stolen and fraud use the text of a plain decline, so that nothing more
 * is disclosed than the bank wants. 420 and 421 may have reached the bank; 430 may be a duplicate of our own earlier
 * request.
 */
export const meaningOfCode: Readonly<Record<string, CodeMeaning>> = {
  200: declined,
  201: declined,
  202: declined,
  203: declined,
  204: declined,
  220: fix(checkDetails),
  221: fix(checkNumber, 'ccnumber'),
  222: fix(checkNumber, 'ccnumber'),
  223: fix('This card has expired. Please use another card.', 'ccexp'),
  224: fix('Please check the expiration date and try again.', 'ccexp'),
  225: fix('Please check the security code and try again.', 'cvv'),
  226: fix(checkDetails),
  240: declined,
  250: declined,
  251: declined,
  252: declined,
  253: declined,
  260: declined,
  261: { outcome: 'declined', reason: 'stop_recurring' },
  262: { outcome: 'declined', reason: 'stop_recurring' },
  263: declined,
  264: declined,
  301: { outcome: 'retry_later', reason: 'busy' },
  400: configuration,
  410: configuration,
  411: configuration,
  420: ambiguous,
  421: ambiguous,
  430: { outcome: 'unknown', reason: 'duplicate' },
  440: refusal,
  441: refusal,
  460: refusal,
  461: { outcome: 'error', reason: 'refused', message: 'This kind of card is not accepted. Please use another card.' },
}

const mend = (message: string, field: PaymentField): CodeMeaning => {
  return { outcome: 'error', reason: 'fix_input', message, field }
}

const otherKind: CodeMeaning = {
  outcome: 'error',
  reason: 'refused',
  message:
    'These details belong to another kind of payment. Nothing was charged. Please choose how to pay and enter them again.',
}

/** Code 300 is generic; its text decides. The first matching row applies. */
const meaningOfText: readonly (readonly [RegExp, CodeMeaning])[] = [
  [/authentication failed|api key not found|invalid (security )?key|invalid username/i, configuration],
  [/not set up to use the customer vault|permission|invalid transaction type/i, configuration],
  [/^duplicate transaction/i, { outcome: 'unknown', reason: 'duplicate' }],
  [/disabling duplicate check/i, configuration],
  [/rate limit/i, { outcome: 'retry_later', reason: 'busy' }],
  [/payment type does not match/i, otherKind],
  [/payment token does not exist/i, { outcome: 'error', reason: 'token_spent' }],
  [/duplicate (customer vault|billing) id/i, { outcome: 'error', reason: 'method_exists' }],
  [/invalid (customer vault|billing) id/i, { outcome: 'error', reason: 'method_missing' }],
  [/only transactions pending settlement can be voided/i, { outcome: 'error', reason: 'not_voidable' }],
  [/invalid transaction id/i, { outcome: 'error', reason: 'no_such_transaction' }],
  [/refund amount may not exceed/i, { outcome: 'error', reason: 'refund_too_large' }],
  [/expiration|expired|ccexp/i, mend('Please check the expiration date and try again.', 'ccexp')],
  [/cvv|security code/i, mend('Please check the security code and try again.', 'cvv')],
  [/credit card number|ccnumber/i, mend(checkNumber, 'ccnumber')],
  [/\baba\b|routing/i, mend('Please check the routing number and try again.', 'checkaba')],
  [/account number|checkaccount/i, mend('Please check the account number and try again.', 'checkaccount')],
]

export const meaningOfRefusal = (text: string): CodeMeaning =>
  meaningOfText.find(([pattern]) => pattern.test(text))?.[1] ?? refusal
