import { setTimeout as wait } from 'node:timers/promises'
import type { Faults, Fault } from './faults.ts'
import { replyText, type Gateway, type Reply } from './gateway.ts'
import { send, sendJson, type Exchange, type Route } from './http.ts'
import { query } from './query.ts'
import { lastAction } from './settlement.ts'
import { refusal, transact, type GatewayTwist } from './transact.ts'
import { transactionEvent, type Webhooks } from './webhooks.ts'

type Parts = { gateway: Gateway; faults: Faults; webhooks: Webhooks }

const html = 'text/html; charset=UTF-8'
const reportedTypes = ['sale', 'auth', 'capture', 'void', 'refund', 'credit']

/** The two addresses the gateway itself has: transact.php and query.php. */
export function gatewayRoutes(parts: Parts): Record<string, Route> {
  const answerQuery = (exchange: Exchange) => {
    const form = new URLSearchParams(exchange.request.method === 'GET' ? exchange.url.searchParams : exchange.body)
    const orderid = form.get('order_id') ?? ''
    if (parts.faults.take('query', { orderid, type: '', amount: '' })) {
      return sendJson(exchange.response, 503, { error: 'Query is down' })
    }
    send(exchange.response, 200, 'text/xml; charset=UTF-8', query(parts.gateway, form))
  }
  return {
    'POST /api/transact.php': (exchange) => answerTransact(parts, exchange),
    'POST /api/query.php': answerQuery,
    'GET /api/query.php': answerQuery,
  }
}

async function answerTransact({ gateway, faults, webhooks }: Parts, { response, body }: Exchange) {
  const form = new URLSearchParams(body)
  const [orderid, type, amount] = ['orderid', 'type', 'amount'].map((name) => form.get(name) ?? '') as [
    string,
    string,
    string,
  ]
  const struck = { orderid, type, amount }

  const before = faults.take('before', struck)
  if (before) return answerInstead(before, gateway, form, response)

  const reply = transact(gateway, form, twistOf(faults.take('decide', struck), faults.take('lag', struck)))
  const news = newsOf(gateway, reply)
  const switched = news && faults.take('webhook', struck)?.name
  const deliver = async () => {
    if (!news || switched === 'webhook_lost') return
    await webhooks.send(news)
    if (switched === 'webhook_twice') await webhooks.send(news)
  }

  if (switched === 'webhook_first') await deliver()
  await answerAfter(faults.take('after', struck), replyText(reply), response)
  if (switched !== 'webhook_first') void deliver()
}

function twistOf(declined: Fault | undefined, lag: Fault | undefined): GatewayTwist {
  return {
    ...(declined && { declineWith: { code: declined.code, text: declined.text } }),
    ...(lag && { hideFromQueryMs: lag.ms }),
  }
}

/** The gateway tells of approvals and declines; a refused request made no transaction to tell of. */
function newsOf({ book }: Gateway, reply: Reply) {
  const transaction = book.transactions.find(reply.transactionId ?? '')
  if (!transaction || reply.response === 3 || !reportedTypes.includes(reply.type)) return undefined
  const ending = reply.response === 1 ? 'success' : 'failure'
  return transactionEvent(`transaction.${reply.type}.${ending}`, transaction, lastAction(transaction))
}

function answerInstead({ name }: Fault, gateway: Gateway, form: URLSearchParams, response: Exchange['response']) {
  const refuse = (text: string, code: number) =>
    send(response, 200, html, replyText(refusal(gateway, form, text, code)))
  if (name === 'rate301') return refuse('Rate limit exceeded', 301)
  if (name === 'dup') return refuse('Duplicate transaction', 300)
  if (name === 'code420') return refuse('Communication error', 420)
  if (name === 'http429') return send(response, 429, 'text/plain', 'Too many requests')
  response.destroy()
}

async function answerAfter(fault: Fault | undefined, text: string, response: Exchange['response']) {
  if (fault?.name === 'process_then_drop') return void response.destroy()
  if (fault?.name === 'http500_after') return send(response, 500, html, 'Internal Server Error')
  if (fault?.name === 'garbage_after')
    return send(response, 200, html, '<html><body>Please try again later</body></html>')
  if (fault?.name === 'truncated_after') {
    response.writeHead(200, { 'content-type': html, 'content-length': Buffer.byteLength(text) })
    response.write(text.slice(0, 9))
    return void setImmediate(() => response.destroy())
  }
  if (fault?.name === 'process_then_delay') await wait(fault.ms, undefined, { ref: false })
  send(response, 200, html, text)
}
