import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { ReplyError } from '../api/reply-error.ts'
import { paymentRoutes, type PaymentStatus } from './use-pay.ts'

/**
 * Opening payment sends the promo codes once more, so that what they take off is what they take off now; one that no
 * longer holds is left out, and why is answered. So is one that is gone later, such as one used elsewhere meanwhile. Not
 * while a payment is on its way. PAY-045.
 */
export function useEvaluatedPromos(
  registration_id: number,
  paymentStatus: PaymentStatus | undefined,
  onChanged: () => void,
) {
  const queries = useQueryClient()
  const [goneMessages, setGoneMessages] = useState<readonly string[]>([])
  const hasEvaluated = useRef(false)
  const evaluate = useEffectEvent(async ({ promo_codes: appliedPromos, promo_codes_gone }: PaymentStatus) => {
    let codes = appliedPromos.map(({ code }) => code)
    const messages = promo_codes_gone.map(({ message }) => message)
    for (let tries = 0; tries <= appliedPromos.length; tries += 1) {
      try {
        const body = { registration_id, promo_codes: codes }
        await call('PUT /v1/dance360/promo-codes', { body })
        break
      } catch (error) {
        const which = error instanceof ReplyError ? error.facts['which'] : undefined
        // Anything else is said where it matters: when they are applied, or paid with.
        if (typeof which !== 'string' || !(error instanceof ReplyError)) return
        messages.push(error.message)
        codes = codes.filter((code) => code !== which)
      }
    }
    setGoneMessages((before) => [...new Set([...before, ...messages])])
    await Promise.all(paymentRoutes.map((route) => queries.invalidateQueries({ queryKey: [route] })))
    onChanged()
  })
  useEffect(() => {
    if (!paymentStatus || (hasEvaluated.current && paymentStatus.promo_codes_gone.length === 0)) return
    const soon = setTimeout(() => {
      hasEvaluated.current = true
      const promoCount = paymentStatus.promo_codes.length + paymentStatus.promo_codes_gone.length
      if (paymentStatus.in_flow && paymentStatus.open_attempt === null && promoCount > 0) void evaluate(paymentStatus)
    })
    return () => clearTimeout(soon)
  }, [paymentStatus])
  return goneMessages
}
