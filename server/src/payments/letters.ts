import { cents, usd, type Cents } from '@callboard/domain/kernel/money.ts'
import { balanceRow } from '@callboard/domain/registrations/settlement/balance.ts'
import type { Letter } from '../platform/mail/layout.ts'

type PaymentLetter = {
  amount: Cents
  method: string
  last_four: string
  event: string
  city: string
  /** Negative: overpaid. */
  balance: Cents
  url: string
}

const ending = (last_four: string) => (last_four ? ` ending in ${last_four}` : '')

type MoneyBackLetter = PaymentLetter & { message: string }

const officeMessage = (message: string) => (message ? [`A message from the office: ${message}`] : [])

export const receiptLetter = ({
  amount,
  method,
  last_four,
  event,
  city,
  balance,
  url,
  message = '',
}: PaymentLetter & Partial<MoneyBackLetter>): Letter => ({
  subject: `Your payment of ${usd(amount)} for ${event} ${city}`,
  preview: `We received ${usd(amount)}. Thank you.`,
  heading: 'Thank you for your payment',
  paragraphs: [`We received your payment for ${event} in ${city}.`, ...officeMessage(message)],
  rows: [['Amount', usd(amount)], ['Paid by', `${method}${ending(last_four)}`], balanceRow(balance)],
  action: { label: 'See your payments', url },
})

/**
 * Returns the city's employee recipients without duplicates; the event's support address when there are none. OFF-038.
 */
export const employeesOr = (support: string, addresses: readonly string[]): readonly string[] =>
  addresses.length > 0 ? [...new Set(addresses.map((address) => address.toLowerCase()))] : [support]

export const employeeLetter = (
  { amount, method, last_four, event, city, url }: PaymentLetter,
  who: string,
): Letter => ({
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

const reversed = {
  returned: {
    heading: 'Your bank returned your payment',
    why: 'Your bank did not honor',
    fee: 'A returned payment fee',
    pay: 'Please pay the balance by card or from another account.',
  },
  chargeback: {
    heading: 'Your card payment was reversed',
    why: 'Your card’s bank reversed',
    fee: 'A charge for the reversal',
    pay: 'If you did not mean to dispute it, please write to us. Please pay the balance another way.',
  },
}

export const returnedLetter = (
  { amount, event, city, balance, url, message }: MoneyBackLetter,
  fee: Cents,
  kind: keyof typeof reversed,
): Letter => ({
  subject: `${reversed[kind].heading} for ${event} ${city}`,
  preview: `${usd(amount)} was returned. ${balance > 0 ? `${usd(balance)} is due` : 'Nothing is due'}.`,
  heading: reversed[kind].heading,
  paragraphs: [
    `${reversed[kind].why} the payment of ${usd(amount)} for ${event} in ${city}, so it no longer counts.`,
    ...(fee > 0 ? [`${reversed[kind].fee} of ${usd(fee)} was added.`] : []),
    ...officeMessage(message),
    ...(balance > 0 ? [reversed[kind].pay] : []),
  ],
  rows: [balance > 0 ? ['Due now', usd(balance)] : balanceRow(balance)],
  action: { label: balance > 0 ? 'Pay the balance' : 'See your payments', url },
})

/** Tells of a credit or an adjustment by the office; `amount` below zero adds to what is due. */
export const adjustmentLetter = ({ amount, method, event, city, balance, url, message }: MoneyBackLetter): Letter => {
  const amountText = usd(cents(Math.abs(amount)))
  return {
    subject: `${method} of ${amountText} for ${event} ${city}`,
    preview: `${balanceRow(balance).join(': ')}.`,
    heading: 'The office changed the amount due',
    paragraphs: [
      amount > 0
        ? `We took ${amountText} off the amount due for ${event} in ${city}.`
        : `We added ${amountText} to the amount due for ${event} in ${city}.`,
      ...officeMessage(message),
    ],
    rows: [[method, amountText], balanceRow(balance)],
    action: { label: 'See your payments', url },
  }
}

type CreditLetter = Pick<PaymentLetter, 'amount' | 'event' | 'city' | 'balance' | 'url'> & { from: string }

/** Tells that a credit which the registrant claimed does not count. */
export const rejectedCreditLetter = ({ amount, from, event, city, balance, url }: CreditLetter): Letter => ({
  subject: `Your credit of ${usd(amount)} for ${event} ${city} was not accepted`,
  preview: `${balanceRow(balance).join(': ')}.`,
  heading: 'Your credit was not accepted',
  paragraphs: [
    `The office could not accept the credit of ${usd(amount)}${from ? ` from ${from}` : ''} that you claimed for ${event} in ${city}, so it no longer counts toward your bill. Your registration stays as it is.`,
    'If you think this is a mistake, please write to us with the voucher or the details of the credit.',
  ],
  rows: [['Credit claimed', usd(amount)], balanceRow(balance)],
  action: { label: balance > 0 ? 'Pay the balance' : 'See your payments', url },
})

export const refundLetter = (
  { amount, method, last_four, event, city, balance, url, message }: MoneyBackLetter,
  fee: Cents,
): Letter => ({
  subject: `Your refund of ${usd(amount)} for ${event} ${city}`,
  preview: `We refunded ${usd(amount)}.`,
  heading: 'We sent you a refund',
  paragraphs: [
    `We refunded ${usd(amount)} of your payments for ${event} in ${city}. Your bank may take a few days to show it.`,
    ...(fee > 0 ? [`A charge for the reversal of ${usd(fee)} was added to what is due.`] : []),
    ...officeMessage(message),
  ],
  rows: [['Amount', usd(amount)], ['Refunded to', `${method}${ending(last_four)}`], balanceRow(balance)],
  action: { label: 'See your payments', url },
})

/** Tells that the office takes a payment off the account that it had recorded by mistake. */
export const mistakeLetter = ({ amount, method, event, city, balance, url, message }: MoneyBackLetter): Letter => ({
  subject: `A payment of ${usd(amount)} for ${event} ${city} was recorded by mistake`,
  preview: `${balanceRow(balance).join(': ')}.`,
  heading: 'A payment was recorded by mistake',
  paragraphs: [
    `We had recorded a payment of ${usd(amount)} for ${event} in ${city} by mistake, and took it off your payments. No money was moved.`,
    ...officeMessage(message),
  ],
  rows: [[method, usd(amount)], balanceRow(balance)],
  action: { label: 'See your payments', url },
})

export const exceptionLetter = (what: string, detail: string, url: string): Letter => ({
  subject: `A payment needs your attention: ${what}`,
  preview: detail,
  heading: 'A payment needs your attention',
  paragraphs: [what, detail, 'Nothing else was changed.'],
  action: { label: 'Open the registration', url },
})

export const discountLetter = (who: string, change: string, where: string, url: string): Letter => ({
  subject: `${who} changed promo codes or credit for ${where}`,
  preview: change,
  heading: 'Promo codes or credit changed',
  paragraphs: [`${who} changed the promo codes or credit for ${where}.`, `${change}.`],
  action: { label: 'Open the registration', url },
})
