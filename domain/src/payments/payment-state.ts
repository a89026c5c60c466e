import { zeroCents, type Cents } from '../kernel/money.ts'
import { amountFor, amountTypes, checkAmount, preselectedType, type AmountType } from './amount.ts'
import { paymentMethods, type PaymentMethodId, type ScreenMethod } from './methods.ts'

/** The amounts a payment choice depends on, in cents. */
type PaymentAmounts = {
  balance: Cents
  deposit: Cents
  deposit_offered: boolean
  deposit_required: Cents
  payments: Cents
}

/** The choices on the payment page. PAY-020. */
export type PaymentState = {
  type: AmountType
  /** The amount entered for 'other', in cents. */
  entered: Cents | null
  amount: Cents
  method: ScreenMethod
  paymentMethodId: PaymentMethodId
  /** A saved method by its billing_id, or what PayPal gave for this very amount. */
  profile: string | null
  /** A new card or account is being entered; otherwise a saved one is used. */
  new: boolean
  existing: boolean
}

const idOf = (method: ScreenMethod): PaymentMethodId =>
  // Every screen's method stands in the table.
  (paymentMethods.find(({ screen }) => screen === method) ?? paymentMethods[0]).id

/** The choices a payment page opens with: the type that fits the balance, by card. PAY-004. */
export const startPayment = (amounts: PaymentAmounts): PaymentState =>
  withAmount(
    {
      type: preselectedType(amounts.balance, amounts.deposit, amounts.deposit_offered),
      entered: null,
      amount: zeroCents,
      method: 'card',
      paymentMethodId: idOf('card'),
      profile: null,
      new: false,
      existing: true,
    },
    amounts,
  )

/** The same choices with the amount they come to now; PayPal begins anew when that changes. PAY-006, PAY-023. */
export function withAmount(state: PaymentState, amounts: PaymentAmounts): PaymentState {
  const { balance, deposit_offered, deposit_required, payments } = amounts
  const depositLeft = amountFor('deposit', zeroCents, balance, deposit_required, payments)
  const type = amountTypes(deposit_offered && depositLeft > 0).includes(state.type) ? state.type : 'full'
  const amount = amountFor(type, state.entered ?? zeroCents, balance, deposit_required, payments)
  const stale = state.method === 'paypal' && amount !== state.amount
  return { ...state, type, amount, ...(stale && { profile: null }) }
}

/** Another amount: full, deposit, or other with what was typed. PAY-002, PAY-057. */
export const chooseAmount = (
  state: PaymentState,
  type: AmountType,
  enteredAmount: Cents | null,
  amounts: PaymentAmounts,
): PaymentState => withAmount({ ...state, type, entered: enteredAmount }, amounts)

/** Another method begins without a card or account; a check pays all of it. PAY-026. */
export const chooseMethod = (state: PaymentState, method: ScreenMethod): PaymentState =>
  method === state.method
    ? state
    : { ...state, method, paymentMethodId: idOf(method), profile: null, new: false, existing: true }

/** One of the saved cards or accounts. PAY-009, PAY-011. */
export const chooseSaved = (state: PaymentState, profile: string): PaymentState => ({
  ...state,
  profile,
  new: false,
  existing: true,
})

/** The toggle between the saved ones and a new one. PAY-011. */
export const toggleNew = (state: PaymentState): PaymentState => ({
  ...state,
  profile: null,
  new: !state.new,
  existing: state.new,
})

/** Whether Pay may be pressed: an amount above nothing and up to the balance, and something to pay with. PAY-007. */
export const mayPay = (
  { amount, method }: Pick<PaymentState, 'amount' | 'method'>,
  balance: Cents,
  /** A saved one is selected, or a new one is entered with its billing address. */
  source: boolean,
): boolean => method !== 'check' && checkAmount(amount, balance).ok && source
