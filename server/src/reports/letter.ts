import { minus, zeroCents, usd } from '@callboard/domain/kernel/money.ts'
import { isMissed, type ConfirmationBody } from '@callboard/domain/reports/confirmation.ts'
import { changeText, type ChangeEffect } from '@callboard/domain/registrations/change.ts'
import { slashDate } from '@callboard/domain/kernel/moment-text.ts'
import type { Letter } from '../platform/mail/layout.ts'

const missedDay: Record<ConfirmationBody['status'], (due: string) => string> = {
  paid: () => 'Everything is paid. Thank you!',
  deposit: (due) => `The balance was due by ${due}. Please pay it on your event page now.`,
  pending_check: (due) => `Your check was due by ${due}. Until it arrives, your registration is pending.`,
}

const next: Record<ConfirmationBody['status'], (due: string) => string> = {
  paid: () => 'Everything is paid. Thank you!',
  deposit: (due) => `The balance is due by ${due}. You can pay it anytime on your event page.`,
  pending_check: (due) => `Your check must reach us by ${due}. Until then your registration is pending.`,
}

const dayOrDays = ({ start_date, end_date }: ConfirmationBody) =>
  start_date === end_date ? slashDate(start_date) : `${slashDate(start_date)} to ${slashDate(end_date)}`

/** Counts named people and additional observers, as the dashboard does. */
const attendeeCount = ({ people, additional_observers: { one, two, complimentary } }: ConfirmationBody) =>
  people.length + one + two + complimentary

/** Subject and first words after a completion, or after the owner's own change of a completed registration. */
function openingOf({ event, city, registrant: { name } }: ConfirmationBody, change: ChangeEffect | undefined) {
  const attached = 'it lists everyone you registered, every routine and every charge.'
  if (!change) {
    return {
      subject: `You are registered: ${event}, ${city}`,
      heading: `See you in ${city}!`,
      paragraphs: [
        `Hello ${name}, your registration for ${event} is complete. Your confirmation is attached as a PDF: ${attached}`,
      ],
      rows: [],
    }
  }
  return {
    subject: `Your registration was changed: ${event}, ${city}`,
    heading: 'Your changes are submitted',
    paragraphs: [
      `Hello ${name}, you changed your registration for ${event}. Your new confirmation is attached as a PDF: ${attached}`,
      changeText(change),
    ],
    rows: [
      ['Total before', usd(change.total_before)],
      ['Total now', usd(change.total)],
    ] as const,
  }
}

/** The mail that follows a completion, or an edit of the owner (`change`); the PDF is attached to it. */
export function confirmationLetter(body: ConfirmationBody, origin: string, change?: ChangeEffect): Letter {
  const { event, city, routines, balance, due_date, paid, status, registration_id } = body
  const isOverdue = isMissed(body)
  const dancing = routines.filter(({ waiting }) => !waiting).length
  const waiting = routines.length - dancing
  const { subject, heading, paragraphs, rows } = openingOf(body, change)
  return {
    subject,
    preview: `${city}, ${dayOrDays(body)}. Your confirmation is attached.`,
    heading,
    paragraphs: [
      ...paragraphs,
      (isOverdue ? missedDay : next)[status](slashDate(due_date)),
      'Please give us 1-3 days to review your registration. After that you can edit it until the event starts.',
    ],
    rows: [
      ['Event', event],
      ['City', city],
      ['Dates', dayOrDays(body)],
      ['Attendees', String(attendeeCount(body))],
      ...(routines.length > 0 ? [['Routines', String(dancing)] as const] : []),
      ...(waiting > 0 ? [['On the waiting list', String(waiting)] as const] : []),
      ...rows,
      ['Paid', usd(paid)],
      balance < 0 ? ['Overpaid', usd(minus(zeroCents, balance))] : ['Balance', usd(balance)],
      ...(balance > 0 ? [[isOverdue ? 'Was due by' : 'Pay by', slashDate(due_date)] as const] : []),
    ],
    action: { label: 'Go to your event', url: `${origin}/event/${registration_id}/overview` },
    closing: [
      dancing > 0
        ? 'Next: sign the waivers of everyone you registered, and upload the music of your routines.'
        : 'Next: sign the waivers of everyone you registered.',
    ],
  }
}
