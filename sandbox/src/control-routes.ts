import { readFault, type Faults } from './faults.ts'
import type { Gateway } from './gateway.ts'
import type { HostedFields } from './hosted-fields.ts'
import { readJson, sendJson, textIn, type Exchange, type Route } from './http.ts'
import { chargeback, moveCheck, settle, settleOverdue, type CheckStep } from './settlement.ts'
import type { Event, Webhooks } from './webhooks.ts'

type Parts = {
  gateway: Gateway
  faults: Faults
  webhooks: Webhooks
  hosted: HostedFields
  moveClock: (ms: number) => void
}

/** Test controls of the sandbox. The real gateway has no equivalent. */
export function controlRoutes({ gateway, faults, webhooks, hosted, moveClock }: Parts): Record<string, Route> {
  const { book } = gateway
  const tell = async (news: Event[]) => {
    for (const event of news) await webhooks.send(event)
    return { events: news.map(({ event_type }) => event_type) }
  }
  const state = () => ({
    transactions: book.transactions.all(),
    vault: book.vault.all(),
    tokens: book.tokens.all().length,
    faults: faults.list(),
    deliveries: webhooks.deliveries(),
  })
  const check = (step: CheckStep) => control(({ url }) => tell([moveCheck(gateway, idIn(url), step)]))

  return {
    'GET /__sandbox/state': ({ response }) => sendJson(response, 200, state()),
    'POST /__sandbox/faults': control((exchange) => {
      faults.add(readFault(readJson(exchange)))
      return { faults: faults.list() }
    }),
    'POST /__sandbox/settle': control((exchange) => {
      const { kind } = readJson(exchange)
      return tell(settle(gateway, kind === 'cc' || kind === 'ck' ? { kind } : {}))
    }),
    'POST /__sandbox/ach/{id}/settle': check('settle'),
    'POST /__sandbox/ach/{id}/return': check('return'),
    'POST /__sandbox/ach/{id}/latereturn': check('latereturn'),
    'POST /__sandbox/chargeback': control((exchange) => {
      const request = readJson(exchange)
      return tell([chargeback(gateway, textIn(request, 'id'), textIn(request, 'reason', 'Not recognized'))])
    }),
    'POST /__sandbox/clock': control((exchange) => {
      moveClock(Number(readJson(exchange).advance_ms ?? 0))
      return tell(settleOverdue(gateway))
    }),
    'POST /__sandbox/webhooks': control((exchange) => {
      webhooks.aim(textIn(readJson(exchange), 'url'))
      return {}
    }),
    'POST /__sandbox/reset': control((exchange) => {
      readJson(exchange)
      book.clear()
      faults.clear()
      hosted.clear()
      webhooks.stop()
      return {}
    }),
  }
}

const idIn = (url: URL) => url.pathname.split('/')[3] ?? ''

function control(act: (exchange: Exchange) => unknown): Route {
  return async (exchange) => {
    try {
      readJson(exchange)
      sendJson(exchange.response, 200, await act(exchange))
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error
      sendJson(exchange.response, 400, { error: error.message })
    }
  }
}
