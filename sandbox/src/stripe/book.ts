import { randomBytes } from 'node:crypto'

export type Method = { id: string; card: TestCard; customer: string | null; spent: boolean }
export type Refund = {
  id: string
  object: 'refund'
  amount: number
  created: number
  metadata: Record<string, string>
  payment_intent: string
  status: 'succeeded' | 'failed'
}
export type Intent = {
  id: string
  amount: number
  created: number
  customer: string | null
  method: string
  card: TestCard
  description: string | null
  metadata: Record<string, string>
  refunded: number
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'requires_capture' | 'canceled'
  /** Why it was declined. */
  declined: string | null
  /** Bank debits: the reason of a failure, and whether the bank reversed the debit after settlement. */
  failed: string | null
  disputed: boolean
  /** From where a debit was authorized. */
  mandate: Record<string, string>
  searchableFrom: number
}
export type Customer = { id: string; name: string | null; email: string | null }

type TestBankAccount = {
  account_type: 'checking' | 'savings'
  account_holder_type: 'individual' | 'company'
  /** Failure of the debit after some days; null: the debit succeeds. */
  fails: string | null
  /** The debit succeeds and is disputed later. */
  disputed?: true
}

export type TestCard = { brand: string; last4: string; decline?: string; account?: TestBankAccount }

const account = (last4: string, fails: string | null = null): TestCard => ({
  brand: '',
  last4,
  account: { account_type: 'checking', account_holder_type: 'individual', fails },
})
const { account: plain } = account('6789')

/** Stripe's documented test payment methods. The stand-in takes no other, and no number at all. */
export const testMethods: Readonly<Record<string, TestCard>> = {
  pm_card_visa: { brand: 'visa', last4: '4242' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_visa_chargeDeclined: { brand: 'visa', last4: '0002', decline: 'generic_decline' },
  pm_card_visa_chargeDeclinedInsufficientFunds: { brand: 'visa', last4: '9995', decline: 'insufficient_funds' },
  pm_card_chargeDeclinedExpiredCard: { brand: 'visa', last4: '0069', decline: 'expired_card' },
  pm_card_chargeDeclinedIncorrectCvc: { brand: 'visa', last4: '0127', decline: 'incorrect_cvc' },
  pm_usBankAccount_success: account('6789'),
  pm_usBankAccount_accountClosed: account('1113', 'account_closed'),
  pm_usBankAccount_noAccount: account('1116', 'no_account'),
  pm_usBankAccount_insufficientFunds: account('2227', 'insufficient_funds'),
  pm_usBankAccount_debitNotAuthorized: account('3335', 'debit_not_authorized'),
  pm_usBankAccount_dispute: { brand: '', last4: '8885', ...(plain && { account: { ...plain, disputed: true } }) },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3184', decline: 'authentication_required' },
}

export const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`

/** All that the stand-in remembers, in memory alone. */
export function openStripeBook() {
  return {
    intents: new Map<string, Intent>(),
    refunds: new Map<string, Refund>(),
    customers: new Map<string, Customer>(),
    methods: new Map<string, Method>(),
  }
}

export type StripeBook = ReturnType<typeof openStripeBook>

export const intentView = (intent: Intent) => {
  const charge = chargeView(intent)
  const declined = intent.declined && { code: codeOf(intent.declined), decline_code: intent.declined }
  const failed = intent.failed && {
    code: intent.failed,
    message: 'The bank returned it.',
    type: 'invalid_request_error',
  }
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    created: intent.created,
    currency: 'usd',
    customer: intent.customer,
    description: intent.description,
    last_payment_error: declined ? { ...declined, message: 'The card was declined.', type: 'card_error' } : failed,
    // An account that is refused at once was never debited.
    latest_charge: intent.card.account && intent.declined ? null : charge,
    metadata: intent.metadata,
    payment_method: intent.method,
    payment_method_types: [intent.card.account ? 'us_bank_account' : 'card'],
    status: intent.status,
  }
}

/** Returns the error code: some declines have their own code, the others share `card_declined`. */
export const codeOf = (decline: string) =>
  ['expired_card', 'incorrect_cvc', 'authentication_required'].includes(decline) ? decline : 'card_declined'

function chargeView(intent: Intent) {
  const {
    id,
    amount,
    created,
    refunded,
    metadata,
    card: { brand, last4, account },
    declined,
    failed,
  } = intent
  const checks = { cvc_check: 'pass', address_line1_check: null, address_postal_code_check: null }
  const card = { brand, last4, exp_month: 12, exp_year: 2030, checks, authorization_code: '123456' }
  return {
    id: id.replace('pi_', 'ch_'),
    object: 'charge',
    amount,
    amount_refunded: refunded,
    created,
    metadata,
    payment_intent: id,
    disputed: intent.disputed,
    payment_method_details: account
      ? { type: 'us_bank_account', us_bank_account: { last4, ...account, bank_name: 'Bank for tests' } }
      : { type: 'card', card },
    status: declined || failed ? 'failed' : intent.status === 'processing' ? 'pending' : 'succeeded',
  }
}
