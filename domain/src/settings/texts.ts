import { anywhere, definer } from './definition.ts'

const define = definer('Texts')

/** What is agreed to, word for word. */
export const textSettings = {
  terms_text: define<string>({
    label: 'Terms and conditions',
    help: 'Shown where they are agreed to.',
    kind: 'text',
    scope: anywhere,
    source: 'A116',
    value:
      'Registration is for the people and routines named in it. Deposits are non-refundable and non-transferable. A returned check costs $35; a reversed card payment costs 2.5% of its amount; an unpaid invoice may be collected with up to 25% of the invoice or the state maximum. Participants take part at their own risk and follow the directions of staff. Photos and videos of the event may be used by the organizer.',
  }),
  competition_code_text: define<string>({
    label: 'Competition code',
    help: 'Agreed to by competing registrations.',
    kind: 'text',
    scope: anywhere,
    source: 'A116',
    value:
      'Music, costumes and movement suit a family audience. A routine competes as entered: its dancers, division and time. Decisions of the judges are final. Studios are answerable for the conduct of their dancers, teachers and families.',
  }),
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
