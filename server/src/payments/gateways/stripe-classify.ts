import Stripe from 'stripe'
import type { PaymentAnswer, PaymentReason, Tender } from './gateway.ts'
import { paymentText } from './gateway-wording.ts'
import { codesOf, isUnsent } from '../../platform/http/connection-errors.ts'
import { meaningOfDecline } from './stripe-decline-codes.ts'

export type StripeOperation = {
  tender: Tender['kind']
  of: 'charge' | 'method' | 'refund' | 'void'
  stored?: boolean
  /** The order id, or the transaction a void reverses, for the log. */
  name?: string | undefined
}

export const answer = (
  reason: PaymentReason,
  tender: Tender['kind'],
  rest: Omit<PaymentAnswer, 'reason' | 'message'>,
) => {
  return { reason, message: paymentText(reason, tender), ...rest } satisfies PaymentAnswer
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

/** Decides what became of a request that was not answered with success, in the order in which less is in doubt. */
export function classify(error: unknown, operation: StripeOperation): PaymentAnswer {
  // An error in our own code is not a gateway answer.
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { tender } = operation
  const code = error.code ?? `http_${error.statusCode ?? 'none'}`
  const gatewayText = wordsOf(error)
  switch (error.type) {
    case 'StripeConnectionError':
      return isUnsent(error.detail)
        ? answer('unreachable', tender, { outcome: 'retry_later', code: codeOfBreak(error.detail) })
        : answer('ambiguous', tender, { outcome: 'unknown', code: codeOfBreak(error.detail) })
    case 'StripeRateLimitError':
      return answer('busy', tender, { outcome: 'retry_later', code: 'http_429', gatewayText })
    case 'StripeCardError':
      return declined(error, operation)
    case 'StripeIdempotencyError':
      return answer('duplicate', tender, { outcome: 'unknown', code: 'idempotency_error', gatewayText })
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return answer('configuration', tender, { outcome: 'error', code, alertOffice: true, gatewayText })
    case 'StripeInvalidRequestError': {
      const refusal = answer(reasonOf(error, operation), tender, { outcome: 'error', code, gatewayText })
      return code === 'charge_not_refundable' ? { ...refusal, message: stillUnderway } : refusal
    }
    default:
      // A Stripe server error, a concurrent request with this key or an unreadable answer: the charge may have been
      // executed.
      return answer('ambiguous', tender, {
        outcome: 'unknown',
        code: error.statusCode ? code : 'unreadable',
        gatewayText,
      })
  }
}

const stillUnderway = 'This payment is still on its way. It can be refunded once it has arrived.'

const wordsOf = ({ message, requestId }: StripeError) => [message, requestId].filter(Boolean).join(' ')

/** Returns the first code in the chain of causes. All timeouts share one code. */
function codeOfBreak(detail: unknown): string {
  const codes = codesOf(detail)
  const tooLate = codes.includes('ETIMEDOUT') || nameOf(detail) === 'TimeoutError' || nameOf(detail) === 'AbortError'
  return tooLate ? 'timeout' : (codes[0] ?? 'lost')
}
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

function declined(error: StripeError, { tender }: StripeOperation): PaymentAnswer {
  const code = error.decline_code || error.code || 'card_declined'
  const { reason, message = paymentText(reason, tender), field } = meaningOfDecline(code, error.advice_code ?? '')
  return {
    outcome: 'declined',
    reason,
    code,
    message,
    ...(field && { field }),
    ...(error.payment_intent && { gatewayTxnId: error.payment_intent.id }),
    gatewayText: wordsOf(error),
  }
}

function reasonOf(error: StripeError, operation: StripeOperation): PaymentReason {
  const { code, param = '' } = error
  if (code === 'resource_missing') {
    if (operation.of === 'refund' || operation.of === 'void') return 'no_such_transaction'
    return operation.stored || operation.of === 'method' ? 'method_missing' : 'token_spent'
  }
  if (operation.of === 'void' && code === 'payment_intent_unexpected_state') return 'not_voidable'
  if (operation.of === 'refund' && (code === 'charge_already_refunded' || param === 'amount')) return 'refund_too_large'
  return 'refused'
}
