import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { slashDate } from '@callboard/domain/kernel/moment-text.ts'
import type { Letter } from '../platform/mail/layout.ts'

type Told = {
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
export const accessCodeLetter = (told: Told): Letter => ({
  subject: `Access code of ${told.name}: ${told.event}, ${told.city}`,
  preview: `The code is ${told.access_code}.`,
  heading: `Access code of ${told.name}`,
  paragraphs: [
    `${told.registrant} has registered ${told.name} for ${told.event}, ${told.city}, to take part virtually. This code lets them in; it is for this person alone, so please do not pass it on.`,
  ],
  rows: [
    ['Access code', told.access_code],
    ['Workshop level', told.level],
    ['Event', `${told.event}, ${told.city}`],
    [
      'Dates',
      told.start_date === told.end_date
        ? slashDate(told.start_date)
        : `${slashDate(told.start_date)} to ${slashDate(told.end_date)}`,
    ],
  ],
  closing: [`If you do not know ${told.name}, please ignore this mail.`],
})
