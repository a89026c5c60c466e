import type { Cents } from '@callboard/domain/kernel/money.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, type Reply, type CallInput } from '../api/call.ts'
import { failureSentence } from '../api/failure.ts'
import { ReplyError } from '../api/reply-error.ts'
import { callQuery } from '../api/use-call.ts'

export type PayBody = CallInput<'POST /v1/payments/nmi-payment'>['body']
type Outcome = Reply<'POST /v1/payments/nmi-payment'>

export type PayState =
  | { step: 'ready' }
  | { step: 'sending' }
  | { step: 'confirming'; orderid: string }
  | { step: 'paid'; amount: Cents }
  | {
      step: 'refused'
      message: string
      declined: boolean
      /** The hosted field to correct; `token`: all. */ field: string | null
    }

function stateOf({ state, attempt, amount, message, field }: Outcome): PayState {
  if (state === 'processing') return { step: 'confirming', orderid: attempt }
  if (state === 'approved') return { step: 'paid', amount }
  return { step: 'refused', message, declined: state === 'declined', field }
}

function stateOfError(error: unknown): PayState {
  const reply = error instanceof ReplyError ? error : undefined
  if (reply?.code === 'payment.in_progress') return { step: 'confirming', orderid: reply.facts['orderid'] as string }
  const declined = reply?.code === 'payment.declined'
  return {
    step: 'refused',
    message: failureSentence(error) ?? '',
    declined,
    field: (declined && reply.field) || null,
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type PaymentEvents = {
  /** The charge was approved, or the gateway has it: the choice that led to it is used up. */
  onCharge: () => void
  /** Money moved, is about to, or had moved elsewhere: reads outside of paymentRoutes are out of date. */
  onChanged: () => void
  onPaid: () => void
}

/**
 * One payment at a time. The key is made when Pay is pressed and kept for as long as nobody knows what came of it, so that
 * asking again after a lost answer is the same payment. PAY-054, PAY-038.
 */
export function usePay(open_attempt: string | null, { onCharge, onChanged, onPaid }: PaymentEvents) {
  const queries = useQueryClient()
  const [state, setState] = useState<PayState>({ step: 'ready' })
  const busy = useRef(false)
  // Left open by another tab, or before this page was loaded: it is waited for like one's own.
  if (open_attempt && state.step === 'ready') setState({ step: 'confirming', orderid: open_attempt })
  const orderid = state.step === 'confirming' ? state.orderid : null

  const refresh = () => Promise.all(paymentRoutes.map((route) => queries.invalidateQueries({ queryKey: [route] })))

  // Until it is known what became of it, the answer is asked for; nobody has to reload.
  const waiting = useQuery({
    ...callQuery('GET /v1/payments/attempts/{orderid}', { params: { orderid: orderid ?? '' } }),
    enabled: orderid !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (!data || data.state === 'processing' ? 2_000 : false),
  })
  const attemptResult = orderid !== null && waiting.data?.attempt === orderid ? waiting.data : undefined
  const isFinal = attemptResult !== undefined && attemptResult.state !== 'processing'
  const tell = useEffectEvent(async () => {
    if (attemptResult) await settle(attemptResult)
  })
  useEffect(() => {
    if (isFinal) void tell()
  }, [isFinal])

  // The balance first: nothing is said or offered by what was owed before.
  async function settle(outcome: Outcome) {
    const isCharge = outcome.state === 'approved' || outcome.state === 'processing'
    if (isCharge) onCharge()
    await refresh()
    const next = stateOf(outcome)
    setState(next)
    // A payment in progress changes the registration as well: it keeps the places without a time limit.
    if (isCharge) onChanged()
    if (outcome.state === 'approved') onPaid()
    return next
  }

  /** Resolves to what became of the payment; undefined: another one is under way. */
  async function pay(body: PayBody): Promise<PayState | undefined> {
    if (busy.current) return undefined
    busy.current = true
    const key = crypto.randomUUID()
    setState({ step: 'sending' })
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          return await settle(await call('POST /v1/payments/nmi-payment', { body }, { key }))
        } catch (error) {
          const isReplyLost = error instanceof ReplyError && (error.offline || error.code === 'unexpected')
          // The same key: if the first request arrived, this one only fetches its answer.
          if (!isReplyLost || tries >= 4) throw error
          await pause(1_500)
        }
      }
    } catch (error) {
      const next = stateOfError(error)
      setState(next)
      // Not waited for: the card can be typed again at once.
      void refresh()
      // The balance is another one than this page shows: it was paid or changed elsewhere.
      if (error instanceof ReplyError && error.code === 'payment.amount') onChanged()
      return next
    } finally {
      busy.current = false
    }
  }

  const refuse = (message: string) => setState({ step: 'refused', message, declined: false, field: null })
  return { state, pay, refuse }
}

/** How a registration stands with money, as the server says it. */
export type PaymentStatus = Reply<'GET /v1/payments/standing'>

export type SavedMethod = Reply<'GET /v1/payments/customer-vault'>['card'][number]

export type BillTo = PaymentStatus['bill_to']

/** Queries to invalidate after a payment or refund. */
export const paymentRoutes = [
  'GET /v1/payments/standing',
  'GET /v1/payments/history',
  'GET /v1/payments/customer-vault',
] as const
