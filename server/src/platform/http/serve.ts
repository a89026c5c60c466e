import type { Readable } from 'node:stream'
import { signedOutUser, type HallDisplay, type JudgeDevice, type SessionUser, type User } from '../user.ts'
import { bodyLimit } from '@callboard/contract/body-limit.ts'
import type { Access, Endpoint } from '@callboard/contract/endpoint.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { ShareScope } from '@callboard/domain/share-links/share-link.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Db, Isolation, Tx } from '../db/connect.ts'
import { asCaller } from '../db/fair-gate.ts'
import { inTransaction } from '../db/transaction.ts'
import { hasIdempotencyKey } from './idempotency.ts'
import type { Dependencies } from '../dependencies.ts'
import { Forbidden, NotFound, Refused, SignedOut } from './errors.ts'
import { guardAddress, guardBody } from './guard-body.ts'
import { callerOf, rememberAccount } from './in-flight.ts'
import { countHit } from './rate-limit.ts'
import { readShape } from './shape-errors.ts'
import { writerOf } from './write-reply.ts'
import { displayToken, hashOf, isForgedOrigin, judgeToken } from './sessions.ts'

/** Finds the account, the share link, the judge's device or the hall's screen behind a call; app.ts passes all in. */
export type Authentication = {
  findUser: (tx: Tx, request: FastifyRequest, now: Instant) => Promise<SessionUser | undefined>
  /** The scope of a link, where it is one of these pages'. */
  findShare: (
    tx: Tx,
    token_hash: string,
    page: NonNullable<Endpoint['share']>,
    now: Instant,
  ) => Promise<ShareScope | undefined>
  findDevice: (tx: Tx, token_hash: string, now: Instant) => Promise<JudgeDevice | undefined>
  findDisplay: (tx: Tx, token_hash: string, now: Instant) => Promise<HallDisplay | undefined>
  /** The owner of a registration that this account of the office is editing. */
  findEditedOwner: (tx: Tx, edit: { registration_id: number; user_id: number }) => Promise<User | undefined>
}

export type App = FastifyInstance & Dependencies & { authentication: Authentication }

export type Call<Params extends z.core.$ZodType, Query extends z.core.$ZodType, Body extends z.core.$ZodType> = {
  params: z.output<Params>
  query: z.output<Query>
  body: z.output<Body>
  /** Id 0 means signed out: public calls have no user. */
  user: SessionUser
  /** Scope of the share link that authorizes the call; without a link null. A call with a link has no user. */
  shared: ShareScope | null
  /** The device of a call whose access is 'judge'; without one null. Such a call has no user. */
  judge: JudgeDevice | null
  /** The screen of a call whose access is 'display'; without one null. Such a call has no user. */
  display: HallDisplay | null
  now: Instant
  request: FastifyRequest
  reply: FastifyReply
}

/** Whether this user may make a call of this access; null when they may. */
function accessError(auth: Access, user: User | undefined): Error | null {
  if (auth === 'public') return null
  if (!user) return new SignedOut()
  if (auth === 'session') return null
  if (!user.confirmed) return new Forbidden('unconfirmed', 'Please confirm your email address first.')
  if (auth === 'user') return null
  const isStaff = user.role === 'admin' || (user.role === 'office' && auth === 'office')
  if (!isStaff) return new Forbidden('staff_only', 'This part of Callboard is for the office.')
  return user.lacks_second_factor
    ? new Forbidden('second_factor_needed', 'Please set up the second step of signing in first.')
    : null
}

type Handler<
  Context,
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  R extends z.core.$ZodType,
> = (context: Context, call: Call<P, Q, B>) => Promise<z.input<R>>

/** Registers an endpoint. Each call runs in one transaction: it commits whole or not at all. */
export function serve<
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  R extends z.core.$ZodType,
>(
  app: App,
  endpoint: Endpoint<P, Q, B, R>,
  handle: Handler<Tx, P, Q, B, R>,
  { isolation = 'read committed' }: { isolation?: Isolation } = {},
) {
  route(app, endpoint, (request, reply) => {
    const work = async (tx: Tx) => {
      const now = app.clock.now()
      const caller = await admitted(app, tx, request, endpoint, now)
      return handle(tx, { ...readRequest(endpoint, request), ...caller, now, request, reply })
    }
    const isRepeatable = () => endpoint.method === 'GET' || hasIdempotencyKey(request)
    return inTransaction(app.db, work, { isRepeatable, isolation })
  })
}

/**
 * For calls that must outlive a refusal or wait for something slow: sign-in, uploads, money. The handler opens its own
 * transactions, so that no connection waits for argon2, a gateway or an upload.
 */
export function servePhases<
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  R extends z.core.$ZodType,
>(app: App, endpoint: Endpoint<P, Q, B, R>, handle: Handler<Db, P, Q, B, R>) {
  route(app, endpoint, async (request, reply) => handle(app.db, await admittedCall(app, endpoint, request, reply)))
}

/** For calls that answer with a stream of events; `open` answers the stream. */
export function serveEvents<
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  R extends z.core.$ZodType,
>(app: App, endpoint: Endpoint<P, Q, B, R>, open: (call: Call<P, Q, B>) => Promise<Readable>) {
  route(app, endpoint, async (request, reply) => open(await admittedCall(app, endpoint, request, reply)))
}

async function admittedCall<
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  R extends z.core.$ZodType,
>(app: App, endpoint: Endpoint<P, Q, B, R>, request: FastifyRequest, reply: FastifyReply): Promise<Call<P, Q, B>> {
  const now = app.clock.now()
  const caller = await inTransaction(app.db, (tx) => admitted(app, tx, request, endpoint, now))
  return { ...readRequest(endpoint, request), ...caller, now, request, reply }
}

type Admits = Pick<Endpoint, 'auth' | 'share' | 'headers'>
type CallContext = Pick<
  Call<z.core.$ZodType, z.core.$ZodType, z.core.$ZodType>,
  'user' | 'shared' | 'judge' | 'display'
>

const nobody: CallContext = { user: signedOutUser, shared: null, judge: null, display: null }

async function admitted(
  { authentication }: App,
  tx: Tx,
  request: FastifyRequest,
  { auth, share, headers }: Admits,
  now: Instant,
): Promise<CallContext> {
  const token = request.headers['x-share-token']
  if (share && typeof token === 'string') {
    const shared = await authentication.findShare(tx, hashOf(token), share, now)
    if (!shared) throw new SignedOut()
    return { ...nobody, shared }
  }
  if (auth === 'judge') return { ...nobody, judge: await deviceOf(authentication, tx, request, now) }
  if (auth === 'display') return { ...nobody, display: await displayOf(authentication, tx, request, now) }
  const user = await authentication.findUser(tx, request, now)
  request.user_id = user?.id ?? null
  if (user) rememberAccount(user.token_hash, `account ${user.id}`)
  const edited = request.headers['x-office-edit']
  if (headers.includes('OfficeEdit') && typeof edited === 'string') {
    return { ...nobody, user: await ownerFor(authentication, tx, user, Number(edited)) }
  }
  const refusal = accessError(auth, user)
  if (refusal) throw refusal
  return { ...nobody, user: user ?? signedOutUser }
}

/** The owner whose registration the office edits; only who began or took over the edit acts for them. */
async function ownerFor(
  { findEditedOwner }: Authentication,
  tx: Tx,
  actor: SessionUser | undefined,
  registration_id: number,
): Promise<SessionUser> {
  const refusal = accessError('office', actor)
  if (refusal) throw refusal
  if (!actor || !Number.isInteger(registration_id) || registration_id < 1 || registration_id > 2_147_483_647) {
    throw new NotFound()
  }
  const owner = await findEditedOwner(tx, { registration_id, user_id: actor.id })
  if (!owner) throw new NotFound()
  return { ...owner, token_hash: actor.token_hash, office_edit: { registration_id, actor } }
}

/** The device of a request; without one the call is refused like that of somebody signed out. */
async function deviceOf({ findDevice }: Authentication, tx: Tx, request: FastifyRequest, now: Instant) {
  const token = judgeToken(request)
  const judge = token && (await findDevice(tx, hashOf(token), now))
  if (!judge) throw new SignedOut()
  rememberAccount(hashOf(token), `device ${judge.id}`)
  return judge
}

/** The screen of a request, as `deviceOf`. */
async function displayOf({ findDisplay }: Authentication, tx: Tx, request: FastifyRequest, now: Instant) {
  const token = displayToken(request)
  const display = token && (await findDisplay(tx, hashOf(token), now))
  if (!display) throw new SignedOut()
  rememberAccount(hashOf(token), `display ${display.id}`)
  return display
}

/** The parts of a request as the endpoint reads them. Called once the caller may call: rights come before shape. SEC-030. */
function readRequest<P extends z.core.$ZodType, Q extends z.core.$ZodType, B extends z.core.$ZodType>(
  { params, query, body }: Pick<Endpoint<P, Q, B>, 'params' | 'query' | 'body'>,
  request: FastifyRequest,
) {
  guardAddress(request.params)
  guardAddress(request.query)
  guardBody(request.body)
  return {
    params: readShape(params, request.params),
    query: readShape(query, request.query),
    body: readShape(body, request.body ?? {}),
  }
}

function route<
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  R extends z.core.$ZodType,
>(app: App, endpoint: Endpoint<P, Q, B, R>, run: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) {
  const { method, path, reply: shape, status, answers, limit } = endpoint
  const isWritten = answers === 'json' && status !== 204
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimit(endpoint),
    ...(isWritten && { schema: { response: { '2xx': {} } }, serializerCompiler: () => writerOf(shape) }),
    handler: async (request, reply) => {
      if (method !== 'GET' && isForgedOrigin(request)) {
        throw new Forbidden('foreign_origin', 'This request did not come from Callboard.')
      }
      const caller = callerOf(request)
      const leave = app.inFlight?.enter(caller)
      try {
        return await asCaller(caller, () => answer(request, reply))
      } finally {
        leave?.()
      }
    },
  })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (limit && app.limits.on) await limitAddress(app, `${method} ${path}`, request, limit)
    const content = await run(request, reply)
    // A handler may set a more specific success status, such as 202 for a pending outcome.
    if (reply.statusCode === 200) void reply.code(status)
    return status === 204 || reply.statusCode === 304 ? undefined : content
  }
}

async function limitAddress(app: App, name: string, request: FastifyRequest, limit: { hits: number; minutes: number }) {
  const wait = await countHit(app.db, `${name} ${request.ip}`, limit, app.clock.now())
  if (wait > 0) throw new Refused({ code: 'too_many_tries', retry_after_seconds: wait })
}
