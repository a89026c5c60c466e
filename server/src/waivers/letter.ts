import { slashDate, slashDateIn } from '@callboard/domain/kernel/moment-text.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Letter } from '../platform/mail/layout.ts'

type WaiverLetter = {
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
export const waiverLetter = (facts: WaiverLetter, url: string): Letter => ({
  subject: `Please sign for ${facts.name}: ${facts.event}, ${facts.city}`,
  preview: 'It takes three minutes on a phone. No account is needed.',
  heading: `A waiver for ${facts.name}`,
  paragraphs: [
    `${facts.asker} has registered ${facts.name} for ${facts.event} in ${facts.city}. Everyone who takes part needs a signed waiver: a parent or legal guardian signs for children, adults sign for themselves.`,
    'Open the page, fill in the form and type your name. It takes three minutes, also on a phone, and no account is needed.',
  ],
  rows: [
    ['Waiver', facts.waiver],
    ['Event', facts.event],
    ['City', facts.city],
    [
      'Dates',
      facts.start_date === facts.end_date
        ? slashDate(facts.start_date)
        : `${slashDate(facts.start_date)} to ${slashDate(facts.end_date)}`,
    ],
    ['The link works until', slashDate(facts.until)],
  ],
  action: { label: 'Read and sign', url },
  closing: [
    `If you do not know ${facts.name}, please ignore this email. The link is yours alone: anyone who has it can sign.`,
  ],
})

type SignedLetter = Pick<WaiverLetter, 'name' | 'waiver' | 'asker' | 'event' | 'city'> & {
  signer: string
  self: boolean
  signed_at: Instant
  time_zone: string
}

/** Mail with the signed waiver, to the person who signed it. WAIV-026. */
export const signedWaiverLetter = (facts: SignedLetter): Letter => {
  const { name, waiver, asker, event, city, signer, self, signed_at, time_zone } = facts
  return {
    subject: `Your signed waiver for ${name}: ${event}, ${city}`,
    preview: 'Your copy is attached as a PDF.',
    heading: `The waiver of ${name} is signed`,
    paragraphs: [
      `Hello ${signer}, you signed ${self ? 'your waiver' : `the waiver of ${name}`} for ${event} in ${city}. Your copy is attached as a PDF: the words, the form you filled in, and your signature.`,
    ],
    rows: [
      ['Waiver', waiver],
      ['Event', event],
      ['City', city],
      ['Signed', slashDateIn(time_zone, signed_at)],
    ],
    closing: [`If you did not sign this, please tell ${asker}, who registered ${name}.`],
  }
}
