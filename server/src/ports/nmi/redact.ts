const secret =
  /^(security_key|username|password|payment_token|ccnumber|ccexp|cvv|checkname|checkaba|checkaccount|track_\d|cavv|xid|googlepay\w*|applepay\w*|paymentdata)$/i
const numberLike = /\d(?:[ -]?\d){12,18}/g

/** A request as it may be logged: secrets are gone, and so is anything long enough to be a card number. */
export function redact(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form].map(([name, value]) => [name, secret.test(name) ? '[redacted]' : mask(value)]))
}

export const mask = (text: string) => text.replace(numberLike, '[number]')
