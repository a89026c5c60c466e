import { createHash } from 'node:crypto'
import type { payByGateway } from '@callboard/contract/payments/payments.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { usd } from '@callboard/domain/kernel/money.ts'
import {
  checkBankAuthorization,
  renderBankAuthorization,
  type AuthorizedDebit,
  type BankAccount,
} from '@callboard/domain/payments/bank-authorization.ts'
import type { z } from 'zod'
import type { RegistrationContext } from '../registrations/facts.ts'
import { insertAuthorization } from './authorization-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import type { BillTo } from '../platform/db/money-tables.ts'
import { orRefuse } from '../platform/http/errors.ts'
import { sendMail } from '../platform/mail/queries.ts'
import type { Attempt } from '../ledger/attempt-queries.ts'
import type { ProfileRow } from './saved-method-queries.ts'

type Payment = z.output<typeof payByGateway.body>
/** Payment fields that the text of an authorization contains. */
type Debited = Pick<Payment, 'amount'> & { paymentProfile: Omit<Payment['paymentProfile'], 'token' | 'details'> }

/** The words that hold now. Their version is made from them, so that a changed word is another version. */
export function bankAuthorizationWords({ facts }: RegistrationContext) {
  const template = facts.settings.bank_authorization_text
  const version = createHash('sha256').update(template).digest('hex').slice(0, 12)
  const { event, time_zone } = facts.tour_date
  const { returned_check_fee: returned_fee } = facts.settings
  return { version, template, contact: event.support_email, returned_fee, date: dayIn(time_zone, facts.now) }
}

/** Returns the bank account to debit: the saved one, or the one entered in the form. */
export function bankAccountOf(body: Debited, bill_to: BillTo, profile: ProfileRow | undefined): BankAccount {
  const owner = `${bill_to.firstName} ${bill_to.lastName}`
  if (profile?.bank_account) return profile.bank_account
  const { name, account_type = 'checking', account_holder_type: holder_type = 'personal' } = body.paymentProfile
  return { name: name?.trim() || owner, account_type, holder_type }
}

type Debit<Body> = { body: Body; context: RegistrationContext; account: BankAccount; profile: ProfileRow | undefined }

/** The authorization as this debit needs it, word for word. */
export function debitText({ body, context, account, profile }: Debit<Debited>) {
  const { registration, facts } = context
  const { version, template, ...words } = bankAuthorizationWords(context)
  const debit: AuthorizedDebit = {
    ...account,
    ...words,
    amount: body.amount,
    last_four: profile?.last_four ?? body.paymentProfile.last_four ?? '',
    registration_id: registration.id,
    event: facts.tour_date.event.name,
    city: facts.tour_date.event_city.name,
    standing: profile !== undefined || body.paymentProfile.saveProfile === true,
  }
  return { debit, version, text: renderBankAuthorization(template, debit) }
}

/** Returns the authorization of a bank debit. Fails when it is missing or does not match the current text. */
export function authorizedDebit(payment: Debit<Payment>) {
  const due = debitText(payment)
  orRefuse(checkBankAuthorization(payment.body.authorization, due))
  return due
}

type Evidence = { ip: string; user_agent: string; request_id: string; now: Instant; to: string; url: string }

/** Keeps the evidence of an authorization with the attempt it is for, and sends its giver a copy. */
export async function keepAuthorization(
  tx: Tx,
  { id: attempt_id, registration_id, user_id, orderid }: Attempt,
  { debit, version, text }: ReturnType<typeof authorizedDebit>,
  { ip, user_agent, request_id, now, to, url }: Evidence,
): Promise<void> {
  const { amount, name, account_type, holder_type, last_four, standing } = debit
  await insertAuthorization(tx, {
    ...{ attempt_id, registration_id, user_id, version, text, amount, name, account_type, holder_type },
    ...{ last_four, standing, address: ip, user_agent, request_id, authorized_at: now },
  })
  const envelope = { to, template: 'bank_authorization', user_id, registration_id }
  await sendMail(
    tx,
    { ...envelope, dedupe_key: `authorization:${orderid}` },
    {
      subject: `Your authorization of a bank payment of ${usd(amount)}`,
      preview: `A copy for your records: ${usd(amount)} from the account ending in ${last_four}.`,
      heading: 'Your payment authorization',
      paragraphs: [text],
      rows: [
        ['Amount', usd(amount)],
        ['Account ending in', last_four],
        ['Authorized', `${debit.date}, from ${ip}`],
        ['Version of the text', version],
      ],
      action: { label: 'See your payments', url },
      closing: ['Please keep this copy. We will email you separately when the payment succeeds or fails.'],
    },
    now,
  )
}
