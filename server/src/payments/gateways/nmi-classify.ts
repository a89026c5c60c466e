import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { PaymentAnswer, PaymentReason, Tender } from './gateway.ts'
import { readAmount } from './nmi-fields.ts'
import { meaningOfCode, meaningOfRefusal, type CodeMeaning } from './nmi-response-codes.ts'
import { paymentText } from './gateway-wording.ts'
import type { PostResult } from './nmi-transport.ts'

export type NmiOperation = {
  tender: Tender['kind']
  /** Whether an approval must name a transaction. Storing a method makes none. */
  expects: 'transaction' | 'method'
  /** The amount as sent, to see a partial approval. */
  amount?: Cents
}

/** Decides what became of a request, in the order in which less and less is in doubt. */
export function classify(postResult: PostResult, operation: NmiOperation): PaymentAnswer {
  const answer = (reason: PaymentReason, rest: Omit<PaymentAnswer, 'reason' | 'message'>): PaymentAnswer => {
    return { reason, message: paymentText(reason, operation.tender), ...rest }
  }
  if (postResult.kind === 'unsent') return answer('unreachable', { outcome: 'retry_later', code: postResult.code })
  if (postResult.kind === 'lost') return answer('ambiguous', { outcome: 'unknown', code: postResult.code })
  if (postResult.status === 429) return answer('busy', { outcome: 'retry_later', code: 'http_429' })
  if (postResult.status !== 200) return answer('ambiguous', { outcome: 'unknown', code: `http_${postResult.status}` })

  const reply = new URLSearchParams(postResult.body)
  const response = reply.get('response') ?? ''
  if (!['1', '2', '3'].includes(response) || !reply.has('response_code')) {
    return answer('ambiguous', { outcome: 'unknown', code: 'unreadable' })
  }
  return response === '1' ? approval(reply, operation) : refusal(reply, response, operation)
}

function approval(reply: URLSearchParams, { tender, expects, amount }: NmiOperation): PaymentAnswer {
  const facts = factsOf(reply)
  if (expects === 'transaction' && !facts.gatewayTxnId) {
    return { outcome: 'unknown', reason: 'ambiguous', message: paymentText('ambiguous', tender), ...facts }
  }
  const authorized = readAmount(reply.get('amount_authorized') || undefined) ?? amount
  const reason = authorized === amount ? 'approved' : 'partly_approved'
  const approvedAmount = authorized === undefined ? {} : { amount: authorized }
  return { outcome: 'approved', reason, message: paymentText(reason, tender), ...facts, ...approvedAmount }
}

const defaultMeanings: { declined: CodeMeaning; refused: CodeMeaning } = {
  declined: { outcome: 'declined', reason: 'declined' },
  refused: { outcome: 'error', reason: 'refused' },
}

/** `response` decides; `response_code` only selects the message. */
function meaningOf(response: string, code: string, text: string): CodeMeaning {
  const listed = meaningOfCode[code]
  if (response === '2') return listed?.outcome === 'declined' ? listed : defaultMeanings.declined
  return listed ?? (code === '300' ? meaningOfRefusal(text) : defaultMeanings.refused)
}

function refusal(reply: URLSearchParams, response: string, { tender }: NmiOperation): PaymentAnswer {
  const facts = factsOf(reply)
  const meaning = meaningOf(response, facts.code, facts.gatewayText ?? '')
  const { message = paymentText(meaning.reason, tender), ...rest } = meaning
  return { ...facts, ...rest, message }
}

function factsOf(reply: URLSearchParams) {
  // Empty means absent in this protocol.
  const optionalField = (name: string, key: string) => {
    const value = reply.get(key)
    return value ? { [name]: value } : {}
  }
  const facts: Pick<PaymentAnswer, 'gatewayTxnId' | 'authCode' | 'avs' | 'cvv' | 'gatewayCustomerId' | 'gatewayText'> =
    {
      ...optionalField('gatewayTxnId', 'transactionid'),
      ...optionalField('authCode', 'authcode'),
      ...optionalField('avs', 'avsresponse'),
      ...optionalField('cvv', 'cvvresponse'),
      ...optionalField('gatewayCustomerId', 'customer_vault_id'),
      ...optionalField('gatewayText', 'responsetext'),
    }
  return { code: reply.get('response_code') ?? '', ...facts }
}
