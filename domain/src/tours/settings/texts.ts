import { anywhere, definer } from './definition.ts'

const define = definer('Texts')

/** Texts that people accept, word for word. */
export const textSettings = {
  bank_authorization_text: define<string>({
    label: 'Authorization of a bank payment',
    help: 'Agreed to before each debit and kept word for word. In braces: {name} {company} {holder} {account} {last_four} {amount} {date} {registration} {event} {city} {contact} {fee} {standing}.',
    kind: 'text',
    scope: anywhere,
    source: 'A116',
    value:
      'I, {name}, authorize {company} to electronically debit my {holder} {account} account ending in {last_four} for a single payment of {amount} on or after {date}, for registration {registration}, {event} in {city}; and, if needed, to credit my account to correct an error.{standing} I am authorized to use this account. I can revoke this authorization before it is processed by writing to {contact} by 5 pm Pacific time on the day I give it. If the payment is returned unpaid, a fee of {fee} may be charged where the law allows it.',
  }),
}
