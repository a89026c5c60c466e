import { usd, type Cents } from '@callboard/domain/kernel/money.ts'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { call } from '../api/call.ts'
import { loadCollect, shownOf, type Tokenized } from './collect.ts'

/** Draws a wallet's button by the gateway's script; confirming in the wallet pays with its token. */
export function useWallet(wallet: 'apple_pay' | 'google_pay', amount: Cents, onToken: (tokenized: Tokenized) => void) {
  const id = `wallet-${useId().replace(/[^\w-]/g, '')}`
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading')
  const deliverToken = useEffectEvent(onToken)
  useEffect(() => {
    let isUnmounted = false
    async function draw() {
      const session = await call('POST /v1/payments/session', {})
      if (session.fields !== 'collect') throw new Error('There are no fields')
      const collect = await loadCollect(session.script_url, session.tokenization_key)
      if (isUnmounted) return
      collect.configure({
        variant: 'inline',
        paymentSelector: `#none-${id}`,
        styleSniffer: false,
        customCss: {},
        placeholderCss: {},
        timeoutDuration: 10_000,
        // Without the sign and the commas.
        price: usd(amount).replace(/[$,]/g, ''),
        country: 'US',
        currency: 'USD',
        fields: { [wallet === 'apple_pay' ? 'applePay' : 'googlePay']: { selector: `#${id}` } },
        validationCallback: () => undefined,
        fieldsAvailableCallback: () => !isUnmounted && setStatus('ready'),
        timeoutCallback: () => undefined,
        callback: (answer) => !isUnmounted && deliverToken(shownOf(answer)),
      })
    }
    draw().catch(() => !isUnmounted && setStatus('failed'))
    return () => {
      isUnmounted = true
    }
  }, [wallet, amount, id])
  return { id, status }
}
