import { usd } from '@callboard/domain/kernel/money.ts'
import type { ChangeEffect } from '@callboard/domain/registrations/change.ts'
import { balanceRow } from '@callboard/domain/registrations/settlement/balance.ts'
import type { Letter } from '../platform/mail/layout.ts'

type WaitingMailFacts = { title: string; event: string; city: string; url: string }

export const offerLetter = ({ title, event, city, url }: WaitingMailFacts, until: string, many: number): Letter => ({
  subject: `${many === 1 ? 'A place' : `${many} places`} for ${title} at ${event} ${city}`,
  preview: `It is kept for you until ${until}.`,
  heading: many === 1 ? 'A place has become free for you' : 'Places have become free for you',
  paragraphs: [
    `You are next on the waiting list of ${event} in ${city}. ${many === 1 ? 'A place is' : 'Places are'} kept for ${title} until ${until}.`,
    'Please accept or decline. Without an answer by then, the offer goes to the next in line.',
  ],
  rows: [
    ['For', title],
    ['Kept until', until],
  ],
  action: { label: 'Answer the offer', url },
})

export const expiredLetter = ({ title, event, city, url }: WaitingMailFacts): Letter => ({
  subject: `Your offer for ${title} at ${event} ${city} has expired`,
  preview: 'It went to the next in line. You can join again.',
  heading: 'Your offer has expired',
  paragraphs: [
    `Your offer for ${title} at ${event} in ${city} has expired and went to the next in line.`,
    'Nothing was charged. You can join the waiting list again, at the end of the line.',
  ],
  action: { label: 'See your registration', url },
})

/** The office approved it; `effect`: what became different in a completed registration. */
export const approvedLetter = (
  { title, event, city, url }: WaitingMailFacts,
  effect: ChangeEffect | undefined,
): Letter => ({
  subject: `${title} is entered at ${event} ${city}`,
  preview: 'The office has taken it off the waiting list.',
  heading: `${title} is entered`,
  paragraphs: [
    `The office has approved ${title} from the waiting list of ${event} in ${city}.`,
    effect ? duePhrase(effect) : 'Please complete your registration to keep its place.',
  ],
  ...(effect && {
    rows: [['Total before', usd(effect.total_before)], ['Total now', usd(effect.total)], balanceRow(effect.balance)],
  }),
  action: { label: effect ? 'See your registration' : 'Continue your registration', url },
})

const duePhrase = ({ total_before, total, balance }: ChangeEffect) => {
  if (balance > 0) return `${usd(balance)} is still to be paid. You can pay it in your event area.`
  return total > total_before ? 'Its fee is covered by what you have paid.' : 'It costs nothing more.'
}

export const refusedLetter = ({ title, event, city, url }: WaitingMailFacts, reason: string): Letter => ({
  subject: `${title} could not be entered at ${event} ${city}`,
  preview: reason,
  heading: `${title} could not be entered`,
  paragraphs: [`The office could not approve ${title} from the waiting list of ${event} in ${city}.`, reason],
  action: { label: 'See your registration', url },
})
