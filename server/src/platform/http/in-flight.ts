import type { FastifyRequest } from 'fastify'
import { Unavailable } from './errors.ts'
import { hashOf, judgeToken, sessionToken } from './sessions.ts'

export type LoadLimits = {
  /** Requests that are worked on at once. */
  inFlight: number
  /** Maximum number of these requests per caller. */
  inFlightPerCaller: number
}

/** Sessions whose account is remembered, the most recent. */
const mostSessions = 10_000
const accounts = new Map<string, string>()

/**
 * Remembers whose session this is, such as 'account 5', so that all sessions of an account count together. It opens
 * nothing.
 */
export function rememberAccount(token_hash: string, caller: string) {
  accounts.delete(token_hash)
  accounts.set(token_hash, caller)
  const [oldest] = accounts.keys()
  if (accounts.size > mostSessions && oldest) accounts.delete(oldest)
}

/**
 * Returns the key a request counts under: its account, or its address while the token is unknown, so that a made-up
 * token gets no quota of its own.
 */
export function callerOf(request: FastifyRequest): string {
  const token = sessionToken(request) ?? judgeToken(request)
  const account = token && accounts.get(hashOf(token))
  return account ?? `address ${request.ip}`
}

/** Counts requests that are being worked on, all and of each caller. */
export class InFlight {
  private total = 0
  private readonly byCaller = new Map<string, number>()
  private readonly limits: LoadLimits

  constructor(limits: LoadLimits) {
    this.limits = limits
  }

  /** Returns a function that releases the slot. Throws immediately when a limit is reached. */
  enter(caller: string): () => void {
    const own = this.byCaller.get(caller) ?? 0
    if (own >= this.limits.inFlightPerCaller) throw new Unavailable('busy')
    if (this.total >= this.limits.inFlight && !this.hasRoomFor(own)) throw new Unavailable('overloaded')
    this.total += 1
    this.byCaller.set(caller, own + 1)
    return () => {
      this.total -= 1
      const left = (this.byCaller.get(caller) ?? 1) - 1
      if (left > 0) this.byCaller.set(caller, left)
      else this.byCaller.delete(caller)
    }
  }

  /** Beyond the bound there is room only for those below their equal share, and not for twice as many. */
  private hasRoomFor(own: number): boolean {
    const { inFlight } = this.limits
    return this.total < 2 * inFlight && own < Math.max(1, Math.floor(inFlight / this.byCaller.size))
  }
}
