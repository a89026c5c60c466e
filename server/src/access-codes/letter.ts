import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { slashDate } from '@callboard/domain/kernel/moment-text.ts'
import type { Letter } from '../platform/mail/layout.ts'

type AccessCodeFacts = {
  name: string
  access_code: string
  level: string
  registrant: string
  event: string
  city: string
  start_date: CalendarDate
  end_date: CalendarDate
}

/** Mail with the access code of a virtual attendee. CODE-003. */
export const accessCodeLetter = (facts: AccessCodeFacts): Letter => ({
  subject: `Access code of ${facts.name}: ${facts.event}, ${facts.city}`,
  preview: `The code is ${facts.access_code}.`,
  heading: `Access code of ${facts.name}`,
  paragraphs: [
    `${facts.registrant} has registered ${facts.name} for ${facts.event}, ${facts.city}, to take part virtually. This code lets them in; it is for this person alone, so please do not pass it on.`,
  ],
  rows: [
    ['Access code', facts.access_code],
    ['Workshop level', facts.level],
    ['Event', `${facts.event}, ${facts.city}`],
    [
      'Dates',
      facts.start_date === facts.end_date
        ? slashDate(facts.start_date)
        : `${slashDate(facts.start_date)} to ${slashDate(facts.end_date)}`,
    ],
  ],
  closing: [`If you do not know ${facts.name}, please ignore this email.`],
})
