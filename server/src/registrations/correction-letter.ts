import { usd } from '@callboard/domain/kernel/money.ts'
import { changeText, type ChangeEffect } from '@callboard/domain/registrations/change.ts'
import { balanceRow } from '@callboard/domain/registrations/settlement/balance.ts'
import type { Letter } from '../platform/mail/layout.ts'

type CorrectionMailFacts = { event: string; city: string; message: string; url: string }

/** Tells a studio what the office corrected in its registration, and what it owes now. */
export const correctionLetter = (
  { total_before, total, balance, ...changes }: ChangeEffect,
  { event, city, message, url }: CorrectionMailFacts,
): Letter => ({
  subject: `Your registration for ${event} ${city} was changed`,
  preview: `The office changed your registration. The total is ${usd(total)}.`,
  heading: 'The office changed your registration',
  paragraphs: [
    `We changed your registration for ${event} in ${city}.`,
    changeText(changes),
    ...(message ? [`A message from the office: ${message}`] : []),
  ],
  rows: [['Total before', usd(total_before)], ['Total now', usd(total)], balanceRow(balance)],
  action: { label: 'See your registration', url },
})
