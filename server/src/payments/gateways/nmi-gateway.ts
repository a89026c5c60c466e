import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { TransactionSearch, GatewayTransaction, PaymentAnswer, PaymentGateway, PaymentLog } from './gateway.ts'
import { classify, type NmiOperation } from './nmi-classify.ts'
import { usesSandboxKeys, type NmiConfig } from './nmi-config.ts'
import {
  chargeFields,
  deleteMethodFields,
  formOf,
  refundFields,
  saveMethodFields,
  voidFields,
  type Fields,
} from './nmi-fields.ts'
import { mask, redact } from './nmi-redact.ts'
import { readReport, writeStamp } from './nmi-transactions.ts'
import { postOnce, postToRead, type TransportLine } from './nmi-transport.ts'
import { chargebacksIn, verifyWebhook } from './nmi-webhook.ts'

/** Logs one line per request: its non-secret fields and its outcome. */
type Outside = { fetch?: typeof fetch; pace?: number; log?: PaymentLog }

const pageSize = 500

/** The NMI gateway, or the sandbox that speaks like it: nothing here knows which. */
export function nmiGateway(
  config: NmiConfig,
  { fetch = globalThis.fetch, pace = 1, log = () => {} }: Outside = {},
): PaymentGateway {
  const line: TransportLine = { timeoutMs: config.timeoutMs, fetch, pace }
  const { origin, tokenizationKey, webhookKey } = config
  const withKey = (fields: Fields) => formOf({ security_key: config.securityKey, ...fields })

  async function transact(fields: Fields, operation: NmiOperation): Promise<PaymentAnswer> {
    const form = withKey(fields)
    const answer = classify(await postOnce(line, `${origin}/api/transact.php`, form), operation)
    const { outcome, code, gatewayText } = answer
    log({ asked: redact(form), outcome, code, ...(gatewayText && { gatewayText: mask(gatewayText) }) })
    return answer
  }

  async function report(fields: Fields): Promise<TransactionSearch> {
    const form = withKey(fields)
    const search = readReport(await postToRead(line, `${origin}/api/query.php`, form))
    if (search.outcome === 'unavailable') log({ asked: redact(form), outcome: search.outcome, code: search.code })
    return search
  }

  /** All pages, or nothing: a list with a hole would look like payments that never happened. */
  async function listKind(kind: 'cc' | 'ck', from: Instant, to: Instant): Promise<TransactionSearch> {
    const transactions: GatewayTransaction[] = []
    const dates = { start_date: writeStamp(from), end_date: writeStamp(to) }
    for (let page = 0; ; page += 1) {
      const paging = { result_limit: String(pageSize), page_number: String(page) }
      const search = await report({ ...dates, ...paging, transaction_type: kind })
      if (search.outcome === 'unavailable') return search
      transactions.push(...search.transactions)
      if (search.transactions.length < pageSize) return { outcome: 'found', transactions }
    }
  }

  return {
    capabilities: { idempotencyKeys: false, bank: 'numbers', wallets: true, storedMethods: true },
    clientConfig: () => {
      const scriptUrl = `${origin}/token/Collect.js`
      return { scriptUrl, origin, tokenizationKey, sandbox: usesSandboxKeys(config), fields: 'collect' }
    },
    // Async functions, so that an invalid amount rejects the promise like any other bug.
    charge: async (request) =>
      transact(
        { ...chargeFields(request), dup_seconds: config.dupSeconds?.toString() },
        { tender: request.tender.kind, expects: 'transaction', amount: request.amount },
      ),
    void: async (request) => transact(voidFields(request), { tender: request.tender, expects: 'transaction' }),
    refund: async (request) =>
      transact(refundFields(request), { tender: request.tender, expects: 'transaction', amount: request.amount }),
    saveMethod: (request) => transact(saveMethodFields(request), { tender: request.tender.kind, expects: 'method' }),
    deleteMethod: ({ gatewayCustomerId }) =>
      transact(deleteMethodFields(gatewayCustomerId), { tender: 'card', expects: 'method' }),
    findByOrderId: (orderId) => report({ order_id: orderId }),
    findById: (gatewayTxnId) => report({ transaction_id: gatewayTxnId }),
    async listModified(from, to) {
      const cards = await listKind('cc', from, to)
      if (cards.outcome === 'unavailable') return cards
      const checks = await listKind('ck', from, to)
      if (checks.outcome === 'unavailable') return checks
      return { outcome: 'found', transactions: [...cards.transactions, ...checks.transactions] }
    },
    signatureHeader: 'webhook-signature',
    verifyWebhook: (signature, rawBody) => verifyWebhook(webhookKey, signature, rawBody),
    chargebacksIn,
  }
}
