import { slashDate } from '@callboard/domain/kernel/moment-text.ts'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Letter } from '../platform/mail/layout.ts'

type Asked = {
  name: string
  waiver: string
  asker: string
  event: string
  city: string
  start_date: CalendarDate
  end_date: CalendarDate
  until: CalendarDate
}

/** Mail that asks for a participant's signature. It names only the child and the event. WAIV-019. */
export const waiverLetter = (asked: Asked, url: string): Letter => ({
  subject: `Please sign for ${asked.name}: ${asked.event}, ${asked.city}`,
  preview: 'It takes three minutes on a phone. No account is needed.',
  heading: `A waiver for ${asked.name}`,
  paragraphs: [
    `${asked.asker} has registered ${asked.name} for ${asked.event} in ${asked.city}. Everybody who takes part needs a signed waiver: a parent or legal guardian signs for children, adults sign for themselves.`,
    'Open the page, fill in the form and type your name. It takes three minutes, also on a phone, and no account is needed.',
  ],
  rows: [
    ['Waiver', asked.waiver],
    ['Event', asked.event],
    ['City', asked.city],
    [
      'Dates',
      asked.start_date === asked.end_date
        ? slashDate(asked.start_date)
        : `${slashDate(asked.start_date)} to ${slashDate(asked.end_date)}`,
    ],
    ['The link works until', slashDate(asked.until)],
  ],
  action: { label: 'Read and sign', url },
  closing: [
    `If you do not know ${asked.name}, please ignore this mail. The link is yours alone: whoever has it can sign.`,
  ],
})
