import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { readBody, send } from '../http.ts'
import { newId, openStripeBook } from './book.ts'
import { stripeWrites, type StripeTwist } from './deeds.ts'
import { Failure, invalid } from './failure.ts'
import { stripeFaults, type StripeFault } from './faults.ts'
import { stripeFields } from './fields.ts'
import { readForm, type Form } from './form.ts'
import { stripeReading } from './reading.ts'

export const stripeKeys = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox_key',
} as const

type Answer = { status: number; body: unknown }
type KeptAnswer = { fingerprint: string; answer: Promise<Answer> }
type News = { id: string; type: string; created: number; data: { object: unknown } }

/**
 * A stand-in for Stripe's API, as far as the product uses it: payment intents, refunds, customers, idempotency keys,
 * search, webhooks, and faults that the real one has only on bad days.
 */
export async function startStripe({ port = 0, host = '127.0.0.1' } = {}) {
  if (process.env.NODE_ENV === 'production') throw new Error('The payment sandbox does not run in production.')
  let ahead = 0
  const now = () => Date.now() + ahead
  const book = openStripeBook()
  const faults = stripeFaults()
  const news: News[] = []
  const event = (type: string, object: unknown): News => {
    return { id: newId('evt'), type, created: Math.floor(now() / 1000), data: { object } }
  }
  const tell = (type: string, object: unknown) => void news.push(event(type, object))
  const deeds = stripeWrites({ book, now, tell })
  const reading = stripeReading(book, now)
  const answers = new Map<string, KeptAnswer>()
  const fields = stripeFields(book, stripeKeys.publishableKey, now)

  function read(path: string, form: Form): unknown {
    const [, , kind = '', id = ''] = path.split('/')
    if (kind === 'payment_intents' && id === 'search') return reading.search(form)
    if (kind === 'payment_intents') return id ? reading.charge(id, form) : reading.charges(form)
    if (kind === 'events') return reading.events(news, form)
    if (kind === 'refunds') return id ? reading.refund(id, form) : reading.refunds(form)
    throw invalid(`Unrecognized request URL (GET: ${path}).`, {}, 404)
  }

  function change(method: string, path: string, form: Form, twist: StripeTwist): unknown {
    const [, , kind = '', id = '', deed = ''] = path.split('/')
    if (method === 'DELETE' && kind === 'customers') return deeds.deleteCustomer(id)
    if (path === '/v1/payment_intents') return deeds.charge(form, twist)
    if (kind === 'payment_intents' && deed === 'cancel') return deeds.cancel(id)
    if (path === '/v1/refunds') return deeds.refund(form)
    if (path === '/v1/customers') return deeds.openCustomer(form)
    if (path === '/v1/payment_methods') return deeds.newMethod(form)
    throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404)
  }

  /**
   * The first response to an idempotency key is final, declines included. A request that never started is not stored.
   */
  async function once(key: string, fingerprint: string, act: () => Answer): Promise<Answer> {
    const before = answers.get(key)
    if (before && before.fingerprint !== fingerprint) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      throw new Failure(400, { type: 'idempotency_error', message })
    }
    if (before) return before.answer
    const answer = act()
    if (key && (answer.status === 200 || answer.status === 402)) {
      answers.set(key, { fingerprint, answer: Promise.resolve(answer) })
    }
    return answer
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const { pathname: path } = url
    const method = request.method ?? 'GET'
    const body = await readBody(request)
    if (fields({ request, response, url, body })) return
    if (request.headers.authorization !== `Bearer ${stripeKeys.secretKey}`) {
      throw new Failure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    }
    if (method === 'GET') {
      if (faults.take('read', path)) throw new Failure(503, { type: 'api_error', message: 'Down for a moment' })
      return sendJson(response, { status: 200, body: read(path, readForm(url.search.slice(1))) })
    }
    const before = faults.take('before', path)
    if (before) return instead(before, response)
    const [decision, lagging] = [faults.take('decide', path), faults.take('decide', path)]
    const twist = { ...twistOf(decision), ...twistOf(lagging) }
    const key = String(request.headers['idempotency-key'] ?? '')
    const reply = await once(key, `${method} ${path} ${body}`, () =>
      answerOf(() => change(method, path, readForm(body), twist)),
    )
    await around(faults.take('after', path), reply, response)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof Failure) return sendJson(response, failed(error))
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))

  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    ...stripeKeys,
    fault: (fault: StripeFault) => faults.add(fault),
    advanceClock: (ms: number) => void (ahead += ms),
    now,
    book,
    /** Webhook events sent so far, each with the exact body and a current signature. */
    news: () => news.map((event) => ({ type: event.type, ...signEvent(event) })),
    /** A message about something the stand-in has no switch for, signed like any other. */
    compose: (type: string, object: unknown) => signEvent(event(type, object)),
    /** Later results of a debit: settlement or failure after some days, and a dispute afterwards. */
    settle: deeds.settle,
    takeBack: deeds.takeBack,
    failRefund: deeds.failRefund,
    reset() {
      for (const shelf of [book.intents, book.refunds, book.customers, book.methods, answers]) shelf.clear()
      faults.clear()
      news.length = 0
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>

function signEvent(event: News) {
  const body = Buffer.from(JSON.stringify({ object: 'event', ...event }))
  const time = Math.floor(Date.now() / 1000)
  const proof = createHmac('sha256', stripeKeys.webhookSecret).update(`${time}.`).update(body).digest('hex')
  return { body, signature: `t=${time},v1=${proof}` }
}

function answerOf(act: () => unknown): Answer {
  try {
    return { status: 200, body: act() }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return failed(error)
  }
}

const failed = ({ status, error }: Failure): Answer => ({ status, body: { error } })

const twistOf = (fault: StripeFault | undefined): StripeTwist => {
  if (fault?.fault === 'decline') return { decline: fault.decline_code ?? 'generic_decline' }
  return fault ? { hideFromSearchMs: fault.ms ?? 0 } : {}
}

const json = 'application/json'
const sendJson = (response: ServerResponse, { status, body }: Answer) =>
  send(response, status, json, JSON.stringify(body), { 'request-id': newId('req') })

function instead({ fault }: StripeFault, response: ServerResponse) {
  if (fault === 'drop_before') return void response.destroy()
  if (fault === 'rate_limit') {
    throw new Failure(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' })
  }
  if (fault === 'key_in_use') {
    throw new Failure(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'Underway' })
  }
  throw new Failure(500, { type: 'api_error', message: 'An unknown error occurred' })
}

async function around(fault: StripeFault | undefined, answer: Answer, response: ServerResponse) {
  const text = JSON.stringify(answer.body)
  if (fault?.fault === 'process_then_drop') return void response.destroy()
  if (fault?.fault === 'http500_after')
    throw new Failure(500, { type: 'api_error', message: 'An unknown error occurred' })
  if (fault?.fault === 'garbage_after') return send(response, 200, 'text/html', '<html>Please try again later</html>')
  if (fault?.fault === 'truncated_after') {
    response.writeHead(200, { 'content-type': json, 'content-length': Buffer.byteLength(text) })
    response.write(text.slice(0, 9))
    return void setImmediate(() => response.destroy())
  }
  if (fault?.fault === 'process_then_delay') await wait(fault.ms ?? 0, undefined, { ref: false })
  sendJson(response, answer)
}
