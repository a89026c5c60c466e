import type { PaymentStatus, PayBody, usePay } from './use-pay.ts'
import type { BankAccount, AuthorizedDebit } from '@callboard/domain/payments/bank-authorization.ts'
import type { PaymentState } from '@callboard/domain/payments/payment-state.ts'

/** Props that the card and bank forms need from the payment page. */
export type PaymentFormProps = {
  registration_id: number
  kind: 'card' | 'bank'
  choice: PaymentState
  paymentStatus: PaymentStatus
  paying: ReturnType<typeof usePay>
}

/** The request of a payment, the authorization apart. */
export const paymentBody = (
  { registration_id, choice, paymentStatus }: Pick<PaymentFormProps, 'registration_id' | 'choice' | 'paymentStatus'>,
  paymentProfile: PayBody['paymentProfile'],
): PayBody => ({
  registration_id,
  amount: choice.amount,
  paymentMethodId: choice.paymentMethodId,
  sendEmployeeEmail: paymentStatus.employee_email_allowed,
  paymentProfile,
})

/** The debit that is to be authorized, as the server will put it into words. */
export function debitToAuthorize(
  { registration_id, choice, paymentStatus }: Pick<PaymentFormProps, 'registration_id' | 'choice' | 'paymentStatus'>,
  account: BankAccount,
  { last_four, saved }: { last_four: string; saved: boolean },
): AuthorizedDebit {
  const { contact, returned_fee, date } = paymentStatus.bank_authorization
  const { event, city } = paymentStatus
  const about = { registration_id, event, city, contact, returned_fee, date }
  return { ...account, ...about, amount: choice.amount, last_four, standing: saved }
}
