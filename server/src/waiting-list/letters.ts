import { usd } from '@callboard/domain/kernel/money.ts'
import type { ChangedLine, ChangeEffect } from '@callboard/domain/registrations/change.ts'
import { balanceRow } from '@callboard/domain/registrations/settlement/balance.ts'
import type { Letter } from '../platform/mail/layout.ts'

type WaitingMailFacts = { title: string; event: string; city: string; url: string }

/** A completed registration pays once it accepts; an unfinished one must be completed before the offer ends. A18. */
export const offerLetter = (
  { title, event, city, url }: WaitingMailFacts,
  { until, many, completed }: { until: string; many: number; completed: boolean },
): Letter => ({
  subject: `${many === 1 ? 'A place' : `${many} places`} for ${title} at ${event} ${city}`,
  preview: `It is kept for you until ${until}.`,
  heading: many === 1 ? 'A place has become free for you' : 'Places have become free for you',
  paragraphs: [
    `You are next on the waiting list of ${event} in ${city}. ${many === 1 ? 'A place is' : 'Places are'} kept for ${title} until ${until}.`,
    completed
      ? `Please accept or decline. ${many === 1 ? 'Its fee is' : 'The fees are'} due once you accept. Without an answer by then, the offer goes to the next in line.`
      : `Please accept or decline, and if you accept, complete your registration by then. Otherwise the ${many === 1 ? 'place goes' : 'places go'} to the next in line.`,
  ],
  rows: [
    ['For', title],
    ['Kept until', until],
  ],
  action: { label: 'Answer the offer', url },
})

/** The owner had accepted it; the registration was not completed while its places were kept. */
export const uncompletedLetter = ({ title, event, city, url }: WaitingMailFacts): Letter => ({
  subject: `${title} at ${event} ${city} is no longer kept for you`,
  preview: 'Your registration was not completed in time. You can join the waiting list again.',
  heading: 'Your registration was not completed in time',
  paragraphs: [
    `${title} was kept for you from the waiting list of ${event} in ${city}. Your registration was not completed in time, so it went to the next in line.`,
    'Nothing was charged, and the rest of your registration stays as it is. You can join the waiting list again, at the end of the line.',
  ],
  action: { label: 'See your registration', url },
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

/** `effect`: the differences in a completed registration; an unfinished one keeps the places `until` then. */
export type Approval = { effect: ChangeEffect | undefined; until: string }

/** The office approved it: for a completed registration with each amount, since people may come in with a routine. */
export const approvedLetter = ({ title, event, city, url }: WaitingMailFacts, { effect, until }: Approval): Letter => ({
  subject: `${title} is entered at ${event} ${city}`,
  preview: 'The office has taken it off the waiting list.',
  heading: `${title} is entered`,
  paragraphs: [
    `The office has approved ${title} from the waiting list of ${event} in ${city}.`,
    effect
      ? duePhrase(effect)
      : `Please complete your registration by ${until}. Otherwise its place goes to the next in line.`,
  ],
  rows: effect
    ? [
        ...effect.lines.map(amountRow),
        ['Total before', usd(effect.total_before)],
        ['Total now', usd(effect.total)],
        balanceRow(effect.balance),
      ]
    : [['Kept until', until]],
  action: { label: effect ? 'See your registration' : 'Continue your registration', url },
})

const amountRow = ({ label, before, after }: ChangedLine): readonly [string, string] => {
  if (after === null) return [label, 'No longer charged']
  return [label, before === null ? usd(after) : `${usd(after)}, before ${usd(before)}`]
}

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
