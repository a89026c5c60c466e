import { usd, type Cents } from '@callboard/domain/kernel/money.ts'
import type { Letter } from '../mail/layout.ts'

type Paid = {
  amount: Cents
  method: string
  last_four: string
  event: string
  city: string
  balance: Cents
  url: string
}

const ending = (last_four: string) => (last_four ? ` ending in ${last_four}` : '')

export const receiptLetter = ({ amount, method, last_four, event, city, balance, url }: Paid): Letter => ({
  subject: `Your payment of ${usd(amount)} for ${event} ${city}`,
  preview: `We received ${usd(amount)}. Thank you.`,
  heading: 'Thank you for your payment',
  paragraphs: [`We received your payment for ${event} in ${city}.`],
  rows: [
    ['Amount', usd(amount)],
    ['Paid by', `${method}${ending(last_four)}`],
    ['Still due', usd(balance)],
  ],
  action: { label: 'See your payments', url },
})

export const employeeLetter = ({ amount, method, last_four, event, city, url }: Paid, who: string): Letter => ({
  subject: `${who} paid ${usd(amount)} for ${event} ${city}`,
  preview: `${usd(amount)} by ${method}${ending(last_four)}.`,
  heading: 'A payment was received',
  paragraphs: [`${who} paid for ${event} in ${city}.`],
  rows: [
    ['Amount', usd(amount)],
    ['Paid by', `${method}${ending(last_four)}`],
  ],
  action: { label: 'Open the registration', url },
})

export const returnedLetter = ({ amount, event, city, balance, url }: Paid, fee: Cents): Letter => ({
  subject: `Your bank returned your payment for ${event} ${city}`,
  preview: `${usd(amount)} came back. ${usd(balance)} is due.`,
  heading: 'Your bank returned your payment',
  paragraphs: [
    `Your bank did not honor the payment of ${usd(amount)} for ${event} in ${city}, so it does not count any more.`,
    ...(fee > 0 ? [`A returned payment fee of ${usd(fee)} was added.`] : []),
    'Please pay the balance by card, or by another account.',
  ],
  rows: [['Due now', usd(balance)]],
  action: { label: 'Pay the balance', url },
})

export const exceptionLetter = (what: string, detail: string, url: string): Letter => ({
  subject: `A payment needs a look: ${what}`,
  preview: detail,
  heading: 'A payment needs a look',
  paragraphs: [what, detail, 'Nothing was changed because of it beyond what is said here.'],
  action: { label: 'Open the registration', url },
})
