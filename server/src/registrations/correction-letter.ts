import { cents, usd, type Cents } from '@callboard/domain/kernel/money.ts'
import type { EditChange } from '@callboard/domain/registrations/edit.ts'
import type { Letter } from '../platform/mail/layout.ts'

type Effect = {
  people: readonly EditChange[]
  routines: readonly EditChange[]
  others: readonly string[]
  total_before: Cents
  total: Cents
  balance: Cents
}
type CorrectionMailFacts = { event: string; city: string; message: string; url: string }

const changeText = ({ kind, name, what }: EditChange) =>
  kind === 'changed' ? `${name}: changed ${what.join(', ')}` : `${name} was ${kind}`

/** Tells a studio what the office corrected in its registration, and what it owes now. */
export const correctionLetter = (
  { people, routines, others, total_before, total, balance }: Effect,
  { event, city, message, url }: CorrectionMailFacts,
): Letter => ({
  subject: `Your registration for ${event} ${city} was changed`,
  preview: `The office changed your registration. The total is ${usd(total)}.`,
  heading: 'The office changed your registration',
  paragraphs: [
    `We changed your registration for ${event} in ${city}.`,
    ...[...people, ...routines].map((change) => `${changeText(change)}.`),
    ...others.map((other) => `${other}.`),
    ...(message ? [`A message from the office: ${message}`] : []),
  ],
  rows: [
    ['Total before', usd(total_before)],
    ['Total now', usd(total)],
    balance < 0 ? ['Overpaid', usd(cents(-balance))] : ['Still due', usd(balance)],
  ],
  action: { label: 'See your registration', url },
})
