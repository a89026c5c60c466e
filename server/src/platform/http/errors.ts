import { randomBytes } from 'node:crypto'
import { unavailableWords, type Unavailability } from '@callboard/domain/kernel/unavailable.ts'
import { explain, type Refusal } from '@callboard/domain/refusals.ts'
import type { Result } from '@callboard/domain/kernel/result.ts'
import type { FastifyError, FastifyInstance } from 'fastify'
import pg from 'pg'
import { Overloaded } from '../queue/bounded-queue.ts'
import { BadBody } from './guard-body.ts'
import { discardBody } from './read-body.ts'
import { constraintRefusals } from './constraint-refusals.ts'
import { WrongShape } from './shape-errors.ts'
import { isOpenedAsPage, unavailablePage, unavailablePolicy } from './unavailable-page.ts'
import { unavailabilityOf } from '../db/unavailable.ts'

/** A rule's refusal, thrown to leave the handler and roll back. */
export class Refused extends Error {
  refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

export class SignedOut extends Error {}
export class NotFound extends Error {}
/** The path exists but does not support the method. */
export class WrongMethod extends Error {}

/** Signed in, but not allowed. The message is shown in a dialog, so it is a sentence. */
export class Forbidden extends Error {
  code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export function orRefuse<Value>(result: Result<Value, Refusal>): Value {
  if (!result.ok) throw new Refused(result.refusal)
  return result.value
}

export function orNotFound<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new NotFound()
  return value
}

/** Refused before any work because of overload. */
export class Unavailable extends Error {
  reason: 'busy' | 'overloaded'

  constructor(reason: 'busy' | 'overloaded') {
    super(reason)
    this.reason = reason
  }
}

type Answer = { status: number; body: { code: string; message: string; [fact: string]: unknown } }

// Refusals return 422 unless their code has its own status.
const statusOf: Partial<Record<string, number>> = {
  changed_meanwhile: 409,
  edit_conflict: 409,
  registration_completed: 409,
  too_many_tries: 429,
}

/** For a capability whose refusals mean more to HTTP than "no". Called once, as its routes are set up. */
export function answerWith(statuses: Partial<Record<Refusal['code'], number>>) {
  Object.assign(statusOf, statuses)
}

/** Returns the HTTP status of a refusal code. Complete once the routes are registered. */
export const statusOfRefusal = (code: string): number => statusOf[code] ?? 422

// PostgreSQL error codes of values it cannot store: text with a NUL, a number out of range, a missing foreign key.
const unfit = new Set(['22021', '22003', '22P02', '22P05', '22007', '22008', '23502', '23503', '23514'])
const uniqueViolation = '23505'

function answerForDatabase(error: pg.DatabaseError): Answer | undefined {
  const { code = '', constraint = '' } = error
  const refusal = constraintRefusals[constraint]
  if (refusal) {
    const { status, ...body } = refusal
    return { status, body }
  }
  if (code === uniqueViolation) return { status: 409, body: { code: 'taken', message: 'This already exists.' } }
  if (unfit.has(code)) return { status: 422, body: { code: 'unfit', message: 'Please check what you entered.' } }
  return undefined
}

function answerForUnavailable(reason: Unavailability): Answer {
  // A per-caller limit affects one account (429); other limits affect all (503).
  return { status: reason === 'busy' ? 429 : 503, body: { code: reason, ...unavailableWords[reason] } }
}

function answerFor(error: FastifyError): Answer {
  const reason = error instanceof Unavailable ? error.reason : unavailabilityOf(error)
  if (reason) return answerForUnavailable(reason)
  if (error instanceof Refused) {
    const status = statusOfRefusal(error.refusal.code)
    return { status, body: { ...error.refusal, message: explain(error.refusal) } }
  }
  if (error instanceof SignedOut) return { status: 401, body: { code: 'signed_out', message: 'Please sign in.' } }
  if (error instanceof NotFound) return { status: 404, body: { code: 'not_found', message: 'Not found' } }
  if (error instanceof WrongMethod) {
    return { status: 405, body: { code: 'wrong_method', message: 'This address does not accept this method.' } }
  }
  if (error instanceof Forbidden) return { status: 403, body: { code: error.code, message: error.message } }
  if (error instanceof Overloaded) {
    const { retry_after_seconds } = error
    return { status: 503, body: { code: 'overloaded', ...unavailableWords.overloaded, retry_after_seconds } }
  }
  if (error instanceof BadBody) return { status: 400, body: { code: 'malformed', message: error.message } }
  if (error instanceof WrongShape) return { status: 400, body: error.body }
  if (error instanceof pg.DatabaseError) {
    const answer = answerForDatabase(error)
    if (answer) return answer
  }
  // Fastify's own refusals: broken JSON, a body too large, a type it does not read.
  const { statusCode: status = 500 } = error
  if (status < 500) return { status, body: { code: 'malformed', message: 'This request cannot be read.' } }
  return { status: 500, body: { code: 'unexpected', message: 'Something went wrong!' } }
}

/** Stream errors after the other side disconnects. */
const leftEarly: ReadonlySet<string> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Sends all refusals and errors, with the request id that is also logged. ERR-024, ERR-031. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const { status, body } = answerFor(error)
    // A client that disconnects early gets no response; this is not a server error.
    const left = leftEarly.has(error.code) && (!request.raw.complete || request.raw.socket.destroyed)
    if (left) request.log.info('left')
    else if (status === 500 || error instanceof pg.DatabaseError) request.log.error({ err: error }, 'failed')
    else if (status === 503) request.log.warn({ err: error }, 'unavailable')
    const { retry_after_seconds = status === 429 || status === 503 ? 60 : undefined } = body
    if (typeof retry_after_seconds === 'number') void reply.header('retry-after', String(retry_after_seconds))
    if (!(await discardBody(request))) void reply.header('connection', 'close')
    if (status === 503 && isOpenedAsPage(request)) {
      const nonce = randomBytes(16).toString('base64')
      return reply
        .code(status)
        .header('content-security-policy', unavailablePolicy(nonce))
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(unavailablePage(body.message, Number(retry_after_seconds), nonce))
    }
    return reply.code(status).send({ ...body, request_id: request.id })
  })
}
