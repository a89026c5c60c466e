import type { FastifyRequest } from 'fastify'

const keyed = new WeakSet<FastifyRequest>()

/** Notes that this request's effect is stored under its Idempotency-Key, so that doing it again does it once. */
export const markKeyed = (request: FastifyRequest) => void keyed.add(request)

export const isKeyed = (request: FastifyRequest): boolean => keyed.has(request)
